package setup

import (
	"embed"
	"net/http"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/firstrun"
	"marquee/handlers/web/office/screen"
	"marquee/handlers/web/page"
)

//go:embed *.html
var templates embed.FS

// Path is where the pages are.
const Path = "/setup"

// Setup serves them.
type Setup struct {
	app  *app.App
	site *page.Site

	code, you, event, tickets, pay, publish, share *page.Template
}

// New makes the pages of a site.
func New(site *page.Site) *Setup {
	step := func(name string) *page.Template { return site.Template(templates, "frame.html", name+".html") }
	return &Setup{
		app: site.App, site: site,
		code: step("code"), you: step("you"), event: step("event"), tickets: step("tickets"), pay: step("pay"), publish: step("publish"),
		share: site.Template(templates, "share.html"),
	}
}

// Handler answers everything below the path.
func (s *Setup) Handler() http.Handler {
	m := http.NewServeMux()
	m.HandleFunc("GET /setup", s.showStart)
	m.HandleFunc("POST /setup", s.postStart)
	m.HandleFunc("GET /setup/{code}", s.showCode)
	m.HandleFunc("GET /setup/event", s.step(s.showEvent))
	m.HandleFunc("POST /setup/event", s.step(s.postEvent))
	m.HandleFunc("GET /setup/tickets", s.step(s.showTickets))
	m.HandleFunc("POST /setup/tickets", s.step(s.postTickets))
	m.HandleFunc("GET /setup/pay", s.step(s.showPay))
	m.HandleFunc("POST /setup/pay", s.step(s.postPay))
	m.HandleFunc("GET /setup/publish", s.step(s.showPublish))
	m.HandleFunc("POST /setup/publish", s.step(s.postPublish))
	m.HandleFunc("GET /setup/share", s.step(s.showShare))
	m.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { s.site.Refuse(w, r, app.Missing("page")) })
	return s.site.Handler(page.Kind{Name: "setup", Known: func(r *http.Request) bool { return s.site.Cookie(r, page.StaffCookie) != "" }}, m)
}

// visit is a request of whoever sets up the box office.
type visit struct {
	*Setup
	w     http.ResponseWriter
	r     *http.Request
	c     *app.Caller
	view  *page.View
	state firstrun.State
}

// step serves a page to whoever signed in, with how far their company has come.
func (s *Setup) step(serve func(*visit) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if firstrun.Awaits(s.app) {
			page.GoOn(w, r, Path)
			return
		}
		c, err := company.AuthenticateFor(r.Context(), s.app, company.ForPage, s.site.Cookie(r, page.StaffCookie))
		if app.KindOf(err) == app.Unauthenticated {
			page.GoOn(w, r, "/staff/sign-in?to="+Path)
			return
		}
		v := &visit{Setup: s, w: w, r: r, c: c}
		if err == nil {
			page.Know(r, c, app.ThroughPages)
			v.view = s.viewOf(w, r)
			c.Locale = string(v.view.Lang)
			v.state, err = firstrun.Read(r.Context(), s.app, c)
		}
		if err == nil && v.state.Grown {
			page.GoOn(w, r, screen.Path)
			return
		}
		if err == nil {
			c.Language = app.Language{Asked: v.state.Company.Locales[0], Fallback: v.state.Company.Locales[0]}
			err = serve(v)
		}
		if err != nil {
			s.site.Refuse(w, r, err)
		}
	}
}

// viewOf is a page of the setup.
func (s *Setup) viewOf(w http.ResponseWriter, r *http.Request) *page.View {
	v := s.site.View(w, r)
	v.Bare, v.Unlisted = true, true
	v.Styles, v.Scripts = []string{"setup.css"}, []string{"setup.js"}
	return v
}

// goOn leads to another page.
func (v *visit) goOn(to string) error {
	page.GoOn(v.w, v.r, to)
	return nil
}
