package entry_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	. "marquee/app/entry"
	"marquee/kv"
	"marquee/kv/mem"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

var errCut = errors.New("the box office went down")

// cutOff is an engine that goes down before one of its transactions.
type cutOff struct {
	kv.Engine
	after   int    // so many transactions; below zero never
	between func() // is called before each, when there is one
}

func (e *cutOff) Update(ctx context.Context, fn func(kv.Tx) error) error {
	if between := e.between; between != nil {
		e.between = nil
		between()
		e.between = between
	}
	if e.after == 0 {
		return errCut
	}
	e.after--
	return e.Engine.Update(ctx, fn)
}

// cutDoor is a door whose store can go down.
func cutDoor(t *testing.T) (*door, *cutOff) {
	clock := apptest.NewClock()
	m := mem.New(mem.Options{Clock: clock.Now})
	t.Cleanup(func() { _ = m.Close() })
	e := &cutOff{Engine: m, after: -1}
	return newDoor(t, apptest.On(e), apptest.Calm(), apptest.WithClock(clock)), e
}

func (d *door) pieces(most int, in Upload) (UploadResult, error) {
	return UploadInPieces(d.t.Context(), d.w.App, d.side.Owner, in, most)
}

// told is what the log says, without ids and times of commit, in an order of its own.
func (d *door) told() (all []string) {
	for _, s := range d.rows() {
		s.ID, s.At = 0, time.Time{}
		all = append(all, fmt.Sprintf("%+v", s))
	}
	slices.Sort(all)
	return all
}

// TestUploadPieces brings the same scans at once and in pieces of any size, cut off
// somewhere and sent again, and expects the same answer, the same log, and the same state
// of tickets and zones.
func TestUploadPieces(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		whole, _ := cutDoor(t)
		cut, engine := cutDoor(t)
		items := whole.order(3)
		cut.order(3)
		tent := whole.zone("Tent", ZoneFields{Capacity: catalog.Is(int64(1))})
		cut.zone("Tent", ZoneFields{Capacity: catalog.Is(int64(1))})
		known, named := rapid.Bool().Draw(rt, "upload has a uuid"), rapid.Bool().Draw(rt, "scans have uuids")
		in := Upload{}
		if known {
			in.UUID = "up"
		}
		for i := range rapid.IntRange(1, 14).Draw(rt, "scans") {
			row := whole.offline("nobody", rapid.IntRange(0, 6).Draw(rt, "minutes"), rapid.Bool().Draw(rt, "out"))
			if n := rapid.IntRange(0, 3).Draw(rt, "ticket"); n < len(items) {
				row.Barcode = items[n].Barcode
			}
			if rapid.Bool().Draw(rt, "tent") {
				row.ZoneID = tent.ID
			}
			row.Refused = rapid.IntRange(0, 5).Draw(rt, "refused") == 0
			if row.Latitude = fmt.Sprint(i); named {
				row.UUID = fmt.Sprint("row", rapid.IntRange(0, 20).Draw(rt, "uuid"))
			}
			in.Rows = append(in.Rows, row)
		}
		want, err := whole.pieces(MaxUpload, in)
		whole.must(err)
		most := rapid.IntRange(1, 5).Draw(rt, "in pieces of")
		engine.after = rapid.IntRange(0, 6).Draw(rt, "cut off behind")
		have, err := cut.pieces(most, in)
		if err != nil && !errors.Is(err, errCut) {
			rt.Fatal(err)
		}
		anonymous := !known && !named
		if anonymous && err != nil && len(cut.rows()) > 0 {
			rt.Fatal("what failed has left rows that nobody knows again")
		}
		if engine.after = -1; err != nil || !anonymous {
			have, err = cut.pieces(most, in)
			cut.must(err)
		}
		if a, b := fmt.Sprintf("%+v", want), fmt.Sprintf("%+v", have); a != b && (known || anonymous) {
			rt.Fatalf("at once:\n%s\nin pieces:\n%s", a, b)
		}
		if a, b := whole.told(), cut.told(); !slices.Equal(a, b) {
			rt.Fatalf("at once:\n%s\nin pieces:\n%s", a, b)
		}
		for i := range items {
			a, b := whole.state(items[i].ID), cut.state(items[i].ID)
			if a, b := fmt.Sprintf("%+v %d %d", a.Zones, a.ScannedBy, len(a.ScanIDs)), fmt.Sprintf("%+v %d %d", b.Zones, b.ScannedBy, len(b.ScanIDs)); a != b {
				rt.Fatalf("ticket %d: %s at once, %s in pieces", i, a, b)
			}
		}
		for _, zone := range []int64{whole.entry.ID, tent.ID} {
			if a, b := whole.counter(zone).Tally, cut.counter(zone).Tally; a != b {
				rt.Fatalf("zone: %+v at once, %+v in pieces", a, b)
			}
		}
	})
}

