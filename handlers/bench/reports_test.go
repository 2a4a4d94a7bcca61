package bench

import (
	"fmt"
	"net/http"
	"runtime"
	"runtime/metrics"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"marquee/app/report"
)

// The goals of reports, over a million order items.
const (
	statisticsGoal = 20      // ms
	takingsGoal    = 50      // ms
	exportGoal     = 100_000 // rows a second
	exportMemory   = 64      // MB beside what there was
	exportScans    = 1.5     // the 99th percentile of a scan beside one alone
	foldGoal       = 2       // s behind a rush of 5,000 changes
	foldRush       = 5_000   // changes
)

// TestReports prints what reports cost, without the rest of make bench.
func TestReports(t *testing.T) {
	if !*speedTable {
		t.Skip("make bench asks for it")
	}
	c := &comparison{t: t, s: openHotStore(t), n: new(atomic.Int64)}
	c.fold()
	c.reports()
	c.sheet().show(t, "report goals")
}

// fold makes the figures of a store that has none, before anything else is measured: the
// job that does it would work beside that.
func (c *comparison) fold() {
	began := time.Now()
	c.caughtUp()
	took := time.Since(began)
	c.note("a store without figures is folded, order items a second", float64(c.s.items)/took.Seconds(), "%s items in %s", grouped(c.s.items), took.Round(time.Millisecond))
}

// caughtUp waits until the figures have taken in everything.
func (c *comparison) caughtUp() {
	for behind := true; behind; {
		began := time.Now()
		must(c.t, report.CatchUp(c.t.Context(), c.s.app, c.s.owner.CompanyID))
		behind = time.Since(began) > time.Second
	}
}

// reports measures the reports and their files.
func (c *comparison) reports() {
	c.caughtUp()
	c.atMost("statistics of an event, p50", c.timed(fmt.Sprintf("/v1/event-statistics?eventId=%d", c.s.event)), statisticsGoal, 0, "%s items in the store", grouped(c.s.items))
	c.in("ms")
	c.atMost("sales report by day over a year, p50", c.timed("/v1/sales-report?interval=day"), takingsGoal, 0, "")
	c.in("ms")
	c.atMost("sales of an event by sale item and day, p50", c.timed(fmt.Sprintf(`/v1/report?id=7&interval=day&filter={"event_ids":[%d]}`, c.s.event)), takingsGoal, 0, "")
	c.in("ms")
	c.files()
	c.rush()
}

// timed is the median of some answers, in milliseconds.
func (c *comparison) timed(path string) float64 {
	all := make([]float64, pagesTimed)
	for i := range all {
		began := time.Now()
		c.s.answer(http.MethodGet, path, http.StatusOK, "")
		all[i] = float64(time.Since(began)) / 1e6
	}
	slices.Sort(all)
	return all[len(all)/2]
}

// files writes the attendance while nobody scans, and while everybody does.
func (c *comparison) files() {
	alone := c.scanTimes(func() bool { return false }, 2_000)
	runtime.GC()
	before := liveBytes()
	d := &discard{header: http.Header{}}
	began := time.Now()
	c.s.write(c.t, d, func() { d.peak = max(d.peak, liveBytes()) })
	took := time.Since(began)
	c.atLeast("attendance as CSV, rows a second", float64(d.lines)/took.Seconds(), exportGoal, 0, "%s rows in %s", grouped(d.lines), took.Round(time.Millisecond))
	c.atMost("memory beside it", 2*float64(int64(d.peak)-int64(before))/(1<<20), exportMemory, 0, "twice what it holds, which is when the collector runs")
	c.in("MB")
	var enough atomic.Bool
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for !enough.Load() { // a small store has few rows
			c.s.write(c.t, &discard{header: http.Header{}}, func() {})
		}
	}()
	beside := c.scanTimes(func() bool { return false }, 2_000)
	enough.Store(true)
	<-ended
	c.atMost("scan p99 beside an export, to one alone", float64(p99(beside))/float64(p99(alone)), exportScans, 0, "%s beside %s", p99(beside), p99(alone))
}

// liveBytes is what the collector found in use when it last ran.
func liveBytes() uint64 {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	return live[0].Value.Uint64()
}

// scanTimes scans one ticket after the other.
func (c *comparison) scanTimes(stop func() bool, n int) []time.Duration {
	var all []time.Duration
	for range n {
		if stop() {
			break
		}
		body := c.s.scanBody(c.n.Add(1))
		began := time.Now()
		c.s.answer(http.MethodPost, "/v1/zones/scan", http.StatusOK, body)
		all = append(all, time.Since(began))
	}
	return all
}

func p99(all []time.Duration) time.Duration {
	slices.Sort(all)
	return all[len(all)*99/100]
}

// rush makes many changes, and waits for the figures.
func (c *comparison) rush() {
	var sold int
	for sold = 0; sold < foldRush; sold++ {
		c.s.answer(http.MethodPost, "/v1/zones/scan", http.StatusOK, c.s.scanBody(c.n.Add(1)))
	}
	began := time.Now()
	must(c.t, report.CatchUp(c.t.Context(), c.s.app, c.s.owner.CompanyID))
	c.atMost("the fold is behind 5,000 scans for", time.Since(began).Seconds(), foldGoal, 0, "")
	c.in("s")
	for range foldRush / 10 {
		c.s.payCash(c.s.tokens)
	}
	began = time.Now()
	must(c.t, report.CatchUp(c.t.Context(), c.s.app, c.s.owner.CompanyID))
	c.atMost("the fold is behind 5,000 sales for", 10*time.Since(began).Seconds(), foldGoal, 0, "ten times what 500 take")
	c.in("s")
}

// discard is a client who reads as fast as there is something to read.
type discard struct {
	header http.Header
	lines  int64
	peak   uint64
	look   func()
}

func (d *discard) Header() http.Header { return d.header }
func (d *discard) WriteHeader(int)     {}
func (d *discard) Write(b []byte) (int, error) {
	for _, c := range b {
		if c == '\n' {
			d.lines++
		}
	}
	d.look()
	return len(b), nil
}

// write asks for the attendance as a file.
func (s *hotStore) write(t testing.TB, d *discard, look func()) {
	d.look = look
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://box.office/v1/report/file?id=12", nil)
	must(t, err)
	r.Header.Set("Authorization", "Bearer "+s.token)
	s.handler.ServeHTTP(d, r)
}
