package people

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/office"
	"marquee/handlers/rest"
	"marquee/handlers/web/office/screen"
	"marquee/handlers/web/page"
)

// someRow are abilities that are held at the same events, as a page tells them.
type someRow struct {
	Rights, Where, To string
	// Sent is what a form sends that takes them away.
	Sent []screen.SentField
}

// some are those of a person or of a role, with the way to more.
type some struct {
	Rows []someRow
	New  string
}

// shownSome are some with the form that takes one away, nil: the reader may not.
type shownSome struct {
	some
	V *page.View
	F *screen.Form
}

// With is for the template.
func (s some) With(v *page.View, f *screen.Form) shownSome { return shownSome{s, v, f} }

// together are grants that count at the same events.
type together struct {
	abilities []app.Ability
	app.Grant
}

// ofRecords: they are of venues or codes that are named.
func (t *together) ofRecords() bool { return len(t.Records) > 0 }

// grouped puts together what counts at the same events.
func grouped(all []app.Grant) (out []together) {
	for _, g := range all {
		i := slices.IndexFunc(out, func(t together) bool {
			return t.Own == g.Own && t.All == g.All && t.Drafts == g.Drafts && slices.Equal(t.Events, g.Events) && slices.Equal(t.Records, g.Records)
		})
		if i < 0 {
			i, out = len(out), append(out, together{Grant: g})
		}
		out[i].abilities = append(out[i].abilities, g.Ability)
	}
	return out
}

const grantsField = "scopedAbilities"

// rowPath is a field of one row of a form.
func rowPath(n int, field string) string { return fmt.Sprintf("%s.%d.%s", grantsField, n, field) }

// putSome says what a form shows of the rows that there are.
func putSome(f *screen.Form, rows []together) {
	for n := range rows {
		t := &rows[n]
		var rights []string
		for _, a := range t.abilities {
			rights = append(rights, string(a))
		}
		f.Put(rowPath(n, "abilities"), rights)
		f.Put(rowPath(n, "scope"), scopeOf(&t.Grant))
		f.Put(rowPath(n, "eventIds"), texts(t.Events))
		f.Put(rowPath(n, "recordIds"), texts(t.Records))
		f.Put(rowPath(n, "untilPublished"), t.Drafts)
	}
}

func scopeOf(g *app.Grant) string {
	switch {
	case g.Own:
		return "own"
	case g.All:
		return "all"
	}
	return "selected"
}

// rowIn is the row that a field is of, -1: of none.
func rowIn(path string) int {
	below, is := strings.CutPrefix(path, grantsField+".")
	number, _, _ := strings.Cut(below, ".")
	if n, err := strconv.Atoi(number); is && err == nil {
		return n
	}
	return -1
}

// sentOf is what a form sends of the rows: as they are, what stood there beside it. Of one row nothing is
// sent, or all of it is left out, where the page has fields for it.
func sentOf(f *screen.Form, blank, out int) (all []screen.SentField) {
	for _, path := range f.Paths() {
		n := rowIn(path)
		if n < 0 || n == out {
			continue
		}
		for _, value := range f.Values[path] {
			all = append(all, screen.SentField{Name: rest.WasPrefix + path, Value: value})
			if n == blank {
				value = ""
			}
			all = append(all, screen.SentField{Name: path, Value: value})
		}
	}
	return all
}

// tellSome tells what counts at some events alone; at is where the sheets lie, empty for who may not
// change it.
func tellSome(v *screen.Visit, f *screen.Form, grants []app.Grant, at string) (out some, err error) {
	rows := grouped(grants)
	putSome(f, rows)
	var ids []int64
	for i := range rows {
		ids = append(ids, rows[i].Events...)
	}
	events, err := office.EventNames(v.R.Context(), v.App, v.Caller, views, ids)
	if err != nil {
		return out, err
	}
	for i := range rows {
		row := someRow{Rights: strings.Join(names(v, rows[i].abilities, len(jobs)), ", "), Where: whereOf(v, &rows[i].Grant, events)}
		if at != "" {
			row.To, row.Sent = fmt.Sprintf("%s/%d", at, i+1), sentOf(f, i, -1)
		}
		out.Rows = append(out.Rows, row)
	}
	if at != "" {
		out.New = at + "/new"
	}
	return out, nil
}

// mostNamed is how many events are named where some count.
const mostNamed = 3

// whereOf is where a grant counts, in words.
func whereOf(v *screen.Visit, g *app.Grant, events map[int64]string) string {
	text := v.View.T("office.some_" + scopeOf(g))
	switch {
	case len(g.Records) > 0:
		text = v.View.T("office.some_records", "n", len(g.Records))
	case len(g.Events) > 0:
		var named []string
		for _, id := range g.Events[:min(len(g.Events), mostNamed)] {
			name := events[id]
			if name == "" {
				name = v.View.T("office.some_event", "id", id)
			}
			named = append(named, name)
		}
		text = strings.Join(named, ", ")
		if more := len(g.Events) - mostNamed; more > 0 {
			text = v.View.T("office.some_more", "names", text, "n", more)
		}
	}
	if g.Drafts && !g.All {
		text = v.View.T("office.some_drafts", "where", text)
	}
	return text
}

// someBody is a sheet in which such a row is changed, or a new one is made.
type someBody struct {
	All, At, Name, Op string
	N                 int
	Kept              []screen.SentField
	// Jobs have the rights for events, Made those for what somebody made.
	Jobs, Made []job
	Records    bool
}

