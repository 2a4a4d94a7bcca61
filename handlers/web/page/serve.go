package page

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"runtime"

	"marquee/app"
	"marquee/app/admission"
	"marquee/handlers/rest"
)

// Kind is what pages have in common that are made together. Those of one kind never wait for
// those of another: a crowd in the shop keeps no scanner waiting.
type Kind struct {
	Name string
	// Company names whose page a request is for; empty where nobody knows yet, and without it.
	// The pages of one company do not wait for those of another.
	Company func(r *http.Request) string
	// Known tells whether somebody sends a request who has something here: a basket, an order,
	// a session. Others send small forms alone.
	Known func(r *http.Request) bool
	// MaxForm is what the largest of its forms may send, in bytes, 0: as all others.
	MaxForm int64
	// Refuse answers what never came to a page; nil: with a page.
	Refuse func(w http.ResponseWriter, r *http.Request, err error)
}

// handler serves the pages of one kind with all that protects them: only so many at a time,
// forms from this origin alone, and a page for what goes wrong.
type handler struct {
	Kind
	site    *Site
	ownForm func(r *http.Request) error
	// reads and writes are made apart: a page is work alone, and a form waits for the disk.
	reads, writes *admission.Class
	pages         http.Handler
}

// Handler serves pages. What they answer is drawn in memory: none of them waits for who reads.
func (s *Site) Handler(k Kind, pages http.Handler) http.Handler {
	class := func(what string, each int) *admission.Class {
		return app.Classes(s.App).Of(what+" of "+k.Name, rest.PageLimits(each*runtime.GOMAXPROCS(0), maxWait))
	}
	h := &handler{k, s, s.ownForms(), class("pages", maxReading), class("forms", maxRunning), pages}
	if h.Refuse == nil {
		h.Refuse = s.Refuse
	}
	return s.memory.Drawn(k.Name, h.draw, h.refuse)
}

// place is what a request has of its class while its page is made.
type place struct{ *admission.Place }

// draw makes the answer to a request.
func (h *handler) draw(d *rest.Drawing, r *http.Request) {
	p := new(place)
	r = forStaff(r.WithContext(app.WithOutside(r.Context(), func() { p.Leave() }))) // whoever asks a bank holds no place meanwhile
	h.site.begin(d.Header(), r)
	defer func() {
		if fault := recover(); fault != nil {
			d.Again()
			h.site.begin(d.Header(), r)
			h.site.fault(d, r, fault)
		}
	}()
	if err := h.serve(p, d, r); err != nil {
		h.Refuse(d, r, err)
	}
}

// serve lets a request go to its page, when it is its turn.
func (h *handler) serve(p *place, d *rest.Drawing, r *http.Request) (err error) {
	if h.site.showAnswered(d, r) {
		return nil
	}
	if err := h.ownForm(r); err != nil {
		return err
	}
	forget, err := h.readFirst(d, r)
	defer forget()
	if err != nil {
		return err
	}
	if p.Place, err = app.Enter(r.Context(), h.class(r), admission.Ask{Key: h.company(r)}); err != nil {
		return gone(r.Context(), err)
	}
	defer p.Leave()
	h.pages.ServeHTTP(d, r)
	return nil
}

// class is that of a request.
func (h *handler) class(r *http.Request) *admission.Class {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return h.reads
	}
	return h.writes
}

// gone takes the end of a request for what it is: nobody reads the answer.
func gone(ctx context.Context, err error) error {
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return &app.Error{Kind: app.Unavailable}
	}
	return err
}

// refuse answers who has too many answers unread.
func (h *handler) refuse(d *rest.Drawing, r *http.Request, err error) {
	h.site.begin(d.Header(), r)
	h.Refuse(d, r, err)
}

// company is whose place a request takes.
func (h *handler) company(r *http.Request) admission.Key {
	if h.Company != nil {
		if c := h.Company(r); c != "" {
			return admission.Key{Name: c}
		}
	}
	return admission.Key{Name: "at " + rest.NetworkOf(r)}
}

// readFirst reads what a request sends before the request is one of those that run: whoever
// sends slowly holds up nobody else. Who is known may send much, out of the budget that the
// API has for bodies, and gives it back when the page is made.
func (h *handler) readFirst(w http.ResponseWriter, r *http.Request) (forget func(), err error) {
	most := int64(rest.SmallBody)
	if (r.ContentLength < 0 || r.ContentLength > most) && h.Known != nil && h.Known(r) {
		most = max(maxForm, h.MaxForm)
	}
	body, forget, err := h.site.memory.Body(w, r, most)
	r.Body = io.NopCloser(bytes.NewReader(body))
	if most < maxForm && app.KindOf(err) == app.TooLarge {
		err = errLargeOfStranger
	}
	return forget, err
}

// errLargeOfStranger refuses large forms of whoever is not known.
var errLargeOfStranger = &app.Error{Kind: app.TooLarge}

// begin sets the headers that every page has.
func (s *Site) begin(h http.Header, r *http.Request) {
	Policy{}.set(h, "", s.Secure(r))
	h.Set("Cache-Control", "private, no-store")
	h.Set("Vary", "Accept-Language, Cookie, Accept-Encoding")
}
