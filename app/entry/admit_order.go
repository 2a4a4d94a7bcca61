package entry

import (
	"context"
	"maps"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/entry/rules"
	"marquee/app/order"
)

// AdmitOrder lets all tickets of an order in at the Entry zones of their events, those of
// bundles too; products, season tickets and guests are left alone. Who is in already, and
// what was voided or waits for approval, is passed over. Of the others all are let in or
// none: a refusal names what stands in the way.
func AdmitOrder(ctx context.Context, a *app.App, c *app.Caller, k order.Key) error {
	return a.Update(ctx, c, scanners, func(tx app.Tx) error {
		o, err := order.Find(tx, k)
		if err != nil {
			return err
		}
		items, err := order.ItemsOf(tx, &o)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(items, func(i order.Item) bool { return i.Issued() }) {
			return app.Field("orderId", "is not complete")
		}
		byEvent := map[int64][]order.Item{}
		for _, i := range items {
			if i.Type == catalog.Ticket && i.Issued() && i.Holds() && !undecided(&i) {
				byEvent[i.EventID] = append(byEvent[i.EventID], i)
			}
		}
		for _, event := range slices.Sorted(maps.Keys(byEvent)) {
			if err := admitAt(tx, c, event, byEvent[event]); err != nil {
				return err
			}
		}
		return nil
	})
}

// admitAt lets tickets in at the Entry zone of an event.
func admitAt(tx app.Tx, c *app.Caller, event int64, items []order.Item) error {
	zones, err := zonesOf(tx, event)
	if err != nil {
		return err
	}
	in := ScanRequest{ZoneID: entryZone(zones).ID, Direction: rules.In, Confirmed: true}
	g, err := openGate(tx, in, c, tx.Now(), tx.Wall())
	if app.KindOf(err) == app.NotFound { // who asks for an order names no zone
		return app.Refuse(app.Forbidden, "This would change something that you do not see.")
	}
	if err != nil {
		return err
	}
	for i := range items {
		// Whoever asks names the order: no code is shown that could be a copy.
		f := found{code: items[i].Barcode, kind: rules.TicketCode, shown: rules.Rotating, item: items[i]}
		if err := g.complete(tx, &f); err != nil {
			return err
		}
		// Whoever is inside is no question to the rules: a window that is over by now, or
		// a zone that takes tickets again and again, would answer it in the wrong way.
		if !f.state.In(in.ZoneID).Inside {
			g.tickets = append(g.tickets, f)
		}
	}
	if len(g.tickets) == 0 {
		return nil
	}
	d := rules.Decide(g.ask())
	if d.Overall.Status != Valid {
		return cannotAdmit(g.tickets[d.Speaker].item.Barcode, d.Overall)
	}
	if n := g.madeUp(d); n > 0 {
		if err := app.TakeRows(tx, c, n); err != nil {
			return err
		}
	}
	_, err = g.store(tx, d)
	return err
}

// cannotAdmit names the ticket that is not let in, and the outcome of its scan.
func cannotAdmit(barcode string, o rules.Outcome) error {
	outcome := o.Status.String()
	if o.Detail != "" {
		outcome = o.Detail
	}
	return app.Field("orderId", "has the ticket %s, which cannot be let in: %s", barcode, outcome)
}
