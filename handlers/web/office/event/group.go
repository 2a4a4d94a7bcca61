package event

import (
	"fmt"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/office"
	"marquee/handlers/rest"
	"marquee/handlers/web/office/screen"
)

// The operations of groups.
const (
	newGroupOp    = "POST sale-item-groups"
	groupOp       = "POST sale-item-groups/update"
	deleteGroupOp = "DELETE sale-item-groups"
	joinOp        = "POST events/tickets/update"
)

// groupBody is a group that is made or changed.
type groupBody struct {
	soldBody
	Op string
	// Key and Value are the field that says of which event, or which group, it is.
	Key, Value string
	Chip       *screen.Chip
	Languages  []screen.Tab
	// Tickets are those that can be in it; Empty: none is, so that it can be deleted.
	Tickets []groupTicket
	Empty   bool
}

// groupTicket is a ticket that is in the group, or could be. Was is the group that it is in, To the
// one that the button puts it into, empty: none.
type groupTicket struct {
	ID, Name, About string
	Was, To         string
	In              bool
}

func groupScreen(o *screen.Pages) *screen.Screen {
	toGroups := func(v *screen.Visit, _ any) string { return v.Path("/events/%d/tickets/groups", v.ID("id")) }
	return &screen.Screen{
		Get: "GET /office/{alias}/events/{id}/tickets/groups/{group}", Post: "POST /office/{alias}/events/{id}/tickets/groups/{group}", Needs: catalog.SaleEditors,
		Template: o.Template(templates, "group.html"), Show: showGroup,
		Forms: map[string]screen.Then{
			newGroupOp: {Say: "office.group_made", To: func(v *screen.Visit, out any) string {
				return fmt.Sprintf("%s/%d", toGroups(v, nil), rest.IDOf(out))
			}},
			groupOp:       {Say: "office.saved", Undo: true, To: toGroups},
			deleteGroupOp: {Say: "office.group_deleted", To: toGroups, Restore: "POST sale-item-groups/restore"},
			joinOp:        {Say: "office.group_joined", Undo: true, Sets: map[string]string{"saleItemData.groupId=": "office.group_left"}},
		},
	}
}

// showGroup shows a group that is to be made, or one that is there.
func showGroup(v *screen.Visit) error {
	v.Writing()
	at, err := soldAtEvent(v, "/groups")
	if err != nil {
		return err
	}
	body := &groupBody{soldBody: at, Op: newGroupOp, Key: "eventId", Value: screen.Number(at.E.ID)}
	v.Body.It = body
	g := catalog.GroupView{}
	v.View.Title = v.View.T("office.new_group")
	if v.R.PathValue("group") != "new" {
		all, err := groupsOf(v, at.E.ID)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(all, func(g catalog.GroupView) bool { return g.ID == v.ID("group") })
		if i < 0 {
			return app.Missing("page")
		}
		g = all[i]
		v.View.Title = g.Name
		chip := v.Chip(office.StandingOfGroup(&g, v.App.Now()), v.Zone)
		body.Op, body.Key, body.Value, body.Chip, body.Languages = groupOp, "id", screen.Number(g.ID), &chip, v.TextTabs()
		body.addTickets(v, all, &g)
	}
	f := v.Body.Add(body.Op).Fill(map[string]any{
		"name": g.Name, "description": g.Description, "totalStock": g.Stock.Total, "onSale": !g.OffSale,
		"onSaleFrom": g.OnSaleFrom, "onSaleUntil": g.OnSaleUntil, "isCollapsed": g.Collapsed,
		"hideWhenOffSale": g.HideWhenOffSale, "hideWhenOutOfStock": g.HideWhenOutOfStock,
	})
	f.About("sale_item_groups", g.ID)
	return nil
}

// addTickets adds the tickets that can be in a group, those in it first.
func (body *groupBody) addTickets(v *screen.Visit, all []catalog.GroupView, g *catalog.GroupView) {
	body.Empty = len(g.ItemIDs) == 0
	v.Body.Add(deleteGroupOp).Put("id", g.ID)
	v.Body.Add(joinOp)
	for _, it := range ordered(body.E) {
		if it.Type != catalog.Ticket || it.TimeslotID != 0 {
			continue
		}
		row := groupTicket{ID: screen.Number(it.ID), Name: it.Item.Name, Was: screen.IdOr(it.GroupID), To: screen.Number(g.ID), In: it.GroupID == g.ID}
		if row.In {
			row.To = ""
		} else if i := slices.IndexFunc(all, func(o catalog.GroupView) bool { return o.ID == it.GroupID }); i >= 0 {
			row.About = v.View.T("office.group_in", "name", all[i].Name)
		}
		body.Tickets = append(body.Tickets, row)
	}
	slices.SortStableFunc(body.Tickets, func(a, b groupTicket) int {
		switch {
		case a.In == b.In:
			return 0
		case a.In:
			return -1
		}
		return 1
	})
}
