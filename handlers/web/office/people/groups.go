package people

import (
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/app/office"
	"marquee/handlers/web/office/screen"
)

type groupsBody struct {
	All  string
	Rows []groupRow
}

type groupRow struct{ Name, To, People string }

type groupBody struct {
	All, People string
	Events      []seenRow
	Venues      []seenRow
	In          []screen.Place
	More        string
	// Loss is what whoever is in it loses with it, empty: nobody is.
	Loss string
}

// seenRow is an event or a venue that a group sees.
type seenRow struct{ ID, Name, When string }

// seenRows are some of these, with the form that hides one, nil: the reader may not.
type seenRows struct {
	F     *screen.Form
	Field string
	Rows  []seenRow
}

// Seen is for the template of a list.
func (b *groupBody) Seen(f *screen.Form, field string, rows []seenRow) seenRows {
	return seenRows{f, field, rows}
}

const (
	makeGroup   = "POST visibility-groups"
	editGroup   = "POST visibility-groups/update"
	deleteGroup = "DELETE visibility-groups"
	// maxToAdd is how many of the next events are offered.
	maxToAdd = 100
)

func groupsScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/groups", Post: "POST /office/{alias}/groups", Needs: views, Template: o.Template(templates, "groups.html"), Show: showGroups,
		Forms: map[string]screen.Then{makeGroup: {Say: "office.group_made", To: toGroup}},
	}
}

// toGroup leads to a group that was made, or else to all of them.
func toGroup(v *screen.Visit, out any) string {
	var made struct{ ID int64 }
	if screen.Read(out, &made) != nil {
		return v.Path("/groups")
	}
	return v.Path("/groups/%d", made.ID)
}

func groupScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/groups/{id}", Post: "POST /office/{alias}/groups/{id}", Needs: views, Template: o.Template(templates, "group.html"), Show: showGroup,
		Forms: map[string]screen.Then{
			editGroup:   {Say: "office.saved"},
			deleteGroup: {Say: "office.group_gone", To: func(v *screen.Visit, _ any) string { return v.Path("/groups") }},
		},
	}
}

// showGroups lists the groups of users who see some events alone.
func showGroups(v *screen.Visit) error {
	v.View.Title = v.View.T("office.visibility_groups")
	all, err := company.VisibilityGroups(v.R.Context(), v.App, v.Caller)
	if err != nil {
		return err
	}
	in := map[int64]int{}
	if v.Holds(lists) {
		people, err := company.ReadPeople(v.R.Context(), v.App, v.Caller, company.PeopleActive, "")
		if err != nil {
			return err
		}
		for i := range people.Rows {
			for _, id := range people.Rows[i].Member.Groups {
				in[id]++
			}
		}
	}
	body := &groupsBody{All: peopleAt(v)}
	for i := range all {
		row := groupRow{Name: all[i].Name, To: v.Path("/groups/%d", all[i].ID)}
		if v.Holds(lists) {
			row.People = v.View.T("office.n_people", "n", in[all[i].ID])
		}
		body.Rows = append(body.Rows, row)
	}
	v.Body.It = body
	v.Body.Add(makeGroup).Fill(map[string]any{"name": ""})
	return nil
}

// showGroup shows what a group sees, and who is in it.
func showGroup(v *screen.Visit) error {
	g, err := office.ReadUserGroup(v.R.Context(), v.App, v.Caller, v.ID("id"))
	if err != nil {
		return err
	}
	v.View.Title = g.Name
	body := &groupBody{All: v.Path("/groups"), People: peopleAt(v)}
	for i := range g.Events {
		e := &g.Events[i]
		body.Events = append(body.Events, seenRow{screen.Number(e.ID), e.Name, v.View.Lang.Days(e.Start.In(e.Location()), e.End.In(e.Location()))})
	}
	if g.Sees > len(g.Events) {
		body.More = v.View.T("office.group_sees_more", "n", g.Sees)
	}
	for i := range g.Venues {
		body.Venues = append(body.Venues, seenRow{ID: screen.Number(g.Venues[i].ID), Name: g.Venues[i].NameOnLine()})
	}
	for i := range g.People {
		p := &g.People[i].User
		body.In = append(body.In, screen.Place{Text: p.Name, Short: p.Email, To: v.Path("/people/%d", p.ID)})
	}
	if n := len(body.In); n > 0 {
		body.Loss = v.View.T("office.visibility_loss", "n", n)
	}
	v.Body.It = body
	f := v.Body.Add(editGroup).Fill(map[string]any{"id": g.ID, "name": g.Name, "addEvents": []string{}}).About("visibility_groups", g.ID)
	v.Body.Add(deleteGroup).Fill(map[string]any{"id": g.ID})
	return offerEvents(v, f, &g)
}

// offerEvents offers the next events that a group does not see yet.
func offerEvents(v *screen.Visit, f *screen.Form, g *office.UserGroup) error {
	if !v.Body.May(editGroup) {
		return nil
	}
	all, err := nextEvents(v)
	for _, o := range all {
		if !slices.ContainsFunc(g.Events, func(e catalog.Event) bool { return screen.Number(e.ID) == o.Value }) {
			f.Lists["addEvents"] = append(f.Lists["addEvents"], o)
		}
	}
	return err
}

// nextEvents are those to choose from, for who sees lists of events.
func nextEvents(v *screen.Visit) (all []screen.Option, err error) {
	if !v.Holds(screen.CatalogReaders) {
		return nil, nil
	}
	now := v.App.Now()
	page, err := catalog.ListEvents(v.R.Context(), v.App, v.Caller, catalog.EventFilter{EndingAfter: &now, HideChildren: true, Request: list.Request{Limit: maxToAdd}}, catalog.EventWants{})
	if app.KindOf(err) == app.Forbidden {
		return nil, nil
	}
	for i := range page.Events {
		e := &page.Events[i]
		all = append(all, screen.Option{Value: screen.Number(e.ID), Text: e.Name + ", " + v.When(e)})
	}
	return all, err
}
