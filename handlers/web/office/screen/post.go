package screen

import (
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/locale"
	"marquee/handlers/rest"
	"marquee/handlers/web/page"
)

// DoQuery of the address of a form names its operation, textQuery the language of its texts.
const (
	DoQuery   = "do"
	TextQuery = "text"
)

// route is the operation of a name that pages use: "POST events/update".
func (o *Pages) route(name string) *rest.Route {
	return o.API.Operation(operationName(name))
}

// operationName is the name that the API has for it.
func operationName(name string) string { return strings.Replace(name, " ", " /", 1) }

// posted does what a form is for. The page was read before, so that what it shows now can be
// held against what the form had shown.
func (v *Visit) posted() error {
	name := v.R.URL.Query().Get(DoQuery)
	next, ok := v.screen.Forms[name]
	if !ok {
		return app.Missing("page")
	}
	sent, err := v.screen.sent(v.W, v.R)
	if err != nil {
		return err
	}
	f := v.Body.Add(name)
	f.Sent = sent
	if done, err := v.proves(sent); !done || err != nil {
		return err
	}
	changed := f.Route.Changed(sent)
	if f.conflicts(changed) {
		return v.refused(f, errChanged)
	}
	f.guard(changed)
	for _, object := range next.Whole {
		whole(changed, sent, object)
	}
	if next.Holds != nil {
		if err := next.Holds(v, f); err != nil {
			return v.refused(f, err)
		}
	}
	out, err := v.call(f, changed)
	if errors.Is(err, app.ErrStale) {
		return v.askProof(sent, "", err)
	}
	if err != nil {
		return v.refused(f, err)
	}
	return v.goesOn(f, &next, changed, out)
}

// goesOn shows what came of a form: a page of its own, or the next one with a note.
func (v *Visit) goesOn(f *Form, next *Then, changed url.Values, out any) error {
	if next.Tried != nil && changed.Get(dryRun) == "true" {
		return v.answered(next.Tried, out)
	}
	if next.Answer != nil {
		for _, f := range v.Body.forms {
			if !next.Stays {
				f.Sent = nil
			}
		}
		return v.answered(next.Answer, out)
	}
	to, once := asked(v.R), ""
	if next.To != nil {
		to = next.To(v, out)
	}
	if next.Once != nil {
		once = next.Once(out)
	}
	text := ""
	if next.Tell != nil {
		text = next.Tell(v, out)
	} else {
		text = v.View.T(next.said(changed))
	}
	page.GoOn(v.W, v.R, v.note(to, text, once, backOf(v, f, next, out)))
	return nil
}

// backOf is how to take back what was done, nil where nothing does.
func backOf(v *Visit, f *Form, next *Then, out any) *undo {
	switch {
	case next.Unmake != "" && v.Body.May(next.Unmake):
		return unmaking(v, next.Unmake, next.Made(out))
	case next.Restore != "" && deleted(out):
		return restoring(v, next.Restore, f.Sent.Get("id"))
	case next.Remake != nil:
		return remaking(v, next.Remake)
	case next.Undo:
		return v.undoing(f, f.Sent, next.Whole)
	}
	return nil
}

// sent is what the form sent, with its files.
func (s *Screen) sent(w http.ResponseWriter, r *http.Request) (url.Values, error) {
	if s.MaxForm > 0 {
		return page.FormUpTo(w, r, s.MaxForm)
	}
	return page.Upload(w, r)
}

// answered shows what an operation answers, on the page itself.
func (v *Visit) answered(show func(v *Visit, out any) error, out any) error {
	if err := show(v, out); err != nil {
		return err
	}
	v.frame()
	v.Site.Show(v.W, v.R, v.screen.Template, v.View)
	return nil
}

// errChanged refuses what somebody else has changed since the form was shown.
var errChanged = &app.Error{Kind: app.Conflict}

