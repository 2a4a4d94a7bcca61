package bench

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"marquee/app/paper"
)

// The goals of printing, beside scans that never pause.
const (
	printedTickets = 1_000
	printedTimes   = 5   // as often, so that there are scans enough beside it
	printGoal      = 8   // s
	printMemory    = 64  // MB beside what there was
	printScans     = 1.5 // the 99th percentile of a scan beside one alone
)

// TestPaper prints what printing costs, without the rest of make bench.
func TestPaper(t *testing.T) {
	if !*speedTable {
		t.Skip("make bench-paper asks for it")
	}
	c := &comparison{t: t, s: openHotStore(t), n: new(atomic.Int64)}
	c.paper()
	c.sheet().show(t, "goals of printing")
}

// paper prints tickets while somebody scans.
func (c *comparison) paper() {
	alone := c.scanTimes(func() bool { return false }, 2_000)
	runtime.GC()
	before, peak := liveBytes(), uint64(0)
	var took time.Duration
	ended := make(chan error, 1)
	go func() {
		began := time.Now()
		var err error
		for range printedTimes {
			err = errors.Join(err, c.print())
		}
		took = time.Since(began) / printedTimes
		ended <- err
	}()
	beside := c.scanTimes(func() bool { peak = max(peak, liveBytes()); return len(ended) > 0 }, 1_000_000)
	must(c.t, <-ended)
	c.atMost("1,000 tickets are printed beside scans", took.Seconds(), printGoal, 0, "%d scans meanwhile", len(beside))
	c.in("s")
	c.atMost("memory beside that", 2*float64(int64(peak)-int64(before))/(1<<20), printMemory, 0, "twice what it holds, which is when the collector runs")
	c.in("MB")
	c.atMost("scan p99 beside printing, to one alone", float64(p99(beside))/float64(p99(alone)), printScans, 0, "%s beside %s", p99(beside), p99(alone))
}

// print makes one document of all tickets.
func (c *comparison) print() error {
	d := &paper.Document{
		Format: paper.A4, Language: "en", Title: "K7QF93XM", Made: time.Unix(1782900000, 0),
		Issuer: paper.Issuer{Name: "Isle of Songs", Address: "1 Quay\nHamburg", Color: "#0f766e"},
	}
	for i := range printedTickets {
		d.Tickets = append(d.Tickets, paper.Ticket{
			Event: "Night of a thousand lights", Date: "Saturday, 4 July 2026, 19:30", Venue: "Alte Werft", Address: "Hafenstraße 12, 20457 Hamburg",
			Item: "Weekend ticket", Holder: fmt.Sprintf("Žofie Müller %d", i), Order: "K7QF93XM", Number: fmt.Sprintf("%d / %d", i+1, printedTickets),
			Barcode: fmt.Sprintf("9F3K7QWX%08d", i), Symbol: paper.QR, Terms: "No entry without a code.",
		})
	}
	_, err := paper.NewPrinter().Write(c.t.Context(), io.Discard, d)
	return err
}
