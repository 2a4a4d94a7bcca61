package entry_test

import (
	"fmt"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/customer"
	. "marquee/app/entry"
	"marquee/app/order"
	"marquee/indexes"
)

var noon = apptest.Start

func ptr[T any](v T) *T { return &v }

// door is an event with its Entry zone in a world of its own.
type door struct {
	t     testing.TB
	w     *apptest.World
	side  *apptest.Side
	event catalog.Event
	entry Zone
	item  catalog.SaleItem
	list  catalog.SaleItem // a guest list, once there is one
	// made counts the orders, so that references and barcodes differ.
	made int
}

func newDoor(t testing.TB, opts ...apptest.Option) *door {
	t.Helper()
	w := apptest.New(t, opts...)
	return doorAt(t, w, w.A)
}

func doorAt(t testing.TB, w *apptest.World, side *apptest.Side) *door {
	t.Helper()
	d := &door{t: t, w: w, side: side}
	d.update(func(tx app.Tx) error {
		d.event = catalog.Event{Name: "Night", Start: noon.Add(8 * time.Hour), End: noon.Add(14 * time.Hour), Timezone: "Europe/Berlin"}
		if err := indexes.Forge(catalog.Events).Insert(tx, &d.event); err != nil {
			return err
		}
		return catalog.PortsOf(tx).EventCreated(tx, &d.event)
	})
	d.item = d.saleItem(catalog.Ticket, "Day ticket")
	d.view(func(r app.Reader) error {
		zones, err := ZonesOf(r, d.event.ID)
		d.entry = EntryZone(zones)
		return err
	})
	return d
}

func (d *door) update(fn func(tx app.Tx) error) {
	d.t.Helper()
	d.must(d.w.App.Update(d.t.Context(), d.side.Owner, app.Authenticated, fn))
}

func (d *door) view(fn func(r app.Reader) error) {
	d.t.Helper()
	d.must(d.w.App.View(d.t.Context(), d.side.Owner, app.Authenticated, fn))
}

