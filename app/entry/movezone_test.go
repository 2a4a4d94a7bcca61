package entry_test

import (
	"testing"
	"time"

	"marquee/app/catalog"
	. "marquee/app/entry"
	"marquee/app/order"

	"github.com/matryer/is"
)

func TestASoldTicketOpensAtTheHourOnTheWall(t *testing.T) {
	is := is.New(t)
	d := newDoor(t)
	gate := d.zone("Gate", ZoneFields{})
	from, to := d.event.Start.Add(-time.Hour), d.event.End
	d.window(&from, &to, 0)
	sold := d.order(1, func(i *order.Item) { i.ValidFrom, i.ValidTo = &from, &to })
	timed := d.item
	d.item = d.saleItem(catalog.Ticket, "At any time")
	always := d.order(1)
	d.item = timed
	d.w.Clock.Jump(time.Minute)
	since := d.w.Clock.Now()

	york, online := "America/New_York", true // it had been entered wrongly
	moved, _, err := catalog.UpdateEvent(t.Context(), d.w.App, d.side.Owner, d.event.ID, catalog.EventChange{Timezone: &york, OnlineOnly: &online}, nil)
	is.NoErr(err)
	is.Equal(moved.Start, d.event.Start.Add(6*time.Hour))

	d.w.Clock.Jump(from.Add(30 * time.Minute).Sub(d.w.Clock.Now())) // the old hour
	is.Equal(d.scan(gate.ID, "in", sold[0].Barcode).Detail, OutsideOfValidity)
	d.w.Clock.Jump(6 * time.Hour) // the new one
	is.Equal(d.scan(gate.ID, "in", sold[0].Barcode).Status, Valid)

	d.must(d.w.App.RunJob(t.Context(), TouchTickets))
	list := d.tickets(TicketQuery{Since: &since})
	is.True(len(list.Tickets) > 0)
	is.Equal(list.Tickets[0].Item.ID, sold[0].ID) // the devices hear of it
	is.Equal(*list.Tickets[0].ValidFrom, from.Add(6*time.Hour))
	for _, row := range list.Tickets {
		is.True(row.State.ID != always[0].ID) // what has no times did not change
	}
}
