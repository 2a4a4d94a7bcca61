package app

import (
	"slices"
	"strings"
)

// Subject is an event that an ability is asked for at.
type Subject struct {
	ID int64
	// MadeBy is the user who made it, 0: nobody.
	MadeBy int64
	// Published: it is no draft any more.
	Published bool
}

// Scope is a choice of events, of one part after the other. An ability that is held in a
// scope counts for these events and what hangs on them; one of the Ownable for some venues or
// codes, and says nothing of events.
type Scope []Choice

// Choice is a part of a scope: some events, venues or codes.
type Choice struct {
	// Of is what else it is a choice of, empty: of events.
	Of string
	// All: all events; Own: those that the user made.
	All, Own bool
	// IDs are those that were selected, sorted.
	IDs []int64
	// Drafts: of these, those that are not published.
	Drafts bool
}

// Covers tells whether an event is in a user's scope. What nobody made is nobody's own.
func (s Scope) Covers(userID int64, e Subject) bool {
	return slices.ContainsFunc(s, func(p Choice) bool { return p.covers(userID, e) })
}

func (p *Choice) covers(userID int64, e Subject) bool {
	switch {
	case p.Of != "", p.Drafts && e.Published:
		return false
	case p.All, p.Own && e.MadeBy != 0 && e.MadeBy == userID:
		return true
	}
	return p.selects(e.ID)
}

func (p *Choice) selects(id int64) bool {
	_, selected := slices.BinarySearch(p.IDs, id)
	return selected
}

// about tells whether the scope chooses among something: events where that is empty.
func (s Scope) about(what string) bool {
	return slices.ContainsFunc(s, func(p Choice) bool { return p.Of == what })
}

// published is the scope for somebody who publishes: what is a draft is theirs to say.
func (s Scope) published() Scope {
	all := slices.Clone(s)
	for i := range all {
		all[i].Drafts = false
	}
	return all
}

// Grant gives an ability for some events alone: all, those that whoever holds it made, or
// those that are named. One of the Ownable it gives for venues or codes that they made, or
// that are named.
type Grant struct {
	Ability Ability `msgpack:"a"`
	Own     bool    `msgpack:"o,omitempty"`
	Events  []int64 `msgpack:"e,omitempty"`
	// Records are venues or codes.
	Records []int64 `msgpack:"r,omitempty"`
	All     bool    `msgpack:"l,omitempty"`
	// Drafts: until they are published.
	Drafts bool `msgpack:"d,omitempty"`
}

// Choice is where the grant counts.
func (g *Grant) Choice() Choice {
	ids := slices.Clone(g.Selected())
	slices.Sort(ids)
	c := Choice{All: g.All, Own: g.Own, IDs: slices.Compact(ids), Drafts: g.Drafts}
	if g.Ability.Ownable() {
		c.Of = g.Ability.Entity()
	}
	return c
}

// Selected are the events, venues or codes that are named.
func (g *Grant) Selected() []int64 {
	if g.Ability.Ownable() {
		return g.Records
	}
	return g.Events
}

// Grants are the grants that give an ability in the scope.
func (s Scope) Grants(a Ability) (all []Grant) {
	for _, p := range s {
		g := Grant{Ability: a, All: p.All, Own: p.Own, Events: p.IDs, Drafts: p.Drafts}
		if a.Ownable() {
			g.Events, g.Records = nil, p.IDs
		}
		all = append(all, g)
	}
	return all
}

// Good tells whether there can be such a grant: in one way, and not for everything.
func (g *Grant) Good() bool {
	if g.Ability.Ownable() {
		return g.Own != (len(g.Records) > 0) && !g.All && !g.Drafts && len(g.Events) == 0
	}
	if len(g.Records) > 0 {
		return false
	}
	ways := 0
	for _, is := range []bool{g.All, g.Own, len(g.Events) > 0} {
		if is {
			ways++
		}
	}
	return g.Ability.Scopable() && ways == 1 && (g.Drafts || !g.All)
}

// Scopable are the abilities that can be given for some events alone, in the order of
// documents: what is done with them hangs on an event.
var Scopable = []Ability{
	ViewEvents, ListEvents, EditEvents, EditSaleData, ChangeStock, Publish, CancelEvents, DeleteEvents,
	Sell,
	ListOrders, ViewOrders, EditOrders, Refund,
	ScanZones, AdmitGuests, ViewReports,
}

// Ownable are the abilities that can be given for what a user made alone, or for what is
// named, in the order of documents: venues and codes are not of an event, but somebody made
// them. Whoever edits codes that they made may also make them, for whatever they see.
//
// No scope is there for customers, who are one person everywhere and made by nobody; for fees,
// seating plans and questions, which go with the right to their event or count for all of them;
// for wallets, resale, mails and what else is about people and money; for users, roles and
// settings, where a part would be as good as all of it; nor for making something, which is of
// nobody yet.
var Ownable = []Ability{ViewVenues, ViewDiscountCodes, EditDiscountCodes, ViewAccessCodes, EditAccessCodes}

// Ownable tells whether the ability can be given for what a user made alone, or for venues or
// codes that are named.
func (a Ability) Ownable() bool { return slices.Contains(Ownable, a) }

// Entity is what is done something to.
func (a Ability) Entity() string {
	entity, _, _ := strings.Cut(string(a), ".")
	return entity
}

// Scopable tells whether the ability can be given for some events alone.
func (a Ability) Scopable() bool { return slices.Contains(Scopable, a) }

// MayGive tells whether a caller may hand out a grant: who holds an ability for some events
// gives it for no others. Own is whatever each made who holds it.
func (c *Caller) MayGive(g *Grant) bool {
	at, held := g.Ability.heldBy(c)
	switch {
	case !held || at == nil:
		return held
	case !g.All && !g.Own:
		for _, id := range g.Selected() {
			if !slices.ContainsFunc(at, func(p Choice) bool {
				return p.gives(g) && (p.All || p.selects(id))
			}) {
				return false
			}
		}
		return true
	}
	return slices.ContainsFunc(at, func(p Choice) bool { return p.gives(g) && (p.All || p.Own && g.Own) })
}

// gives tells whether the part goes as far as a grant, apart from which events it is for.
func (p *Choice) gives(g *Grant) bool { return g.Drafts || !p.Drafts }
