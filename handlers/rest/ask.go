package rest

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"marquee/app"
	"marquee/app/list"
)

// An operation can be asked without HTTP by who knows its caller already: the command line
// makes flags of what it takes, and shows its answer.

// FieldKind is how one thing that an operation takes is written.
type FieldKind uint8

// Kinds of fields.
const (
	TextField FieldKind = iota + 1
	NumberField
	IDField
	YesField
	TimeField
	// FileField is a file in base64.
	FileField
	// PairsField are names, each with a value.
	PairsField
	// AnyField is JSON of any form, such as a list of objects.
	AnyField
)

// Field is one thing that an operation takes. What stands in an object of the body has the
// names of both with a dot between them: shop.isOpen.
type Field struct {
	Name string
	Kind FieldKind
	// Query: it stands in the query, and not in the body.
	Query bool
	// List: there may be several.
	List     bool
	Required bool
	// Words are those that it may be, nil for any.
	Words        []string
	Default, Doc string
	// Most is the largest page of a list.
	Most int64
}

// Takes lists what the operation takes, but for headers.
func (r *Route) Takes() []Field {
	all := r.in.takes("", r.Method == http.MethodGet, true)
	if r.in.paging != nil {
		all = append(all,
			Field{Name: "offset", Kind: NumberField, Query: true, Doc: "Rows to skip."},
			Field{Name: "limit", Kind: NumberField, Query: true, Doc: "Rows at most.", Most: r.Limit})
	}
	return all
}

func (s *shape) takes(above string, query, required bool) (all []Field) {
	for _, in := range s.fields {
		again := slices.ContainsFunc(all, func(f Field) bool { return f.Name == above+in.name }) // in the body and the query
		if in.source == fromHeader || in.rules.unavailable || again {
			continue
		}
		leaf := valueShape(in.shape)
		f := Field{Name: above + in.name, Query: query || in.source == fromQuery, Required: required && in.rules.required, Doc: in.rules.doc}
		if in.rules.fallback != nil {
			f.Default = *in.rules.fallback
		}
		switch leaf.kind {
		case kindStruct:
			if !f.Query {
				all = append(all, leaf.takes(f.Name+".", false, f.Required)...)
				continue
			}
		case kindList, kindInclude:
			leaf, f.List = valueShape(leaf.elem), true
		}
		f.Kind, f.Words = leaf.fieldKind(), leaf.rules.enum
		switch {
		case f.Kind == AnyField:
			f.List = false
		case f.Kind == TextField && strings.Contains(f.Doc, "base64"):
			f.Kind = FileField
		}
		all = append(all, f)
	}
	return all
}

// valueShape is the plan of a value that may be absent.
func valueShape(s *shape) *shape {
	for s.kind == kindPtr || s.kind == kindOpt {
		s = s.elem
	}
	return s
}

func (s *shape) fieldKind() FieldKind {
	switch s.kind {
	case kindString, kindText:
		return TextField
	case kindBool, kindTrashed:
		return YesField
	case kindInt, kindFloat:
		return NumberField
	case kindID:
		return IDField
	case kindTime:
		return TimeField
	case kindMap:
		return PairsField
	}
	return AnyField
}

// Needs says in a sentence who may ask the operation.
func (r *Route) Needs() string { return gateDoc(r.Spec) }

// Find is the route of a method and a path below /v1, nil for none.
func Find(routes []Route, method, path string) *Route {
	path = strings.TrimPrefix(path, Base)
	for i := range routes {
		for _, s := range routes[i].spellings() {
			if s[0] == method && s[1] == path {
				return &routes[i]
			}
		}
	}
	return nil
}

// errCut is what is left of a file that could not be made whole.
var errCut = errors.New("the file could not be made whole")

// Ask answers a request of a caller who is known, and gives what refuses it as it is. It is no
// request of the network: neither the metrics nor the access log count it.
func (api *API) Ask(ctx context.Context, c *app.Caller, in Later) (out LaterAnswer, err error) {
	rt := Find(api.routes, in.Method, in.Path)
	if rt == nil {
		return out, &app.Error{Kind: app.NotFound, Message: nothingHere}
	}
	w := &recorder{header: http.Header{}}
	ctx = context.WithValue(list.WithLongPages(withCaller(ctx, c)), unnotedContext{}, true)
	x := api.begin(w, in.request().WithContext(ctx), rt.name)
	func() {
		defer func() {
			if recover() != nil {
				err = errCut
			}
		}()
		defer x.end()
		err = x.run(rt)
	}()
	return w.answer(), err
}
