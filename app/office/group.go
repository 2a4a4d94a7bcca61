package office

import (
	"context"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
)

// maxGroupSees is how many events and venues of a visibility group its page shows, each.
const maxGroupSees = 200

// UserGroup is a visibility group with what it sees and who is in it.
type UserGroup struct {
	company.VisibilityGroup
	// Events are the first of those that it sees, Sees how many it sees in all, up to a thousand.
	Events []catalog.Event
	Venues []catalog.Venue
	Sees   int
	People []company.Person
}

// ReadUserGroup reads a visibility group. Who is in it is for those who may list users.
func ReadUserGroup(ctx context.Context, a *app.App, c *app.Caller, id int64) (out UserGroup, err error) {
	g, seen, err := catalog.SharedWith(ctx, a, c, id)
	if err != nil {
		return out, err
	}
	out.VisibilityGroup, out.Sees = g, len(seen.Events)
	err = a.View(ctx, c, app.AnyOf{app.ViewUsers, app.ManageUsers}, func(r app.Reader) error {
		if out.Events, err = catalog.Events.GetMany(r, seen.Events[:min(maxGroupSees, len(seen.Events))]); err != nil {
			return err
		}
		out.Venues, err = catalog.Venues.GetMany(r, seen.Venues[:min(maxGroupSees, len(seen.Venues))])
		return err
	})
	if err != nil {
		return out, err
	}
	out.People, err = peopleIn(ctx, a, c, id)
	return out, err
}

// peopleIn are the users who are in a group and have access, nobody for those who may not list them.
func peopleIn(ctx context.Context, a *app.App, c *app.Caller, id int64) ([]company.Person, error) {
	all, err := company.ReadPeople(ctx, a, c, company.PeopleActive, "")
	if app.KindOf(err) == app.Forbidden {
		return nil, nil
	}
	return slices.DeleteFunc(all.Rows, func(p company.Person) bool { return !slices.Contains(p.Member.Groups, id) }), err
}
