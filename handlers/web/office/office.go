package office

import (
	"embed"
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

// Office serves the pages.
type Office struct {
	app   *app.App
	api   *rest.API
	site  *page.Site
	notes notes
	files files
}

// New makes the pages of a site. What their forms do are operations of the API.
func New(site *page.Site, api *rest.API) *Office { return &Office{app: site.App, api: api, site: site} }

// Handler answers everything below Path.
func (o *Office) Handler() http.Handler {
	m := http.NewServeMux()
	m.HandleFunc("GET /office", o.enter)
	m.HandleFunc("POST /office/{alias}/undo/{note}", o.undo)
	m.HandleFunc("GET /office/{alias}/customers/{id}/data", o.downloadCustomer)
	for _, s := range o.screens() {
		h := o.serve(s)
		m.HandleFunc(s.get, h)
		if s.post != "" {
			m.HandleFunc(s.post, h)
		}
	}
	m.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { o.site.Refuse(w, r, app.Missing("page")) })
	return o.site.Handler(page.StaffKind("office", func(r *http.Request) (*app.Caller, error) {
		return company.AuthenticateFor(r.Context(), o.app, company.ForPage, o.site.Cookie(r, page.StaffCookie))
	}), m)
}

// screens are all pages.
func (o *Office) screens() []*screen {
	return []*screen{o.home(), o.events(), o.newEvent(), o.event(), o.basics(), o.tickets(), o.newTicket(), o.ticket(), o.orders(), o.ordersFile(), o.eventOrders(), o.eventOrdersFile(),
		o.order(), o.refund(), o.orderItem(), o.orderBuyer(), o.orderDate(), o.orderJob(),
		o.search(), o.customers(), o.customerGroups(), o.newGroup(), o.customer(), o.editCustomer(), o.eraseCustomer(), o.mergeCustomers()}
}

// template reads those of a page: what stands around it, the parts, and its own.
func (o *Office) template(name string) *page.Template {
	return o.site.Template(templates, "frame.html", "parts.html", "list.html", name)
}
