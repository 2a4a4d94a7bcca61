package entry_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/customer"
	. "marquee/app/entry"
	"marquee/app/order"
	"marquee/indexes"

	"github.com/matryer/is"
)

// heard lists what a device hears of that was in step at a moment.
func (d *door) heard(since time.Time) []int64 {
	d.t.Helper()
	q := TicketQuery{Since: &since, Products: true}
	var all []int64
	for {
		p := d.tickets(q)
		all = append(all, ids(p)...)
		if q.Cursor = p.Cursor; p.Cursor == "" {
			return all
		}
	}
}

// quiet lets the feed come to rest, does something, and tells what devices hear of.
func (d *door) quiet(change func()) []int64 {
	d.t.Helper()
	d.w.Clock.Jump(time.Minute)
	since := d.w.App.Now()
	change()
	d.w.Clock.Jump(time.Second)
	d.must(d.w.App.RunJob(d.t.Context(), TouchTickets))
	return d.heard(since)
}

func TestAChangedZoneTouchesItsTickets(t *testing.T) {
	is := is.New(t)
	d := newDoor(t)
	lounge := d.saleItem(catalog.Ticket, "Lounge")
	day := d.item
	d.item = lounge
	vip := d.order(2)
	d.item = day
	d.order(3)
	var z ZoneView
	is.Equal(len(d.quiet(func() { z = d.zone("Lounge", ZoneFields{SaleItemIDs: &[]int64{lounge.ID}}) })), 2)
	update := func(in ZoneFields) func() {
		return func() {
			_, err := UpdateZone(t.Context(), d.w.App, d.side.Owner, z.ID, in)
			is.NoErr(err)
		}
	}
	is.Equal(len(d.quiet(update(ZoneFields{Name: ptr("Bar"), Capacity: catalog.Is(int64(9))}))), 0) // no ticket says so
	is.Equal(d.quiet(update(ZoneFields{HideAttendees: ptr(true)})), []int64{vip[0].ID, vip[1].ID})
	is.Equal(len(d.quiet(update(ZoneFields{SaleItemIDs: &[]int64{lounge.ID, d.item.ID}}))), 5)
	is.Equal(len(d.quiet(update(ZoneFields{SaleItemIDs: &[]int64{lounge.ID}}))), 5) // they may not any more
	is.Equal(len(d.quiet(func() { is.NoErr(DeleteZone(t.Context(), d.w.App, d.side.Owner, z.ID)) })), 2)
	is.Equal(len(d.quiet(func() {})), 0)
	is.Equal(len(d.quiet(func() {
		_, err := catalog.UpdateSaleItem(t.Context(), d.w.App, d.side.Owner, catalog.Ticket, lounge.ID,
			catalog.SaleItemChange{ValidUntil: catalog.Is(noon.Add(99 * time.Hour))}, catalog.ItemChange{})
		is.NoErr(err)
	})), 2)
}

// TestARenamedItemTouchesItsTickets: devices hear what is called differently with their next
// list, and of nothing else.
func TestARenamedItemTouchesItsTickets(t *testing.T) {
	is := is.New(t)
	d := newDoor(t)
	day := d.item
	d.item = d.saleItem(catalog.Ticket, "Lounge")
	vip := d.order(2)
	lounge := d.item
	d.item = day
	standing := d.order(3)
	call := func(id int64, name string) func() {
		return func() {
			_, err := catalog.UpdateSaleItem(t.Context(), d.w.App, d.side.Owner, catalog.Ticket, id, catalog.SaleItemChange{}, catalog.ItemChange{Name: &name})
			is.NoErr(err)
		}
	}
	event := func(in catalog.EventChange) func() {
		return func() {
			_, _, err := catalog.UpdateEvent(t.Context(), d.w.App, d.side.Owner, d.event.ID, in, nil)
			is.NoErr(err)
		}
	}
	is.Equal(d.quiet(call(lounge.ID, "Gallery")), itemIDs(vip))
	is.Equal(len(d.quiet(call(lounge.ID, "Gallery"))), 0) // it is called so
	all := d.quiet(event(catalog.EventChange{OnlineOnly: ptr(true), Name: ptr("Second night")}))
	is.Equal(slices.Sorted(slices.Values(all)), append(itemIDs(vip), itemIDs(standing)...))
	is.Equal(len(d.quiet(event(catalog.EventChange{Name: ptr("Second night"), Description: catalog.Is("As the first")}))), 0)
}

