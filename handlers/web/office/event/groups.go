package event

import (
	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/list"
	"marquee/app/office"
	"marquee/handlers/web/office/screen"
)

// groupsBody are the groups of tickets of an event.
type groupsBody struct {
	soldBody
	New  string
	Rows []groupRow
}

// groupRow is a group in the list.
type groupRow struct {
	Name, About, To, Count string
	Meter                  screen.Meter
	Chip                   screen.Chip
}

func groupsScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/events/{id}/tickets/groups", Needs: app.ViewEvents,
		Template: o.Template(templates, "groups.html"), Show: showGroups,
	}
}

// groupsOf reads all groups of an event.
func groupsOf(v *screen.Visit, eventID int64) (all []catalog.GroupView, err error) {
	for {
		page, err := catalog.ListGroups(v.R.Context(), v.App, v.Caller, catalog.GroupFilter{EventID: eventID, Request: list.Request{Offset: int64(len(all)), Limit: catalog.MaxItemPage}})
		if err != nil || len(page.Rows) == 0 {
			return all, err
		}
		if all = append(all, page.Rows...); len(page.Rows) < catalog.MaxItemPage {
			return all, nil
		}
	}
}

// showGroups lists the groups of an event.
func showGroups(v *screen.Visit) error {
	at, err := soldAtEvent(v, "/groups")
	if err != nil {
		return err
	}
	v.View.Title = v.View.T("office.groups")
	body := &groupsBody{soldBody: at}
	edits := v.Holds(catalog.SaleEditors)
	if edits && at.E.CancelledAt == nil {
		body.New = at.Section + "/new"
	}
	all, err := groupsOf(v, at.E.ID)
	if err != nil {
		return err
	}
	for i := range all {
		g := &all[i]
		row := groupRow{
			Name: g.Name, About: firstLine(g.Description), Count: v.View.T("office.kinds", "n", len(g.ItemIDs)),
			Meter: v.Meter(g.Stock.Sold, g.Stock.Total), Chip: v.Chip(office.StandingOfGroup(g, v.App.Now()), v.Zone),
		}
		if edits {
			row.To = v.Path("/events/%d/tickets/groups/%d", at.E.ID, g.ID)
		}
		body.Rows = append(body.Rows, row)
	}
	v.Body.It = body
	return nil
}
