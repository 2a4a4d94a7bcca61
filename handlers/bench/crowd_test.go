package bench

import (
	"sync"
	"time"

	"marquee/app/company"
)

const (
	// crowdReads is how many of the dearest reads are under way while one scanner scans.
	crowdReads = 64
	// crowdScan is what a scan may take then, in milliseconds.
	crowdScan = 50
)

// crowd scans at one gate while others ask for the dearest reads that were found, all of
// them at once and over and over.
func (c *comparison) crowd() {
	_, other, err := company.CreateToken(c.t.Context(), c.s.app, "hot@example.org", "crowd")
	must(c.t, err)
	alone := &load{url: c.product, token: c.s.token, ask: c.scan}
	alone.timed(c.t, 1, c.n)
	beside := &load{url: c.product, token: c.s.token, ask: c.scan}
	stop := make(chan struct{})
	var crowd sync.WaitGroup
	for i := range crowdReads {
		crowd.Go(func() { c.read(other, c.dear[i%len(c.dear)], stop) })
	}
	time.Sleep(roundTime / 4) // until what they ask for is known
	for range rounds {
		beside.timed(c.t, 1, c.n)
	}
	close(stop)
	crowd.Wait()
	c.atMost("scan p99 beside 64 of the dearest reads", 1e3*beside.quantile(.99), crowdScan, 0, "%.2f ms alone; p50 %.2f ms", 1e3*alone.quantile(.99), 1e3*beside.quantile(.5))
	c.in("ms")
}

// read asks for one thing over and over. It does not matter what comes back.
func (c *comparison) read(token, path string, stop <-chan struct{}) {
	w, err := dial(c.product)
	must(c.t, err)
	defer func() { _ = w.conn.Close() }()
	for {
		select {
		case <-stop:
			return
		default:
		}
		if _, err := w.ask("GET", path, token, ""); err != nil {
			_ = w.conn.Close()
			if w, err = dial(c.product); err != nil {
				return
			}
		}
	}
}
