package office

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

// visit is one request of a member of staff in a company.
type visit struct {
	*Office
	w       http.ResponseWriter
	r       *http.Request
	caller  *app.Caller
	company *company.Company
	view    *page.View
	body    *body
	screen  *screen
	// leads is where the page leads instead of being shown, empty: nowhere else.
	leads string
	// zone is by whose clocks times are written: the event's, else the company's.
	zone *time.Location
}

// staff is who has signed in; without a session the browser is sent to sign in.
func (o *Office) staff(w http.ResponseWriter, r *http.Request) (*app.Caller, bool) {
	c, err := company.AuthenticateFor(r.Context(), o.app, company.ForPage, o.site.Cookie(r, page.StaffCookie))
	switch {
	case err == nil:
		return c, true
	case app.KindOf(err) == app.Unauthenticated:
		o.site.ClearCookie(w, r, page.StaffCookie)
		page.GoOn(w, r, signInPath+"?to="+url.QueryEscape(asked(r)))
	default:
		o.site.Refuse(w, r, err)
	}
	return nil, false
}

// asked is the page that a request is about.
func asked(r *http.Request) string {
	if r.Method == http.MethodGet {
		return r.URL.RequestURI()
	}
	return r.URL.Path
}

// enter leads to the company that somebody works for, or to the doors who works there alone.
func (o *Office) enter(w http.ResponseWriter, r *http.Request) {
	c, ok := o.staff(w, r)
	if !ok {
		return
	}
	if !c.Holds(officers) {
		page.GoOn(w, r, "/staff")
		return
	}
	own, err := company.Settings(r.Context(), o.app, c)
	if err != nil {
		o.site.Refuse(w, r, err)
		return
	}
	page.GoOn(w, r, Path+"/"+own.Alias)
}

// officers are those who have something to do here; others work at the doors.
var officers = app.AnyOf{app.ListEvents, app.ListOrders, app.CreateEvents, app.EditEvents, app.EditSaleData, app.ViewReports, app.EditCompany, app.ViewOrders, app.ViewCustomers}

// visiting finds out who asks for a page of which company. A company that they do not belong
// to does not exist for them.
func (o *Office) visiting(w http.ResponseWriter, r *http.Request, c *app.Caller) (*visit, error) {
	own, err := company.At(r.Context(), o.app, r.PathValue("alias"))
	if err != nil {
		return nil, err
	}
	if own.ID != c.CompanyID {
		if c, err = company.AuthenticateAt(r.Context(), o.app, company.ForPage, o.site.Cookie(r, page.StaffCookie), own.ID); err != nil {
			return nil, app.Missing("page")
		}
	}
	page.Know(r, c, app.ThroughPages)
	v := &visit{Office: o, w: w, r: r, caller: c, company: own, view: o.site.View(w, r), zone: own.Location()}
	c.Locale = string(v.view.Lang)
	c.Language = v.language()
	v.view.Brand, v.view.Unlisted, v.view.Home = own.Name, true, v.path("")
	v.view.Wear(own.Branding.PrimaryColor)
	v.view.Styles, v.view.Scripts = []string{"office.css"}, []string{"office.js"}
	v.body = &body{visit: v, V: v.view}
	v.view.Body = v.body
	return v, nil
}

// language is the one of the company's texts that is read and written: what the address says,
// else the reader's own, else the company's first.
func (v *visit) language() app.Language {
	all := v.company.Locales
	if len(all) == 0 {
		return app.Language{}
	}
	out := app.Language{Asked: all[0], Fallback: all[0]}
	for _, wanted := range []string{string(v.view.Lang), v.r.URL.Query().Get(textQuery)} {
		if slices.Contains(all, wanted) {
			out.Asked = wanted
		}
	}
	return out
}

// writing makes it a page on which texts are written: in the company's first language, unless the
// address asks for another.
func (v *visit) writing() {
	if !v.r.URL.Query().Has(textQuery) && len(v.company.Locales) > 0 {
		v.caller.Language.Asked = v.company.Locales[0]
	}
}

// path is an address in the office of the company.
func (v *visit) path(below string, parts ...any) string {
	return Path + "/" + v.company.Alias + fmt.Sprintf(below, parts...)
}

// id is a number of the address, 0 where it is none.
func (v *visit) id(name string) int64 {
	n, err := strconv.ParseInt(v.r.PathValue(name), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// holds tells whether somebody may do one of some things.
func (v *visit) holds(r app.Requirement) bool { return v.caller.Holds(r) }

// inside makes it a page of an event: its clocks, its navigation.
func (v *visit) inside(e *catalog.EventView) {
	v.zone = e.Location()
	v.body.Inside = insideOf(v, e)
}
