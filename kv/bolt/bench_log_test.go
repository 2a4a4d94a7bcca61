package bolt

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"marquee/kv"
)

// benchTurn is how long one of two engines works before it is the other's turn.
const benchTurn = 2 * time.Second

// BenchmarkLog has an engine with a log and one without do the same in turns, for at least five
// turns each. What counts are the ratios: of scans in a second, and of how long one takes.
func BenchmarkLog(b *testing.B) {
	for _, callers := range []int{1, 64, 256} {
		b.Run(fmt.Sprint("callers=", callers), func(b *testing.B) {
			sides := [2]*side{openSide(b, Options{}), openSide(b, Options{Log: true})}
			for turn := 0; turn < 5 || sides[0].spent+sides[1].spent < time.Duration(b.N); turn++ {
				for _, s := range sides {
					s.work(b, callers)
				}
			}
			file, log := sides[0], sides[1]
			b.ReportMetric(file.rate(), "file/s")
			b.ReportMetric(log.rate(), "log/s")
			b.ReportMetric(log.rate()/file.rate(), "ratio")
			b.ReportMetric(log.share(50)/file.share(50), "p50-ratio")
			b.ReportMetric(log.share(99)/file.share(99), "p99-ratio")
			b.ReportMetric(float64(log.most), "most-behind")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkLogForAMinute is one long turn of each: the backlog stays flat.
func BenchmarkLogForAMinute(b *testing.B) {
	sides := [2]*side{openSide(b, Options{}), openSide(b, Options{Log: true})}
	for _, s := range sides {
		for s.spent < time.Minute {
			s.work(b, 64)
		}
	}
	b.ReportMetric(sides[1].rate()/sides[0].rate(), "ratio")
	b.ReportMetric(float64(sides[1].most), "most-behind")
	b.ReportMetric(sides[1].share(99)/sides[0].share(99), "p99-ratio")
	b.ReportMetric(0, "ns/op")
}

// side is one engine and what it did.
type side struct {
	e     *Engine
	n     atomic.Uint64
	spent time.Duration
	took  []time.Duration
	most  int // commits that the file was behind at the end of a turn
}

func openSide(b *testing.B, o Options) *side {
	s := &side{e: openTemp(b, o)}
	err := fillTickets(func(from, to int64) error {
		return s.e.Update(background, func(tx kv.Tx) error { return putTickets(tx, from, to) })
	})
	if err != nil {
		b.Fatal(err)
	}
	return s
}

func (s *side) work(b *testing.B, callers int) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	begun := time.Now()
	for range callers {
		wg.Go(func() {
			var mine []time.Duration
			for time.Since(begun) < benchTurn {
				n, since := s.n.Add(1), time.Now()
				if err := s.e.Update(background, func(tx kv.Tx) error { return scanShape(tx, n) }); err != nil {
					b.Error(err)
					return
				}
				mine = append(mine, time.Since(since))
			}
			mu.Lock()
			defer mu.Unlock()
			s.took = append(s.took, mine...)
		})
	}
	wg.Wait()
	s.spent += time.Since(begun)
	s.most = max(s.most, s.e.Stats().Behind)
}

func (s *side) rate() float64 { return float64(len(s.took)) / s.spent.Seconds() }

// share is the time within which so many of a hundred were answered.
func (s *side) share(percent int) float64 {
	slices.Sort(s.took)
	return float64(s.took[(len(s.took)-1)*percent/100])
}
