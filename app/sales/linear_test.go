package sales_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/sales"

	"github.com/anishathalye/porcupine" // judges whether a history fits one order of events
	"github.com/matryer/is"
)

// stockCall is one call about a sale item's stock, as a client sees it.
type stockCall struct {
	take int64 // units asked for; below zero units given back; 0 only looks
}

type stockAnswer struct {
	refused bool
	left    int64 // what a look found
}

// stockModel is a stock of units that gives what it has.
func stockModel(units int64) porcupine.Model {
	return porcupine.Model{
		Init: func() any { return units },
		Step: func(state, input, output any) (bool, any) {
			left, in, out := state.(int64), input.(stockCall), output.(stockAnswer)
			switch {
			case in.take == 0:
				return out.left == left, left
			case in.take > left:
				return out.refused, left
			}
			return !out.refused, left - in.take
		},
		DescribeOperation: func(input, output any) string { return fmt.Sprint(input, output) },
	}
}

// history collects the calls of several clients with their times.
type history struct {
	mu    sync.Mutex
	begin time.Time
	calls []porcupine.Operation
}

func (h *history) call(client int, in stockCall, do func() stockAnswer) {
	from := time.Since(h.begin)
	out := do()
	until := time.Since(h.begin)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.calls = append(h.calls, porcupine.Operation{ClientId: client, Input: in, Call: int64(from), Output: out, Return: int64(until)})
}

// shop lets a client buy, give back and look, at random.
func (h *hall) shop(t *testing.T, hist *history, s catalog.SaleItem, client, calls int) {
	rng := rand.New(rand.NewPCG(uint64(client), 7))
	var held []order.Basket
	for range calls {
		switch n := rng.IntN(10); {
		case n < 5:
			want := 1 + rng.Int64N(3)
			hist.call(client, stockCall{want}, func() stockAnswer {
				b, err := patient(func() (order.Basket, error) { return h.add(adding(one(s, want))) })
				if err == nil {
					held = append(held, b)
				}
				return stockAnswer{refused: err != nil}
			})
		case n < 8 && len(held) > 0:
			b := held[0]
			held = held[1:]
			hist.call(client, stockCall{-b.Lines[0].Quantity()}, func() stockAnswer {
				_, err := patient(func() (int, error) { return 0, sales.ExpireBasket(t.Context(), h.App, h.A.Owner, key(b)) })
				return stockAnswer{refused: err != nil}
			})
		default:
			hist.call(client, stockCall{}, func() stockAnswer { return stockAnswer{left: *h.stock(s).Current()} })
		}
	}
}

func TestStockIsLinearizable(t *testing.T) {
	const units, clients = 12, 16
	for name, open := range map[string]func(t *testing.T) *hall{
		"in memory":   func(t *testing.T) *hall { return rush(t) },
		"on the file": func(t *testing.T) *hall { return newFile(t).hall },
	} {
		t.Run(name, func(t *testing.T) {
			h := open(t)
			s := h.addItem(units, plain)
			hist := &history{begin: time.Now()}
			together(clients, func(i int) { h.shop(t, hist, s, i, 25) })
			if got := porcupine.CheckOperationsTimeout(stockModel(units), hist.calls, time.Minute); got != porcupine.Ok {
				t.Fatalf("history of %d calls: %s", len(hist.calls), got)
			}
		})
	}
	t.Run("control: a stock that is sold twice is found", func(t *testing.T) {
		is := is.New(t)
		h := rush(t, apptest.Unchecked())
		s := h.addItem(1, plain)
		hist := &history{begin: time.Now()}
		var looked sync.WaitGroup
		looked.Add(2)
		together(2, func(i int) {
			hist.call(i, stockCall{1}, func() stockAnswer { return stockAnswer{refused: !h.looksFirst(s, &looked)} })
		})
		is.Equal(porcupine.CheckOperationsTimeout(stockModel(1), hist.calls, time.Minute), porcupine.Illegal)
	})
}
