package screen

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/handlers/web/page"
)

// signInPath is where staff sign in, and come back from to the page that they asked for.
const signInPath = "/staff/sign-in"

// Visit is one request of a member of staff in a company.
type Visit struct {
	*Pages
	W       http.ResponseWriter
	R       *http.Request
	Caller  *app.Caller
	Company *company.Company
	View    *page.View
	Body    *Body
	screen  *Screen
	kept    *keptForm
	// Leads is where the page leads instead of being shown, empty: nowhere else.
	Leads string
	// Zone is by whose clocks times are written: the event's, else the company's.
	Zone *time.Location
}

// staff is who has signed in; without a session the browser is sent to sign in, and comes back to a
// page. Its cookie stays: by that it is known whose a form is that comes too late.
func (o *Pages) staff(w http.ResponseWriter, r *http.Request, back func() string) (*app.Caller, bool) {
	c, err := company.AuthenticateFor(r.Context(), o.App, company.ForPage, o.Site.Cookie(r, page.StaffCookie))
	switch {
	case err == nil:
		return c, true
	case app.KindOf(err) == app.Unauthenticated:
		page.GoOn(w, r, signInPath+"?to="+url.QueryEscape(back()))
	default:
		o.Site.Refuse(w, r, err)
	}
	return nil, false
}

// knew tells whether somebody sends a request whose session has ended.
func (o *Pages) knew(r *http.Request) bool {
	_, err := company.UserAfterEnd(r.Context(), o.App, company.ForPage, o.Site.Cookie(r, page.StaffCookie))
	return err == nil
}

// asked is the page that a request is about.
func asked(r *http.Request) string {
	if r.Method == http.MethodGet {
		return r.URL.RequestURI()
	}
	return r.URL.Path
}

// enter leads to the company that somebody works for, or to the doors who works there alone.
func (o *Pages) enter(w http.ResponseWriter, r *http.Request) {
	c, ok := o.staff(w, r, func() string { return asked(r) })
	if !ok {
		return
	}
	if !c.Holds(officers) {
		page.GoOn(w, r, "/staff")
		return
	}
	own, err := company.Settings(r.Context(), o.App, c)
	if err != nil {
		o.Site.Refuse(w, r, err)
		return
	}
	page.GoOn(w, r, Path+"/"+own.Alias)
}

// officers are those who have something to do here; others work at the doors.
var officers = app.AnyOf{app.ListEvents, app.ListOrders, app.CreateEvents, app.EditEvents, app.EditSaleData, app.ViewReports, app.EditCompany, app.ViewOrders, app.ViewCustomers, app.ViewPayments}

// visiting finds out who asks for a page of which company. A company that they do not belong
// to does not exist for them.
func (o *Pages) visiting(w http.ResponseWriter, r *http.Request, c *app.Caller, outside bool) (*Visit, error) {
	own, err := o.companyOf(r, c, outside)
	if err != nil {
		return nil, err
	}
	if own.ID != c.CompanyID {
		if c, err = company.AuthenticateAt(r.Context(), o.App, company.ForPage, o.Site.Cookie(r, page.StaffCookie), own.ID); err != nil {
			return nil, app.Missing("page")
		}
	}
	page.Know(r, c, app.ThroughPages)
	v := &Visit{Pages: o, W: w, R: r, Caller: c, Company: own, View: o.Site.View(w, r), Zone: own.Location()}
	c.Locale = string(v.View.Lang)
	c.Language = languageOf(v)
	v.View.Brand, v.View.Unlisted, v.View.Home = own.Name, true, v.Path("")
	v.View.Wear(own.Branding.PrimaryColor)
	v.View.Styles, v.View.Scripts = []string{"office.css"}, []string{"office.js"}
	v.Body = &Body{visit: v, V: v.View}
	v.View.Body = v.Body
	return v, nil
}

// companyOf is the company in the address; outside of one it is that for which somebody works.
func (o *Pages) companyOf(r *http.Request, c *app.Caller, outside bool) (*company.Company, error) {
	if !outside {
		return company.At(r.Context(), o.App, r.PathValue("alias"))
	}
	own, err := company.Settings(r.Context(), o.App, c)
	return &own, err
}

// languageOf is the one of the company's texts that is read and written: what the address says,
// else the reader's own, else the company's first.
func languageOf(v *Visit) app.Language {
	all := v.Company.Locales
	if len(all) == 0 {
		return app.Language{}
	}
	out := app.Language{Asked: all[0], Fallback: all[0]}
	for _, wanted := range []string{string(v.View.Lang), v.R.URL.Query().Get(TextQuery)} {
		if slices.Contains(all, wanted) {
			out.Asked = wanted
		}
	}
	return out
}

// Writing makes it a page on which texts are written: in the company's first language, unless the
// address asks for another.
func (v *Visit) Writing() {
	if !v.R.URL.Query().Has(TextQuery) && len(v.Company.Locales) > 0 {
		v.Caller.Language.Asked = v.Company.Locales[0]
	}
}

// Path is an address in the office of the company.
func (v *Visit) Path(below string, parts ...any) string {
	return Path + "/" + v.Company.Alias + fmt.Sprintf(below, parts...)
}

// ID is a number of the address, 0 where it is none.
func (v *Visit) ID(name string) int64 {
	n, err := strconv.ParseInt(v.R.PathValue(name), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// Holds tells whether somebody may do one of some things.
func (v *Visit) Holds(r app.Requirement) bool { return v.Caller.Holds(r) }

// Inside makes it a page of an event: its clocks, its navigation.
func (v *Visit) Inside(e *catalog.EventView) {
	v.Zone = e.Location()
	v.Body.Inside = insideOf(v, e)
}
