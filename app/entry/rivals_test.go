package entry_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	. "marquee/app/entry"
	"marquee/app/ticketcode/form"

	"github.com/matryer/is"
)

// gates sends requests from as many gates at once and gives the results. A gate
// that is told to come again does.
func (d *door) gates(n int, scan func(gate int) (ScanResult, error)) []ScanResult {
	d.t.Helper()
	results, errs := make([]ScanResult, n), make([]error, n)
	var ready, done sync.WaitGroup
	ready.Add(n)
	for i := range n {
		done.Go(func() {
			ready.Done()
			ready.Wait()
			for {
				results[i], errs[i] = scan(i)
				if app.KindOf(errs[i]) != app.TooMany {
					return
				}
			}
		})
	}
	done.Wait()
	d.must(errors.Join(errs...))
	return results
}

func admitted(results []ScanResult) int {
	n := 0
	for _, r := range results {
		if r.Status == Valid {
			n++
		}
	}
	return n
}

// guarded is the real thing.
func (d *door) guarded(in ScanRequest) (ScanResult, error) {
	return ScanZone(d.t.Context(), d.w.App, d.side.Owner, in)
}

// unguarded decides on a snapshot and stores afterwards, as a careless gate
// would: every rival has looked before anyone writes. It must break what the
// tests of the guarded one promise, or they prove nothing.
func (d *door) unguarded(looked *sync.WaitGroup) func(in ScanRequest) (ScanResult, error) {
	return func(in ScanRequest) (ScanResult, error) {
		return ScanUnguarded(d.t.Context(), d.w.App, d.side.Owner, in, func() {
			looked.Done()
			looked.Wait()
		})
	}
}

// race runs a test of rivals twice: with the guard, and as a control without.
func race(t *testing.T, gates int, run func(t *testing.T, d *door, scan func(ScanRequest) (ScanResult, error)) (admissions int), want int) {
	t.Run("guarded", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t, apptest.Calm())
		is.Equal(run(t, d, d.guarded), want)
	})
	t.Run("control without the guard", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t, apptest.Calm(), apptest.Unchecked())
		var looked sync.WaitGroup
		looked.Add(gates)
		is.True(run(t, d, d.unguarded(&looked)) > want)
	})
}

func TestOneBarcodeAtTwentyGates(t *testing.T) {
	race(t, 20, func(t *testing.T, d *door, scan func(ScanRequest) (ScanResult, error)) int {
		it := d.order(1)[0]
		d.gates(20, func(int) (ScanResult, error) {
			return scan(ScanRequest{ZoneID: d.entry.ID, Direction: AskedIn, Barcodes: []string{it.Barcode}})
		})
		return int(d.counter(d.entry.ID).TotalIn)
	}, 1)
}

func TestCapacityWithFiftyGates(t *testing.T) {
	race(t, 50, func(t *testing.T, d *door, scan func(ScanRequest) (ScanResult, error)) int {
		items := d.order(50)
		z := d.zone("Tent", ZoneFields{Capacity: catalog.Is(int64(20))})
		d.gates(50, func(i int) (ScanResult, error) {
			return scan(ScanRequest{ZoneID: z.ID, Barcodes: []string{items[i].Barcode}})
		})
		return int(d.counter(z.ID).Attendance)
	}, 20)
}

func TestSameUUIDFiftyTimes(t *testing.T) {
	race(t, 50, func(t *testing.T, d *door, scan func(ScanRequest) (ScanResult, error)) int {
		it := d.order(1)[0]
		results := d.gates(50, func(i int) (ScanResult, error) {
			return scan(ScanRequest{UUID: "once", ZoneID: d.entry.ID, Barcodes: []string{it.Barcode}})
		})
		if n := admitted(results); n != 50 {
			t.Errorf("%d of 50 were told that they are in", n)
		}
		return int(d.counter(d.entry.ID).TotalIn)
	}, 1)
}

// TestSeveralAtOnceAreAllOrNone sends groups that share members to one gate each.
func TestSeveralAtOnceAreAllOrNone(t *testing.T) {
	is := is.New(t)
	d := newDoor(t, apptest.Calm())
	items := d.order(11)
	results := d.gates(10, func(i int) (ScanResult, error) {
		return d.guarded(ScanRequest{ZoneID: d.entry.ID, Direction: AskedIn, Barcodes: []string{items[i].Barcode, items[i+1].Barcode}})
	})
	is.Equal(d.counter(d.entry.ID).Attendance, int64(2*admitted(results)))
	rows := d.rows()
	is.Equal(len(rows), 20)
	for i := 0; i < len(rows); i += 2 {
		is.Equal(rows[i+1].Batch, rows[i].ID)
		is.Equal(fmt.Sprint(rows[i].Status == Valid), fmt.Sprint(rows[i+1].Status == Valid))
	}
}

// TestOneRotatingCodeAtTwentyGates: a code that was filmed is shown at all gates within its
// step.
func TestOneRotatingCodeAtTwentyGates(t *testing.T) {
	race(t, 20, func(t *testing.T, d *door, scan func(ScanRequest) (ScanResult, error)) int {
		it := d.issued(form.Rotating)
		code := d.rotating(&it, 0)
		d.gates(20, func(int) (ScanResult, error) {
			return scan(ScanRequest{ZoneID: d.entry.ID, Direction: AskedIn, Barcodes: []string{code}})
		})
		return int(d.counter(d.entry.ID).TotalIn)
	}, 1)
}