// call carries out the operation of a form.
func (v *Visit) call(f *Form, values url.Values) (any, error) {
	body, err := f.Route.Body(v.Reading(values))
	if err != nil {
		return nil, err
	}
	return v.API.Call(v.R, v.Caller, operationName(f.Op), body)
}

// Reading says how the values of a form are written.
func (v *Visit) Reading(values url.Values) *rest.Form {
	zone := v.Zone
	if name := values.Get("timezone"); name != "" {
		if z, err := time.LoadLocation(name); err == nil {
			zone = z
		}
	}
	point := byte('.')
	if v.View.Lang != locale.English {
		point = ','
	}
	return &rest.Form{Values: values, Zone: zone, Point: point, Decimals: func(id int64) int { return int(v.Currency(id).Subunit) }}
}

// Currency is one of the company's; 0 is its own.
func (v *Visit) Currency(id int64) company.Currency {
	if cur, ok := company.CurrencyByID(id); ok {
		return cur
	}
	return v.Company.Currency()
}

// refused shows the page again, as the form was filled in, with what is wrong.
func (v *Visit) refused(f *Form, err error) error {
	var e *app.Error
	if !errors.As(err, &e) || e.Kind == app.Forbidden || e.Kind == app.NotFound {
		return err
	}
	f.refuse(e)
	f.renew(f.Route.Changed(f.Sent))
	v.View.Refused = err
	v.View.Address = asked(v.R)
	v.View.Title = v.View.T("office.look_again") + ", " + v.View.Title
	v.frame()
	v.Site.ShowAgain(v.W, v.R, v.screen.Template, v.View)
	return nil
}

// undoing is what takes a change back: the same operation, with what the form had shown.
func (v *Visit) undoing(f *Form, sent url.Values, objects []string) *undo {
	values := f.Route.Restored(sent)
	for _, object := range objects {
		whole(values, sent, object)
	}
	values.Del(sinceField)
	body, err := f.Route.Body(v.Reading(values))
	if err != nil || !json.Valid(body) {
		return nil
	}
	return &undo{company: v.Company.ID, operation: operationName(f.Op), bodies: [][]byte{body}, language: v.Caller.Language}
}

// whole sends all of an object where a field of it was changed; without a name all of the form.
func whole(changed, sent url.Values, object string) {
	lies := func(name string) bool {
		return !strings.HasPrefix(name, rest.WasPrefix) && (object == "" || strings.HasPrefix(name, object+"."))
	}
	if !slices.ContainsFunc(slices.Collect(maps.Keys(changed)), lies) {
		return
	}
	for name, values := range sent {
		if lies(name) && !changed.Has(name) {
			changed[name] = values
		}
	}
}

// deleted tells whether an operation deleted something: what was sold may only have been taken off
// sale, which the answer says then.
func deleted(out any) bool {
	var answer struct{ Deleted *bool }
	return Read(out, &answer) != nil || answer.Deleted == nil || *answer.Deleted
}

// restoring is what brings back something that was deleted.
func restoring(v *Visit, operation, id string) *undo {
	body, err := json.Marshal(map[string]string{"id": id})
	if err != nil {
		return nil
	}
	return &undo{company: v.Company.ID, operation: operationName(operation), bodies: [][]byte{body}, language: v.Caller.Language}
}

// remaking is what makes something anew that was deleted.
func remaking(v *Visit, with func(v *Visit) (string, any)) *undo {
	operation, made := with(v)
	if made == nil || !v.Body.May(operation) {
		return nil
	}
	body, err := json.Marshal(made)
	if err != nil {
		return nil
	}
	return &undo{company: v.Company.ID, operation: operationName(operation), bodies: [][]byte{body}, language: v.Caller.Language}
}

// unmaking is what takes back each of what was made.
func unmaking(v *Visit, operation string, ids []int64) *undo {
	out := &undo{company: v.Company.ID, operation: operationName(operation), language: v.Caller.Language, to: asked(v.R)}
	for _, id := range ids {
		out.bodies = append(out.bodies, []byte(`{"id":`+Number(id)+`}`))
	}
	return out
}
