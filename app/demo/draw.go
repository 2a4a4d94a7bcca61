package demo

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// state is where an order of the demo stands.
type state uint8

const (
	completed state = iota
	complimentary
	basket
	expired
	awaiting
)

// line is n units of one thing.
type line struct {
	item int // index into the festival's items
	n    int64
}

// draft is an order as drawn, before it meets the store.
type draft struct {
	state    state
	customer int // index into the festival's customers
	lines    []line
	method   string
	// age is how long before the loading it was completed.
	age time.Duration
}

// methods are drawn in these proportions.
var methods = []string{
	"card-present-offline", "card-present-offline", "card-present-offline",
	"card-not-present-offline", "card-not-present-offline", "card-not-present-offline",
	"cash", "cash", "bank", "gift-card",
}

// drawer draws orders; the same seed draws the same ones.
type drawer struct {
	rng       *rand.Rand
	items     []itemSpec
	customers int
	total     int // of all weights, approval items left out
}

func newDrawer(seed uint64, items []itemSpec, customers int) *drawer {
	d := &drawer{rng: rand.New(rand.NewPCG(seed, 0x6d617271)), items: items, customers: customers}
	for _, it := range items {
		if !it.approval {
			d.total += it.weight
		}
	}
	return d
}

func (d *drawer) next() draft {
	o := draft{
		state:    d.state(),
		customer: d.rng.IntN(d.customers),
		method:   methods[d.rng.IntN(len(methods))],
		age:      time.Duration(d.rng.Int64N(int64(180 * 24 * time.Hour))),
	}
	if o.state == awaiting {
		o.lines = d.approvalLines()
	} else {
		o.lines = d.lines()
	}
	return o
}

// state: most orders went through; the rest is spread over the other states.
func (d *drawer) state() state {
	switch n := d.rng.IntN(100); {
	case n < 88:
		return completed
	case n < 91:
		return complimentary
	case n < 93:
		return basket
	case n < 98:
		return expired
	}
	return awaiting
}

// lines picks one to three different things, a ticket among them.
func (d *drawer) lines() []line {
	seen := map[int]bool{}
	var out []line
	for range 1 + d.rng.IntN(3) {
		i := d.pick()
		if len(out) == 0 {
			for d.items[i].product {
				i = d.pick()
			}
		}
		if !seen[i] {
			seen[i] = true
			out = append(out, line{i, d.quantity(d.items[i])})
		}
	}
	return out
}

func (d *drawer) approvalLines() []line {
	for i, it := range d.items {
		if it.approval {
			return []line{{i, d.quantity(it)}}
		}
	}
	return d.lines()
}

func (d *drawer) pick() int {
	n := d.rng.IntN(d.total)
	for i, it := range d.items {
		if it.approval {
			continue
		}
		if n -= it.weight; n < 0 {
			return i
		}
	}
	panic("demo: weights do not add up")
}

// quantity keeps to the item's own minimum, maximum and multiples.
func (d *drawer) quantity(it itemSpec) int64 {
	step := max(it.multiple, 1)
	low := max(it.min, step)
	high := min(max(it.max, low), low+3*step)
	return low + step*d.rng.Int64N((high-low)/step+1)
}

// person is one customer of the demo.
type person struct {
	name, email string
	dob         *time.Time
}

// people mixes first and last names of the same place in the list, so that a
// name stays within its script, and numbers the addresses.
func people(rng *rand.Rand, specs []personSpec, n int, now time.Time) []person {
	all := make([]person, n)
	for i := range all {
		first := specs[rng.IntN(len(specs))]
		name := first.first + " " + first.last
		if i >= len(specs) && rng.IntN(2) == 0 {
			name = fmt.Sprintf("%s %s. %s", first.first, strings.ToUpper(string(rune('A'+rng.IntN(26)))), first.last)
		}
		all[i] = person{name: name, email: fmt.Sprintf("guest%05d@example.org", i+1)}
		if rng.IntN(10) < 8 {
			born := now.AddDate(-14-rng.IntN(55), -rng.IntN(12), -rng.IntN(28)).Truncate(24 * time.Hour)
			all[i].dob = &born
		}
	}
	return all
}
