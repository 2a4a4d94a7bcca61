package rest

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"strings"

	"marquee/app"
	"marquee/app/admission"
	"marquee/app/list"
)

// Any endpoint can be asked with async=true: the answer is then 202 with a uuid, and the
// same endpoint asked with asyncUuid answers 202 until the real answer is there.

// Async keeps requests whose callers do not wait.
type Async struct {
	Take func(ctx context.Context, c *app.Caller, in Later) (uuid string, err error)
	Find func(ctx context.Context, c *app.Caller, uuid, method, path string) (LaterAnswer, bool, error)
}

// Later is a request that is carried out later.
type Later struct {
	Method, Path, Query string
	// Host is where it came to, and TLS tells that it was over https.
	Host   string
	TLS    bool
	Header []LaterHeader
	Body   []byte
	// Safe requests change nothing.
	Safe bool
}

// LaterAnswer is what came of it.
type LaterAnswer struct {
	Status int
	Header []LaterHeader
	Body   []byte
}

// LaterHeader is a header with one value.
type LaterHeader struct{ Name, Value string }

// asyncQuery reads the parameters, where there are any, and takes them away.
func (x *exchange) asyncQuery() error {
	if x.api.Async == nil || x.alone || !strings.Contains(x.r.URL.RawQuery, "async") {
		return nil
	}
	q, err := queryOf(x.r)
	if err != nil {
		return err
	}
	x.asyncUUID = q.Get("asyncUuid")
	switch asked := q.Get("async"); asked {
	case "true", "1":
		x.async = true
	case "", "false", "0":
	default:
		return app.Field("async", "must be true or false")
	}
	q.Del("async")
	q.Del("asyncUuid")
	x.r.URL.RawQuery = q.Encode()
	return nil
}

// later answers a request that is not waited for. done tells that it was one.
func (x *exchange) later(rt *Route) (done bool, err error) {
	switch {
	case !x.async && x.asyncUUID == "":
		return false, nil
	case x.caller == nil || !rt.canBeLater():
		return true, app.Field("async", "is not possible here")
	case x.asyncUUID != "":
		return true, x.answerLater(rt)
	}
	in, err := x.takeLater(rt)
	if err != nil {
		return true, err
	}
	uuid, err := x.api.Async.Take(x.r.Context(), x.caller, in)
	if err == nil {
		x.accepted(uuid)
	}
	return true, err
}

// canBeLater tells whether somebody who is known may ask the route without waiting.
func (rt *Route) canBeLater() bool { return !rt.Secret && rt.out != streamType }

// accepted is the answer while the real one is not there.
func (x *exchange) accepted(uuid string) {
	body, _ := json.Marshal(map[string]string{"asyncUuid": uuid})
	x.write(http.StatusAccepted, body)
}

// takeLater reads a request that is carried out later. Whatever can be said against it is
// said at once.
func (x *exchange) takeLater(rt *Route) (in Later, err error) {
	q, err := queryOf(x.r)
	if err != nil {
		return in, err
	}
	body, err := x.body(rt)
	defer x.forget()
	if err != nil {
		return in, err
	}
	if secret := secretIn(q, body); secret != "" {
		return in, app.Field(secret, "cannot be sent with async")
	}
	if _, _, _, err := x.read(rt, q, body); err != nil {
		return in, err
	}
	in = Later{Method: x.r.Method, Path: x.r.URL.Path, Query: x.r.URL.RawQuery, Host: x.r.Host, TLS: x.r.TLS != nil, Body: bytes.Clone(body), Safe: rt.Method == http.MethodGet}
	for name, values := range x.r.Header {
		if len(values) == 1 && kept(name) {
			in.Header = append(in.Header, LaterHeader{Name: name, Value: values[0]})
		}
	}
	return in, nil
}

// kept tells whether a header belongs to the request: what it asks for, and in which
// language. Tokens are never kept.
func kept(name string) bool {
	return name == "Accept-Language" || name == "Content-Type" || strings.HasPrefix(name, "X-Service-")
}

var streamType = reflect.TypeFor[Stream]()

// secretIn finds a parameter or a member of a body that must not be stored.
func secretIn(q url.Values, body []byte) string {
	for name := range q {
		if isSecret(name) {
			return name
		}
	}
	var v any
	if json.Unmarshal(body, &v) != nil {
		return "" // it is refused anyhow
	}
	return secretMember(v)
}

func isSecret(name string) bool {
	return strings.EqualFold(name, "password") || strings.EqualFold(name, "customerToken") || strings.EqualFold(name, "token")
}

