package screen

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/timeline"
	"marquee/handlers/rest"
	"marquee/handlers/web/page"
)

// Body is what the template of a page draws.
type Body struct {
	visit  *Visit
	V      *page.View
	Frame  frame
	Inside *inside
	Note   *note
	// Proof is the sign-in over the page, nil: none is wanted.
	Proof *proof
	// Kept is what was typed before somebody had to sign in, nil: nobody had to.
	Kept *Kept
	// Once is a secret that is shown this once.
	Once string
	// It is what the page is about.
	It    any
	forms []*Form
	// carried are what of the page's address the addresses of its forms say, too.
	carried []string
}

// Form is a form as a template draws it.
type Form struct {
	V  *page.View
	Op string
	// Action is where it is sent; Summary is what is wrong with it as a whole.
	Action  string
	Summary string
	Visit   *Visit
	Route   *rest.Route
	Values  map[string][]string // what it is filled with
	units   map[string]string   // the currency of amounts
	Lists   map[string][]Option
	Since   time.Time
	// table and record are what the form changes.
	table  string
	record int64
	Sent   url.Values // what came back, nil: nothing did
	// problems and theirs are by the path of a field: what is wrong, and what somebody else wrote.
	problems, theirs map[string]string
}

// sinceField guards a change against that of somebody else.
const sinceField = "unchangedSince"

// Carry has the forms of the page say some of its address, too.
func (b *Body) Carry(names ...string) { b.carried = append(b.carried, names...) }

// Add is that of an operation on this page.
func (b *Body) Add(name string) *Form {
	if i := slices.IndexFunc(b.forms, func(f *Form) bool { return f.Op == name }); i >= 0 {
		return b.forms[i]
	}
	v := b.visit
	f := &Form{
		V: b.V, Op: name, Visit: v, Route: v.route(name), Values: map[string][]string{}, units: map[string]string{},
		Lists: map[string][]Option{}, problems: map[string]string{}, theirs: map[string]string{},
	}
	q := url.Values{DoQuery: {name}}
	for _, name := range append([]string{TextQuery}, b.carried...) {
		if text := v.R.URL.Query().Get(name); text != "" {
			q.Set(name, text)
		}
	}
	f.Action = v.R.URL.Path + "?" + q.Encode()
	b.forms = append(b.forms, f)
	return f
}

// Form is the form of an operation that the page offers, nil for somebody who may not.
func (b *Body) Form(name string) (*Form, error) {
	if _, offered := b.visit.screen.Forms[name]; !offered {
		return nil, fmt.Errorf("office: the page does not offer %s", name)
	}
	if !b.May(name) {
		return nil, nil
	}
	return b.Add(name), nil
}

// UserID is who looks at the page.
func (b *Body) UserID() int64 { return b.visit.Caller.UserID }

// Forms are those that the page was filled with.
func (b *Body) Forms() []*Form { return b.forms }

// FormOf is the form of one of some operations: those that a page offers for several kinds of one
// thing.
func (b *Body) FormOf(name string, of ...string) (*Form, error) {
	if !slices.Contains(of, name) {
		return nil, fmt.Errorf("office: %s is none of %v", name, of)
	}
	return b.Form(name)
}

// May tells whether somebody may ask for an operation.
func (b *Body) May(name string) bool {
	rt := b.visit.route(name)
	return rt != nil && b.visit.Holds(append(app.AnyOf{rt.Allow}, rt.Or...))
}

// Fill says what a form shows: values by the paths of fields.
func (f *Form) Fill(values map[string]any) *Form {
	for _, path := range slices.Sorted(maps.Keys(values)) {
		f.Put(path, values[path])
	}
	return f
}

// Paths are those of all fields that the form shows something of, in the order of their names.
func (f *Form) Paths() []string { return slices.Sorted(maps.Keys(f.Values)) }

// Suggest shows what some fields were filled with as if somebody had written it: it is sent although
// nobody changes it. Without names that is all of them.
func (f *Form) Suggest(paths ...string) {
	if f.Sent == nil {
		f.Sent = url.Values(maps.Clone(f.Values))
	}
	if len(paths) == 0 {
		paths = slices.Collect(maps.Keys(f.Values))
	}
	for _, path := range paths {
		if _, shown := f.Values[path]; shown {
			f.Values[path] = []string{""}
		}
	}
}

