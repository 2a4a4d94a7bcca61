package bench

import (
	"flag"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"marquee/app"
	"marquee/app/order"
	"marquee/indexes"
	"marquee/kv"
)

var freelistScans = flag.Int64("hot.freelist", 0, "scan so often and delete half the orders, between two looks at the scans per second")

// TestFreelist looks whether a store that has seen much is slower than a young
// one: bbolt keeps a list of free pages that could cost each commit.
func TestFreelist(t *testing.T) {
	if *freelistScans == 0 {
		t.Skip("make bench-freelist asks for it")
	}
	var n atomic.Int64
	tp := &recorder{}
	s := openHotStoreOver(t, func(e kv.Engine) kv.Engine { tp.Engine = e; return tp })
	s.keepOdd(t)
	c := &comparison{t: t, s: s, w: openBaseline(t), recorder: tp, n: &n}
	defer c.open()()
	before, reference := c.pair(c.scan, 64)
	s.age(&n)
	fmt.Println(*freelistScans, "scans made")
	s.halve(t)
	fmt.Println("half the orders deleted")
	after, again := c.pair(c.scan, 64)
	drift := again.perSecond() / reference.perSecond()
	c.atLeast("scans/s after many scans and deletions ÷ before", after.perSecond()/before.perSecond()/drift, 0.85, 0.95,
		"%.0f/s, %.0f/s; the reference, which saw nothing of it, went from %.0f/s to %.0f/s and is divided by",
		after.perSecond(), before.perSecond(), reference.perSecond(), again.perSecond())
	c.sheet().show(t, "speed freelist")
}

// keepOdd leaves only tickets of orders that stay.
func (s *hotStore) keepOdd(t testing.TB) {
	var odd []string
	must(t, s.app.View(t.Context(), s.owner, app.Authenticated, func(r app.Reader) error {
		odd = nil
		for _, code := range s.barcodes {
			it, found, err := order.ItemByBarcode(r, code)
			if err != nil || !found {
				return err
			}
			if it.OrderID%2 == 1 {
				odd = append(odd, code)
			}
		}
		return nil
	}))
	s.barcodes = odd
}

// age scans until the store has seen enough.
func (s *hotStore) age(n *atomic.Int64) {
	var left atomic.Int64
	left.Store(*freelistScans)
	var wg sync.WaitGroup
	for range 64 {
		wg.Go(func() {
			for left.Add(-1) >= 0 {
				s.post("/v1/zones/scan", http.StatusOK, "%s", s.scanBody(n.Add(1)))
			}
		})
	}
	wg.Wait()
}

// halve deletes every other order with its items, some at a time.
func (s *hotStore) halve(t testing.TB) {
	const step = 400
	var orders int64
	must(t, s.app.View(t.Context(), s.owner, app.Authenticated, func(r app.Reader) (err error) {
		orders, err = order.Orders.Count(r)
		return err
	}))
	for from := int64(2); from <= orders; from += step {
		must(t, s.app.Update(t.Context(), s.owner, app.Authenticated, func(tx app.Tx) error {
			for id := from; id < min(from+step, orders+1); id += 2 {
				if err := deleteOrder(tx, id); err != nil {
					return err
				}
			}
			return nil
		}))
	}
}

func deleteOrder(tx app.Tx, id int64) error {
	o, err := order.Orders.Get(tx, id)
	if err != nil {
		return err
	}
	for _, item := range o.ItemIDs {
		if err := indexes.Forge(order.Items).Delete(tx, item); err != nil {
			return err
		}
	}
	return indexes.Forge(order.Orders).Delete(tx, id)
}
