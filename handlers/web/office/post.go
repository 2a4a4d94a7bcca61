package office

import (
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/locale"
	"marquee/handlers/rest"
	"marquee/handlers/web/page"
)

// doQuery of the address of a form names its operation, textQuery the language of its texts.
const (
	doQuery   = "do"
	textQuery = "text"
)

// route is the operation of a name that pages use: "POST events/update".
func (o *Office) route(name string) *rest.Route {
	return o.api.Operation(operationName(name))
}

// operationName is the name that the API has for it.
func operationName(name string) string { return strings.Replace(name, " ", " /", 1) }

// posted does what a form is for. The page was read before, so that what it shows now can be
// held against what the form had shown.
func (v *visit) posted() error {
	name := v.r.URL.Query().Get(doQuery)
	next, ok := v.screen.forms[name]
	if !ok {
		return app.Missing("page")
	}
	sent, err := page.Form(v.w, v.r)
	if err != nil {
		return err
	}
	f := v.body.form(name)
	f.sent = sent
	changed := f.route.Changed(sent)
	if f.conflicts(changed) {
		return v.refused(f, errChanged)
	}
	f.guard(changed)
	if next.holds != nil {
		if err := next.holds(v, f); err != nil {
			return v.refused(f, err)
		}
	}
	out, err := v.call(f, changed)
	if err != nil {
		return v.refused(f, err)
	}
	to := asked(v.r)
	if next.to != nil {
		to = next.to(v, out)
	}
	var back *undo
	if next.undo {
		back = v.undoing(f, sent)
	}
	if next.restore != "" {
		back = restoring(v, next.restore, sent.Get("id"))
	}
	page.GoOn(v.w, v.r, v.note(to, v.view.T(next.said(changed)), back))
	return nil
}

// errChanged refuses what somebody else has changed since the form was shown.
var errChanged = &app.Error{Kind: app.Conflict}

// call carries out the operation of a form.
func (v *visit) call(f *form, values url.Values) (any, error) {
	body, err := f.route.Body(v.reading(values))
	if err != nil {
		return nil, err
	}
	return v.api.Call(v.r, v.caller, operationName(f.Op), body)
}

// reading says how the values of a form are written.
func (v *visit) reading(values url.Values) *rest.Form {
	zone := v.zone
	if name := values.Get("timezone"); name != "" {
		if z, err := time.LoadLocation(name); err == nil {
			zone = z
		}
	}
	point := byte('.')
	if v.view.Lang != locale.English {
		point = ','
	}
	return &rest.Form{Values: values, Zone: zone, Point: point, Decimals: func(id int64) int { return int(v.currency(id).Subunit) }}
}

// currency is one of the company's; 0 is its own.
func (v *visit) currency(id int64) company.Currency {
	if cur, ok := company.CurrencyByID(id); ok {
		return cur
	}
	return v.company.Currency()
}

// refused shows the page again, as the form was filled in, with what is wrong.
func (v *visit) refused(f *form, err error) error {
	var e *app.Error
	if !errors.As(err, &e) || e.Kind == app.Forbidden || e.Kind == app.NotFound {
		return err
	}
	f.refuse(e)
	v.view.Refused = err
	v.view.Address = asked(v.r)
	v.view.Title = v.view.T("office.look_again") + ", " + v.view.Title
	v.frame()
	v.site.ShowAgain(v.w, v.r, v.screen.template, v.view)
	return nil
}

// undoing is what takes a change back: the same operation, with what the form had shown.
func (v *visit) undoing(f *form, sent url.Values) *undo {
	values := f.route.Restored(sent)
	values.Del(sinceField)
	body, err := f.route.Body(v.reading(values))
	if err != nil || !json.Valid(body) {
		return nil
	}
	return &undo{company: v.company.ID, operation: operationName(f.Op), body: body, language: v.caller.Language}
}

// restoring is what brings back something that was deleted.
func restoring(v *visit, operation, id string) *undo {
	body, err := json.Marshal(map[string]string{"id": id})
	if err != nil {
		return nil
	}
	return &undo{company: v.company.ID, operation: operationName(operation), body: body, language: v.caller.Language}
}
