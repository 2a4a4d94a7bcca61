package door

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	"marquee/app"
	"marquee/app/door"
	"marquee/handlers/web/page"
)

// deviceCookie keeps the secret of a phone.
const deviceCookie = "door"

// api mounts what the scanner asks. The secret of a device opens these and nothing else.
func (d *Door) api(m *http.ServeMux) {
	m.HandleFunc("GET /door/api/home", d.known(d.home))
	m.HandleFunc("GET /door/api/list", d.known(d.list))
	m.HandleFunc("GET /door/api/search", d.known(d.search))
	m.HandleFunc("POST /door/api/scan", d.known(d.scan))
	m.HandleFunc("POST /door/api/leases", d.known(d.heard))
	m.HandleFunc("POST /door/api/upload", d.answered(d.upload))
	m.HandleFunc("POST /door/api/join", d.answered(d.join))
	m.HandleFunc("POST /door/api/leave", d.known(d.leave))
}

// answering makes the answer to a request of the scanner.
type answering func(w http.ResponseWriter, r *http.Request) (any, error)

// known is answered for phones that are devices.
func (d *Door) known(next func(w http.ResponseWriter, r *http.Request, p *door.Pass) (any, error)) http.HandlerFunc {
	return d.answered(func(w http.ResponseWriter, r *http.Request) (any, error) {
		p, err := d.enter(r, d.site.Cookie(r, deviceCookie))
		if err != nil {
			return nil, err
		}
		return next(w, r, p)
	})
}

// enter is the phone with a secret, whose refusals are written down.
func (d *Door) enter(r *http.Request, secret string) (*door.Pass, error) {
	p, err := door.Enter(r.Context(), d.app, secret)
	if err == nil {
		page.Know(r, p.Caller, app.ThroughScanner)
	}
	return p, err
}

// answered writes what was answered, or why not, as JSON.
func (d *Door) answered(next answering) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		status := http.StatusOK
		answer, err := next(w, r)
		if err != nil {
			status, answer = d.refusal(w, r, err)
		}
		body, err := json.Marshal(answer)
		if err != nil {
			d.site.Log.Error("an answer to a scanner cannot be written", "path", r.URL.Path, "error", err)
			status, body = http.StatusInternalServerError, []byte(`{"message":""}`)
		}
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		d.site.Send(w, r, status, body)
	}
}

// refusalJSON is why not. The scanner has words of its own: these are for whoever looks.
type refusalJSON struct {
	Message string              `json:"message"`
	Errors  map[string][]string `json:"errors,omitempty"`
	// Why the link of a code is closed, and until when it was open.
	Why   door.Closing `json:"why,omitempty"`
	Until *int64       `json:"until,omitempty"`
}

var statuses = map[app.Kind]int{
	app.Invalid: http.StatusUnprocessableEntity, app.Malformed: http.StatusBadRequest, app.Unauthenticated: http.StatusUnauthorized,
	app.Forbidden: http.StatusForbidden, app.NotFound: http.StatusNotFound, app.Conflict: http.StatusConflict,
	app.TooLarge: http.StatusRequestEntityTooLarge, app.TooMany: http.StatusTooManyRequests, app.Unavailable: http.StatusServiceUnavailable,
}

func (d *Door) refusal(w http.ResponseWriter, r *http.Request, err error) (int, refusalJSON) {
	d.site.Denied(r, err)
	var e *app.Error
	status, known := statuses[app.KindOf(err)]
	if !errors.As(err, &e) || !known {
		if r.Context().Err() == nil {
			d.site.Log.Error("a scanner got no answer", "path", r.URL.Path, "error", err)
		}
		return http.StatusInternalServerError, refusalJSON{Message: "The box office has a fault right now."}
	}
	if e.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(e.RetryAfter))
	}
	english := func(m app.Message) string { return m.String() }
	out := refusalJSON{Message: english(e.Message)}
	for _, f := range e.Fields {
		if out.Errors == nil {
			out.Errors = map[string][]string{}
		}
		out.Errors[f.Field] = append(out.Errors[f.Field], english(f.Message))
	}
	if link := (*closedLink)(nil); errors.As(err, &link) {
		out.Why, out.Until = link.why, link.until
	}
	return status, out
}

// read reads what a scanner sends. What it does not know is refused: the page and the
// server are of one release.
func read(w http.ResponseWriter, r *http.Request, in any) error {
	body := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxAsk))
	body.DisallowUnknownFields()
	var tooLarge *http.MaxBytesError
	switch err := body.Decode(in); {
	case errors.As(err, &tooLarge):
		return app.Refuse(app.TooLarge, "The request is too large.")
	case err != nil || body.More():
		return app.Refuse(app.Malformed, "The request cannot be read.")
	}
	return nil
}

// micros is a moment as phones count: microseconds since 1970, null for none.
func micros(t *time.Time) *int64 {
	if t == nil || t.IsZero() {
		return nil
	}
	n := t.UnixMicro()
	return &n
}

// number is micros with 0 for none.
func number(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}
