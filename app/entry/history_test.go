package entry_test

import (
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	. "marquee/app/entry"

	// porcupine decides whether a history of concurrent calls could have come from
	// one gate that works alone. It is used in tests only.
	"github.com/anishathalye/porcupine"
)

// call is one scan of a history: which ticket, which way.
type call struct {
	ticket int
	out    bool
}

// oneTicket is a ticket at a gate without limits: in and out by turns.
var oneTicket = porcupine.Model{
	Partition: func(history []porcupine.Operation) [][]porcupine.Operation {
		byTicket := map[int][]porcupine.Operation{}
		for _, op := range history {
			t := op.Input.(call).ticket
			byTicket[t] = append(byTicket[t], op)
		}
		var parts [][]porcupine.Operation
		for _, part := range byTicket {
			parts = append(parts, part)
		}
		return parts
	},
	Init: func() any { return false },
	Step: func(inside, in, got any) (bool, any) {
		switch c := in.(call); {
		case c.out && inside.(bool), !c.out && !inside.(bool):
			return got == Valid, !c.out
		case c.out:
			return got == AlreadyOut, inside
		default:
			return got == AlreadyIn, inside
		}
	},
}

// places is a zone with room for few; every ticket comes once.
func places(capacity int) porcupine.Model {
	return porcupine.Model{
		Init: func() any { return 0 },
		Step: func(taken, in, got any) (bool, any) {
			n := taken.(int)
			if c := in.(call); c.out {
				return got == Valid, n - 1
			}
			if n >= capacity {
				return got == Full, n
			}
			return got == Valid, n + 1
		},
	}
}

// record runs clients at once and notes what each was told, and when.
func (d *door) record(clients, each int, zone int64, next func(client, i int) call, code func(ticket int) string) []porcupine.Operation {
	d.t.Helper()
	var mu sync.Mutex
	var history []porcupine.Operation
	var tick atomic.Int64
	var done sync.WaitGroup
	for client := range clients {
		done.Go(func() {
			for i := range each {
				c := next(client, i)
				way := AskedIn
				if c.out {
					way = AskedOut
				}
				from := tick.Add(1)
				res, err := ScanZone(d.t.Context(), d.w.App, d.side.Owner, ScanRequest{ZoneID: zone, Direction: way, Barcodes: []string{code(c.ticket)}})
				if app.KindOf(err) == app.TooMany {
					continue
				}
				if err != nil {
					d.t.Errorf("scan: %v", err)
					return
				}
				mu.Lock()
				history = append(history, porcupine.Operation{ClientId: client, Input: c, Output: res.Status, Call: from, Return: tick.Add(1)})
				mu.Unlock()
			}
		})
	}
	done.Wait()
	return history
}

func TestHistoriesOfScans(t *testing.T) {
	t.Run("each ticket moves as if its gates stood in line", func(t *testing.T) {
		d := newDoor(t, apptest.Calm())
		z := d.zone("Field", ZoneFields{})
		items := d.order(4)
		next := func(client, i int) call {
			r := rand.New(rand.NewPCG(uint64(client), uint64(i)))
			return call{ticket: r.IntN(len(items)), out: r.IntN(2) == 0}
		}
		history := d.record(16, 25, z.ID, next, func(n int) string { return items[n].Barcode })
		if got := porcupine.CheckOperationsTimeout(oneTicket, history, time.Minute); got != porcupine.Ok {
			t.Fatalf("the history of %d scans is %s", len(history), got)
		}
	})
	t.Run("the places of a zone are given one by one", func(t *testing.T) {
		d := newDoor(t, apptest.Calm())
		z := d.zone("Tent", ZoneFields{Capacity: catalog.Is(int64(5))})
		items := d.order(24)
		next := func(client, i int) call { return call{ticket: client*3 + i} }
		history := d.record(8, 3, z.ID, next, func(n int) string { return items[n].Barcode })
		if got := porcupine.CheckOperationsTimeout(places(5), history, time.Minute); got != porcupine.Ok {
			t.Fatalf("the history of %d scans is %s", len(history), got)
		}
	})
	t.Run("a history that cannot be is found out", func(t *testing.T) {
		twice := []porcupine.Operation{
			{ClientId: 0, Input: call{}, Output: Valid, Call: 1, Return: 2},
			{ClientId: 1, Input: call{}, Output: Valid, Call: 3, Return: 4},
		}
		if porcupine.CheckOperations(oneTicket, twice) {
			t.Fatal("two admissions in a row passed")
		}
	})
}
