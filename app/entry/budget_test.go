package entry_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	. "marquee/app/entry"
	"marquee/app/order"
	"marquee/indexes"
	"marquee/kv"
	"marquee/kv/kvtest"
	"marquee/kv/mem"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const budgets = "../../testdata/budgets/entry.txt"

// TestBudgets holds each operation of a gate to the reads, writes and bytes it
// needs: a change shows as a difference in the golden file.
func TestBudgets(t *testing.T) {
	clock := apptest.NewClock()
	m := kvtest.Meter(mem.New(mem.Options{Clock: clock.Now}))
	t.Cleanup(func() { _ = m.Close() })
	d := newDoor(t, apptest.On(m), apptest.Calm(), apptest.WithClock(clock))
	items := d.order(100)
	for i := range 3 {
		d.zone(fmt.Sprint("Zone ", i), ZoneFields{})
	}
	adults := d.zone("Bar", ZoneFields{MinAge: catalog.Is(int64(18))})
	d.scan(adults.ID, "in", items[99].Barcode) // the first ids and counters of all tables
	var out strings.Builder
	out.WriteString("# What a gate costs the store. Written by: go test ./app/entry -run TestBudgets -update\n")
	line := func(name string, run func()) {
		clock.Jump(time.Second)
		m.Reset()
		run()
		c := m.Reset()
		fmt.Fprintf(&out, "%-42s reads %3d  scans %2d  pairs %3d  puts %3d  deletes %2d  bytes read %6d  written %6d\n",
			name, c.Gets, c.Scans, c.Pairs, c.Puts, c.Deletes, c.BytesRead, c.BytesWritten)
	}
	scan := func(way string, n int, zone int64) func() {
		in := ScanRequest{UUID: fmt.Sprintf("0190a5c2-7f5e-7000-8000-%s%09d", way, n), ZoneID: zone, Direction: way}
		for i := range n {
			in.Barcodes = append(in.Barcodes, items[i].Barcode)
		}
		return func() { d.scanAs(d.side.Owner, in) }
	}
	line("scan in", scan("in", 1, d.entry.ID))
	line("scan in, the same uuid again", scan("in", 1, d.entry.ID))
	line("scan out", scan("out", 1, d.entry.ID))
	line("scan in, where ages count", func() { d.scan(adults.ID, "in", items[1].Barcode) })
	line("scan ten in at once", scan("in", 10, adults.ID))
	d.scan(d.entry.ID, "in", items[0].Barcode, items[1].Barcode)
	line("scan refused", scan("in", 2, d.entry.ID))
	line("scan of an unknown code", func() { d.scan(d.entry.ID, "in", "nobody") })
	line("check", func() {
		_, err := CheckZone(t.Context(), d.w.App, d.side.Owner, ScanRequest{ZoneID: d.entry.ID, Barcodes: []string{items[5].Barcode}})
		d.must(err)
	})
	line("upload of ten", func() {
		var rows []UploadRow
		for i := range 10 {
			row := d.offline(items[20+i].Barcode, i, false)
			row.UUID = fmt.Sprintf("0190a5c2-7f5e-7000-8000-%012d", i)
			rows = append(rows, row)
		}
		d.upload("0190a5c2-7f5e-7000-8000-00000000upload", rows...)
	})
	line("offline list, page of 100", func() { d.tickets(TicketQuery{}) })
	line("offline list with zones, page of 100", func() { d.tickets(TicketQuery{Zones: true}) })
	line("offline list, nothing new", func() {
		since := d.w.App.Now()
		d.tickets(TicketQuery{Since: &since})
	})
	line("zones of an event", func() {
		_, err := ListZones(t.Context(), d.w.App, d.side.Owner, d.event.ID, false)
		d.must(err)
	})
	line("upload of 900, one ticket, falling", func() {
		rows := make([]UploadRow, 900)
		for i := range rows {
			rows[i] = d.offline(items[40].Barcode, i, i%2 == 0)
		}
		d.upload("", rows...)
	})
	line("upload of ten, late, with a long history", func() {
		rows := make([]UploadRow, 10)
		for i := range rows {
			rows[i] = d.offline(items[40].Barcode, 50+i, i%2 == 0)
		}
		d.upload("", rows...)
	})
	budgetBeside(d, line, items[60:])
	golden(t, budgets, out.String())
	measure(t, d, items[50].Barcode)
}

// budgetBeside are the operations beside scans: tags, guests, and a scan by somebody who sees
// some events alone.
func budgetBeside(d *door, line func(string, func()), items []order.Item) {
	line("pair a tag", func() { d.pair(items[0].Barcode, "04A2B3C4", false) })
	line("scan of a tag", func() { d.scanTag("04A2B3C4") })
	party := d.guests(20)
	line("guests, page of 20 in one party", func() { d.guestPage("") })
	line("a party of 20, 5 of whom came", func() { d.must(d.attend(party[0].ID, 5, time.Time{})) })
	shown := func(groups ...int64) {
		d.update(func(tx app.Tx) error {
			_, err := indexes.Forge(catalog.Events).Update(tx, d.event.ID, func(e *catalog.Event) error { e.Groups = groups; return nil })
			return err
		})
	}
	shown(1)
	some := *d.side.Owner
	some.Visibility = &app.Visibility{UserID: some.UserID, Groups: []int64{1}}
	line("scan in, by a member of a visibility group", func() {
		d.scanAs(&some, ScanRequest{ZoneID: d.entry.ID, Barcodes: []string{items[1].Barcode}, Direction: "in"})
	})
	shown()
}

// measure notes how large the records are that every scan writes.
func measure(t *testing.T, d *door, code string) {
	d.scanAs(d.side.Owner, ScanRequest{ZoneID: d.entry.ID, UUID: "0190a5c2-7f5e-7000-8000-000000000001", Barcodes: []string{code}})
	d.view(func(r app.Reader) error {
		for _, s := range []string{"ticket_states", "zone_counters", "scans", "replays"} {
			var n, size int
			for p, err := range r.Scan(kv.Space(s), kv.Range{}) {
				if err != nil {
					return err
				}
				n, size = n+1, size+len(p.Key)+len(p.Value)
			}
			t.Logf("%-14s %5d records of %d bytes", s, n, size/n)
		}
		return nil
	})
}

func golden(t *testing.T, path, have string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(have), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != have {
		t.Errorf("%s is out of date:\n%s\nrewrite it with: go test ./app/entry -run TestBudgets -update", path, have)
	}
}
