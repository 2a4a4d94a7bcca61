package tickets

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/message"
	"marquee/app/paper"
	"marquee/app/pass"
	"marquee/handlers/passes"
	"marquee/handlers/wire"
)

const (
	// maxWaiting is how many requests may wait for the printer; more are told to come back.
	maxWaiting = 64
	// maxWait is how long one waits.
	maxWait = 20 * time.Second
	// retryAfter is when somebody who was sent away may come back, in seconds.
	retryAfter = 5
)

// Handler serves download links.
type Handler struct {
	app     *app.App
	log     *slog.Logger
	prefix  string
	printer *paper.Printer
	passes  *passes.Maker
	baseURL string
	waiting chan struct{}
}

// New serves the links below a prefix. A nil log discards; the base URL may be empty.
func New(a *app.App, log *slog.Logger, prefix, baseURL string, p *passes.Maker) *Handler {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &Handler{app: a, log: log, prefix: prefix, printer: paper.NewPrinter(), passes: p, baseURL: baseURL, waiting: make(chan struct{}, maxWaiting)}
}

func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "private, no-store")
	w.Header().Set("Referrer-Policy", "no-referrer")
	token, below, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, h.prefix+"/"), "/")
	language := languageOf(r)
	var err error
	switch "/" + below {
	case "/":
		err = h.tickets(w, r, token, language)
	case "/calendar.ics":
		err = h.calendar(w, r, token, language)
	case wire.PassFile:
		err = h.wallet(w, r, token)
	case wire.SaveLink:
		err = h.save(w, r, token, language)
	case wire.WalletFile:
		if forAndroid(r) && h.save(w, r, token, language) == nil {
			return
		}
		err = h.wallet(w, r, token)
	default:
		err = errGone
	}
	if err != nil {
		h.refuse(w, r, language, err)
	}
}

func (h *Handler) tickets(w http.ResponseWriter, r *http.Request, token, language string) error {
	p := message.Printing{Format: paper.A4, Symbol: paper.QR, Language: language}
	if err := choose(r, &p); err != nil {
		return err
	}
	p.Part = r.URL.Query().Has("format") // whoever wants paper gets what there is of it
	doc, reference, err := message.Tickets(r.Context(), h.app, token, p)
	if errors.Is(err, message.ErrRotating) {
		http.Redirect(w, r, wire.OrdersPath+"/"+token, http.StatusSeeOther)
		return nil
	}
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := h.print(r.Context(), &out, doc); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/pdf")
	w.Header().Set("Content-Disposition", `inline; filename="tickets-`+reference+`.pdf"`)
	w.Header().Set("Content-Length", strconv.Itoa(out.Len()))
	_, _ = w.Write(out.Bytes())
	return nil
}

// wallet answers with the passes of a link.
func (h *Handler) wallet(w http.ResponseWriter, r *http.Request, token string) error {
	p := message.Printing{Symbol: paper.QR}
	if err := choose(r, &p); err != nil {
		return err
	}
	all, err := pass.Open(r.Context(), h.app, token)
	if err == nil && len(all) > wire.MaxPasses {
		err = errGone
	}
	if err != nil {
		return err
	}
	leave, ok := h.enter()
	if !ok {
		return errBusy
	}
	defer leave()
	content, kind, err := h.passes.Files(r.Context(), all, p.Symbol)
	if err != nil {
		return err
	}
	name := "ticket-" + all[0].Number + ".pkpass"
	if kind == passes.ManyType {
		name += "es"
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	w.Header().Set("Content-Length", strconv.Itoa(len(content)))
	_, _ = w.Write(content)
	return nil
}

// save leads to where a pass is saved. Where a link opens several, it leads to the page
// that has a link for each.
func (h *Handler) save(w http.ResponseWriter, r *http.Request, token, language string) error {
	p := message.Printing{Symbol: paper.QR}
	if err := choose(r, &p); err != nil {
		return err
	}
	all, err := pass.Open(r.Context(), h.app, token)
	if err != nil {
		return err
	}
	leave, ok := h.enter()
	if !ok {
		return errBusy
	}
	defer leave()
	link, err := h.passes.SaveLink(&all[0], language, h.baseURL, p.Symbol)
	if err != nil {
		return err
	}
	if len(all) > 1 {
		link = wire.OrdersPath + "/" + token
	}
	http.Redirect(w, r, link, http.StatusSeeOther)
	return nil
}

// forAndroid tells what kind of phone asks.
func forAndroid(r *http.Request) bool { return strings.Contains(r.UserAgent(), "Android") }

// enter takes a place among those for whom something is made.
func (h *Handler) enter() (leave func(), ok bool) {
	select {
	case h.waiting <- struct{}{}:
		return func() { <-h.waiting }, true
	default:
		return nil, false
	}
}

// print waits for the printer, though not for long and not behind many.
func (h *Handler) print(ctx context.Context, out *bytes.Buffer, doc *paper.Document) error {
	leave, ok := h.enter()
	if !ok {
		return errBusy
	}
	defer leave()
	ctx, cancel := context.WithTimeout(ctx, maxWait)
	defer cancel()
	missing, err := h.printer.Write(ctx, out, doc)
	if errors.Is(err, context.DeadlineExceeded) {
		return errBusy
	}
	if len(missing) > 0 {
		h.log.Warn("the tickets of an order have characters that no font has", "order", doc.Title, "characters", string(missing))
	}
	return err
}

// errGone: there is nothing behind the address.
var errGone = &app.Error{Kind: app.NotFound}

// errBusy: too many tickets are being printed.
var errBusy = &app.Error{Kind: app.Unavailable}

func (h *Handler) calendar(w http.ResponseWriter, r *http.Request, token, language string) error {
	text, err := message.Calendar(r.Context(), h.app, token, language)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/calendar; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="event.ics"`)
	_, _ = w.Write([]byte(text))
	return nil
}