func (d *door) must(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

// saleItem puts something on sale at the event.
func (d *door) saleItem(typ catalog.ItemType, name string) catalog.SaleItem {
	d.t.Helper()
	var s catalog.SaleItem
	d.update(func(tx app.Tx) error {
		i := catalog.InventoryItem{Type: typ, Name: name}
		if err := indexes.Forge(catalog.InventoryItems).Insert(tx, &i); err != nil {
			return err
		}
		s = catalog.SaleItem{EventID: d.event.ID, ItemID: i.ID, Type: typ}
		return indexes.Forge(catalog.SaleItems).Insert(tx, &s)
	})
	return s
}

// order is a completed order of n tickets of the door's own sale item. Its
// customer is born in 1990. Change works on every item before it is written.
func (d *door) order(n int, change ...func(*order.Item)) []order.Item {
	d.t.Helper()
	d.made++
	made := d.made
	var items []order.Item
	d.update(func(tx app.Tx) error {
		items = nil
		born := time.Date(1990, 1, 2, 0, 0, 0, 0, time.UTC)
		c := customer.Customer{Name: "Ada Maria Lovelace", Email: fmt.Sprintf("ada%d@example.com", made), DOB: &born}
		if err := indexes.Forge(customer.Customers).Insert(tx, &c); err != nil {
			return err
		}
		now := tx.Now()
		o := order.Order{
			Reference: fmt.Sprintf("R%s%d", d.side.OwnerToken[:6], made), Status: order.Complete, CurrencyID: 978,
			CustomerID: c.ID, CompletedAt: &now, EventIDs: []int64{d.event.ID},
		}
		if err := indexes.Forge(order.Orders).Insert(tx, &o); err != nil {
			return err
		}
		for i := range n {
			it := order.Item{
				OrderID: o.ID, SaleItemID: d.item.ID, ItemID: d.item.ItemID, EventID: d.event.ID, Type: d.item.Type,
				CustomerID: c.ID, SaleName: "Day ticket", Barcode: fmt.Sprintf("T%d-%d", made, i), Sold: true,
			}
			for _, f := range change {
				f(&it)
			}
			if err := indexes.Forge(order.Items).Insert(tx, &it); err != nil {
				return err
			}
			o.ItemIDs = append(o.ItemIDs, it.ID)
			items = append(items, it)
		}
		if err := catalog.Reserve(tx, &d.item, int64(n), false); err != nil {
			return err
		}
		if err := catalog.Sell(tx, &d.item, int64(n)); err != nil {
			return err
		}
		stored, err := indexes.Forge(order.Orders).Update(tx, o.ID, func(s *order.Order) error { s.ItemIDs = o.ItemIDs; return nil })
		if err != nil {
			return err
		}
		return order.PortsOf(tx).Completed(tx, order.Sale{Order: &stored, Items: items})
	})
	return items
}

// change edits a sold item and tells the gates, as sales does.
func (d *door) change(id int64, fn func(*order.Item)) {
	d.t.Helper()
	d.update(func(tx app.Tx) error {
		held := false
		i, err := indexes.Forge(order.Items).Update(tx, id, func(i *order.Item) error { held = i.Holds(); fn(i); return nil })
		if err != nil {
			return err
		}
		if held && !i.Holds() {
			goods, err := catalog.SharedSaleItem(tx, i.SaleItemID)
			if err != nil {
				return err
			}
			if err := catalog.Restock(tx, goods, 1); err != nil {
				return err
			}
		}
		return order.PortsOf(tx).ItemsChanged(tx, []int64{id})
	})
}

// window sets when the door's own sale item lets in.
func (d *door) window(from, to *time.Time, grace int64) {
	d.t.Helper()
	d.update(func(tx app.Tx) error {
		_, err := indexes.Forge(catalog.SaleItems).Update(tx, d.item.ID, func(s *catalog.SaleItem) error {
			s.ValidFrom, s.ValidUntil, s.GraceMinutes = nil, nil, grace
			if from != nil {
				s.ValidFrom = ptr(*from)
			}
			if to != nil {
				s.ValidUntil = ptr(*to)
			}
			return nil
		})
		return err
	})
}

// zone adds a zone to the event.
func (d *door) zone(name string, in ZoneFields) ZoneView {
	d.t.Helper()
	in.Name = &name
	v, err := CreateZone(d.t.Context(), d.w.App, d.side.Owner, d.event.ID, in)
	d.must(err)
	return v
}

// scan asks as the owner.
func (d *door) scan(zone int64, direction string, codes ...string) ScanResult {
	d.t.Helper()
	return d.scanAs(d.side.Owner, ScanRequest{ZoneID: zone, Direction: direction, Barcodes: codes})
}

func (d *door) scanAs(c *app.Caller, in ScanRequest) ScanResult {
	d.t.Helper()
	d.w.Clock.Jump(time.Second)
	res, err := ScanZone(d.t.Context(), d.w.App, c, in)
	d.must(err)
	return res
}

func (d *door) counter(zone int64) ZoneCounter {
	d.t.Helper()
	var c ZoneCounter
	d.view(func(r app.Reader) error {
		var err error
		c, err = CounterOf(r, zone, 0)
		return err
	})
	return c
}

func (d *door) state(item int64) TicketState {
	d.t.Helper()
	var s TicketState
	d.view(func(r app.Reader) error {
		var err error
		s, _, err = FindState(r, item)
		return err
	})
	return s
}

// rows reads the whole log.
func (d *door) rows() []Scan {
	d.t.Helper()
	var all []Scan
	d.view(func(r app.Reader) error {
		all = nil
		for h, err := range Scans.Scan(r, indexes.All[int64]()) {
			if err != nil {
				return err
			}
			all = append(all, h.Rec)
		}
		return nil
	})
	return all
}
