package rest

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"reflect"
	"runtime/debug"
	"strconv"
	"time"

	"marquee/app"
)

// methodNotAllowed is no kind of its own: only the router says it.
var methodNotAllowed = app.Refuse(0, "This method is not allowed here.")

// nothingHere answers unknown paths.
var nothingHere = app.Msg("There is nothing at this address.")

// exchange is one request and its answer.
type exchange struct {
	api   *API
	w     http.ResponseWriter
	r     *http.Request
	route string
	lang  *language
	id    string
	start time.Time
	// status is 0 until the answer has begun.
	status int
	size   int
	caller *app.Caller
	reading
	// async: the caller does not wait for the answer; asyncUUID names one that was not
	// waited for.
	async     bool
	asyncUUID string
	// alone: the request is carried out for a caller who does not wait.
	alone bool
	// unnoted: it counts as no request.
	unnoted bool
	// turn is its place among the requests that run, nil without one.
	turn *turn
	// few gives up its place among those of its caller, nil without one.
	few func()
}

func (api *API) begin(w http.ResponseWriter, r *http.Request, route string) *exchange {
	x := &exchange{
		api: api, w: w, r: r, route: route, start: time.Now(), reading: reading{budget: api.bodies},
		lang: languageOf(r.Header.Get("Accept-Language")), id: requestID(), unnoted: unnoted(r.Context()),
	}
	Secure(w.Header())
	tellRate(w.Header())
	w.Header().Set("Content-Language", x.lang.name)
	w.Header().Set("X-Request-Id", x.id)
	if !x.unnoted {
		api.Metrics.begin()
	}
	return x
}

// requestID names a request in the log and in the answer to a fault.
func requestID() string {
	var b [8]byte
	_, _ = rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// secureHeaders are on every answer. The lists are shared: Set replaces them, and
// as they are full, Add copies them.
var secureHeaders = map[string][]string{
	"X-Content-Type-Options":       {"nosniff"},
	"Content-Security-Policy":      {"default-src 'none'; frame-ancestors 'none'"},
	"Referrer-Policy":              {"no-referrer"},
	"Cache-Control":                {"private, no-store"},
	"Cross-Origin-Resource-Policy": {"same-origin"},
}

// Secure sets the headers that every answer carries.
func Secure(h http.Header) {
	for name, value := range secureHeaders {
		h[name] = value
	}
}

// endpoint serves one route.
func (api *API) endpoint(rt *Route) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		x := api.begin(w, r, rt.name)
		defer x.end()
		if err := x.run(rt); err != nil {
			x.refuse(err)
		}
	}
}

// refuseAll answers every request with one refusal.
func (api *API) refuseAll(route string, e *app.Error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := api.begin(w, r, route)
		defer x.end()
		x.refuse(e)
	})
}

// Outside answers a path that is no part of the API and of nothing else: as text, for
// people, and counted and logged like a request to the API.
func (api *API) Outside() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := api.begin(w, r, "not found")
		defer x.end()
		x.writeAs("text/plain; charset=utf-8", http.StatusNotFound, []byte(x.lang.text(nothingHere)+"\n"))
	})
}

// run goes the way of every request: who, may they, what, do it, answer.
func (x *exchange) run(rt *Route) error {
	ctx := x.r.Context()
	x.alone = carried(ctx) != nil
	unclear := x.asyncQuery()
	c, err := x.api.authenticate(ctx, rt, x.r, x.lang)
	x.caller = c
	if c != nil && x.r.Header.Get("Accept-Language") == "" && c.Language.Fallback != "" {
		x.lang = languageOf(c.Language.Fallback)
		x.w.Header().Set("Content-Language", x.lang.name)
	}
	if err := cmp.Or(x.rate(), err, unclear); err != nil {
		return err
	}
	if c != nil && c.Language.Asked != "" {
		x.w.Header().Set("Content-Language", c.Language.Asked)
	}
	if err := x.space(rt); err != nil {
		return err
	}
	if err := x.queue(rt); err != nil {
		return err
	}
	defer x.done()
	if done, err := x.later(rt); done || err != nil {
		return err
	}
	in, asked, filter, err := x.decode(rt)
	if err != nil {
		return err
	}
	if err := x.wait(rt); err != nil {
		return err
	}
	if x.few != nil {
		ctx = app.WithOutside(ctx, x.few)
	}
	out, _, err := rt.call(ctx, c, in)
	if err != nil {
		return err
	}
	return x.answer(rt, out, asked, filter)
}

