package rest

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"marquee/app"
	"marquee/app/list"
)

// Spec declares one endpoint.
type Spec struct {
	// Method and Path, below /v1: "GET", "/venues".
	Method, Path string
	// Also lists other spellings of the same operation: "DELETE /customers".
	Also []string
	// OperationID names the operation in the document, where its method and path make
	// the name of another.
	OperationID string
	// Summary is a line for the API document, Doc what else is to be known.
	Summary, Doc string
	// Tag groups operations in the document.
	Tag string
	// Deprecated operations go on working; the document says what to use instead of them.
	Deprecated bool
	// Allow is the ability a caller must hold. There is no default.
	Allow app.Ability
	// Knows: a route for anyone also takes a token, and treats its caller as such.
	Knows bool
	// Or lists abilities that open the route just as well.
	Or []app.Ability
	// Weight says until when the call is taken as the disk fills up. Without it a
	// GET is light, and any other call weighs what its ability Allow does.
	Weight app.Weight
	// Turn says in which queue the call waits when the machine has too much to do.
	Turn Turn
	// Fields switches the parameters only and except on.
	Fields bool
	// Limit is both the default and the maximum page size of a list whose input
	// embeds Page.
	Limit int64
	// Status is the status of success, 200 unless told.
	Status int
	// Statuses lists other successes the output's Status method may choose.
	Statuses []int
	// Headers are those that the output's Header method sets, for the document.
	Headers []HeaderSpec
	// Media lists the media types of the answers of a route that streams a file.
	Media []string
	// MaxBody is the largest body, in bytes; DefaultBody unless told.
	MaxBody int64
	// BareList names the field that a body fills which is a list instead of an object.
	BareList string
	// NoBody means that a success has no body at all.
	NoBody bool
	// Secret: the answer has a token or a secret in it, and is never stored.
	Secret bool
	// Proof: on a page, whoever asks for it has shown within 15 minutes that it is they. Programs
	// are not asked: nobody sits down at one that was left open.
	Proof bool
}

// HeaderSpec describes a header of the answers of one endpoint.
type HeaderSpec struct{ Name, Type, Doc string }

// Route is an endpoint ready to be served.
type Route struct {
	Spec
	name string // in logs: "POST /events"
	in   *shape
	out  reflect.Type
	list bool
	// sizeHint is the length of the last answer, and a little more: the next one will be
	// about as long.
	sizeHint *atomic.Int64
	call     called
	encode   encodeFunc // of its answers
}

// called is a handler that takes and gives values of any type. The list is what package list
// says of an answer.
type called func(ctx context.Context, c *app.Caller, in reflect.Value) (out reflect.Value, l list.Info, err error)

// Handle builds a route. It panics when the declaration cannot work.
//
// What depends on the types of a handler is the call of it alone: anything more would be
// compiled once for every endpoint.
func Handle[In, Out any](spec Spec, fn func(ctx context.Context, c *app.Caller, in In) (Out, error)) Route {
	return plain(declare(spec, reflect.TypeFor[In](), reflect.TypeFor[Out](),
		func(ctx context.Context, c *app.Caller, v reflect.Value) (out reflect.Value, l list.Info, err error) {
			res, err := fn(ctx, c, *(v.Addr().Interface().(*In)))
			return reflect.ValueOf(&res).Elem(), l, err
		}))
}

// HandleList builds the route of a list: fn gives, beside the answer, what package list
// says of it. An answer that package list did not put together is a fault: so every
// list has exact totals, full pages and offsets to its end. So is one that goes on by a cursor
// which the route does not take: its links would lead back to the first page.
func HandleList[In, Out any](spec Spec, fn func(ctx context.Context, c *app.Caller, in In) (Out, list.Info, error)) Route {
	return listed(declare(spec, reflect.TypeFor[In](), reflect.TypeFor[Out](),
		func(ctx context.Context, c *app.Caller, v reflect.Value) (out reflect.Value, l list.Info, err error) {
			res, l, err := fn(ctx, c, *(v.Addr().Interface().(*In)))
			return reflect.ValueOf(&res).Elem(), l, err
		}))
}

// plain is the route of anything but a list.
func plain(rt Route) Route {
	if rt.looksLikeList() {
		panic(fmt.Sprintf("rest: %s: a list is declared by HandleList", rt.name))
	}
	return rt
}

