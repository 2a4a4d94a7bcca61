package app

import "slices"

// Scope is a choice of events. An ability that is held in a scope counts for these events
// and what hangs on them.
type Scope struct {
	// Own: those that the user made.
	Own bool
	// IDs are events that were selected, sorted.
	IDs []int64
}

// Covers tells whether an event, made by a user, is in a user's scope. What nobody made is
// nobody's own.
func (s *Scope) Covers(userID, event, madeBy int64) bool {
	if s.Own && madeBy != 0 && madeBy == userID {
		return true
	}
	_, selected := slices.BinarySearch(s.IDs, event)
	return selected
}

// And is the scope of what is in one or the other; nil has nothing.
func (s *Scope) And(more *Scope) *Scope {
	if s == nil {
		return more
	}
	ids := append(slices.Clone(s.IDs), more.IDs...)
	slices.Sort(ids)
	return &Scope{Own: s.Own || more.Own, IDs: slices.Compact(ids)}
}

// Grant gives an ability for some events alone: those that whoever holds it made, or those
// that are named.
type Grant struct {
	Ability Ability `msgpack:"a"`
	Own     bool    `msgpack:"o,omitempty"`
	Events  []int64 `msgpack:"e,omitempty"`
}

// Grants are the grants that give an ability in the scope, none without one.
func (s *Scope) Grants(a Ability) (all []Grant) {
	if s == nil {
		return nil
	}
	if s.Own {
		all = append(all, Grant{Ability: a, Own: true})
	}
	if len(s.IDs) > 0 {
		all = append(all, Grant{Ability: a, Events: s.IDs})
	}
	return all
}

// Scopable are the abilities that can be given for some events alone, in the order of
// documents: what is done with them hangs on an event.
var Scopable = []Ability{
	ViewEvents, ListEvents, EditEvents, Publish, CancelEvents, DeleteEvents,
	Sell,
	ListOrders, ViewOrders, EditOrders, Refund,
	ScanZones, AdmitGuests, ViewReports,
}

// Scopable tells whether the ability can be given for some events alone.
func (a Ability) Scopable() bool { return slices.Contains(Scopable, a) }

// Scope is where the grant counts.
func (g *Grant) Scope() *Scope {
	ids := slices.Clone(g.Events)
	slices.Sort(ids)
	return &Scope{Own: g.Own, IDs: slices.Compact(ids)}
}

// Good tells whether there can be such a grant.
func (g *Grant) Good() bool { return g.Ability.Scopable() && g.Own == (len(g.Events) == 0) }

// MayGive tells whether a caller may hand out a grant: who holds an ability for some events
// gives it for no others. Own is whatever each made who holds it.
func (c *Caller) MayGive(g *Grant) bool {
	at, held := g.Ability.heldBy(c)
	if !held || at == nil {
		return held
	}
	for _, id := range g.Events {
		if _, selected := slices.BinarySearch(at.IDs, id); !selected {
			return false
		}
	}
	return at.Own || !g.Own
}