// space refuses what is too heavy for the free space on the disk. A read is light, but not where
// its answer is kept: that is as large as what is imported.
func (x *exchange) space(rt *Route) error {
	if x.api.SpaceFor == nil {
		return nil
	}
	if err := x.api.SpaceFor(rt.Weighs()); err != nil || !x.async || rt.Method != http.MethodGet {
		return err
	}
	var full *app.Error
	err := x.api.SpaceFor(app.Heavy)
	if !errors.As(err, &full) {
		return err
	}
	e := app.Refuse(full.Kind, "The disk is nearly full. Please ask without async until there is room.")
	e.RetryAfter = full.RetryAfter
	return e
}

// queue waits while its caller has many requests under way and others ask, too. What is
// carried out for somebody who does not wait is paced by whoever does it.
func (x *exchange) queue(rt *Route) (err error) {
	if x.alone {
		return nil
	}
	x.api.Metrics.wait(1)
	defer x.api.Metrics.wait(-1)
	x.few, err = x.api.crowd.enter(x.r.Context(), shareOf(x.caller, x.r), rt)
	return err
}

// done lets others begin: what is left of the request is for its client to read.
func (x *exchange) done() {
	x.turn.done()
	if x.few != nil {
		x.few()
	}
}

// wait waits until it is the request's turn. Whether its caller has too many answers
// unread is asked then, when the answers of those before it are counted. What is carried out
// for somebody who does not wait is never refused for that: its answer is stored.
func (x *exchange) wait(rt *Route) (err error) {
	x.api.Metrics.wait(1)
	defer x.api.Metrics.wait(-1)
	x.turn, err = x.api.turns.enter(x.r.Context(), rt, shareOf(x.caller, x.r), x.alone)
	if err != nil || x.alone {
		return err
	}
	if err := x.api.unread.room(shareOf(x.caller, x.r)); err != nil {
		x.turn.done()
		return err
	}
	return nil
}

// decode reads the request into the route's input.
func (x *exchange) decode(rt *Route) (v reflect.Value, asked Include, f Filter, err error) {
	q, err := queryOf(x.r)
	if err != nil {
		return v, nil, f, err
	}
	body, err := x.body(rt)
	defer x.forget()
	if err != nil {
		return v, nil, f, err
	}
	return x.read(rt, q, body)
}

// read makes the route's input of a query and a body.
func (x *exchange) read(rt *Route, q url.Values, body []byte) (v reflect.Value, asked Include, f Filter, err error) {
	loose := x.r.Method == http.MethodDelete
	if err := x.tellIgnored(rt, q, loose); err != nil {
		return v, nil, f, err
	}
	v, err = decode(rt.in, &request{
		url: x.r.URL, query: q, header: x.r.Header, body: rt.asObject(body), loose: loose,
		peer: x.r.RemoteAddr, origin: x.api.originOf(x.r), long: x.alone || x.async,
	})
	if err != nil {
		return v, nil, f, err
	}
	rt.in.withhold(v, x.caller)
	if rt.Fields {
		if f, err = filterOf(q); err != nil {
			return v, nil, f, err
		}
	}
	return v, rt.in.included(v), f, nil
}

// answer writes a success. The whole body is built before the first byte leaves.
func (x *exchange) answer(rt *Route, value reflect.Value, asked Include, f Filter) error {
	out := value.Interface()
	if s, ok := out.(Stream); ok {
		return x.stream(rt, s)
	}
	status := rt.status()
	if s, ok := out.(interface{ Status() int }); ok && s.Status() != 0 {
		status = s.Status()
	}
	if h, ok := out.(headed); ok {
		h.Header(x.w.Header())
	}
	if rt.NoBody || status == http.StatusNoContent {
		x.done()
		x.write(status, nil)
		return nil
	}
	w := newWriter(f, asked, x.caller, int(rt.sizeHint.Load()))
	w.origin, w.lang = x.api.originOf(x.r), x.lang
	defer w.release()
	rt.encode(w, value)
	if w.err != nil {
		return w.err
	}
	rt.sizeHint.Store(int64(min(len(w.buf)+len(w.buf)/8, maxSizeHint)))
	x.done() // who reads slowly keeps nobody waiting
	defer x.api.unread.hold(x.w, shareOf(x.caller, x.r), cap(w.buf))()
	x.write(status, w.buf)
	return nil
}

