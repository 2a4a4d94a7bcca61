package rest

import (
	"context"

	"marquee/app"
	"marquee/app/list"
)

// One is the envelope of a single resource.
type One[A any] struct {
	Data     Resource[A] `json:"data"`
	Included Included    `json:"included"`
	// Code is the status; 0 is the route's own.
	Code int `json:"-"`
}

// Many is the envelope of a list.
type Many[A any] struct {
	Data     []Resource[A] `json:"data"`
	Included Included      `json:"included"`
	Links    Links         `json:"links"`
	Meta     Meta          `json:"meta"`
	// Code is the status; 0 is the route's own.
	Code int `json:"-"`
}

// Status is what the handler chose, 0 for the route's own.
func (o One[A]) Status() int { return o.Code }

// Status is what the handler chose, 0 for the route's own.
func (m Many[A]) Status() int { return m.Code }

// List starts the envelope of a page.
func List[A any](p Page, l list.Info) Many[A] {
	return Many[A]{Data: []Resource[A]{}, Links: p.Links(l), Meta: MetaOf(l)}
}

// ListOf is the envelope of a page of rows.
func ListOf[T, A any](p Page, l list.Info, rows []T, form func(T) Resource[A]) Many[A] {
	out := List[A](p, l)
	for _, row := range rows {
		out.Data = append(out.Data, form(row))
	}
	return out
}

// As makes an answer out of what a command returns, unless it returns an error:
//
//	return rest.As(venueForm)(catalog.CreateVenue(ctx, a, c, fields))
func As[T, A any](form func(T) A) func(T, error) (A, error) {
	return func(v T, err error) (out A, _ error) {
		if err != nil {
			return out, err
		}
		return form(v), nil
	}
}

// On gives a handler the business that it asks, where its body is too long to stand
// beside its declaration.
func On[A, In, Out any](a A, fn func(context.Context, A, *app.Caller, In) (Out, error)) func(context.Context, *app.Caller, In) (Out, error) {
	return func(ctx context.Context, c *app.Caller, in In) (Out, error) { return fn(ctx, a, c, in) }
}

// OnList is On for a list.
func OnList[A, In, Out any](a A, fn func(context.Context, A, *app.Caller, In) (Out, list.Info, error)) func(context.Context, *app.Caller, In) (Out, list.Info, error) {
	return func(ctx context.Context, c *app.Caller, in In) (Out, list.Info, error) { return fn(ctx, a, c, in) }
}

// Resource is one row of an envelope. Relationships, Meta and the link to itself
// are left out when empty.
type Resource[A any] struct {
	Type          string
	ID            int64
	Attributes    A
	Relationships Relations
	Meta          any
	// Self is a path, written as links.self with the origin in front.
	Self string
}

func (Resource[A]) isResource() {}

type resource interface{ isResource() }

// Relate adds a relationship: a Ref, a []Ref, a *Ref (nil is null), or any struct
// when the contract gives the reference more than type and id.
func (r *Resource[A]) Relate(name string, data any) {
	r.Relationships = append(r.Relationships, Relation{name, data})
}

// Relations are the relationships of a resource, in the order they were added.
type Relations []Relation

// Relation is one relationship: written as {name: {data: …}}.
type Relation struct {
	Name string
	Data any
}

// Ref points at a resource.
type Ref struct {
	Type string `json:"type"`
	ID   int64  `json:"id"`
}

// Included are the related resources of an answer, each once however many rows
// point at it.
type Included struct {
	// Rows are the resources in the order they were added.
	Rows []Resource[any]
	seen map[Ref]bool
}

// Kind is a sort of resource that an answer may have beside its data: its type, and attributes
// of the Go type that they have.
type Kind struct {
	Type       string
	Attributes any
}

// Besider is implemented by attributes whose resource may have others beside it. The document
// reads there what included may hold; what is not listed is never there.
type Besider interface{ Beside() []Kind }

// Formed is implemented by structs with fields of any form: it lists, by the name of a field,
// values of the forms that it may have.
type Formed interface{ Forms() map[string][]any }

// Has tells whether a resource is there already, to save loading it.
func (in *Included) Has(typ string, id int64) bool { return in.seen[Ref{typ, id}] }

// Add puts a resource in, unless it is there already.
func (in *Included) Add(typ string, id int64, attributes any, rel ...Relation) {
	if in.Has(typ, id) {
		return
	}
	if in.seen == nil {
		in.seen = map[Ref]bool{}
	}
	in.seen[Ref{typ, id}] = true
	in.Rows = append(in.Rows, Resource[any]{Type: typ, ID: id, Attributes: attributes, Relationships: rel})
}