// listed is the route of a list.
func listed(rt Route) Route {
	rt.list = true
	cursors := slices.ContainsFunc(rt.in.fields, func(in *input) bool { return in.source == fromQuery && in.name == "cursor" })
	call := rt.call
	rt.call = func(ctx context.Context, c *app.Caller, in reflect.Value) (reflect.Value, list.Info, error) {
		out, l, err := call(ctx, c, in)
		switch {
		case err != nil:
		case !l.Answered():
			err = fmt.Errorf("%s was not answered by package list", rt.name)
		case l.Cursor != "" && !cursors:
			err = fmt.Errorf("%s goes on by a cursor, which it does not take", rt.name)
		}
		return out, l, err
	}
	return rt
}

// IsList tells whether the route was declared by HandleList.
func (r Route) IsList() bool { return r.list }

// Out is the type of the answer.
func (r Route) Out() reflect.Type { return r.out }

// looksLikeList tells whether a route takes pages or gives links to them.
func (r Route) looksLikeList() bool {
	if r.in.paging != nil {
		return true
	}
	for i := range fieldsOf(r.out) {
		if r.out.Field(i).Type == reflect.TypeFor[Links]() {
			return true
		}
	}
	return false
}

// fieldsOf is the number of fields of a struct, 0 of anything else.
func fieldsOf(t reflect.Type) int {
	if t.Kind() != reflect.Struct {
		return 0
	}
	return t.NumField()
}

// declare is the route of a handler.
func declare(spec Spec, in, out reflect.Type, call called) Route {
	rt := Route{Spec: spec, name: spec.Method + " " + spec.Path, out: out, sizeHint: new(atomic.Int64), call: call}
	if err := spec.check(); err != nil {
		panic(fmt.Sprintf("rest: %s: %v", rt.name, err))
	}
	if sets := out.Implements(reflect.TypeFor[headed]()); sets != (len(spec.Headers) > 0) {
		panic(fmt.Sprintf("rest: %s: Headers declares what the method Header of %s sets", rt.name, out))
	}
	if streams := out == reflect.TypeFor[Stream](); streams != (len(spec.Media) > 0) {
		panic(fmt.Sprintf("rest: %s: Media declares of what types the files are that %s streams", rt.name, out))
	}
	rt.in = inputShape(spec, in)
	// A start declares hundreds of answers, and gives few of them in its first second.
	encode := sync.OnceValue(func() encodeFunc { return encoderOf(out) })
	rt.encode = func(w *writer, v reflect.Value) { encode()(w, v) }
	return rt
}

// status is the one of an answer that says none.
func (s Spec) status() int { return cmp.Or(s.Status, http.StatusOK) }

// headed is an output that sets headers.
type headed interface{ Header(http.Header) }

// bodyLimit is the largest body of the route, in bytes.
func (s Spec) bodyLimit() int64 {
	if s.MaxBody == 0 {
		return DefaultBody
	}
	return s.MaxBody
}

// TakesInput tells whether a request can say anything at all.
func (r Route) TakesInput() bool { return len(r.in.fields) > 0 || r.in.paging != nil }

func (s Spec) check() error {
	switch {
	case s.Method == "" || !strings.HasPrefix(s.Path, "/"):
		return fmt.Errorf("needs a method and a path")
	case s.Allow == "":
		return fmt.Errorf("declares no Allow")
	case s.Summary == "" || s.Tag == "":
		return fmt.Errorf("needs a summary and a tag")
	case s.MaxBody < 0 || s.MaxBody > maxBody:
		return fmt.Errorf("takes bodies of 1 to %d bytes", maxBody)
	}
	for _, a := range append([]app.Ability{s.Allow}, s.Or...) {
		if a != app.Anyone && a != app.Authenticated && a != app.Installation && !a.Known() {
			return fmt.Errorf("unknown ability %q", a)
		}
	}
	for _, also := range s.Also {
		if m, p, ok := strings.Cut(also, " "); !ok || m == "" || !strings.HasPrefix(p, "/") {
			return fmt.Errorf("spelling %q is not METHOD /path", also)
		}
	}
	return nil
}

// spellings lists every method and path of the route, the proper one first.
func (s Spec) spellings() [][2]string {
	all := [][2]string{{s.Method, s.Path}}
	for _, also := range s.Also {
		m, p, _ := strings.Cut(also, " ")
		all = append(all, [2]string{m, p})
	}
	return all
}

// Weighs is what the call puts on the disk.
func (s Spec) Weighs() app.Weight {
	switch {
	case s.Weight != app.WeightByAbility:
		return s.Weight
	case s.Method == http.MethodGet:
		return app.Light
	}
	return s.Allow.Weight()
}

// may tells whether the caller passes the gate.
func (s Spec) may(c *app.Caller) bool {
	if c.Holds(s.Allow) {
		return true
	}
	for _, a := range s.Or {
		if c.Holds(a) {
			return true
		}
	}
	return false
}
