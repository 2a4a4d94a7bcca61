package entry_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/capture"
	"marquee/app/catalog"
	. "marquee/app/entry"
	"marquee/app/order"
	"marquee/indexes"
)

// twoEvents are an event and another one, with somebody who may scan at the other one alone.
type twoEvents struct {
	*door
	other   *door
	steward *app.Caller
}

func newTwoEvents(t *testing.T) *twoEvents {
	t.Helper()
	d := newDoor(t, apptest.Unchecked()) // the stock of what is sold here is nobody's matter
	two := &twoEvents{door: d, other: doorAt(t, d.w, d.side)}
	two.other.made = 100
	steward := *d.side.With(app.ListEvents)
	steward.Abilities = nil
	steward.Scoped = map[app.Ability]app.Scope{app.ScanZones: {{IDs: []int64{two.other.event.ID}}}}
	two.steward = &steward
	return two
}

// season is a season ticket of the first event that lets in at both.
func (d *twoEvents) season() order.Item {
	d.t.Helper()
	run := []int64{d.event.ID, d.other.event.ID}
	d.update(func(tx app.Tx) error {
		_, err := indexes.Forge(catalog.SaleItems).Update(tx, d.item.ID, func(s *catalog.SaleItem) error {
			s.Type, s.Run = catalog.SeasonTicket, run
			return nil
		})
		return err
	})
	it := d.order(1, func(i *order.Item) { i.Type, i.Run = catalog.SeasonTicket, run })[0]
	d.isFor(it.OrderID, run...)
	return it
}

// isFor says which events an order is for, as sales does.
func (d *twoEvents) isFor(id int64, events ...int64) {
	d.t.Helper()
	d.update(func(tx app.Tx) error {
		_, err := indexes.Forge(order.Orders).Update(tx, id, func(o *order.Order) error { o.EventIDs = events; return nil })
		return err
	})
}

// cancel voids an item, whatever that does to the stock.
func (d *twoEvents) cancel(id int64) {
	d.t.Helper()
	d.update(func(tx app.Tx) error {
		_, err := indexes.Forge(order.Items).Update(tx, id, func(i *order.Item) error { i.CancelledAt = &noon; return nil })
		return errors.Join(err, order.PortsOf(tx).ItemsChanged(tx, []int64{id}))
	})
}

// listed are the tickets of the other event, as somebody is told of them.
func (d *twoEvents) listed(c *app.Caller, since *time.Time) []EntryTicket {
	d.t.Helper()
	l, err := ListTickets(d.t.Context(), d.w.App, c, TicketQuery{EventID: d.other.event.ID, Zones: true, Since: since})
	d.must(err)
	return l.Tickets
}

// TestSeasonTicketsOfOtherEvents: whoever scans at one event of a run lets in with a season
// ticket that was sold for another, which they do not see.
func TestSeasonTicketsOfOtherEvents(t *testing.T) {
	t.Run("they are scanned, checked and on the lists", func(t *testing.T) {
		is := is.New(t)
		d := newTwoEvents(t)
		it := d.season()
		in := ScanRequest{ZoneID: d.other.entry.ID, Direction: AskedIn, Barcodes: []string{it.Barcode}}
		res, err := CheckZone(t.Context(), d.w.App, d.steward, in)
		is.NoErr(err)
		is.Equal(res.Status, Valid)
		is.Equal(d.scanAs(d.steward, in).Status, Valid)

		listed := d.listed(d.steward, nil)
		is.Equal(len(listed), 1)
		is.Equal(listed[0].Item.ID, it.ID)
		phone, err := ListForPhone(t.Context(), d.w.App, d.steward, TicketQuery{EventID: d.other.event.ID})
		is.NoErr(err)
		is.Equal(len(phone.Tickets), 1)
		for _, visited := range []string{"", "in"} {
			for _, query := range []string{"", it.Barcode, "lovelace"} {
				page, err := ListZoneItems(t.Context(), d.w.App, d.steward, ZoneItemQuery{ZoneID: d.other.entry.ID, Visited: visited, Query: query})
				is.NoErr(err)
				is.Equal(len(page.Items), 1)
			}
		}
	})
	t.Run("they are brought by uploads, beside rows of events that are hidden", func(t *testing.T) {
		is := is.New(t)
		d := newTwoEvents(t)
		it, foreign := d.season(), d.order(1)[0]
		row, hidden := d.offline(it.Barcode, 20, false), d.offline(foreign.Barcode, 20, false)
		row.EventID = d.other.event.ID
		res, err := UploadScans(t.Context(), d.w.App, d.steward, Upload{Rows: []UploadRow{row, hidden}})
		is.NoErr(err)
		is.Equal(res.Kept, int64(1))
		is.Equal(res.Misses, []UploadMiss{{1, "", UnknownEvent}})
		is.Equal(d.counter(d.other.entry.ID).Attendance, int64(1))
	})
	t.Run("they are paired with a tag, which lets in", func(t *testing.T) {
		is := is.New(t)
		d := newTwoEvents(t)
		it := d.season()
		res, err := PairTag(t.Context(), d.w.App, d.steward, PairRequest{Barcode: it.Barcode, Tag: "AA", EventID: d.other.event.ID})
		is.NoErr(err)
		is.Equal(res.Status, Valid)
		is.Equal(d.scanAs(d.steward, ScanRequest{ZoneID: d.other.entry.ID, Tags: []string{"AA"}}).Status, Valid)
	})
	t.Run("what the zone asks is answered for them", func(t *testing.T) {
		is := is.New(t)
		d := newTwoEvents(t)
		it, foreign := d.season(), d.order(1)[0]
		text, group := "Coat?", capture.Shop
		q, err := capture.CreateQuestion(t.Context(), d.w.App, d.side.Owner, capture.Text, capture.QuestionFields{Text: &text, Group: &group})
		is.NoErr(err)
		f, err := capture.CreateField(t.Context(), d.w.App, d.side.Owner, q.ID, capture.OfZone, d.other.entry.ID, capture.FieldFields{})
		is.NoErr(err)
		in := ScanRequest{UUID: "one", ZoneID: d.other.entry.ID, Barcodes: []string{it.Barcode}}
		is.Equal(len(d.scanAs(d.steward, in).Open), 1)
		answer := func(given capture.Given) error {
			given.FieldID, given.Answer = f.ID, capture.Answer{Text: "Number 7"}
			_, err := capture.Save(t.Context(), d.w.App, d.steward, []capture.Given{given})
			return err
		}
		is.NoErr(answer(capture.Given{ScanID: "one"}))
		is.Equal(app.KindOf(answer(capture.Given{ItemID: foreign.ID})), app.NotFound)
		res, err := CheckZone(t.Context(), d.w.App, d.steward, in)
		is.NoErr(err)
		is.Equal(len(res.Open), 0)
	})
	t.Run("a barcode that they have no more is known as such", func(t *testing.T) {
		is := is.New(t)
		d := newTwoEvents(t)
		it := d.season()
		code := it.Barcode
		d.replace(&it, &it, "NEWER")
		scan := func(code string) ScanResult {
			return d.scanAs(d.steward, ScanRequest{ZoneID: d.other.entry.ID, Barcodes: []string{code}})
		}
		is.Equal(scan(code).Detail, HistoricBarcode)
		is.Equal(scan("NEWER").Status, Valid)
	})
	t.Run("tickets of the hidden event alone are nothing there", func(t *testing.T) {
		is := is.New(t)
		d := newTwoEvents(t)
		foreign := d.order(1)[0]
		scan := func(code string) ScanResult {
			res := d.scanAs(d.steward, ScanRequest{ZoneID: d.other.entry.ID, Barcodes: []string{code}})
			is.Equal(res.Barcode, code)
			res.Barcode = ""
			return res
		}
		code, nobody := foreign.Barcode, scan("NOBODY")
		is.Equal(scan(code), nobody)
		d.replace(&foreign, &foreign, "NEWER")
		is.Equal(scan(code), nobody)
		is.Equal(scan("NEWER"), nobody)
	})
}

