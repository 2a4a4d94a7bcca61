package door_test

import (
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/door"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/indexes"
)

// season is a ticket of another event that lets in at this one too.
func (f *festival) season() (it order.Item) {
	f.t.Helper()
	f.must(f.w.App.Update(f.t.Context(), f.w.A.Owner, app.Authenticated, func(tx app.Tx) error {
		own, err := catalog.EventByID(tx, f.event)
		if err != nil {
			return err
		}
		e := catalog.Event{Name: "Opening", Start: own.Start, End: own.End, Timezone: own.Timezone}
		if err := indexes.Forge(catalog.Events).Insert(tx, &e); err != nil {
			return err
		}
		i := catalog.InventoryItem{Type: catalog.SeasonTicket, Name: "Both"}
		if err := indexes.Forge(catalog.InventoryItems).Insert(tx, &i); err != nil {
			return err
		}
		run := []int64{e.ID, f.event}
		s := catalog.SaleItem{EventID: e.ID, ItemID: i.ID, Type: catalog.SeasonTicket, Run: run}
		if err := indexes.Forge(catalog.SaleItems).Insert(tx, &s); err != nil {
			return err
		}
		now := tx.Now()
		o := order.Order{Reference: "SEASON", Status: order.Complete, CurrencyID: 978, CompletedAt: &now, EventIDs: run}
		if err := indexes.Forge(order.Orders).Insert(tx, &o); err != nil {
			return err
		}
		it = order.Item{OrderID: o.ID, SaleItemID: s.ID, ItemID: i.ID, EventID: e.ID, Run: run, Type: catalog.SeasonTicket, SaleName: "Both", Barcode: "SEASON-1", Sold: true}
		if err := indexes.Forge(order.Items).Insert(tx, &it); err != nil {
			return err
		}
		o, err = indexes.Forge(order.Orders).Update(tx, o.ID, func(o *order.Order) error { o.ItemIDs = []int64{it.ID}; return nil })
		if err != nil {
			return err
		}
		return order.PortsOf(tx).Completed(tx, order.Sale{Order: &o, Items: []order.Item{it}})
	}))
	return it
}

// TestDoublesOfOtherEvents: whoever watches over the doors of one event of a run hears of a season
// ticket that came in twice there, also where they do not see the event that it was sold for.
func TestDoublesOfOtherEvents(t *testing.T) {
	is := is.New(t)
	f := newFestival(t, apptest.Unchecked()) // the stock of the season ticket is nobody's matter
	it := f.season()
	at := f.w.App.Now()
	row := func(uuid string, after time.Duration) entry.UploadRow {
		return entry.UploadRow{UUID: uuid, Barcode: it.Barcode, EventID: f.event, ScannedOn: at.Add(after)}
	}
	f.w.Clock.Jump(time.Hour)
	_, err := entry.UploadScans(t.Context(), f.w.App, f.w.A.Owner, entry.Upload{Rows: []entry.UploadRow{row("a", 0), row("b", time.Minute)}})
	is.NoErr(err)
	c := *f.w.A.With(app.ListEvents)
	c.Abilities, c.Scoped = nil, map[app.Ability]app.Scope{app.EditEvents: {{IDs: []int64{f.event}}}}
	all, err := door.Doubles(t.Context(), f.w.App, &c, f.event)
	is.NoErr(err)
	is.Equal(len(all), 1)
	is.Equal(all[0].Barcode, it.Barcode)
	is.Equal(all[0].OrderID, it.OrderID)
}
