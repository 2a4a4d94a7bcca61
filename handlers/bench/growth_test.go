package bench

import (
	"flag"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"marquee/kv"
)

var (
	growthSizes = flag.String("growth", "", "orders in the stores whose costs are compared, such as 2200,22000,225000")
	growthFile  = flag.String("growth.svg", "", "draw the costs into this file")
)

// growthLimit is how much dearer an operation may be on the largest store than on
// the smallest.
const growthLimit = 2

// growing are the operations that must not grow with the store: what a box office
// does all day, and one page of every kind of list. A search that no index answers
// looks at all there is in a small store, and keeps its budget in a large one:
// testdata/budgets holds it to that.
func growing() []hotPath {
	list := func(name, path string, query url.Values) hotPath {
		return hotPath{name: name, do: func(s *hotStore, _ int64, _ string) { s.get(path, query) }}
	}
	all := append([]hotPath(nil), hotPaths[1:]...)
	return append(all,
		list("orders of an event", "/v1/orders", url.Values{"eventId": {"1"}, "limit": {"100"}}),
		list("order items", "/v1/order-items", url.Values{"limit": {"100"}}),
		list("customers", "/v1/customers", url.Values{"limit": {"50"}}),
		list("transactions", "/v1/transactions", url.Values{"limit": {"100"}}),
		list("tickets of a zone", "/v1/zones/items", url.Values{"zoneId": {"1"}, "limit": {"100"}}),
		list("sale items", "/v1/sale-items", url.Values{"eventId": {"1"}}),
		list("an event", "/v1/event", url.Values{"id": {"1"}}),
	)
}

// growthLine is what one operation costs on each store.
type growthLine struct {
	name string
	cost []time.Duration
}

// over is how much dearer the operation is than on the smallest store.
func (l *growthLine) over(i int) float64 { return float64(l.cost[i]) / float64(l.cost[0]) }

// TestGrowth compares what operations cost on stores of several sizes, by turns.
func TestGrowth(t *testing.T) {
	if *growthSizes == "" {
		t.Skip("make growth asks for it")
	}
	var sizes []int64
	var stores []*hotStore
	for word := range strings.SplitSeq(*growthSizes, ",") {
		orders, err := strconv.Atoi(word)
		must(t, err)
		s := openFestival(t, orders, func(e kv.Engine) kv.Engine { return e })
		s.touch()
		stores, sizes = append(stores, s), append(sizes, s.items)
	}
	lines := measureGrowth(stores)
	growthSheet(sizes, lines).show(t, "speed growth")
	if *growthFile != "" {
		must(t, os.WriteFile(*growthFile, []byte(drawGrowth(sizes, lines)), 0o644))
	}
	for _, l := range lines {
		if over := l.over(len(sizes) - 1); over > growthLimit {
			t.Errorf("%s: %.2f times as dear on the largest store", l.name, over)
		}
	}
}

// touch lets the process see the pages that the requests will need: the first look
// at a page of a mapped file is the system's business.
func (s *hotStore) touch() {
	for n := range s.barcodes {
		s.check(int64(n))
	}
}

func measureGrowth(stores []*hotStore) (lines []growthLine) {
	var n atomic.Int64
	for _, p := range growing() {
		l := growthLine{p.name, make([]time.Duration, len(stores))}
		took := make([][]time.Duration, len(stores))
		for range 3 * rounds {
			for i, s := range stores {
				took[i] = append(took[i], p.median(s, &n))
			}
		}
		for i := range stores {
			l.cost[i] = median(took[i])
		}
		lines = append(lines, l)
	}
	return lines
}

// median is the middle of some requests on one store.
func (p *hotPath) median(s *hotStore, n *atomic.Int64) time.Duration {
	const requests = 40
	took := make([]time.Duration, requests)
	for i := range took {
		prepared := ""
		if p.prepare != nil {
			prepared = p.prepare(s, n.Add(1))
		}
		from := time.Now()
		p.do(s, n.Add(1), prepared)
		took[i] = time.Since(from)
	}
	return median(took)
}

func growthSheet(sizes []int64, lines []growthLine) sheet {
	s := sheet{}
	head := []any{"µs alone"}
	for _, n := range sizes {
		head = append(head, grouped(n)+" items")
	}
	s.row(append(head, "growth")...)
	for _, l := range lines {
		cells := []any{l.name}
		for _, c := range l.cost {
			cells = append(cells, grouped(c.Microseconds()))
		}
		s.row(append(cells, fmt.Sprintf("%.2f", l.over(len(sizes)-1)))...)
	}
	return s
}