// conflicts finds fields that somebody else changed to another value since the form was shown.
func (f *Form) conflicts(changed url.Values) bool {
	for name, mine := range changed {
		shown, known := f.Sent[rest.WasPrefix+name]
		now := f.Values[name]
		if known && !equal(shown, now) && !equal(mine, now) {
			f.theirs[name] = strings.Join(now, ", ")
			f.problems[name] = f.changedBy()
		}
	}
	return len(f.theirs) > 0
}

// About says which record the form changes, so that who changed it meanwhile can be told.
func (f *Form) About(table string, id int64) *Form {
	f.table, f.record = table, id
	return f
}

// changedBy says who changed meanwhile what the form is about, and when.
func (f *Form) changedBy() string {
	v := f.Visit
	if f.table != "" {
		who, found, err := timeline.ChangedBy(v.R.Context(), v.App, v.Caller, f.table, f.record)
		if err == nil && found {
			return f.V.T("office.changed_by", "name", who.Name, "when", v.MomentOf(who.At.In(v.Zone)))
		}
	}
	return f.V.T("office.changed_meanwhile")
}

// equal compares what fields show; of a box that is not ticked nothing may be there.
func equal(a, b []string) bool {
	said := func(all []string) []string {
		return slices.DeleteFunc(slices.Clone(all), func(s string) bool { return s == "" })
	}
	a, b = said(a), said(b)
	if len(b) == 1 && len(a) > 1 {
		a = a[len(a)-1:]
	}
	return slices.Equal(a, b)
}

// guard asks the operation to refuse the change if something else comes before it.
func (f *Form) guard(values url.Values) {
	if _, declared := f.Route.FormField(sinceField); declared && !f.Since.IsZero() {
		values.Set(sinceField, f.Since.UTC().Format(time.RFC3339Nano))
	}
}

// refuse puts what is wrong at its fields; what is at none stands above.
func (f *Form) refuse(e *app.Error) {
	lang := string(f.V.Lang)
	for _, p := range e.Fields {
		f.problems[p.Field] = rest.Sentence(lang, f.inWords(p.Message))
	}
	if e.Kind != app.Invalid && e != errChanged {
		f.Summary = rest.Translate(lang, e.Message)
	}
}

// inWords is a message that calls other fields as the page does: "must be after Begins".
func (f *Form) inWords(m app.Message) app.Message {
	m.Args = slices.Clone(m.Args)
	for i, arg := range m.Args {
		path, _ := arg.(string)
		if _, declared := f.Route.FormField(path); declared && f.labelled(path) {
			m.Args[i] = f.V.T("office.quoted", "text", f.label(path))
		}
	}
	return m
}

// Problems is whether anything is wrong.
func (f *Form) Problems() bool { return f.Summary != "" || len(f.problems) > 0 }

// Wrong tells whether something is wrong with one of some fields.
func (f *Form) Wrong(paths ...string) bool {
	return slices.ContainsFunc(paths, func(path string) bool { return f.problems[path] != "" })
}

// wrong is what is wrong with a field, for the summary above the form.
type wrong struct{ ID, Label, Problem string }

// At is what is wrong, with the way to each field that the page shows.
func (f *Form) At() (all []wrong) {
	for _, path := range slices.Sorted(maps.Keys(f.problems)) {
		w := wrong{Label: path, Problem: f.problems[path]}
		if f.labelled(path) {
			w.Label = f.label(path)
		}
		if _, shown := f.Values[path]; shown {
			w.ID = f.id(path)
		}
		all = append(all, w)
	}
	return all
}

// Wants tells whether the fields below a name are wanted: something was written into them, or is
// wrong there, or there is nothing to choose from instead.
func (f *Form) Wants(name string) bool {
	if len(f.Lists[name+"Id"]) == 1 { // there is none to choose from
		return true
	}
	for path := range f.problems {
		if strings.HasPrefix(path, name+".") {
			return true
		}
	}
	for path, sent := range f.Sent {
		if strings.HasPrefix(path, name+".") && strings.Join(sent, "") != "" {
			return true
		}
	}
	return false
}
