package page

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"

	"marquee/app"
	"marquee/app/locale"
	"marquee/handlers/rest"
	"marquee/handlers/web/dist"
)

// Site serves pages.
type Site struct {
	App *app.App
	Log *slog.Logger
	// BaseURL is how the outside reaches the server, without a slash at its end; empty: as
	// each request did.
	BaseURL string
	Assets  *Assets
	// Dress puts the page of a refusal into the colours of whom its address belongs to, nil: of
	// nobody.
	Dress func(r *http.Request, v *View)

	memory    *rest.Memory
	refusal   *Template
	templates []*Template
	styles    styles
	hot       hot
	answered  answered
	// large are the pages that refuse large forms of strangers, by language.
	large sync.Map
}

// NewSite makes a site. A nil log discards.
func NewSite(a *app.App, log *slog.Logger, baseURL string) *Site {
	s := &Site{App: a, Log: cmp.Or(log, slog.New(slog.DiscardHandler)), BaseURL: baseURL, Assets: NewAssets(dist.Files), memory: rest.MemoryOf(a)}
	s.refusal = s.Template(pages, "refusal.html")
	return s
}

// fault answers for what should never happen.
func (s *Site) fault(w http.ResponseWriter, r *http.Request, what any) {
	s.Log.Error("a page failed", "page", pageOf(r), "fault", what, "stack", string(debug.Stack()))
	s.Refuse(w, r, errors.New("fault"))
}

// View is the start of every page: its language, and how it is drawn without a company.
func (s *Site) View(w http.ResponseWriter, r *http.Request) *View {
	l, chosen := s.language(r)
	w.Header().Set("Content-Language", string(l))
	address := r.URL.RequestURI()
	if r.URL.Query().Has("lang") {
		if chosen {
			s.SetCookie(w, r, languageCookie, string(l), languageMemory)
		}
		address = without(r.URL, "lang")
	}
	return &View{Lang: l, LanguageChosen: chosen, Address: address, Brand: "Marquee", Home: "/", style: s.styles.get(""), site: s}
}

// Show answers with a page.
func (s *Site) Show(w http.ResponseWriter, r *http.Request, t *Template, v *View) {
	s.show(w, r, t, v, http.StatusOK)
}

// ShowAgain answers with the page of a form that was not right, as it was filled in, or that
// was too much.
func (s *Site) ShowAgain(w http.ResponseWriter, r *http.Request, t *Template, v *View) {
	s.show(w, r, t, v, RefusedAs(w, v.Refused))
}

// RefusedAs is the status of what a form was refused for. Of what was too much it tells when to
// ask again.
func RefusedAs(w http.ResponseWriter, why error) int {
	if app.KindOf(why) != app.TooMany {
		return http.StatusUnprocessableEntity
	}
	askLater(w, why)
	return http.StatusTooManyRequests
}

// askLater tells when to ask again, where a refusal says so. Who asks for too much always may
// in a while.
func askLater(w http.ResponseWriter, why error) {
	seconds := 0
	var refused *app.Error
	if errors.As(why, &refused) {
		seconds = refused.RetryAfter
	}
	if seconds == 0 && app.KindOf(why) == app.TooMany {
		seconds = retryAfter
	}
	if seconds > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(seconds))
	}
}

// ShowMissing answers with a page that says what to do about what is not there.
func (s *Site) ShowMissing(w http.ResponseWriter, r *http.Request, t *Template, v *View) {
	s.show(w, r, t, v, http.StatusNotFound)
}

func (s *Site) show(w http.ResponseWriter, r *http.Request, t *Template, v *View, status int) {
	d, err := s.draw(t, v)
	if err != nil {
		s.Log.Error("a page cannot be drawn", "page", pageOf(r), "error", err)
		http.Error(w, "The page cannot be shown right now. Try again in a moment.", http.StatusInternalServerError)
		return
	}
	if !s.leadTo(w, r, v, d, status) {
		s.sendDrawn(w, r, d, status)
	}
}

func (s *Site) draw(t *Template, v *View) (*drawn, error) {
	body, err := t.render(v)
	return &drawn{body, v.Style(), v.Policy, sync.OnceValue(func() []byte { return rest.Gzipped(body, pageLevel) })}, err
}

func (s *Site) sendDrawn(w http.ResponseWriter, r *http.Request, d *drawn, status int) {
	h := w.Header()
	d.policy.set(h, d.style, s.Secure(r))
	h.Set("Content-Type", "text/html; charset=utf-8")
	if len(d.body) < leastCompressed {
		w.WriteHeader(status)
		rest.Put(w, d.body)
		return
	}
	send(w, r, status, d.body, d.packed)
}

