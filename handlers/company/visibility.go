package company

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type visibilityGroupEntry struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

type visibilityGroupsJSON struct {
	Groups []visibilityGroupEntry `json:"visibilityGroups"`
}

type groupSightJSON struct {
	visibilityGroupEntry
	EventIDs []int64 `json:"eventIds" doc:"The first thousand."`
	VenueIDs []int64 `json:"venueIds" doc:"The first thousand. Whoever sees an event sees its venue too."`
}

type addGroupIn struct {
	Name string `json:"name" required:"true" maxlen:"255"`
}

type visibilityGroupIDIn struct {
	ID rest.ID `query:"id" required:"true"`
}

type editGroupIn struct {
	ID           rest.ID   `json:"id" required:"true"`
	Name         *string   `json:"name" maxlen:"255"`
	AddEvents    []rest.ID `json:"addEvents" maxitems:"100"`
	RemoveEvents []rest.ID `json:"removeEvents" maxitems:"100"`
	AddVenues    []rest.ID `json:"addVenues" maxitems:"100"`
	RemoveVenues []rest.ID `json:"removeVenues" maxitems:"100"`
}

type eventUsersIn struct {
	EventID rest.ID   `json:"eventId" required:"true"`
	UserIDs []rest.ID `json:"userIds" required:"true" maxitems:"100"`
}

type eventUsersJSON struct {
	EventID int64   `json:"eventId"`
	UserIDs []int64 `json:"userIds"`
}

func visibilityGroupEntryOf(g *company.VisibilityGroup) visibilityGroupEntry {
	return visibilityGroupEntry{g.ID, g.Name}
}

// visibility are the groups of users who see some events alone.
func visibility(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/visibility-groups", Summary: "List visibility groups", Tag: rolesTag,
			Doc: "Whoever is in groups sees the events and venues that one of them sees, the events given to them, and what hangs on these: " +
				"nothing else of the company's events exists for them, in lists, single reads, changes and reports. Who is in none sees everything. " +
				"What somebody in groups makes is seen by these groups.",
			Allow: app.ViewUsers, Or: []app.Ability{app.ManageUsers},
		}, func(ctx context.Context, c *app.Caller, _ nothingIn) (visibilityGroupsJSON, error) {
			all, err := company.VisibilityGroups(ctx, a, c)
			out := visibilityGroupsJSON{[]visibilityGroupEntry{}}
			for i := range all {
				out.Groups = append(out.Groups, visibilityGroupEntryOf(&all[i]))
			}
			return out, err
		}),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/visibility-group", Summary: "What a visibility group sees", Tag: rolesTag,
			Allow: app.ViewUsers, Or: []app.Ability{app.ManageUsers},
		}, func(ctx context.Context, c *app.Caller, in visibilityGroupIDIn) (groupSightJSON, error) {
			g, s, err := catalog.SharedWith(ctx, a, c, int64(in.ID))
			return sharedForm(&g, s), err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/visibility-groups", Summary: "Create a visibility group", Tag: rolesTag, Proof: true, Allow: app.ManageUsers, Status: 201,
			Doc: "Users are put into it by POST /company/users/update.",
		}, func(ctx context.Context, c *app.Caller, in addGroupIn) (visibilityGroupEntry, error) {
			made, err := company.CreateVisibilityGroup(ctx, a, c, in.Name)
			return visibilityGroupEntryOf(&made), err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/visibility-groups/update", Summary: "Change a visibility group, and what it sees", Tag: rolesTag, Proof: true, Allow: app.ManageUsers,
			Doc: "Who is in groups themselves changes these alone, and adds what they see.",
		}, func(ctx context.Context, c *app.Caller, in editGroupIn) (groupSightJSON, error) {
			g, s, err := catalog.ShareWith(ctx, a, c, int64(in.ID), catalog.Share{
				Name:   in.Name,
				Add:    catalog.Shared{Events: wire.IDs(in.AddEvents), Venues: wire.IDs(in.AddVenues)},
				Remove: catalog.Shared{Events: wire.IDs(in.RemoveEvents), Venues: wire.IDs(in.RemoveVenues)},
			})
			return sharedForm(&g, s), err
		}),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/visibility-groups", Summary: "Delete a visibility group", Tag: rolesTag, Proof: true, Allow: app.ManageUsers, Status: 204,
			Doc: "Refused while the caller is in it, and while a user is in no other: they would see everything.",
		}, func(ctx context.Context, c *app.Caller, in roleIDIn) (nothingJSON, error) {
			return nothingJSON{}, company.DeleteVisibilityGroup(ctx, a, c, int64(in.ID))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/events/users", Summary: "Give an event to users", Tag: rolesTag, Proof: true, Allow: app.ManageUsers,
			Doc: "They see it whatever their visibility groups, in place of those who did.",
		}, func(ctx context.Context, c *app.Caller, in eventUsersIn) (eventUsersJSON, error) {
			given, err := catalog.GiveEvent(ctx, a, c, int64(in.EventID), wire.IDs(in.UserIDs))
			return eventUsersJSON{int64(in.EventID), idsOrNone(given)}, err
		}),
	}
}

func sharedForm(g *company.VisibilityGroup, s catalog.Shared) groupSightJSON {
	return groupSightJSON{visibilityGroupEntryOf(g), idsOrNone(s.Events), idsOrNone(s.Venues)}
}

func idsOrNone(ids []int64) []int64 { return append([]int64{}, ids...) }
