package event

import (
	"cmp"
	"marquee/handlers/web/office/screen"
	"slices"
	"strings"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/office"
)

// ticketsBody is what an event sells.
type ticketsBody struct {
	E                *office.Event
	Event, All       string
	Tabs             []screen.Tab
	NewTicket, Extra string
	Table            string
	Groups           []itemGroup
	Sum              string
	Net              []string
}

// itemGroup are things on sale that stand together.
type itemGroup struct {
	Name, Count string
	Rows        []itemRow
}

// itemRow is a thing on sale in a list.
type itemRow struct {
	ID              int64
	Name, About, To string
	Price, Left     string
	Chip            screen.Chip
	Meter           screen.Meter
	Net             []string
	moves           []move
}

// move is a step up or down: what something then stands in front of, empty: nothing.
type move struct {
	F               *screen.Form
	ID, Before      string
	Way, Word, Name string
}

// Moves are the steps that a row can go, as forms.
func (r itemRow) Moves(f *screen.Form) []move {
	all := slices.Clone(r.moves)
	for i := range all {
		all[i].F = f
	}
	return all
}

func ticketsScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/events/{id}/tickets", Post: "POST /office/{alias}/events/{id}/tickets", Needs: app.ViewEvents,
		Template: o.Template(templates, "tickets.html"), Show: showTickets,
		Forms: map[string]screen.Then{"POST sale-items/move": {Say: "office.moved"}},
	}
}

// showTickets lists what an event sells, in the order in which buyers see it.
func showTickets(v *screen.Visit) error {
	e, err := ReadEvent(v)
	if err != nil {
		return err
	}
	v.View.Title = v.View.T("office.tickets")
	body := &ticketsBody{E: e, Event: v.Path("/events/%d", e.ID), All: v.Path("/events"), Net: v.Amounts(e.Net), Tabs: saleTabs(v, e)}
	if v.Holds(catalog.SaleEditors) && e.CancelledAt == nil {
		body.NewTicket, body.Extra = body.Event+"/tickets/new", body.Event+"/tickets/new?kind=product"
		if len(e.Items) > 0 {
			body.Table = body.Event + "/tickets/table"
		}
	}
	if body.Groups, err = itemGroups(v, e); err != nil {
		return err
	}
	body.Sum = v.View.T("office.entries", "n", e.Sold)
	v.Body.Add("POST sale-items/move")
	v.Body.It = body
	return nil
}

// itemGroups puts what an event sells under headings: tickets that are in no group, each group, and
// what does not admit.
func itemGroups(v *screen.Visit, e *office.Event) (all []itemGroup, err error) {
	groups, err := groupsOf(v, e.ID)
	if err != nil {
		return nil, err
	}
	all = []itemGroup{{Name: v.View.T("office.tickets_group")}}
	for i := range groups {
		all = append(all, itemGroup{Name: groups[i].Name})
	}
	all = append(all, itemGroup{Name: v.View.T("office.extras_group")})
	for _, it := range ordered(e) {
		at := len(all) - 1
		if it.Admits() {
			at = 1 + slices.IndexFunc(groups, func(g catalog.GroupView) bool { return g.ID == it.GroupID })
		}
		all[at].Rows = append(all[at].Rows, itemRowOf(v, e, &it))
	}
	all = slices.DeleteFunc(all, func(g itemGroup) bool { return len(g.Rows) == 0 })
	for i := range all {
		all[i].Count = v.View.T("office.kinds", "n", len(all[i].Rows))
		all[i].movable()
	}
	return all, nil
}

// ordered is what an event sells, as buyers see it.
func ordered(e *office.Event) []catalog.SaleItemView {
	all := slices.Clone(e.Items)
	slices.SortStableFunc(all, inOrder)
	return all
}

// inOrder is the order in which buyers see things.
func inOrder(a, b catalog.SaleItemView) int {
	at := func(s *catalog.SaleItemView) int64 {
		if s.OrderColumn == nil {
			return 1 << 62
		}
		return *s.OrderColumn
	}
	return cmp.Or(cmp.Compare(at(&a), at(&b)), cmp.Compare(a.ID, b.ID))
}

// movable says what each row stands in front of when it goes up or down by one.
func (g *itemGroup) movable() {
	for i := range g.Rows {
		r := &g.Rows[i]
		if i > 0 {
			r.moves = append(r.moves, move{ID: screen.Number(r.ID), Before: screen.Number(g.Rows[i-1].ID), Way: "up", Word: "office.move_up", Name: r.Name})
		}
		if i+1 == len(g.Rows) {
			continue
		}
		down := move{ID: screen.Number(r.ID), Way: "down", Word: "office.move_down", Name: r.Name}
		if i+2 < len(g.Rows) {
			down.Before = screen.Number(g.Rows[i+2].ID)
		}
		r.moves = append(r.moves, down)
	}
}

func itemRowOf(v *screen.Visit, e *office.Event, it *catalog.SaleItemView) itemRow {
	s := office.StandingOfItem(it, v.App.Now())
	row := itemRow{
		ID: it.ID, Name: it.Item.Name, About: firstLine(it.Item.Description), Price: price(v, it),
		Chip: v.Chip(s, v.Zone), Meter: v.Meter(it.Stock.Sold, it.Stock.Total), Net: v.Amounts(e.Brought[it.ID].Net),
	}
	if v.Holds(catalog.SaleEditors) && ticketOps[it.Type] != "" {
		row.To = v.Path("/events/%d/tickets/%d", e.ID, it.ID)
	}
	if left := it.Left(); left != nil && s.Is == office.Selling {
		row.Left = v.View.T("office.n_left", "n", *left)
	}
	return row
}

// price is what something costs, from the lowest on.
func price(v *screen.Visit, it *catalog.SaleItemView) string {
	low, high, there := int64(0), int64(0), false
	cur := v.Company.Currency()
	for _, p := range it.Prices {
		if !there {
			cur, _ = company.CurrencyByID(p.CurrencyID)
		}
		if p.CurrencyID != cur.ID {
			continue
		}
		total := p.Total()
		if !there || total < low {
			low = total
		}
		high, there = max(high, total), true
	}
	switch {
	case !there:
		return "–"
	case high == 0:
		return v.View.T("office.free")
	case low < high:
		return v.View.T("office.price_from", "price", v.View.Amount(cur, low))
	}
	return v.View.Amount(cur, low)
}

// firstLine is as much of a text as a list has room for.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}
