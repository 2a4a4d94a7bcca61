package handlers_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"marquee/kv"
)

// speedTable is set by make bench.
var speedTable = flag.Bool("hot.table", false, "print the table of the hot paths beside their ceilings")

// recorded is how many different requests the twin replays by turns.
const recorded = 256

// TestSpeed prints each hot path beside its ceiling, which is what the same
// reads and writes cost straight on bbolt. Both are measured in one run, one
// after the other: a ratio means something where a time does not.
func TestSpeed(t *testing.T) {
	if !*speedTable {
		t.Skip("make bench asks for it")
	}
	tp := &tape{}
	s := openHotStoreOver(t, func(e kv.Engine) kv.Engine { tp.Engine = e; return tp })
	w := openTwin(t)
	var n atomic.Int64
	fmt.Printf("\n%-22s %10s %8s %7s %6s %6s %6s %9s %9s %6s %9s %9s %6s\n", "alone, then 64 callers", "ns/op", "B/op", "allocs",
		"gets", "pairs", "writes", "B/commit", "ceiling", "ratio", "64: /s", "ceiling", "ratio")
	for _, p := range hotPaths {
		tapes := p.tapes(s, tp, &n)
		alone := testing.Benchmark(func(b *testing.B) {
			for b.Loop() {
				p.once(s, n.Add(1), b.StopTimer, b.StartTimer)
			}
		})
		c := countTapes(tapes)
		fmt.Printf("%-22s %10d %8d %7d %6.0f %6.0f %6.0f %9.0f", p.name, alone.NsPerOp(), alone.AllocedBytesPerOp(),
			alone.AllocsPerOp(), c.gets, c.pairs, c.writes, c.bytes)
		if c.gets+c.pairs+c.writes > 0 {
			p.beside(t, s, w, tapes, alone, &n)
		}
		fmt.Println()
	}
	besideReference(t, s, w, tp, &n)
}

// beside ends a line of the table with the ceilings.
func (p *hotPath) beside(t *testing.T, s *hotStore, w *twin, tapes [][]taped, alone testing.BenchmarkResult, n *atomic.Int64) {
	t.Helper()
	bare := testing.Benchmark(func(b *testing.B) {
		for b.Loop() {
			must(b, w.once(tapes))
		}
	})
	fmt.Printf(" %9d %6.2f", bare.NsPerOp(), float64(bare.NsPerOp())/float64(alone.NsPerOp()))
	if p.prepare != nil {
		return // what is not measured could not be told apart
	}
	ours := perSecond(func() { p.once(s, n.Add(1), func() {}, func() {}) })
	theirs := perSecond(func() { must(t, w.once(tapes)) })
	fmt.Printf(" %9.0f %9.0f %6.2f", ours, theirs, ours/theirs)
}

// tapes records a few requests of a path.
func (p *hotPath) tapes(s *hotStore, tp *tape, n *atomic.Int64) [][]taped {
	all := make([][]taped, recorded)
	for i := range all {
		prepared := ""
		if p.prepare != nil {
			prepared = p.prepare(s, n.Add(1))
		}
		all[i] = tp.record(func() { p.do(s, n.Add(1), prepared) })
	}
	return all
}

type tapeCounts struct{ gets, pairs, writes, bytes float64 }

// countTapes gives the mean of one request.
func countTapes(tapes [][]taped) (c tapeCounts) {
	for _, request := range tapes {
		for _, tx := range request {
			for _, m := range tx.moves {
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
		*x /= float64(len(tapes))
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

// besideReference compares the zone scan over HTTP with the smallest server that
// does the same, in rounds by turns.
func besideReference(t *testing.T, s *hotStore, w *twin, tp *tape, n *atomic.Int64) {
	t.Helper()
	const zoneScan = 1
	tapes := hotPaths[zoneScan].tapes(s, tp, n)
	answer := s.post("/v1/zones/scan", http.StatusOK, "%s", s.scanBody(n.Add(1)))
	product := httptest.NewServer(s.handler)
	defer product.Close()
	reference := httptest.NewServer(w.reference(tapes, json.RawMessage(answer)))
	defer reference.Close()
	fmt.Printf("\n%-28s %9s %9s %9s %9s %9s\n", "zone scan over HTTP", "product/s", "refer./s", "ratio", "p50 ratio", "p99 ratio")
	for _, connections := range []int{1, 64, 256} {
		var ours, theirs rush
		for range 3 {
			theirs.run(t, s, reference.URL, connections, n)
			ours.run(t, s, product.URL, connections, n)
		}
		fmt.Printf("%3d connections %12s %9.0f %9.0f %9.2f %9.2f %9.2f\n", connections, "", ours.perSecond(), theirs.perSecond(),
			ours.perSecond()/theirs.perSecond(), ours.quantile(0.5)/theirs.quantile(0.5), ours.quantile(0.99)/theirs.quantile(0.99))
	}
}

func (s *hotStore) scanBody(n int64) string {
	return fmt.Sprintf(`{"uuid":"hot-%d-%d","zoneId":"%d","scan":"auto","barcodes":["%s"]}`,
		os.Getpid(), n, s.zone, s.barcodes[n%int64(len(s.barcodes))])
}

// rush is the scans of one server, over all rounds.
type rush struct {
	mu    sync.Mutex
	took  []time.Duration
	total time.Duration
}

// roundTime is how long one server is asked before it is the other's turn.
const roundTime = 2 * time.Second

func (r *rush) run(t *testing.T, s *hotStore, url string, connections int, n *atomic.Int64) {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: connections}}
	defer client.CloseIdleConnections()
	start := time.Now()
	var wg sync.WaitGroup
	for range connections {
		wg.Go(func() {
			var took []time.Duration
			for time.Since(start) < roundTime {
				from := time.Now()
				if err := scanOnce(client, s, url, n.Add(1)); err != nil {
					t.Error(err)
					return
				}
				took = append(took, time.Since(from))
			}
			r.mu.Lock()
			defer r.mu.Unlock()
			r.took = append(r.took, took...)
		})
	}
	wg.Wait()
	r.total += time.Since(start)
}

func scanOnce(client *http.Client, s *hotStore, url string, n int64) error {
	in, err := http.NewRequest(http.MethodPost, url+"/v1/zones/scan", strings.NewReader(s.scanBody(n)))
	if err != nil {
		return err
	}
	in.Header.Set("Authorization", "Bearer "+s.token)
	in.Header.Set("Content-Type", "application/json")
	out, err := client.Do(in)
	if err != nil {
		return err
	}
	defer out.Body.Close()
	body, err := io.ReadAll(out.Body)
	if err == nil && out.StatusCode != http.StatusOK {
		err = fmt.Errorf("%d %s", out.StatusCode, body)
	}
	return err
}

func (r *rush) perSecond() float64 { return float64(len(r.took)) / r.total.Seconds() }

func (r *rush) quantile(part float64) float64 {
	slices.Sort(r.took)
	return float64(r.took[int(part*float64(len(r.took)-1))])
}