// TestARenameIsAChangeOfWhatWasSold: whoever follows orders or what is sold with them hears what
// is called differently, also of what no gate takes, and of nothing else.
func TestARenameIsAChangeOfWhatWasSold(t *testing.T) {
	is := is.New(t)
	d := newDoor(t)
	day := d.item
	mug := d.saleItem(catalog.Product, "Mug")
	d.item = mug
	mugs := d.order(TouchBatch + 3) // of more than one batch
	d.item = day
	tickets := d.order(2)
	var since time.Time
	changed := func(change func()) (items, orders []int64) {
		d.w.Clock.Jump(time.Minute)
		since = d.w.App.Now()
		change()
		d.w.Clock.Jump(time.Second)
		d.must(d.w.App.RunJob(t.Context(), TouchTickets))
		for f := (order.ItemFilter{LastUpdated: &since}); ; {
			page, err := order.ListItems(t.Context(), d.w.App, d.side.Owner, f)
			is.NoErr(err)
			items = append(items, itemIDs(page.Rows)...)
			if f.Cursor = page.Info.Cursor; !page.Info.HasMore {
				break
			}
		}
		page, err := order.List(t.Context(), d.w.App, d.side.Owner, order.Filter{LastUpdated: &since})
		is.NoErr(err)
		for _, o := range page.Rows {
			orders = append(orders, o.ID)
		}
		return slices.Sorted(slices.Values(items)), orders
	}
	item := func(kind catalog.ItemType, id int64, name string) func() {
		return func() {
			_, err := catalog.UpdateSaleItem(t.Context(), d.w.App, d.side.Owner, kind, id, catalog.SaleItemChange{}, catalog.ItemChange{Name: &name})
			is.NoErr(err)
		}
	}
	items, orders := changed(item(catalog.Product, mug.ID, "Cup"))
	is.Equal(items, itemIDs(mugs))
	is.Equal(orders, []int64{mugs[0].OrderID})
	items, orders = changed(item(catalog.Product, mug.ID, "Cup")) // it is called so
	is.Equal(len(items)+len(orders), 0)
	items, orders = changed(item(catalog.Ticket, day.ID, "One day"))
	is.Equal(items, itemIDs(tickets))
	is.Equal(orders, []int64{tickets[0].OrderID})
	items, orders = changed(func() {
		_, _, err := catalog.UpdateEvent(t.Context(), d.w.App, d.side.Owner, d.event.ID, catalog.EventChange{OnlineOnly: ptr(true), Name: ptr("Second night")}, nil)
		is.NoErr(err)
	})
	is.Equal(len(items), len(mugs)+len(tickets))
	is.Equal(len(orders), 2)
}

// TestAZoneThatBeginsToAskForAgesTellsPhones: without a birth date a phone that is alone knows
// nobody's age.
func TestAZoneThatBeginsToAskForAgesTellsPhones(t *testing.T) {
	is := is.New(t)
	d := newDoor(t)
	bar := d.zone("Bar", ZoneFields{})
	sold := d.order(2)
	update := func(in ZoneFields) func() { return func() { d.zoneFields(bar.ID, in) } }
	since := d.w.App.Now()
	is.Equal(d.quiet(update(ZoneFields{MinAge: catalog.Is(int64(18))})), itemIDs(sold))
	phone, err := ListForPhone(t.Context(), d.w.App, d.side.Owner, TicketQuery{EventID: d.event.ID, Since: &since})
	is.NoErr(err)
	is.Equal(len(phone.Tickets), 2)
	is.True(phone.Tickets[0].Born != nil)
	is.Equal(d.quiet(update(ZoneFields{MinAge: catalog.Is(int64(16)), MaxAge: catalog.Is(int64(60))})), nil) // they are known
}

