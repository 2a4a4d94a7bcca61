package entry_test

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	. "marquee/app/entry"
	"marquee/app/order"
	"marquee/kv"
	"marquee/kv/bolt"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

// digest sums up every byte of some spaces, all of them when none are named.
func (d *door) digest(spaces ...kv.Space) string {
	d.t.Helper()
	if len(spaces) == 0 {
		spaces = d.w.App.Schema().Spaces()
	}
	sum := sha256.New()
	d.must(d.w.App.Engine().View(d.t.Context(), func(r kv.Reader) error {
		sum.Reset()
		for _, s := range spaces {
			for p, err := range r.Scan(s, kv.Range{}) {
				if err != nil {
					return err
				}
				fmt.Fprintf(sum, "%s %x %x\n", s, p.Key, p.Value)
			}
		}
		return nil
	}))
	return fmt.Sprintf("%x", sum.Sum(nil))
}

func TestCheckChangesNoByte(t *testing.T) {
	is := is.New(t)
	d := newDoor(t)
	items := d.order(2)
	d.scan(d.entry.ID, "in", items[0].Barcode)
	before := d.digest()
	for _, code := range []string{items[0].Barcode, items[1].Barcode, "nobody"} {
		for _, way := range []string{"", "in", "out", "auto"} {
			_, err := CheckZone(t.Context(), d.w.App, d.side.Owner, ScanRequest{
				UUID: "u", ZoneID: d.entry.ID, Barcodes: []string{code}, Direction: way, IgnoreAge: true, IgnoreCapacity: true,
			})
			is.NoErr(err)
		}
	}
	is.Equal(d.digest(), before)
}

// TestRefusalsMoveNobody draws requests of several tickets and expects a refused
// one to change no state, no counter and no list, and a repeated uuid to change
// nothing at all.
func TestRefusalsMoveNobody(t *testing.T) {
	moved := []kv.Space{"ticket_states", "ticket_states.changed", "zone_counters", "ticket_counts", "replays"}
	rapid.Check(t, func(rt *rapid.T) {
		d := newDoor(t)
		items := d.order(6)
		d.change(items[5].ID, func(i *order.Item) { i.Frozen = true })
		capacity := int64(rapid.IntRange(0, 4).Draw(rt, "capacity"))
		z := d.zone("Tent", ZoneFields{Mode: ptr(rapid.SampledFrom([]string{ScanInOut, ScanAuto}).Draw(rt, "mode"))})
		_, err := UpdateZone(t.Context(), d.w.App, d.side.Owner, z.ID, ZoneFields{Capacity: catalog.Is(capacity)})
		d.must(err)
		for n := range rapid.IntRange(1, 10).Draw(rt, "requests") {
			in := ScanRequest{UUID: fmt.Sprint("u", n), ZoneID: z.ID, Direction: rapid.SampledFrom([]string{"", "in", "out", "auto"}).Draw(rt, "way")}
			for _, i := range rapid.SliceOfN(rapid.IntRange(0, 6), 1, 4).Draw(rt, "tickets") {
				in.Barcodes = append(in.Barcodes, append(items, order.Item{Barcode: "nobody"})[i].Barcode)
			}
			before := d.digest(moved...)
			res := d.scanAs(d.side.Owner, in)
			if after := d.digest(moved...); (after == before) != (res.Status != Valid) {
				rt.Fatalf("%v: %s, and the state changed: %t", in.Barcodes, res.Status, after != before)
			}
			if res.Status == Valid {
				before := d.digest()
				if again := d.scanAs(d.side.Owner, in); !reflect.DeepEqual(again, res) || d.digest() != before {
					rt.Fatalf("%v: repeating it gave %v and changed something: %t", in.Barcodes, again, d.digest() != before)
				}
			}
		}
	})
}

// TestUUIDOutlivesTheProcess scans, closes the store, opens it again and repeats.
func TestUUIDOutlivesTheProcess(t *testing.T) {
	is := is.New(t)
	path := filepath.Join(t.TempDir(), "store.db")
	clock := apptest.NewClock()
	first, err := bolt.Open(path, bolt.Options{Clock: clock.Now})
	is.NoErr(err)
	d := newDoor(t, apptest.On(first), apptest.WithClock(clock), apptest.Unchecked())
	items := d.order(2)
	in := ScanRequest{UUID: "gate-1/17", ZoneID: d.entry.ID, Direction: AskedIn, Barcodes: []string{items[0].Barcode}}
	was := d.scanAs(d.side.Owner, in)
	up := d.upload("offline-1", d.offline(items[1].Barcode, 5, false), d.offline("nobody", 4, false))
	is.NoErr(first.Close())

	second, err := bolt.Open(path, bolt.Options{Clock: clock.Now})
	is.NoErr(err)
	t.Cleanup(func() { is.NoErr(second.Close()) })
	d.w.App = app.New(second, d.w.App.Definition(), app.Options{Clock: clock.Now})
	before := d.digest()
	clock.Jump(24 * time.Hour)
	is.Equal(d.scanAs(d.side.Owner, in), was)
	is.Equal(d.upload("offline-1", d.offline(items[1].Barcode, 5, false), d.offline("nobody", 4, false)), up)
	is.Equal(d.digest(), before)
	d.w.Check()
}