func TestUploadInSteps(t *testing.T) {
	rows := func(d *door, n int) (all []UploadRow) {
		for i := range n {
			row := d.offline(fmt.Sprint("nobody", i), 5, false)
			row.UUID = fmt.Sprint("row", i)
			all = append(all, row)
		}
		return all
	}
	t.Run("a gate scans between two pieces", func(t *testing.T) {
		is := is.New(t)
		d, e := cutDoor(t)
		items := d.order(2)
		all := rows(d, 3*PieceRows)
		all[0].Barcode, all[len(all)-1].Barcode = items[0].Barcode, items[1].Barcode
		steps := 0
		e.between = func() {
			if steps++; steps == 2 {
				is.Equal(d.counter(d.entry.ID).Attendance, int64(1)) // the first piece is kept
				is.Equal(d.scan(d.entry.ID, "in", items[1].Barcode).Status, Valid)
			}
		}
		is.Equal(d.upload("up", all...).Kept, int64(2))
		is.Equal(steps, 3)
		is.Equal(d.counter(d.entry.ID).Tally, Tally{Attendance: 2, UniqueIn: 2, TotalIn: 3})
	})
	t.Run("one that goes down between two pieces goes on when it is sent again, to another server too", func(t *testing.T) {
		is := is.New(t)
		d, e := cutDoor(t)
		in := Upload{UUID: "up", Rows: rows(d, 3*PieceRows)}
		for i := range in.Rows {
			in.Rows[i].UUID = ""
		}
		e.after = 2
		_, err := UploadScans(t.Context(), d.w.App, d.side.Owner, in)
		is.True(errors.Is(err, errCut))
		is.Equal(len(d.rows()), 2*PieceRows)
		e.after = -1
		other := in
		other.Rows = slices.Clone(in.Rows)
		other.Rows[len(in.Rows)-1].Out = true
		_, err = UploadScans(t.Context(), d.w.App, d.side.Owner, other)
		is.True(app.Reused(err)) // nobody goes on with something else
		restarted := app.New(d.w.App.Engine(), d.w.App.Definition(), app.Options{Clock: d.w.Clock.Now})
		res, err := UploadScans(t.Context(), restarted, d.side.Owner, in)
		is.NoErr(err)
		is.Equal(len(res.Misses), len(in.Rows))
		is.Equal(len(d.rows()), len(in.Rows))
	})
	t.Run("what a token may not store is refused before any of it is", func(t *testing.T) {
		is := is.New(t)
		d, _ := cutDoor(t)
		d.update(func(tx app.Tx) error { return app.TakeRows(tx, d.side.Owner, app.MaxRowsPerHour-PieceRows-1) })
		all := rows(d, PieceRows+2)
		_, err := UploadScans(t.Context(), d.w.App, d.side.Owner, Upload{Rows: all})
		is.Equal(app.KindOf(err), app.TooMany)
		is.Equal(len(d.rows()), 0)
		d.upload("", all[:2]...)
		is.Equal(d.upload("", all...).Skipped, int64(2)) // those are stored already
		is.Equal(len(d.rows()), len(all))
	})
	oftenScanned := func(t *testing.T, uuid string) (kept int64, steps int) {
		d, e := cutDoor(t)
		items := d.order(3)
		for _, it := range items {
			all := make([]UploadRow, MaxHistory*2/5)
			for i := range all {
				all[i] = d.offline(it.Barcode, i, i%2 == 0)
			}
			d.upload("", all...)
		}
		var late []UploadRow
		for _, it := range items {
			late = append(late, d.offline(it.Barcode, MaxHistory, false))
		}
		e.between = func() { steps++ }
		return d.upload(uuid, late...).Kept, steps
	}
	t.Run("tickets that were scanned very often are sorted in a few at a time", func(t *testing.T) {
		is := is.New(t)
		kept, steps := oftenScanned(t, "late")
		is.Equal(kept, int64(3))
		is.Equal(steps, 3) // the whole, which was too much, and its halves
	})
	t.Run("but at once where nobody would know them again", func(t *testing.T) {
		is := is.New(t)
		kept, steps := oftenScanned(t, "")
		is.Equal(kept, int64(3))
		is.Equal(steps, 1)
	})
}