// TestAMovedTimeslotTouchesItsTickets: those that have no window of their own let in when their
// slot is.
func TestAMovedTimeslotTouchesItsTickets(t *testing.T) {
	is := is.New(t)
	d := newDoor(t, apptest.Unchecked()) // the stock of what is sold here is nobody's matter
	from, to := d.event.Start.Add(time.Hour), d.event.Start.Add(2*time.Hour)
	slot := catalog.Timeslot{EventID: d.event.ID, Name: "First tour", Start: from, End: to}
	d.update(func(tx app.Tx) error { return indexes.Forge(catalog.Timeslots).Insert(tx, &slot) })
	inSlot := func(change func(*catalog.SaleItem)) order.Item {
		d.item = d.saleItem(catalog.Ticket, "Tour")
		d.update(func(tx app.Tx) error {
			_, err := indexes.Forge(catalog.SaleItems).Update(tx, d.item.ID, func(s *catalog.SaleItem) error {
				s.TimeslotID = slot.ID
				change(s)
				return nil
			})
			return err
		})
		return d.order(1)[0]
	}
	follows := inSlot(func(*catalog.SaleItem) {})
	inSlot(func(s *catalog.SaleItem) { s.ValidFrom, s.ValidUntil = &from, &to })
	d.item = d.saleItem(catalog.Ticket, "At any time")
	d.order(1)
	slots := func(in catalog.TimeslotChange) func() {
		return func() {
			in.ID = slot.ID
			_, _, err := catalog.UpdateEvent(t.Context(), d.w.App, d.side.Owner, d.event.ID, catalog.EventChange{OnlineOnly: ptr(true), Timeslots: []catalog.TimeslotChange{in}}, nil)
			is.NoErr(err)
		}
	}
	is.Equal(d.quiet(slots(catalog.TimeslotChange{Name: catalog.Is("Second tour"), Start: &from})), nil) // at the same time
	since := d.w.App.Now()
	is.Equal(d.quiet(slots(catalog.TimeslotChange{Start: ptr(from.Add(time.Hour)), End: ptr(to.Add(time.Hour))})), []int64{follows.ID})
	list := d.tickets(TicketQuery{Since: &since})
	is.Equal(*list.Tickets[0].ValidFrom, from.Add(time.Hour))
}

// TestManyTicketsAreTouchedInBatches stops in between, as a crash would, and goes on.
func TestManyTicketsAreTouchedInBatches(t *testing.T) {
	is := is.New(t)
	d := newDoor(t, apptest.Calm())
	const many = 3*TouchBatch + 7
	for range 9 {
		d.order(many / 9)
	}
	d.order(many % 9)
	d.w.Clock.Jump(time.Minute)
	since := d.w.App.Now()
	z := d.zone("Tent", ZoneFields{})
	d.w.Clock.Jump(time.Second)

	batches := 0
	errCrash := errors.New("crash")
	crash := func() error {
		var next indexes.Position
		return d.w.App.Update(t.Context(), d.side.Owner, app.Authenticated, func(tx app.Tx) error {
			if batches++; batches == 3 {
				return errCrash
			}
			_, done, err := TouchSome(tx, z.ID, next)
			is.True(!done)
			return err
		})
	}
	is.NoErr(crash())
	is.NoErr(crash())
	is.True(errors.Is(crash(), errCrash))
	is.Equal(len(d.heard(since)), 2*TouchBatch)
	is.NoErr(d.w.App.RunJob(t.Context(), TouchTickets)) // a new process
	is.Equal(len(d.heard(since)), many)
	is.Equal(len(d.quiet(func() {})), 0)
}

// edit changes a customer.
func (d *door) edit(id int64, in customer.Fields) {
	d.t.Helper()
	_, err := customer.Edit(d.t.Context(), d.w.App, d.side.Owner, id, in)
	d.must(err)
}

