package rest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"slices"

	"marquee/app"
)

// Operation finds a route by its name: "POST /events/update". It is nil where there is none.
func (api *API) Operation(name string) *Route {
	if i := slices.IndexFunc(api.routes, func(rt Route) bool { return rt.name == name }); i >= 0 {
		return &api.routes[i]
	}
	return nil
}

// Call carries out an operation for a page, with the JSON body that a form stands for. Its
// caller was authenticated by the page; abilities, limits, rules and what is noted are those
// of a request to the API.
func (api *API) Call(r *http.Request, c *app.Caller, name string, body []byte) (any, error) {
	rt := api.Operation(name)
	if rt == nil {
		return nil, fmt.Errorf("rest: there is no operation %s", name)
	}
	caller := *c
	caller.Via.Operation = rt.name
	if err := api.admit(rt, &caller); err != nil {
		api.denied(&caller, err)
		return nil, err
	}
	in, err := decode(rt.in, &request{
		url: &url.URL{}, query: queryIn(rt.in, body), header: http.Header{}, body: body,
		peer: r.RemoteAddr, origin: api.originOf(r),
	})
	if err != nil {
		return nil, err
	}
	if rt.Proof && caller.Stale && !rt.in.dry(in) {
		return nil, app.ErrStale
	}
	rt.in.withhold(in, &caller)
	out, _, err := rt.call(r.Context(), &caller, in)
	if err != nil {
		api.denied(&caller, err)
		return nil, err
	}
	return out.Interface(), nil
}

// dry tells whether an operation is only asked what it would come to.
func (s *shape) dry(v reflect.Value) bool {
	for _, in := range s.fields {
		if f := v.FieldByIndex(in.index); in.name == "dryRun" {
			return f.Kind() == reflect.Bool && f.Bool()
		}
	}
	return false
}

// queryIn is the query of an operation that takes fields from there, as a page sends them: in the body.
func queryIn(s *shape, body []byte) url.Values {
	q, sent := url.Values{}, map[string]json.RawMessage{}
	if json.Unmarshal(body, &sent) != nil {
		return q // the decoder says what is wrong with it
	}
	for _, in := range s.fields {
		raw, there := sent[in.name]
		if in.source != fromQuery || !there {
			continue
		}
		text := string(raw)
		_ = json.Unmarshal(raw, &text) // what is no text stands as it is written
		q.Set(in.name, text)
	}
	return q
}

// admit asks what a request is asked before it is read.
func (api *API) admit(rt *Route, c *app.Caller) error {
	if !rt.may(c) {
		return forbidden()
	}
	if c.RateLimit > 0 {
		if _, err := api.earned(c, 1); err != nil {
			return err
		}
	}
	if api.SpaceFor == nil {
		return nil
	}
	return api.SpaceFor(rt.Weighs())
}

// IDOf is the id of the one resource in an answer, 0 where it is another answer.
func IDOf(out any) int64 {
	data := reflect.Indirect(reflect.ValueOf(out))
	for _, name := range []string{"Data", "ID"} {
		if data.Kind() != reflect.Struct {
			return 0
		}
		data = data.FieldByName(name)
	}
	if data.Kind() != reflect.Int64 {
		return 0
	}
	return data.Int()
}

// SecretOf is the secret that an answer tells this once, empty where it has none.
func SecretOf(out any) string {
	answer := reflect.Indirect(reflect.ValueOf(out))
	if answer.Kind() != reflect.Struct {
		return ""
	}
	if secret := answer.FieldByName("Secret"); secret.Kind() == reflect.String {
		return secret.String()
	}
	return ""
}
