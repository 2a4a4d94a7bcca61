package entry_test

import (
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	. "marquee/app/entry"
	"marquee/app/entry/rules"
	"marquee/app/order"
	"marquee/indexes"
)

func TestScanZone(t *testing.T) {
	t.Run("a ticket gets in and the gate learns who it is", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		it := d.order(1, func(i *order.Item) { i.Notes = "wheelchair" })[0]
		res := d.scan(d.entry.ID, "in", it.Barcode)
		is.Equal(res.Status, Valid)
		is.Equal(res.Attendance, int64(1))
		is.Equal(res.Barcode, it.Barcode)
		is.Equal(res.FirstName, "Ada")
		is.Equal(res.LastName, "Maria Lovelace")
		is.Equal(res.ScansIn, int64(1))
		is.Equal(res.ScansInMax, nil)
		is.Equal(res.Access, []ZoneName{{d.entry.ID, EntryZoneName}})
		is.Equal(res.Notes, []Note{{NoteItem, "wheelchair"}})
		is.True(!res.LastIn.IsZero() && res.LastOut.IsZero())
		is.Equal(d.scan(d.entry.ID, "in", it.Barcode).Status, AlreadyIn)
		out := d.scan(d.entry.ID, "out", it.Barcode)
		is.Equal(out.Status, Valid)
		is.Equal(out.Attendance, int64(0))
		is.Equal(*out.AverageSeconds, int64(2))
		is.Equal(d.scan(d.entry.ID, "in", it.Barcode).Status, Valid) // and comes back
		is.Equal(len(d.rows()), 4)
	})
	t.Run("one bad ticket holds all back, and the log says why", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		items := d.order(3)
		d.change(items[1].ID, func(i *order.Item) { i.Frozen = true })
		res := d.scan(d.entry.ID, "in", items[0].Barcode, items[1].Barcode, items[2].Barcode)
		is.Equal(res.Status, Denied)
		is.Equal(res.Detail, OrderLocked)
		is.Equal(res.Barcode, items[1].Barcode)
		is.Equal(d.counter(d.entry.ID).Tally, Tally{})
		rows := d.rows()
		is.Equal(len(rows), 3)
		for i, row := range rows {
			is.Equal(row.Status, Denied)
			is.Equal(row.Held, i != 1)
		}
		is.Equal(d.scan(d.entry.ID, "in", items[0].Barcode, items[2].Barcode, items[0].Barcode).Attendance, int64(2))
	})
	t.Run("a repeated uuid changes nothing, a denied one is tried again", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		items := d.order(2)
		ask := ScanRequest{UUID: "u1", ZoneID: d.entry.ID, Direction: AskedIn, Barcodes: []string{items[0].Barcode}}
		first := d.scanAs(d.side.Owner, ask)
		is.Equal(first.Status, Valid)
		ask.Confirmed, ask.Latitude, ask.Longitude, ask.Secure = true, "53.5", "9.9", true
		is.Equal(d.scanAs(d.side.With(app.ScanZones), ask), first) // another device, from elsewhere
		is.Equal(len(d.rows()), 1)
		denied := ScanRequest{UUID: "u2", ZoneID: d.entry.ID, Barcodes: []string{"nothing"}}
		is.Equal(d.scanAs(d.side.Owner, denied).Status, Denied)
		denied.Barcodes = []string{items[1].Barcode}
		is.Equal(d.scanAs(d.side.Owner, denied).Status, Valid)
	})
	t.Run("a uuid lets in nobody but the guest it was sent for", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		items := d.order(2)
		tent := d.zone("Tent", ZoneFields{})
		ask := ScanRequest{UUID: "u1", ZoneID: d.entry.ID, Direction: AskedIn, Barcodes: []string{items[0].Barcode}}
		is.Equal(d.scanAs(d.side.Owner, ask).Status, Valid)
		for i, change := range []func(*ScanRequest){
			func(r *ScanRequest) { r.Barcodes = []string{items[1].Barcode} },
			func(r *ScanRequest) { r.Barcodes = []string{items[0].Barcode, items[1].Barcode} },
			func(r *ScanRequest) { r.Barcodes = []string{"nobody"} },
			func(r *ScanRequest) { r.Tags, r.Barcodes = r.Barcodes, nil },
			func(r *ScanRequest) { r.Direction = AskedOut },
			func(r *ScanRequest) { r.ZoneID = tent.ID },
		} {
			other := ask
			change(&other)
			before := len(d.rows())
			_, err := ScanZone(t.Context(), d.w.App, d.side.Owner, other)
			is.True(app.Reused(err))
			is.Equal(app.KindOf(err), app.Invalid)
			is.Equal(d.w.App.ReusedUUIDs(), int64(i+1))
			for _, row := range d.rows()[before:] { // the refusal is kept
				is.Equal(row.Status, Denied)
				is.Equal(row.Detail, ReusedInLog)
			}
			is.True(len(d.rows()) > before)
		}
		is.Equal(d.counter(d.entry.ID).TotalIn, int64(1))
		is.Equal(d.counter(tent.ID).TotalIn, int64(0))
		_, err := ScanZone(t.Context(), d.w.App, d.side.With(app.Sell), ask)
		is.Equal(app.KindOf(err), app.Forbidden) // abilities come before the stored answer
	})
	t.Run("old barcodes are known as such", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		it := d.order(1)[0]
		d.update(func(tx app.Tx) error {
			return indexes.Forge(order.OldBarcodes).Insert(tx, &order.OldBarcode{OrderItemID: it.ID, Old: "OLD", New: it.Barcode, ChangedAt: tx.Now()})
		})
		res := d.scan(d.entry.ID, "in", "OLD")
		is.Equal(res.Status, Denied)
		is.Equal(res.Detail, HistoricBarcode)
		is.Equal(res.Barcode, "OLD")
	})
	t.Run("a barcode is typed in any case, with blanks and dashes", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		items := d.order(2, func(i *order.Item) { i.Barcode = "K7QMX2" + i.Barcode[len("T1-"):] })
		is.Equal(d.scan(d.entry.ID, "in", " k7q-mx2 0").Status, Valid)
		res := d.scan(d.entry.ID, "in", "k7qmx20")
		is.Equal(res.Status, AlreadyIn)
		is.Equal(res.Barcode, items[0].Barcode)
		is.Equal(d.scan(d.entry.ID, "in", "K7QMX21", "k7-qmx-21").Status, Valid) // one ticket
		is.Equal(d.counter(d.entry.ID).Attendance, int64(2))
		d.update(func(tx app.Tx) error {
			return indexes.Forge(order.OldBarcodes).Insert(tx, &order.OldBarcode{OrderItemID: items[0].ID, Old: "OLD7", New: items[0].Barcode, ChangedAt: tx.Now()})
		})
		is.Equal(d.scan(d.entry.ID, "in", "old-7").Detail, HistoricBarcode)
	})
	t.Run("tickets of another event and another company are unknown", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		other := doorAt(t, d.w, d.side)
		foreign := doorAt(t, d.w, d.w.B)
		other.made, foreign.made = 100, 200
		for _, it := range []order.Item{other.order(1)[0], foreign.order(1)[0]} {
			res := d.scan(d.entry.ID, "in", it.Barcode)
			is.Equal(res.Status, Denied)
			is.Equal(res.Detail, "")
			is.Equal(res.FirstName, "")
		}
		_, err := ScanZone(t.Context(), d.w.App, d.side.Owner, ScanRequest{ZoneID: foreign.entry.ID, Barcodes: []string{"x"}})
		is.Equal(app.KindOf(err), app.NotFound)
	})
	t.Run("an override needs the right to, and is noted either way", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		items := d.order(3)
		z := d.zone("Tent", ZoneFields{Capacity: catalog.Is(int64(1))})
		d.scan(z.ID, "in", items[0].Barcode)
		ask := ScanRequest{ZoneID: z.ID, Barcodes: []string{items[1].Barcode}, IgnoreCapacity: true}
		is.Equal(d.scanAs(d.side.With(app.ScanZones), ask).Status, Full)
		is.Equal(d.scanAs(d.side.With(app.ScanZones, app.OverrideScans), ask).Attendance, int64(2))
		rows := d.rows()
		is.True(rows[1].Refused && !rows[1].Forced)
		is.True(rows[2].Forced && !rows[2].Refused)
		is.Equal(d.counter(z.ID).Over, int64(1))
	})
	t.Run("who is inside is let in again by a supervisor, which moves nobody and takes no place", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		it := d.order(1)[0]
		z := d.zone("Tent", ZoneFields{Capacity: catalog.Is(int64(1)), ScansInMax: catalog.Is(int64(1))})
		is.Equal(d.scan(z.ID, "in", it.Barcode).Status, Valid)
		before := d.counter(z.ID)
		res := d.scan(z.ID, "in", it.Barcode)
		is.Equal(res.Status, AlreadyIn)
		is.Equal(res.Remedy, rules.Remedy{Kind: rules.HelpDesk, Override: true})
		ask := ScanRequest{ZoneID: z.ID, Barcodes: []string{it.Barcode}, Direction: "in", IgnoreInside: true, Reason: "stepped out"}
		is.Equal(d.scanAs(d.side.With(app.ScanZones), ask).Status, AlreadyIn)
		is.Equal(d.scanAs(d.side.With(app.ScanZones, app.OverrideScans), ask).Status, Valid)
		rows := d.rows()
		is.True(rows[2].Refused && !rows[2].Forced)
		is.True(rows[3].Forced && !rows[3].Refused)
		is.Equal(rows[3].Detail, "stepped out")
		after := d.counter(z.ID)
		is.Equal(after.Attendance, before.Attendance)
		is.Equal(after.Over, int64(0))
		is.Equal(after.UniqueIn, before.UniqueIn)
		is.Equal(after.TotalIn, before.TotalIn+1)
		is.Equal(d.scan(z.ID, "out", it.Barcode).Status, Valid)
		is.Equal(d.counter(z.ID).Attendance, int64(0))
		is.Equal(d.scanAs(d.side.Owner, ask).Status, ScansInExceeded) // that is no correction
	})
	t.Run("ages count on the day of the event, in its own place", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		it := d.order(1)[0]
		z := d.zone("Bar", ZoneFields{MinAge: catalog.Is(int64(38))})
		is.Equal(d.scan(z.ID, "in", it.Barcode).Status, TooYoung)
		z = d.zone("Old bar", ZoneFields{MinAge: catalog.Is(int64(37))})
		is.Equal(d.scan(z.ID, "in", it.Barcode).Status, Valid)
	})
	t.Run("a precise zone offers the add-ons", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		lead := int64(0)
		items := d.order(2, func(i *order.Item) {
			i.ParentItemID = lead
			lead = 0
		})
		d.change(items[1].ID, func(i *order.Item) { i.ParentItemID = items[0].ID })
		z := d.zone("Camping", ZoneFields{Precision: ptr(true)})
		res := d.scan(z.ID, "in", items[0].Barcode)
		is.Equal(res.Status, RequiresConfirmation)
		is.Equal(len(res.Available), 2)
		res = d.scanAs(d.side.Owner, ScanRequest{ZoneID: z.ID, Barcodes: []string{items[0].Barcode}, Confirmed: true})
		is.Equal(res.Status, Valid)
		is.Equal(d.state(items[1].ID).In(z.ID).In, int64(0)) // which nobody chose
		res = d.scanAs(d.side.Owner, ScanRequest{ZoneID: z.ID, Barcodes: []string{items[1].Barcode}, Confirmed: true})
		is.Equal(res.Status, Valid)
		is.Equal(res.ItemID, items[1].ID)
	})
	t.Run("a tag finds the ticket of this event", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		it := d.order(1)[0]
		d.update(func(tx app.Tx) error {
			_, err := indexes.Forge(TicketStates).Update(tx, it.ID, func(s *TicketState) error { s.NFC = "04AB"; return nil })
			return err
		})
		res := d.scanAs(d.side.Owner, ScanRequest{ZoneID: d.entry.ID, Tags: []string{"04:ab"}, Barcodes: []string{"ignored"}})
		is.Equal(res.Status, Valid)
		is.Equal(res.Tag, "04AB")
		is.Equal(d.scanAs(d.side.Owner, ScanRequest{ZoneID: d.entry.ID, Tags: []string{"FF"}}).Status, Denied)
	})
	t.Run("requests that cannot be are refused and leave no trace", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		many := make([]string, MaxIdentifiers+1)
		for i := range many {
			many[i] = string(rune('a'+i%26)) + string(rune('a'+i/26))
		}
		inOnly := d.zone("In only", ZoneFields{Mode: ptr(ScanIn)})
		for _, in := range []ScanRequest{
			{ZoneID: d.entry.ID},
			{ZoneID: d.entry.ID, Barcodes: many},
			{ZoneID: d.entry.ID, Barcodes: []string{"a", " "}},
			{ZoneID: d.entry.ID, Tags: []string{"::"}},
			{ZoneID: d.entry.ID, Barcodes: []string{"a\x00b"}},
			{ZoneID: d.entry.ID, Barcodes: []string{string(make([]byte, 10_000))}},
			{ZoneID: inOnly.ID, Barcodes: []string{"a"}, Direction: "out"},
		} {
			_, err := ScanZone(t.Context(), d.w.App, d.side.Owner, in)
			is.Equal(app.KindOf(err), app.Invalid)
		}
		is.Equal(len(d.rows()), 0)
	})
	t.Run("a check says what a scan would, and changes nothing", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		it := d.order(1)[0]
		res, err := CheckZone(t.Context(), d.w.App, d.side.Owner, ScanRequest{UUID: "u", ZoneID: d.entry.ID, Barcodes: []string{it.Barcode}})
		is.NoErr(err)
		is.Equal(res.Status, Valid)
		is.Equal(res.ScansIn, int64(0))
		is.Equal(len(d.rows()), 0)
		is.Equal(d.scan(d.entry.ID, "in", it.Barcode).Status, Valid)
		res, err = CheckZone(t.Context(), d.w.App, d.side.Owner, ScanRequest{ZoneID: d.entry.ID, Barcodes: []string{it.Barcode}})
		is.NoErr(err)
		is.Equal(res.Status, AlreadyIn)
	})
	t.Run("validity of the item counts at the moment of the scan", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		from := noon.Add(2 * time.Hour)
		d.window(&from, nil, 30)
		it := d.order(1)[0]
		is.Equal(d.scan(d.entry.ID, "in", it.Barcode).Detail, OutsideOfValidity)
		d.w.Clock.Jump(90 * time.Minute)
		is.Equal(d.scan(d.entry.ID, "in", it.Barcode).Status, Valid)
	})
	t.Run("a postponed show lets its guests in, on the new day", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		from, to := noon.Add(-time.Hour), noon.Add(time.Hour)
		d.window(&from, &to, 0)
		it := d.order(1, func(i *order.Item) { i.ValidFrom, i.ValidTo = &from, &to })[0]
		from, to = from.AddDate(0, 0, 7), to.AddDate(0, 0, 7)
		d.window(&from, &to, 10)
		is.Equal(d.scan(d.entry.ID, "in", it.Barcode).Detail, OutsideOfValidity) // the old day is none any more
		l := d.tickets(TicketQuery{})
		is.Equal(*l.Tickets[0].ValidFrom, from)
		is.Equal(*l.Tickets[0].ValidTo, to)
		d.w.Clock.Jump(7*24*time.Hour - 65*time.Minute)
		is.Equal(d.scan(d.entry.ID, "in", it.Barcode).Status, Valid)
	})
	t.Run("an Entry zone is told how often, how many, and to look at no window", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		late := noon.Add(5 * time.Hour)
		d.window(&late, nil, 0)
		items := d.order(2)
		_, err := UpdateZone(t.Context(), d.w.App, d.side.Owner, d.entry.ID, ZoneFields{
			ScansInMax: catalog.Is(int64(2)), Capacity: catalog.Is(int64(1)), IgnoreValidity: ptr(true),
		})
		is.NoErr(err)
		is.Equal(d.scan(d.entry.ID, "in", items[0].Barcode).Status, Valid)
		is.Equal(d.scan(d.entry.ID, "in", items[1].Barcode).Status, Full)
		for _, want := range []Status{Valid, Valid, Valid, ScansInExceeded} { // out, in, out, in
			way := "out"
			if d.state(items[0].ID).In(d.entry.ID).Inside == false {
				way = "in"
			}
			is.Equal(d.scan(d.entry.ID, way, items[0].Barcode).Status, want)
		}
	})
	t.Run("the zones of a deleted event are gone", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t, apptest.Unchecked())
		it := d.order(1)[0]
		d.update(func(tx app.Tx) error {
			_, err := indexes.Forge(catalog.Events).Update(tx, d.event.ID, func(e *catalog.Event) error { now := noon; e.DeletedAt = &now; return nil })
			return err
		})
		_, err := ScanZone(t.Context(), d.w.App, d.side.Owner, ScanRequest{ZoneID: d.entry.ID, Barcodes: []string{it.Barcode}})
		is.Equal(app.KindOf(err), app.NotFound)
		_, err = UpdateZone(t.Context(), d.w.App, d.side.Owner, d.entry.ID, ZoneFields{})
		is.Equal(app.KindOf(err), app.NotFound)
		_, err = ListZoneItems(t.Context(), d.w.App, d.side.Owner, ZoneItemQuery{ZoneID: d.entry.ID})
		is.Equal(app.KindOf(err), app.NotFound)
		_, _, err = FindZone(t.Context(), d.w.App, d.side.Owner, d.entry.ID, false)
		is.Equal(app.KindOf(err), app.NotFound)
		_, _, err = FindZone(t.Context(), d.w.App, d.side.Owner, d.entry.ID, true)
		is.NoErr(err)
	})
}