// TestOrdersOfOtherEvents: an order has tickets of two events, and what is left of it is for
// the one that a steward does not see. The ticket that was given back is refused, and devices
// hear of it.
func TestOrdersOfOtherEvents(t *testing.T) {
	is := is.New(t)
	d := newTwoEvents(t)
	n := 0
	items := d.order(2, func(i *order.Item) {
		if n++; n%2 == 0 {
			i.EventID, i.SaleItemID, i.ItemID = d.other.event.ID, d.other.item.ID, d.other.item.ItemID
		}
	})
	at := slices.IndexFunc(items, func(i order.Item) bool { return i.EventID == d.other.event.ID })
	d.isFor(items[at].OrderID, d.event.ID, d.other.event.ID)
	is.Equal(len(d.listed(d.steward, nil)), 1)
	is.Equal(app.KindOf(AdmitOrder(t.Context(), d.w.App, d.steward, order.Key{ID: items[at].OrderID})), app.Forbidden) // all or nobody
	is.Equal(len(d.rows()), 0)
	d.w.Clock.Jump(time.Minute)
	before := d.w.Clock.Now()
	d.cancel(items[at].ID)
	d.isFor(items[at].OrderID, d.event.ID)
	is.Equal(d.scanAs(d.steward, ScanRequest{ZoneID: d.other.entry.ID, Barcodes: []string{items[at].Barcode}}).Status, Denied)
	is.Equal(len(d.rows()), 1)
	told := d.listed(d.steward, &before)
	is.Equal(len(told), 1)
	is.Equal(told[0].Status, EntryRefunded)
}

// TestWhatHappenedAtOtherEvents: the list of an event says nothing of where a season ticket was
// besides: a device that read of an admission would keep the guest out.
func TestWhatHappenedAtOtherEvents(t *testing.T) {
	is := is.New(t)
	d := newTwoEvents(t)
	it := d.season()
	d.scan(d.entry.ID, "in", it.Barcode)
	told := d.listed(d.side.Owner, nil)[0]
	is.Equal(told.Status, EntrySold)
	is.True(!told.Moved)
	is.True(told.ScannedOn.IsZero())
	is.Equal(len(told.Scans), 0)
	phone, err := ListForPhone(t.Context(), d.w.App, d.side.Owner, TicketQuery{EventID: d.other.event.ID})
	is.NoErr(err)
	is.Equal(len(phone.Tickets[0].Zones), 0)
	is.True(phone.Tickets[0].Last == nil)

	d.scan(d.other.entry.ID, "in", it.Barcode)
	d.scan(d.entry.ID, "out", it.Barcode)
	told = d.listed(d.side.Owner, nil)[0]
	is.Equal(told.ScannedOn, d.state(it.ID).In(d.other.entry.ID).LastIn)
	is.Equal(len(told.Scans), 1)
	phone, err = ListForPhone(t.Context(), d.w.App, d.side.Owner, TicketQuery{EventID: d.other.event.ID})
	is.NoErr(err)
	is.Equal(len(phone.Tickets[0].Zones), 1)
	is.Equal(phone.Tickets[0].Last.ScannedOn, told.ScannedOn)
}
