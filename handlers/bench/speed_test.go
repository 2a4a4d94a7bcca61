package bench

import (
	"flag"
	"fmt"
	"sync/atomic"
	"testing"

	"marquee/kv"
)

// speedTable is set by make bench.
var speedTable = flag.Bool("hot.table", false, "print the table of the hot paths beside their ceilings")

// recorded is how many different requests the baseline replays by turns.
const recorded = 256

// TestSpeed prints each hot path beside its ceiling, which is what the same
// reads and writes cost straight on bbolt. Both are measured in one run, one
// after the other: a ratio means something where a time does not.
func TestSpeed(t *testing.T) {
	if !*speedTable {
		t.Skip("make bench asks for it")
	}
	tp := &recorder{}
	s := openHotStoreOver(t, func(e kv.Engine) kv.Engine { tp.Engine = e; return tp })
	w := openBaseline(t)
	var n atomic.Int64
	table := sheet{}
	table.row("one request", "ns", "B", "allocs", "reads", "pairs", "writes", "B written", "ns on bbolt", "ratio", "64 callers", "on bbolt", "ratio")
	for _, p := range hotPaths {
		recordings := p.recordings(s, tp, &n)
		alone := testing.Benchmark(func(b *testing.B) {
			for b.Loop() {
				p.once(s, n.Add(1), b.StopTimer, b.StartTimer)
			}
		})
		c := countOps(recordings)
		cells := []any{p.name, grouped(alone.NsPerOp()), grouped(alone.AllocedBytesPerOp()), grouped(alone.AllocsPerOp()),
			grouped(c.gets), grouped(c.pairs), grouped(c.writes), grouped(c.bytes)}
		if c.gets+c.pairs+c.writes > 0 {
			cells = append(cells, p.beside(t, s, w, recordings, alone, &n)...)
		}
		table.row(cells...)
	}
	table.show(t, "speed paths")
	(&comparison{t: t, s: s, w: w, recorder: tp, n: &n}).run()
}

// beside ends a line of the table with the ceilings.
func (p *hotPath) beside(t *testing.T, s *hotStore, w *baseline, recordings []recording, alone testing.BenchmarkResult, n *atomic.Int64) []any {
	t.Helper()
	bare := testing.Benchmark(func(b *testing.B) {
		for b.Loop() {
			must(b, w.once(recordings))
		}
	})
	cells := []any{grouped(bare.NsPerOp()), fmt.Sprintf("%.2f", float64(bare.NsPerOp())/float64(alone.NsPerOp()))}
	if p.prepare != nil {
		return cells // what is not measured could not be told apart
	}
	ours := perSecond(func() { p.once(s, n.Add(1), func() {}, func() {}) })
	theirs := perSecond(func() { must(t, w.once(recordings)) })
	return append(cells, grouped(ours)+"/s", grouped(theirs)+"/s", fmt.Sprintf("%.2f", ours/theirs))
}

// recordings records a few requests of a path.
func (p *hotPath) recordings(s *hotStore, tp *recorder, n *atomic.Int64) []recording {
	all := make([]recording, recorded)
	for i := range all {
		prepared := ""
		if p.prepare != nil {
			prepared = p.prepare(s, n.Add(1))
		}
		all[i] = tp.record(func() { p.do(s, n.Add(1), prepared) })
	}
	return all
}

type opCounts struct{ gets, pairs, writes, bytes float64 }

// countOps gives the mean of one request.
func countOps(recordings []recording) (c opCounts) {
	for _, request := range recordings {
		for _, tx := range request {
			for _, m := range tx.ops {
				switch m.kind {
				case 'g':
					c.gets++
				case 's':
					c.pairs += float64(m.pairs)
				default:
					c.writes++
					c.bytes += float64(len(m.key) + len(m.value))
				}
			}
		}
	}
	for _, x := range []*float64{&c.gets, &c.pairs, &c.writes, &c.bytes} {
		*x /= float64(len(recordings))
	}
	return c
}

// perSecond runs do by 64 callers.
func perSecond(do func()) float64 {
	r := testing.Benchmark(func(b *testing.B) {
		b.SetParallelism(32)
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				do()
			}
		})
	})
	return float64(r.N) / r.T.Seconds()
}
