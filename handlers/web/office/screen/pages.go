package screen

import (
	"embed"
	"io/fs"
	"net/http"

	"marquee/app"
	"marquee/app/company"
	"marquee/handlers/rest"
	"marquee/handlers/web/page"
	"marquee/handlers/wire"
)

//go:embed *.html
var templates embed.FS

// Path is in front of all of it.
const Path = wire.OfficePath

// SystemPath is where the page of the installation is, which is of no company.
const SystemPath = Path + "/system"

// Pages serves the pages.
type Pages struct {
	App   *app.App
	API   *rest.API
	Site  *page.Site
	notes notes
	files files
	kept  keptForms
}

// New makes the pages of a site. What their forms do are operations of the API.
func New(site *page.Site, api *rest.API) *Pages { return &Pages{App: site.App, API: api, Site: site} }

// Handler answers everything below Path with some screens.
func (o *Pages) Handler(all []*Screen) http.Handler {
	all = append(all, o.sampleScreens()...)
	m := http.NewServeMux()
	m.HandleFunc("GET /office", o.enter)
	m.HandleFunc("POST /office/{alias}/undo/{note}", o.undo)
	proof := o.serveProof(&Screen{Template: o.Template(templates, "proof.html")})
	m.HandleFunc("GET /office/{alias}/proof", proof)
	m.HandleFunc("POST /office/{alias}/proof", proof)
	for _, s := range all {
		h := o.serve(s)
		m.HandleFunc(s.Get, h)
		if s.Post != "" {
			m.HandleFunc(s.Post, h)
		}
	}
	m.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { o.Site.Refuse(w, r, app.Missing("page")) })
	kind := page.StaffKind("office", func(r *http.Request) (*app.Caller, error) {
		return company.AuthenticateFor(company.Unused(r.Context()), o.App, company.ForPage, o.Site.Cookie(r, page.StaffCookie)) // whose turn it is
	})
	live := kind.Known
	kind.Known = func(r *http.Request) bool { return live(r) || o.knew(r) }
	for _, s := range all {
		kind.MaxForm = max(kind.MaxForm, s.MaxForm)
	}
	return o.Site.Handler(kind, m)
}

// Template reads those of a page: what stands around it, the parts, and its own, which lie in a
// folder of its own.
func (o *Pages) Template(own fs.FS, names ...string) *page.Template {
	return o.Site.Template(folders{own, templates}, append([]string{"frame.html", "parts.html", "list.html"}, names...)...)
}

// folders are several, of which the first that has a file gives it.
type folders []fs.FS

// Open opens a file of one of them.
func (all folders) Open(name string) (f fs.File, err error) {
	for _, one := range all {
		if f, err = one.Open(name); err == nil {
			return f, nil
		}
	}
	return nil, err
}