// Send answers with a body that is no page. Its type is in the headers already.
func (s *Site) Send(w http.ResponseWriter, r *http.Request, status int, body []byte) {
	send(w, r, status, body, func() []byte {
		if len(body) < leastCompressed {
			return nil
		}
		return rest.Gzipped(body, pageLevel)
	})
}

// pageLevel is how hard pages are compressed: they are made for each request.
const pageLevel = 4

// Refuse answers with an error page: what happened, what is safe, what to do.
func (s *Site) Refuse(w http.ResponseWriter, r *http.Request, err error) {
	s.Denied(r, err)
	v := s.View(w, r)
	if errors.Is(err, errLargeOfStranger) {
		s.refuseLarge(w, r, v)
		return
	}
	if s.Dress != nil {
		s.Dress(r, v)
	}
	body := s.refusalOf(r, v.Lang, err)
	if body.To == "/" {
		body.To = v.Home
	}
	if r.Method != http.MethodGet {
		v.Address = AnsweredPath
	}
	askLater(w, err)
	s.show(w, r, s.refusal, v.refuses(body), body.status)
}

// refuses makes it the page of a refusal. One that nobody dressed has the style of all pages.
func (v *View) refuses(body *Refusal) *View {
	if v.Title, v.Unlisted, v.Body = body.Title, true, body; len(v.Styles) == 0 {
		v.Styles = []string{"page.css"}
	}
	return v
}

// refuseLarge answers with a page that is drawn and packed once for each language: of large
// forms that nobody knows, many may come at once, and each costs no more than it is read.
func (s *Site) refuseLarge(w http.ResponseWriter, r *http.Request, v *View) {
	v.Address = AnsweredPath
	page, known := s.large.Load(v.Lang)
	if !known {
		d, err := s.draw(s.refusal, v.refuses(s.refusalOf(&http.Request{Method: http.MethodGet}, v.Lang, errLargeOfStranger)))
		if err != nil {
			s.Log.Error("a page cannot be drawn", "page", pageOf(r), "error", err)
			w.WriteHeader(http.StatusRequestEntityTooLarge)
			return
		}
		page, _ = s.large.LoadOrStore(v.Lang, d)
	}
	if !s.leadTo(w, r, v, page.(*drawn), http.StatusRequestEntityTooLarge) {
		s.sendDrawn(w, r, page.(*drawn), http.StatusRequestEntityTooLarge)
	}
}

// Refusal is what an error page says.
type Refusal struct {
	Title, Text, Safe, Button, To, ID string
	status                            int
}

func (s *Site) refusalOf(r *http.Request, l locale.Language, err error) *Refusal {
	out := &Refusal{To: "/", Button: "page.go_home", status: http.StatusServiceUnavailable}
	key := "later"
	switch app.KindOf(err) {
	case app.NotFound:
		key, out.status = "gone", http.StatusNotFound
	case app.Forbidden, app.Unauthenticated:
		key, out.status = "barred", http.StatusForbidden
		if errors.Is(err, errFromElsewhere) {
			key = "forbidden"
		}
	case app.Malformed, app.Invalid:
		key, out.status = "unclear", http.StatusBadRequest
	case app.TooLarge:
		key, out.status = "unclear", http.StatusRequestEntityTooLarge
	case app.TooMany:
		out.To, out.Button, out.status = r.URL.RequestURI(), "page.try_again", http.StatusTooManyRequests
	case app.Unavailable, app.Conflict:
		out.To, out.Button = r.URL.RequestURI(), "page.try_again"
	default:
		out.status, out.ID = http.StatusInternalServerError, errorID()
		if r.Context().Err() == nil {
			s.Log.Error("a page failed", "id", out.ID, "method", r.Method, "page", pageOf(r), "error", err)
		}
	}
	if r.Method != http.MethodGet {
		out.To, out.Button = "/", "page.go_home"
		if back := cameFrom(r); back != "" {
			out.To, out.Button = back, "page.go_back"
		}
	}
	t := func(part string) string { return (&View{Lang: l}).T("page." + key + "_" + part) }
	out.Title, out.Text, out.Safe = t("title"), t("text"), t("safe")
	return out
}

// pageOf names the page of a request for the log: the pattern of its address, because
// the address itself may be the secret with which an order or a basket is opened.
func pageOf(r *http.Request) string {
	if r.Pattern != "" {
		return r.Pattern
	}
	first, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	return "/" + first
}

// errorID names a fault in the log and on the page.
func errorID() string {
	var b [5]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// AddressOf is the network address that a request comes from, without its port.
func AddressOf(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}
