package bench

import (
	"cmp"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// roundTime is how long one side is asked before it is the other's turn.
const roundTime = 2 * time.Second

// rounds is how often each side has its turn; the median counts.
const rounds = 3

// load asks one server for one thing, over and over, in rounds.
type load struct {
	url, token string
	// ask gives method, path and body of the n-th request.
	ask   func(n int64) (method, path, body string)
	mu    sync.Mutex
	took  []time.Duration
	rates []float64
	bytes int           // of all answers
	cpu   time.Duration // of this program meanwhile
}

// round asks over so many connections until the time is up or stop is closed.
func (r *load) round(t *testing.T, connections int, n *atomic.Int64, stop <-chan struct{}) {
	t.Helper()
	start, before := time.Now(), len(r.took)
	var wg sync.WaitGroup
	for range connections {
		wg.Go(func() {
			if err := r.one(n, stop); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	r.rates = append(r.rates, float64(len(r.took)-before)/time.Since(start).Seconds())
}

// one is one connection.
func (r *load) one(n *atomic.Int64, stop <-chan struct{}) error {
	w, err := dial(r.url)
	if err != nil {
		return err
	}
	defer w.conn.Close()
	var took []time.Duration
	sum := 0
	for {
		select {
		case <-stop:
			r.mu.Lock()
			defer r.mu.Unlock()
			r.took, r.bytes = append(r.took, took...), r.bytes+sum
			return nil
		default:
		}
		from := time.Now()
		method, path, body := r.ask(n.Add(1))
		size, err := w.ask(method, path, r.token, body)
		if err != nil {
			return err
		}
		sum += size
		took = append(took, time.Since(from))
	}
}

// timed is a round of the usual length.
func (r *load) timed(t *testing.T, connections int, n *atomic.Int64) {
	t.Helper()
	stop := make(chan struct{})
	time.AfterFunc(roundTime, func() { close(stop) })
	before := processCPU()
	r.round(t, connections, n, stop)
	r.cpu += processCPU() - before
}

// kilobytes is the mean size of an answer.
func (r *load) kilobytes() int { return r.bytes / max(1, len(r.took)) / 1000 }

// microseconds is what a request took of a processor, of both sides of the connection.
func (r *load) microseconds() float64 {
	return float64(r.cpu.Microseconds()) / float64(max(1, len(r.took)))
}

// perSecond is the median of the rounds.
func (r *load) perSecond() float64 { return median(r.rates) }

// quantile is over the requests of all rounds, in seconds.
func (r *load) quantile(part float64) float64 {
	if len(r.took) == 0 {
		return 0
	}
	slices.Sort(r.took)
	return r.took[int(part*float64(len(r.took)-1))].Seconds()
}

func median[T cmp.Ordered](of []T) (m T) {
	if len(of) == 0 {
		return m
	}
	sorted := slices.Clone(of)
	slices.Sort(sorted)
	return sorted[len(sorted)/2]
}

// byTurns gives each side its rounds, after one that only warms up.
func byTurns(t *testing.T, connections int, n *atomic.Int64, sides ...*load) {
	t.Helper()
	for i := range rounds + 1 {
		for _, r := range sides {
			r.timed(t, connections, n)
			if i == 0 {
				r.took, r.rates, r.bytes, r.cpu = nil, nil, 0, 0
			}
		}
	}
}
