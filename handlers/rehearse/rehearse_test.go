package rehearse

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/matryer/is"
)

func TestQuantiles(t *testing.T) {
	is := is.New(t)
	var s sample
	for i := range 100 {
		s.add(time.Duration(100-i)*time.Millisecond, "")
	}
	s.add(0, "500 no")
	s.add(0, "503 later")
	is.Equal(s.operation("scan", 2*time.Second), Operation{
		Name: "scan", Count: 100, Failed: 2, PerSecond: 50, P50: 50, P99: 99, Max: 100, Failure: "500 no",
	})
	var none sample
	is.Equal(none.operation("scan", time.Second), Operation{Name: "scan"})
}

func TestTheLongestPause(t *testing.T) {
	is := is.New(t)
	start := time.Date(2026, 7, 4, 12, 0, 0, 0, time.UTC)
	at := func(seconds ...int) (all []time.Time) {
		for _, s := range seconds {
			all = append(all, start.Add(time.Duration(s)*time.Second))
		}
		return all
	}
	pause, from := longestPause(start, at(7, 1, 2, 8)) // in whatever order they were noted
	is.Equal(pause, 5*time.Second)
	is.Equal(from, start.Add(2*time.Second))
	pause, from = longestPause(start, at(4, 5))
	is.Equal(pause, 4*time.Second) // before the first one
	is.Equal(from, start)
	pause, _ = longestPause(start, nil)
	is.Equal(pause, time.Duration(0))
}

// TestWhatIsNotAnsweredIsAskedOfTheNextNode: under the same uuid, and it is acknowledged once.
func TestWhatIsNotAnsweredIsAskedOfTheNextNode(t *testing.T) {
	is := is.New(t)
	var mu sync.Mutex
	bodies := map[string][]string{}
	node := func(name string, status int) string {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			b, _ := io.ReadAll(r.Body)
			mu.Lock()
			defer mu.Unlock()
			bodies[name] = append(bodies[name], string(b))
			w.WriteHeader(status)
			_, _ = w.Write([]byte(`{"id":"7","status":"valid"}`))
		}))
		t.Cleanup(s.Close)
		return s.URL
	}
	urls := []string{node("follows", http.StatusServiceUnavailable), node("leads", http.StatusOK)}
	played, err := PlayTogether(t.Context(), Plan{Gates: 1, Duration: time.Millisecond, Rate: 1, Festival: Festival{Zone: 1, Barcodes: []string{"1"}}}, urls)
	is.NoErr(err)
	is.Equal(len(played.Scans), 1)
	is.Equal(played.Repeated, 1)
	is.Equal(bodies["follows"], bodies["leads"])
	is.True(strings.Contains(bodies["leads"][0], played.Scans[0]))
	is.Equal(played.Operations[0].Failed, 0)
}

func TestBottleneck(t *testing.T) {
	for want, r := range map[string]Report{
		"failed":  {Operations: []Operation{{Name: opScan, Failed: 1}}, CommitShare: 1},
		"none":    {Operations: []Operation{{Name: opScan, PerSecond: 99}, {Name: opComplete, PerSecond: 50}}, CommitShare: 1},
		"disk":    {CommitShare: 0.7, DiskShare: 0.6, Cores: 2, CoresThere: 2},
		"writer":  {CommitShare: 0.7, DiskShare: 0.3, Cores: 1, CoresThere: 2},
		"CPU":     {CommitShare: 0.3, Cores: 1.9, CoresThere: 2},
		"neither": {CommitShare: 0.3, Cores: 1, CoresThere: 2},
	} {
		t.Run(want, func(t *testing.T) {
			is := is.New(t)
			got := bottleneck(Plan{Rate: 100}, r)
			is.True(strings.Contains(got, want))
		})
	}
}

// stall answers a shop and gates; the first scan of all takes as long as slow.
func stall(t *testing.T, slow time.Duration) *httptest.Server {
	var first atomic.Bool
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/v1/zones/scan":
			if first.CompareAndSwap(false, true) {
				time.Sleep(slow)
			}
		case "/v1/basket-items":
			w.WriteHeader(http.StatusCreated)
			_, _ = w.Write([]byte(`{"id":"7"}`))
		}
	}))
	t.Cleanup(s.Close)
	return s
}

func TestLatencyCountsFromTheIntendedStart(t *testing.T) {
	is := is.New(t)
	const slow = 200 * time.Millisecond
	s := stall(t, slow)
	ops, err := Play(context.Background(), Plan{
		URL: s.URL, Gates: 1, Duration: 300 * time.Millisecond, Rate: 100, Festival: Festival{Barcodes: []string{"a"}},
	})
	is.NoErr(err)
	is.Equal(len(ops), 1)
	is.Equal(ops[0].Failed, 0)
	is.Equal(ops[0].Count, 30)
	is.True(ops[0].Max >= millis(slow))
	is.True(ops[0].P50 > millis(slow)/10) // those that stood behind the slow one waited too
}

func TestBuyersTakeWhatIsOnSale(t *testing.T) {
	is := is.New(t)
	s := stall(t, 0)
	ops, err := Play(context.Background(), Plan{
		URL: s.URL, Gates: 2, Buyers: 2, Duration: 50 * time.Millisecond,
		Festival: Festival{Barcodes: []string{"a"}, SaleItems: []int64{3}},
	})
	is.NoErr(err)
	is.Equal(len(ops), 3)
	for _, o := range ops {
		is.True(o.Count > 0)
		is.Equal(o.Failure, "")
	}
	_, err = Play(context.Background(), Plan{URL: s.URL, Buyers: 1, Duration: time.Second})
	is.True(err != nil) // nothing to sell
}