// StatusClientGone is the status that the log and the metrics have for a client
// that went away before it was answered, as nginx has it.
const StatusClientGone = 499

// clientGone reports whether a request ended with nothing but its client's going away.
// Another error of a request whose client has gone is still an error of ours.
func (x *exchange) clientGone(err error) bool {
	return errors.Is(err, context.Canceled) && errors.Is(x.r.Context().Err(), context.Canceled)
}

// refuse writes a refusal. What is no *app.Error is a fault: it is logged under
// the request's id, and the caller learns only that id.
func (x *exchange) refuse(err error) {
	var e *app.Error
	if !errors.As(err, &e) {
		if x.clientGone(err) {
			x.write(StatusClientGone, nil)
			return
		}
		x.api.Log.Error("fault", "id", x.id, "route", x.route, "error", err)
		x.fault()
		return
	}
	status := statusOf[e.Kind]
	x.api.denied(x.caller, e)
	switch {
	case e == methodNotAllowed:
		status = http.StatusMethodNotAllowed
	case status == 0:
		status = http.StatusInternalServerError
	}
	if e.RetryAfter > 0 {
		x.w.Header().Set("Retry-After", strconv.Itoa(e.RetryAfter))
	}
	if status == http.StatusUnauthorized {
		x.w.Header().Set("WWW-Authenticate", "Bearer")
	}
	x.writeError(status, e)
}

func (x *exchange) fault() {
	m := app.Msg("Something went wrong on our side. Please quote %s.", x.id)
	x.writeError(http.StatusInternalServerError, &app.Error{Message: m})
}

// writeError writes a refusal in the language of messages, which may be another than
// that of texts.
func (x *exchange) writeError(status int, e *app.Error) {
	if x.status == 0 {
		x.w.Header().Set("Content-Language", x.lang.name)
	}
	x.write(status, appendError(nil, e, x.lang))
}

func (x *exchange) write(status int, body []byte) { x.writeAs("application/json", status, body) }

func (x *exchange) writeAs(contentType string, status int, body []byte) {
	if x.status != 0 {
		return
	}
	x.status, x.size = status, len(body)
	h := x.w.Header()
	h.Set("X-Runtime", strconv.FormatFloat(time.Since(x.start).Seconds(), 'f', 6, 64))
	if body != nil {
		h.Set("Content-Type", contentType)
		h.Set("Content-Length", strconv.Itoa(len(body)))
	}
	x.w.WriteHeader(status)
	_, _ = x.w.Write(body)
}

// end catches a panic, counts and logs.
func (x *exchange) end() {
	p := recover()
	cut := p == http.ErrAbortHandler // a stream that cannot go on
	if p != nil && !cut {
		x.api.Log.Error("panic", "id", x.id, "route", x.route, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
		x.fault()
	}
	took := time.Since(x.start)
	if !x.unnoted {
		x.api.Metrics.end(x.route, x.status, took)
		x.log(took)
	}
	if cut {
		panic(http.ErrAbortHandler)
	}
}

// log writes the line of the access log: never a query, a body or a token.
func (x *exchange) log(took time.Duration) {
	if !x.api.Log.Enabled(x.r.Context(), slog.LevelInfo) {
		return
	}
	args := []any{
		"id", x.id, "method", x.r.Method, "route", x.route, "status", x.status,
		"bytes", x.size, "ms", float64(took.Microseconds()) / 1000, "remote", hostIn(x.r.RemoteAddr),
	}
	if x.caller != nil {
		args = append(args, "user", x.caller.UserID, "company", x.caller.CompanyID)
	}
	x.api.Log.Info("request", args...)
}
