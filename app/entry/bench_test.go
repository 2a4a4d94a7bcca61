package entry_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"marquee/app/apptest"
	. "marquee/app/entry"
	"marquee/kv/bolt"
)

// BenchmarkGate measures what a gate does, without HTTP, on a store on disk. The
// hot paths through the whole handler and on large stores are in handlers.
func BenchmarkGate(b *testing.B) {
	e, err := bolt.Open(filepath.Join(b.TempDir(), "store.db"), bolt.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = e.Close() })
	d := newDoor(b, apptest.On(e), apptest.Calm(), apptest.Unchecked())
	items := d.order(100)
	z := d.zone("Field", ZoneFields{Mode: ptr(ScanAuto)})
	n := 0
	ask := func(code string) ScanRequest {
		n++
		return ScanRequest{UUID: fmt.Sprint("bench-", n), ZoneID: z.ID, Barcodes: []string{code}}
	}
	scan := func(in ScanRequest) error {
		_, err := ScanZone(b.Context(), d.w.App, d.side.Owner, in)
		return err
	}
	benchmarks := []struct {
		name string
		do   func() error
	}{
		{"scan valid", func() error { return scan(ask(items[n%100].Barcode)) }},
		{"scan denied", func() error { return scan(ask("nobody")) }},
		{"scan repeated", func() error {
			in := ask(items[0].Barcode)
			in.UUID = "bench-1"
			return scan(in)
		}},
		{"check", func() error {
			_, err := CheckZone(b.Context(), d.w.App, d.side.Owner, ask(items[n%100].Barcode))
			return err
		}},
		{"offline list of 100", func() error {
			_, err := ListTickets(b.Context(), d.w.App, d.side.Owner, TicketQuery{EventID: d.event.ID, Limit: MaxPage})
			return err
		}},
	}
	for _, bm := range benchmarks {
		b.Run(bm.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := bm.do(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
