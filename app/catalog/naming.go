package catalog

import "slices"

// NameRule says whether tickets have the name of who holds them. The number is stored.
type NameRule int64

// The rules.
const (
	// NamesOff: buyers give no names.
	NamesOff NameRule = iota
	NamesOptional
	// NamesMandatory: nothing is bought without them.
	NamesMandatory
)

var nameRules = []string{"off", "optional", "mandatory"}

// String is the rule as the API writes it.
func (n NameRule) String() string {
	if n < 0 || int(n) >= len(nameRules) {
		return ""
	}
	return nameRules[n]
}

// NameRules are the names of all rules.
func NameRules() []string { return slices.Clone(nameRules) }

// ParseNameRule reads the name of a rule; an unknown one is off.
func ParseNameRule(name string) NameRule { return NameRule(max(0, slices.Index(nameRules, name))) }

// Naming says whether tickets of an event have names, and whether buyers change them later.
type Naming struct {
	// Shop is for what buyers buy by themselves, Staff for everything else.
	Shop  NameRule `msgpack:"s,omitempty"`
	Staff NameRule `msgpack:"b,omitempty"`
	// Renaming: buyers put other names on tickets until RenameHours before the event begins,
	// MostRenames times each, 0: as often as they like.
	Renaming    bool  `msgpack:"r,omitempty"`
	RenameHours int64 `msgpack:"h,omitempty"`
	MostRenames int64 `msgpack:"m,omitempty"`
}

// NamingChange changes that; nil stays.
type NamingChange struct {
	Shop, Staff              *NameRule
	Renaming                 *bool
	RenameHours, MostRenames *int64
}

func (in *NamingChange) apply(e *Event) {
	n := Naming{}
	if e.Naming != nil {
		n = *e.Naming
	}
	set(&n.Shop, in.Shop)
	set(&n.Staff, in.Staff)
	set(&n.Renaming, in.Renaming)
	set(&n.RenameHours, in.RenameHours)
	set(&n.MostRenames, in.MostRenames)
	if e.Naming = &n; n == (Naming{}) {
		e.Naming = nil
	}
}

// NamingOf is what counts for an event, nil: of none.
func NamingOf(e *Event) Naming {
	if e == nil || e.Naming == nil {
		return Naming{}
	}
	return *e.Naming
}

// Named is the rule for what is sold by a channel.
func (g *Goods) Named(ch Channel) NameRule {
	if g.Type != Ticket && g.Type != SeasonTicket {
		return NamesOff
	}
	n := NamingOf(g.Event)
	if ch == Shop || ch == Kiosk {
		return n.Shop
	}
	return n.Staff
}