func secretMember(v any) string {
	switch v := v.(type) {
	case map[string]any:
		for name, inner := range v {
			if isSecret(name) {
				return name
			}
			if found := secretMember(inner); found != "" {
				return found
			}
		}
	case []any:
		for _, inner := range v {
			if found := secretMember(inner); found != "" {
				return found
			}
		}
	}
	return ""
}

// answerLater gives the answer to a request that was taken.
func (x *exchange) answerLater(rt *Route) error {
	out, ready, taken, err := x.findLater()
	if err != nil {
		return err
	}
	defer taken()
	if !ready {
		x.accepted(x.asyncUUID)
		return nil
	}
	for _, h := range out.Header {
		x.w.Header().Set(h.Name, h.Value)
	}
	if rt.NoBody || out.Status == http.StatusNoContent {
		out.Body = nil
	}
	x.write(out.Status, out.Body)
	return nil
}

// findLater reads such an answer, which counts as unread until taken is called.
func (x *exchange) findLater() (out LaterAnswer, ready bool, taken func(), err error) {
	share := shareOf(x.caller, x.r)
	place, err := x.api.turns.polls.Enter(x.r.Context(), admission.Ask{Key: share})
	if err != nil {
		return out, false, nil, refusal(err)
	}
	defer place.Leave()
	if err := x.api.unread.room(share); err != nil {
		return out, false, nil, err
	}
	out, ready, err = x.api.Async.Find(x.r.Context(), x.caller, x.asyncUUID, x.r.Method, x.r.URL.Path)
	return out, ready, x.api.unread.hold(x.w, share, len(out.Body)), err
}

// Show answers a GET as a caller gets it, for who passes the answer on. It is no request of
// anybody's: neither the metrics nor the access log count it.
func (api *API) Show(ctx context.Context, c *app.Caller, path, query string) (status int, body []byte) {
	out := api.Carry(context.WithValue(ctx, unnotedContext{}, true), c, Later{Method: http.MethodGet, Path: path, Query: query})
	return out.Status, out.Body
}

type unnotedContext struct{}

func unnoted(ctx context.Context) bool { return ctx.Value(unnotedContext{}) != nil }

// Carry answers a request that was taken, as its caller.
func (api *API) Carry(ctx context.Context, c *app.Caller, in Later) LaterAnswer {
	r := in.request().WithContext(list.WithLongPages(withCaller(ctx, c)))
	w := &recorder{header: http.Header{}}
	api.ServeHTTP(w, r)
	return w.answer()
}

// request is what was taken, as it came.
func (in *Later) request() *http.Request {
	r := &http.Request{
		Method: in.Method, URL: &url.URL{Path: in.Path, RawQuery: in.Query}, Header: http.Header{}, Host: in.Host,
		Body: io.NopCloser(bytes.NewReader(in.Body)), ContentLength: int64(len(in.Body)),
	}
	if in.TLS {
		r.TLS = &tls.ConnectionState{}
	}
	for _, h := range in.Header {
		r.Header.Set(h.Name, h.Value)
	}
	return r
}

// Refused is an answer that refuses, in English.
func (api *API) Refused(e *app.Error) LaterAnswer {
	return LaterAnswer{Status: statusOf[e.Kind], Body: appendError(nil, e, languageOf("en"))}
}

type callerContext struct{}

// withCaller carries out a request in the name of somebody who was authenticated before.
func withCaller(ctx context.Context, c *app.Caller) context.Context {
	return context.WithValue(ctx, callerContext{}, c)
}

func carried(ctx context.Context) *app.Caller {
	c, _ := ctx.Value(callerContext{}).(*app.Caller)
	return c
}

// recorder keeps an answer.
type recorder struct {
	header http.Header
	status int
	body   []byte
}

func (w *recorder) Header() http.Header { return w.header }

func (w *recorder) WriteHeader(status int) { w.status = status }

func (w *recorder) Write(b []byte) (int, error) {
	w.body = append(w.body, b...)
	return len(b), nil
}

// answer is what is kept: headers that say something about the answer, not about the
// exchange.
func (w *recorder) answer() LaterAnswer {
	out := LaterAnswer{Status: w.status, Body: w.body}
	for name, values := range w.header {
		if _, ours := secureHeaders[name]; ours || name == remainingHeader || name == availableHeader || name == "X-Runtime" ||
			name == "X-Request-Id" || name == "Content-Length" || name == "Content-Type" || len(values) != 1 {
			continue
		}
		out.Header = append(out.Header, LaterHeader{Name: name, Value: values[0]})
	}
	return out
}
