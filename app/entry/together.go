package entry

import (
	"marquee/app"
	"marquee/app/entry/rules"
	"marquee/app/order"
)

// broughtBy takes the tickets of a request as if each had shown its best code, if they are of
// the order of one that is inside: whoever came in brings their own. Nobody shows those codes,
// so none of them can be a copy; all else that the rules ask of a ticket stands.
func (g *gate) broughtBy(r app.Reader, code string) error {
	lead, found, err := order.ItemAt(app.Whole(r), code, g.zone.EventID)
	if err != nil {
		return err
	}
	state, known, err := findState(r, lead.ID)
	if err != nil {
		return err
	}
	if !found || !known || !lead.At(g.zone.EventID) || !state.In(g.zone.ID).Inside {
		return app.Field("with", "is not valid")
	}
	for i := range g.tickets {
		if f := &g.tickets[i]; f.kind == rules.TicketCode && f.item.OrderID == lead.OrderID {
			f.shown = rules.Rotating
		}
	}
	return nil
}
