package door

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/handlers/web/page"
	"marquee/handlers/wire"
)

// sessionCookie keeps the token of a log-in, for as long as that can be good.
const sessionCookie = page.StaffCookie

// staff is who signed in; without a session the browser is sent to sign in.
func (d *Door) staff(w http.ResponseWriter, r *http.Request) (*app.Caller, bool) {
	c, err := company.AuthenticateFor(r.Context(), d.app, company.ForPage, d.site.Cookie(r, sessionCookie))
	switch {
	case err == nil:
		page.Know(r, c, app.ThroughPages)
		c.Language = app.Language{Asked: string(d.site.View(w, r).Lang)}
		if len(c.Locales) > 0 {
			c.Language.Fallback = c.Locales[0]
		}
		return c, true
	case app.KindOf(err) == app.Unauthenticated:
		page.GoOn(w, r, StaffPath+"/sign-in?to="+StaffPath)
	default:
		d.site.Refuse(w, r, err)
	}
	return nil, false
}

// posted answers a form of whoever signed in. What refuses it is told on a page of its own.
func (d *Door) posted(do func(w http.ResponseWriter, r *http.Request, c *app.Caller, form url.Values) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		c, ok := d.staff(w, r)
		if !ok {
			return
		}
		form, err := page.Form(w, r)
		if err == nil {
			err = do(w, r, c, form)
		}
		if err != nil {
			d.site.Refuse(w, r, err)
		}
	}
}

// view is a page for staff.
func (d *Door) view(w http.ResponseWriter, r *http.Request, title string) *page.View {
	v := d.site.View(w, r)
	v.Title, v.Home, v.Unlisted = v.T(title), StaffPath, true
	v.Styles, v.Scripts = []string{"staff.css"}, []string{"staff.js"}
	return v
}

type signInBody struct {
	Email, Problem string
	// To is where it leads.
	To string
	// Code: the second factor is asked for.
	Code bool
	// Done tells that a new password was set just now.
	Done bool
}

func (d *Door) showSignIn(w http.ResponseWriter, r *http.Request) {
	v := d.view(w, r, "staff.sign_in")
	v.Body = signInBody{Done: r.URL.Query().Get("done") == "password", To: afterSignIn(r.URL.Query().Get("to"))}
	d.site.Show(w, r, d.signIn, v)
}

func (d *Door) postSignIn(w http.ResponseWriter, r *http.Request) {
	form, err := page.Form(w, r)
	if err != nil {
		d.site.Refuse(w, r, err)
		return
	}
	token, err := company.LogIn(r.Context(), d.app, company.Login{
		Email: form.Get("email"), Password: form.Get("password"), Device: "door", Code: form.Get("code"), Address: page.AddressOf(r), Page: true,
	})
	if err != nil {
		d.signInAgain(w, r, form, err)
		return
	}
	d.site.SetCookie(w, r, sessionCookie, token, company.PageCookie)
	to := StaffPath
	if asked := form.Get("to"); asked != "" {
		to = afterSignIn(asked)
	}
	page.GoOn(w, r, to)
}

// afterSignIn is where staff were on their way to; the office knows who works at the doors alone.
func afterSignIn(to string) string {
	if page.Local(to) {
		return to
	}
	return wire.OfficePath
}

// signInAgain says what is wrong with a log-in, in the same words whoever is known.
func (d *Door) signInAgain(w http.ResponseWriter, r *http.Request, form url.Values, err error) {
	v := d.view(w, r, "staff.sign_in")
	body := signInBody{Email: form.Get("email"), Problem: v.T("staff.wrong"), To: form.Get("to")}
	var refused *app.Error
	switch {
	case !errors.As(err, &refused):
		d.site.Refuse(w, r, err)
		return
	case refused.Kind == app.TooMany:
		body.Problem = v.T("staff.too_many", "n", refused.RetryAfter)
	case refused.Kind != app.Invalid:
		d.site.Refuse(w, r, err)
		return
	case len(refused.Fields) > 0 && refused.Fields[0].Field == "code":
		body.Code, body.Problem = true, v.T("staff.code_wrong")
		if form.Get("code") == "" {
			body.Problem = v.T("staff.code_wanted")
		}
	}
	v.Body, v.Refused = body, err
	d.site.ShowAgain(w, r, d.signIn, v)
}

func (d *Door) postSignOut(w http.ResponseWriter, r *http.Request) {
	c, ok := d.staff(w, r)
	if !ok {
		return
	}
	if err := company.LogOut(r.Context(), d.app, c); err != nil {
		d.site.Refuse(w, r, err)
		return
	}
	d.site.ClearCookie(w, r, sessionCookie)
	page.GoOn(w, r, StaffPath+"/sign-in")
}

type eventsBody struct {
	Name         string
	Office       string // where one company's is run, empty: not by this member of staff
	Today, Later []eventRow
}

type eventRow struct {
	ID                    int64
	Name, When, Day       string
	Weekday, Where, Start string
}

// showEvents lists what somebody can work at: what is on today first.
func (d *Door) showEvents(w http.ResponseWriter, r *http.Request) {
	c, ok := d.staff(w, r)
	if !ok {
		return
	}
	now := d.app.Now()
	f := catalog.EventFilter{EndingAfter: ptr(now.Add(-24 * time.Hour)), HideChildren: true} // gates are a company's own
	f.Limit = maxShownEvents
	list, err := catalog.ListEvents(r.Context(), d.app, c, f, catalog.EventWants{})
	if err != nil && app.KindOf(err) != app.Forbidden { // who may see none yet still has a page, and leaves by it
		d.site.Refuse(w, r, err)
		return
	}
	v := d.view(w, r, "staff.choose_event")
	body := eventsBody{Name: c.UserName}
	if c.Holds(app.AnyOf{app.CreateEvents, app.EditEvents, app.EditSaleData, app.ViewReports}) {
		body.Office = wire.OfficePath
	}
	for i := range list.Events {
		e := &list.Events[i]
		row := eventRowOf(v, e)
		if e.Start.Before(now.Add(16 * time.Hour)) {
			body.Today = append(body.Today, row)
		} else {
			body.Later = append(body.Later, row)
		}
	}
	v.Body = body
	d.site.Show(w, r, d.events, v)
}

func eventRowOf(v *page.View, e *catalog.EventView) eventRow {
	start := e.Start.In(e.Location())
	row := eventRow{Start: v.T("staff.start"), ID: e.ID, Name: e.Name, Day: start.Format("2"), Weekday: v.Lang.ShortWeekday(start), When: v.Lang.Moment(start)}
	if e.Place != nil {
		row.Where = strings.Trim(e.Place.Name+", "+e.Place.City, ", ")
	}
	return row
}

func ptr[T any](v T) *T { return &v }