// ticks are the rights of a job to tick.
type ticks struct {
	F    *screen.Form
	Path string
	Job  job
}

// Ticks are those of a job on the sheet.
func (b *someBody) Ticks(f *screen.Form, j job) ticks { return ticks{f, b.Path("abilities"), j} }

// Path is a field of the row.
func (b *someBody) Path(field string) string { return rowPath(b.N, field) }

// fillSome fills the sheet of the row in the address.
func fillSome(v *screen.Visit, f *screen.Form, grants []app.Grant, body *someBody) error {
	rows := grouped(grants)
	body.N = len(rows)
	t := together{}
	if number := v.R.PathValue("row"); number != "new" {
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > len(rows) {
			return app.Missing("page")
		}
		body.N = n - 1
		t = rows[n-1]
	}
	putSome(f, rows)
	if body.N == len(rows) {
		f.Fill(map[string]any{rowPath(body.N, "abilities"): []string{}, rowPath(body.N, "scope"): "", rowPath(body.N, "eventIds"): []string{}, rowPath(body.N, "untilPublished"): false})
	}
	body.Kept, body.Records = sentOf(f, -1, body.N), t.ofRecords()
	if body.Records {
		for _, id := range t.Records {
			body.Kept = append(body.Kept, screen.SentField{Name: rowPath(body.N, "recordIds"), Value: screen.Number(id)}, screen.SentField{Name: rest.WasPrefix + rowPath(body.N, "recordIds"), Value: screen.Number(id)})
		}
	}
	body.Jobs, body.Made = jobsOf(v, app.Scopable), jobsOf(v, app.Ownable)
	f.Lists[rowPath(body.N, "scope")] = scopeOptions(v, "selected", "own", "all")
	events, err := eventOptions(v, t.Events)
	f.Lists[rowPath(body.N, "eventIds")] = events
	return err
}

// scopeOptions are words of where a right counts.
func scopeOptions(v *screen.Visit, scopes ...string) (all []screen.Option) {
	for _, scope := range scopes {
		all = append(all, screen.Option{Value: scope, Text: v.View.T("office.scope_" + scope)})
	}
	return all
}

// jobsOf are the jobs with those of their rights that are among some.
func jobsOf(v *screen.Visit, among []app.Ability) (all []job) {
	for _, j := range told(v, held{}) {
		j.Rights = slices.DeleteFunc(j.Rights, func(r right) bool { return !slices.Contains(among, app.Ability(r.Ability)) })
		for i := range j.Rights {
			j.Rights[i].Lacks = !v.Caller.Holds(app.Ability(j.Rights[i].Ability))
		}
		if len(j.Rights) > 0 {
			all = append(all, j)
		}
	}
	return all
}

// eventOptions are the next events to choose from, behind those that were chosen already.
func eventOptions(v *screen.Visit, chosen []int64) (all []screen.Option, err error) {
	known, err := office.EventNames(v.R.Context(), v.App, v.Caller, views, chosen)
	if err != nil {
		return nil, err
	}
	for _, id := range chosen {
		name := known[id]
		if name == "" {
			name = v.View.T("office.some_event", "id", id)
		}
		all = append(all, screen.Option{Value: screen.Number(id), Text: name})
	}
	next, err := nextEvents(v)
	for _, o := range next {
		if !slices.ContainsFunc(all, func(known screen.Option) bool { return known.Value == o.Value }) {
			all = append(all, o)
		}
	}
	return all, err
}

func personSomeScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/people/{id}/some/{row}", Post: "POST /office/{alias}/people/{id}/some/{row}", Needs: views, Template: o.Template(templates, "some.html", "some_list.html"), Show: showPersonSome,
		Forms: map[string]screen.Then{editUser: {Say: "office.saved", Undo: true, To: func(v *screen.Visit, _ any) string { return v.Path("/people/%d", v.ID("id")) }}},
	}
}

func showPersonSome(v *screen.Visit) error {
	u, err := readPerson(v)
	if err != nil {
		return err
	}
	may, err := company.MayChange(v.R.Context(), v.App, v.Caller, u.User.ID)
	if err != nil {
		return err
	}
	if !mayRights(v, u, may) {
		return app.Missing("page")
	}
	v.View.Title = v.View.T("office.some_of", "name", u.User.Name)
	body := &someBody{All: v.Path("/people"), At: v.Path("/people/%d", u.User.ID), Name: u.User.Name, Op: editUser}
	v.Body.It = body
	return fillSome(v, v.Body.Add(editUser).Fill(map[string]any{"id": u.User.ID}).About("members", u.Member.ID), u.Member.Grants, body)
}

func roleSomeScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/roles/{id}/some/{row}", Post: "POST /office/{alias}/roles/{id}/some/{row}", Needs: app.ManageUsers, Template: o.Template(templates, "some.html", "some_list.html"), Show: showRoleSome,
		Forms: map[string]screen.Then{editRole: {Say: "office.saved", Undo: true, To: func(v *screen.Visit, _ any) string { return v.Path("/roles/%d", v.ID("id")) }}},
	}
}

func showRoleSome(v *screen.Visit) error {
	r, err := readRole(v)
	if err != nil {
		return err
	}
	v.View.Title = v.View.T("office.some_of", "name", r.Title)
	body := &someBody{All: v.Path("/roles"), At: v.Path("/roles/%d", r.ID), Name: r.Title, Op: editRole}
	v.Body.It = body
	return fillSome(v, v.Body.Add(editRole).Fill(map[string]any{"id": r.ID}).About("roles", r.ID), r.Grants, body)
}
