package tickets

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"runtime"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/admission"
	"marquee/app/message"
	"marquee/app/order"
	"marquee/app/paper"
	"marquee/app/pass"
	"marquee/handlers/passes"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

const (
	// maxPrinting is how many documents of one company are printed at once, and maxMaking for how
	// many of its links passes are made, for each processor.
	maxPrinting = 1
	maxMaking   = 4
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
	// Passes wait for no printer.
	printing, making *admission.Class
}

// New serves the links below a prefix. A nil log discards; the base URL may be empty. What is
// printed or made is whole, and has given back its place, before it is sent.
func New(a *app.App, log *slog.Logger, prefix, baseURL string, p *passes.Maker) http.Handler {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	h := &Handler{
		app: a, log: log, prefix: prefix, printer: paper.NewPrinter(), passes: p, baseURL: baseURL,
		printing: app.Classes(a).Of("printed tickets", rest.PageLimits(maxPrinting, maxWait)),
		making:   app.Classes(a).Of("passes", rest.PageLimits(maxMaking*runtime.GOMAXPROCS(0), maxWait)),
	}
	return rest.MemoryOf(a).Drawn("tickets", h.draw, func(d *rest.Drawing, r *http.Request, err error) { h.refuse(d, r, languageOf(r), err) })
}

func (h *Handler) draw(w *rest.Drawing, r *http.Request) {
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
	if err := h.print(r.Context(), &out, token, doc); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/pdf")
	w.Header().Set("Content-Disposition", `inline; filename="tickets-`+reference+`.pdf"`)
	rest.Put(w, out.Bytes())
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
	place, err := app.Enter(r.Context(), h.making, companyOf(token))
	if err != nil {
		return err
	}
	defer place.Leave()
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
	rest.Put(w, content)
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
	place, err := app.Enter(r.Context(), h.making, companyOf(token))
	if err != nil {
		return err
	}
	defer place.Leave()
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

// companyOf asks for a place among those of the company that a link says it is of.
func companyOf(token string) admission.Ask {
	d, _ := order.ParseDownload(token)
	return admission.Ask{Key: admission.Key{Company: d.Company}}
}

// print waits for the printer, though not for long and not behind many.
func (h *Handler) print(ctx context.Context, out *bytes.Buffer, token string, doc *paper.Document) error {
	ctx, cancel := context.WithTimeout(ctx, maxWait)
	defer cancel()
	place, err := app.Enter(ctx, h.printing, companyOf(token))
	if errors.Is(err, context.DeadlineExceeded) {
		return errBusy
	}
	if err != nil {
		return err
	}
	defer place.Leave()
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
var errBusy = &app.Error{Kind: app.TooMany}

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
