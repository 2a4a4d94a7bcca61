package entry_test

import (
	"errors"
	"sync"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	. "marquee/app/entry"
	"marquee/app/order"
	"marquee/indexes"
)

func (d *door) pair(code, tag string, again bool) ScanResult {
	d.t.Helper()
	res, err := PairTag(d.t.Context(), d.w.App, d.side.Owner, PairRequest{Barcode: code, Tag: tag, Again: again})
	d.must(err)
	return res
}

func (d *door) scanTag(tag string) ScanResult {
	d.t.Helper()
	return d.scanAs(d.side.Owner, ScanRequest{ZoneID: d.entry.ID, Tags: []string{tag}})
}

func TestPairing(t *testing.T) {
	t.Run("a tag is scanned in place of its ticket, however it is written", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		it := d.order(1)[0]
		is.Equal(d.pair(it.Barcode, "04:a2-b3 C4", false).Status, Valid)
		res := d.scanTag("04a2b3c4")
		is.Equal(res.Status, Valid)
		is.Equal(res.Barcode, it.Barcode)
	})
	t.Run("whoever follows order items hears of both tickets", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		items := d.order(3)
		d.pair(items[0].Barcode, "AA", false)
		changed := func() (ids []int64) {
			d.view(func(r app.Reader) error {
				for i := range items {
					now, err := order.Items.Get(r, items[i].ID)
					if err != nil {
						return err
					}
					if now.UpdatedAt.After(items[i].UpdatedAt) {
						ids = append(ids, now.ID)
					}
					items[i] = now
				}
				return nil
			})
			return ids
		}
		is.Equal(changed(), []int64{items[0].ID})
		d.pair(items[1].Barcode, "AA", false)
		is.Equal(changed(), []int64{items[0].ID, items[1].ID})
	})
	t.Run("a paired ticket keeps its tag unless it is to be paired again", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		it := d.order(1)[0]
		d.pair(it.Barcode, "AA", false)
		res := d.pair(it.Barcode, "BB", false)
		is.Equal(res.Status, Denied)
		is.Equal(res.Tag, "AA")
		is.Equal(d.pair(it.Barcode, "BB", true).Status, Valid)
		is.Equal(d.scanTag("AA").Status, Denied)
		is.Equal(d.scanTag("BB").Status, Valid)
	})
	t.Run("a tag moves between tickets of an event, and stays at others", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		elsewhere := doorAt(t, d.w, d.side)
		elsewhere.made = 100
		one, two := d.order(1)[0], d.order(1)[0]
		other := elsewhere.order(1)[0]
		elsewhere.pair(other.Barcode, "AA", false)
		d.pair(one.Barcode, "AA", false)
		d.pair(two.Barcode, "AA", false)
		is.Equal(d.state(one.ID).NFC, "")
		is.Equal(d.scanTag("AA").Barcode, two.Barcode)
		is.Equal(elsewhere.scanTag("AA").Barcode, other.Barcode)
	})
	t.Run("what no gate lets in is not paired", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		frozen := d.order(1, func(i *order.Item) { i.Frozen = true })[0]
		void := d.order(1)[0]
		d.change(void.ID, func(i *order.Item) { now := noon; i.CancelledAt = &now })
		is.Equal(d.pair(frozen.Barcode, "AA", false).Detail, OrderLocked)
		is.Equal(d.pair(void.Barcode, "AA", false).Status, Denied)
		is.Equal(d.pair("NOBODY", "AA", false).Status, Denied)
		is.Equal(d.scanTag("AA").Status, Denied)
	})
	t.Run("a refund leaves the tag inert", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		it := d.order(1)[0]
		d.pair(it.Barcode, "AA", false)
		d.change(it.ID, func(i *order.Item) { now := noon; i.CancelledAt = &now })
		is.Equal(d.scanTag("AA").Status, Denied)
	})
	t.Run("a ticket that changes hands loses its tag", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		it := d.order(1)[0]
		d.pair(it.Barcode, "AA", false)
		d.update(func(tx app.Tx) error { return UnpairTickets(tx, order.Handed{ItemIDs: []int64{it.ID}}) })
		is.Equal(d.scanTag("AA").Status, Denied)
		is.Equal(d.scan(d.entry.ID, "in", it.Barcode).Status, Valid)
	})
	t.Run("a repeat is the same answer, and another request under its uuid is refused", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		one, two := d.order(1)[0], d.order(1)[0]
		in := PairRequest{UUID: "u", Barcode: one.Barcode, Tag: "AA"}
		_, err := PairTag(t.Context(), d.w.App, d.side.Owner, in)
		is.NoErr(err)
		d.pair(two.Barcode, "AA", false)
		res, err := PairTag(t.Context(), d.w.App, d.side.Owner, in)
		is.NoErr(err)
		is.Equal(res.Status, Valid)
		is.Equal(d.scanTag("AA").Barcode, two.Barcode)
		in.Tag = "BB"
		_, err = PairTag(t.Context(), d.w.App, d.side.Owner, in)
		is.True(app.Reused(err))
	})
}

// TestOneTagIsPairedOnce has gates pair one tag with a ticket each.
func TestOneTagIsPairedOnce(t *testing.T) {
	const gates = 8
	paired := func(d *door, items []order.Item) (n int) {
		for _, it := range items {
			if d.state(it.ID).NFC != "" {
				n++
			}
		}
		return n
	}
	t.Run("guarded", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t, apptest.Calm())
		items := d.order(gates)
		d.gates(gates, func(i int) (ScanResult, error) {
			return PairTag(t.Context(), d.w.App, d.side.Owner, PairRequest{Barcode: items[i].Barcode, Tag: "AA"})
		})
		is.Equal(paired(d, items), 1)
	})
	t.Run("control: gates that look first and write afterwards are stopped by the index alone", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t, apptest.Calm(), apptest.Unchecked())
		items := d.order(gates)
		var looked, done sync.WaitGroup
		looked.Add(gates)
		errs := make([]error, gates)
		for i, it := range items {
			done.Go(func() {
				var was TicketState
				d.view(func(r app.Reader) (err error) { was, _, err = FindState(r, it.ID); return err })
				looked.Done()
				looked.Wait()
				for errs[i] = error(app.Refuse(app.TooMany, "not yet")); app.KindOf(errs[i]) == app.TooMany; {
					errs[i] = d.w.App.Update(t.Context(), d.side.Owner, app.Authenticated, func(tx app.Tx) error {
						_, err := indexes.Forge(TicketStates).Update(tx, was.ID, func(s *TicketState) error { s.NFC = "AA"; return nil })
						return err
					})
				}
			})
		}
		done.Wait()
		is.Equal(paired(d, items), 1)
		is.True(errors.Join(errs...) != nil) // the others were refused, and nobody moved the tag
	})
}
