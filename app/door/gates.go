package door

import (
	"cmp"
	"slices"
	"time"

	"marquee/app/entry"
)

// Gate is what the phones that have the name of a gate do.
type Gate struct {
	// Name is empty for phones without one, and for what programs of users did.
	Name string
	// Phones is how many scan there, Quiet how many of these were not heard of lately.
	Phones, Quiet int64
	SeenAt        *time.Time
	// Scans is how many they asked the box office about lately, Waits how many are still on them.
	Scans, Waits int64
	Passed       entry.Passed
}

// Quiet tells that a phone that scans was not heard of for longer than one that has a network is.
func (p *Phone) Quiet(now time.Time) bool {
	return p.Device.Scans(now) && (p.Contact.At == nil || now.Sub(*p.Contact.At) > quietAfter)
}

// GatesOf puts together what phones do by the names of their gates, the busiest first. What was
// done today is by token.
func GatesOf(phones []Phone, by map[int64]entry.Passed, now time.Time) (all []Gate) {
	at := map[string]int{}
	gate := func(name string) *Gate {
		i, known := at[name]
		if !known {
			i, at[name] = len(all), len(all)
			all = append(all, Gate{Name: name})
		}
		return &all[i]
	}
	known := map[int64]bool{}
	for i := range phones {
		p := &phones[i]
		known[p.TokenID] = true
		passed := by[p.TokenID]
		if !p.Device.Scans(now) && passed == (entry.Passed{}) {
			continue
		}
		g := gate(p.Gate)
		g.Passed, g.Scans = g.Passed.Plus(passed), g.Scans+p.Contact.Scans
		if p.Contact.At != nil && (g.SeenAt == nil || p.Contact.At.After(*g.SeenAt)) {
			g.SeenAt = p.Contact.At
		}
		if p.Device.Scans(now) {
			g.Phones++
		}
		if p.Quiet(now) {
			g.Quiet++
		}
		if p.Contact.Waits != nil {
			g.Waits += *p.Contact.Waits
		}
	}
	for token, passed := range by {
		if !known[token] {
			g := gate("")
			g.Passed = g.Passed.Plus(passed)
		}
	}
	slices.SortStableFunc(all, func(a, b Gate) int {
		return cmp.Or(cmp.Compare(b.Scans, a.Scans), cmp.Compare(b.Passed.In, a.Passed.In), cmp.Compare(a.Name, b.Name))
	})
	return all
}
