package door

import (
	"net/http"

	"marquee/app"
	"marquee/handlers/web/page"
)

// The paths of this package.
const (
	StaffPath = "/staff"
	DoorPath  = "/door"
)

// Door serves them.
type Door struct {
	app     *app.App
	site    *page.Site
	scanner *page.Template
	signIn  *page.Template
	events  *page.Template
	event   *page.Template
	figures *page.Template
	undo    *page.Template

	forgot, password, link *page.Template
}

// New makes the pages of a site.
func New(site *page.Site) *Door {
	d := &Door{app: site.App, site: site}
	d.scanner = site.Template(templates, "scanner.html")
	d.signIn = site.Template(templates, "sign_in.html")
	d.events = site.Template(templates, "events.html")
	d.event = site.Template(templates, "event.html")
	d.figures = site.Template(templates, "figures.html")
	d.undo = site.Template(templates, "undo.html")
	d.forgot = site.Template(templates, "forgot.html")
	d.password = site.Template(templates, "password.html")
	d.link = site.Template(templates, "link.html")
	return d
}

// Handler answers everything below the two paths.
func (d *Door) Handler() http.Handler {
	m := http.NewServeMux()
	m.HandleFunc("GET /staff", d.showEvents)
	m.HandleFunc("GET /staff/sign-in", d.showSignIn)
	m.HandleFunc("POST /staff/sign-in", d.postSignIn)
	m.HandleFunc("POST /staff/sign-out", d.postSignOut)
	m.HandleFunc("GET /staff/sign-in/{link}", d.showLink)
	m.HandleFunc("POST /staff/sign-in/{link}", d.postUseLink)
	m.HandleFunc("GET /staff/password", d.showForgot)
	m.HandleFunc("POST /staff/password", d.postForgot)
	m.HandleFunc("GET /staff/password/{link}", d.showPassword)
	m.HandleFunc("POST /staff/password/{link}", d.postPassword)
	m.HandleFunc("GET /staff/events/{id}", d.showEvent)
	m.HandleFunc("GET /staff/events/{id}/figures", d.showFigures)
	m.HandleFunc("POST /staff/events/{id}/start", d.posted(d.postStart))
	m.HandleFunc("POST /staff/events/{id}/links", d.posted(d.postLink))
	m.HandleFunc("POST /staff/events/{id}/links/{link}/end", d.posted(d.postEndLink))
	m.HandleFunc("POST /staff/events/{id}/devices/{device}/end", d.posted(d.postEndDevice))
	m.HandleFunc("GET /staff/events/{id}/devices/{device}/undo", d.showUndo)
	m.HandleFunc("POST /staff/events/{id}/devices/{device}/undo", d.posted(d.postUndo))
	m.HandleFunc("POST /staff/events/{id}/leases", d.posted(d.postShare))
	m.HandleFunc("POST /staff/events/{id}/leases/{zone}/back", d.posted(d.postTakeBack))
	m.HandleFunc("POST /staff/events/{id}/leases/{zone}/{device}/away", d.posted(d.postTakeAway))
	m.HandleFunc("GET /door", func(w http.ResponseWriter, r *http.Request) { page.GoOn(w, r, DoorPath+"/") })
	m.HandleFunc("GET /door/{$}", d.showScanner)
	m.HandleFunc("GET /door/sw.js", d.serviceWorker)
	m.HandleFunc("GET /door/manifest.webmanifest", d.manifest)
	m.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { d.site.Refuse(w, r, app.Missing("page")) })
	api := http.NewServeMux()
	d.api(api)
	api.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { d.site.Refuse(w, r, app.Missing("page")) })
	both := http.NewServeMux()
	both.Handle("/", d.site.Handler(d.staffPages(), m))
	both.Handle("/door/api/", d.site.Handler(d.phones(), d.shared(api)))
	return both
}
