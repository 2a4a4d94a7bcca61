package imports

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
)

func groups() *Type {
	return &Type{
		Name: "groups", About: "Sale-item groups of events. Found by external id, else by name, at the event.",
		Needs: []app.Ability{app.EditEvents, app.ViewEvents},
		Fields: []Field{
			{Name: "externalId", About: "What another system calls the group."},
			{Name: "eventId", About: "Number of the event."},
			{Name: "eventExternalId", About: "What another system calls the event.", Also: []string{"event external id"}},
			{Name: "event", About: "Name of the event.", Also: []string{"event name", "veranstaltung"}},
			{Name: "eventStart", About: "Start of the event, where several have the name.", Also: []string{"event date"}},
			{Name: "name", About: "Name.", Required: true, Also: []string{"group", "group name"}},
			{Name: "description", About: "Description."},
			{Name: "totalStock", About: "The pool that its tickets share.", Also: []string{"stock", "pool", "capacity"}},
			{Name: "onSale", About: "Yes or no."},
			{Name: "onSaleFrom", About: "First moment of its sale."},
			{Name: "onSaleUntil", About: "End of its sale; a day alone is wholly part of it."},
			{Name: "isCollapsed", About: "Yes or no: shown folded.", Also: []string{"collapsed"}},
		},
		Apply: applyGroup,
	}
}

func applyGroup(ctx context.Context, d *doing, rows []record) (m made, err error) {
	r := rows[0]
	event, err := r.event("eventId", "eventExternalId", "event", "eventStart")
	if err != nil {
		return m, err
	}
	if event == 0 {
		if !r.failed() {
			r.note("event", "is required")
		}
		return m, nil
	}
	e, err := catalog.SharedEvent(d.tx, event)
	if err != nil {
		return m, err
	}
	where := e.Location()
	in := catalog.GroupChange{
		Name: r.given("name"), Description: r.maybe("description"), ExternalID: r.maybe("externalId"), TotalStock: maybe(r.number("totalStock")),
		OnSale: r.flag("onSale"), Collapsed: r.flag("isCollapsed"),
		OnSaleFrom: maybe(r.moment("onSaleFrom", where)), OnSaleUntil: maybe(r.end("onSaleUntil", where)),
	}
	all, err := catalog.GroupsOf(d.tx, event)
	if err != nil || r.failed() {
		return m, err
	}
	external, name := r.text("externalId"), app.Fold(r.text("name"))
	for i := range all {
		if external != "" && all[i].ExternalID == external || external == "" && app.Fold(all[i].Name) == name {
			v, err := catalog.UpdateGroup(ctx, d.app, d.caller, all[i].ID, in)
			return made{id: v.Group.ID, did: Changed}, err
		}
	}
	v, err := catalog.CreateGroup(ctx, d.app, d.caller, event, in)
	return made{id: v.Group.ID, did: Created}, err
}