func TestAnEditedHolderTouchesTickets(t *testing.T) {
	is := is.New(t)
	d := newDoor(t)
	held := d.order(3)
	d.order(2)
	edit := func(in customer.Fields) func() { return func() { d.edit(held[0].CustomerID, in) } }
	is.Equal(d.quiet(edit(customer.Fields{Name: ptr("Ada King")})), itemIDs(held))
	is.Equal(d.quiet(edit(customer.Fields{Email: ptr("king@example.com")})), itemIDs(held))
	is.Equal(d.quiet(edit(customer.Fields{Locale: app.Is("de")})), nil)  // no gate shows it
	is.Equal(d.quiet(edit(customer.Fields{Name: ptr("Ada King")})), nil) // nothing changed
	is.Equal(d.quiet(func() {}), nil)
}

func itemIDs(items []order.Item) []int64 {
	var all []int64
	for _, i := range items {
		all = append(all, i.ID)
	}
	return all
}

// TestManyTicketsOfAHolderAreTouchedInBatches stops in between, as a crash would, and
// goes on; an edit in between begins anew.
func TestManyTicketsOfAHolderAreTouchedInBatches(t *testing.T) {
	is := is.New(t)
	d := newDoor(t, apptest.Calm())
	const many = 2*TouchBatch + 7
	held := d.order(many)
	d.w.Clock.Jump(time.Minute)
	since := d.w.App.Now()
	d.edit(held[0].CustomerID, customer.Fields{Name: ptr("Ada King")})
	is.Equal(len(d.heard(since)), 0) // the edit itself touches none
	d.w.Clock.Jump(time.Second)

	batches := 0
	errCrash := errors.New("crash")
	step := func() error {
		return d.w.App.Update(t.Context(), d.side.Owner, app.Authenticated, func(tx app.Tx) error {
			done, err := TouchSomeHeld(tx, held[0].CustomerID)
			is.True(!done)
			if batches++; err == nil && batches == 2 {
				return errCrash
			}
			return err
		})
	}
	is.NoErr(step())
	is.True(errors.Is(step(), errCrash))
	is.Equal(len(d.heard(since)), TouchBatch)
	is.NoErr(d.w.App.RunJob(t.Context(), TouchTickets)) // a new process
	is.Equal(len(d.heard(since)), many)
	d.w.Clock.Jump(time.Second)
	since = d.w.App.Now()
	is.NoErr(d.w.App.RunJob(t.Context(), TouchTickets))
	is.Equal(len(d.heard(since)), 0)
}

// TestATimezoneTouchesInBatches holds what TestASoldTicketOpensAtTheHourOnTheWall
// shows for one ticket: the new hours count before devices heard of them.
func TestATimezoneTouchesInBatches(t *testing.T) {
	is := is.New(t)
	d := newDoor(t, apptest.Calm())
	gate := d.zone("Gate", ZoneFields{})
	from, to := d.event.Start.Add(-time.Hour), d.event.End
	d.window(&from, &to, 0)
	const many = TouchBatch + 5
	sold := d.order(many, func(i *order.Item) { i.ValidFrom, i.ValidTo = &from, &to })
	d.w.Clock.Jump(time.Minute)
	must := d.must
	must(d.w.App.RunJob(t.Context(), TouchTickets))
	d.w.Clock.Jump(time.Minute)
	since := d.w.App.Now()
	york, online := "America/New_York", true
	_, _, err := catalog.UpdateEvent(t.Context(), d.w.App, d.side.Owner, d.event.ID, catalog.EventChange{Timezone: &york, OnlineOnly: &online}, nil)
	is.NoErr(err)
	is.Equal(len(d.heard(since)), 0)
	is.Equal(d.tickets(TicketQuery{}).Tickets[0].ValidFrom.UTC(), from.Add(6*time.Hour).UTC())
	d.w.Clock.Jump(from.Add(30 * time.Minute).Sub(d.w.Clock.Now()))
	is.Equal(d.scan(gate.ID, "in", sold[0].Barcode).Detail, OutsideOfValidity)
	must(d.w.App.RunJob(t.Context(), TouchTickets))
	is.Equal(len(d.heard(since)), many)
}
