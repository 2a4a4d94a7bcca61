package catalog

import "slices"

// SharingRule says when units of a sale item may be given to others. The number is stored.
type SharingRule int64

// The rules.
const (
	// SharedAsEvent: what the event says for its type counts.
	SharedAsEvent SharingRule = iota
	NeverShared
	// SharedBefore: only during the checkout.
	SharedBefore
	// SharedAfter: only once they were bought.
	SharedAfter
	SharedAlways
	// SharedCompulsory: every unit is given to somebody during the checkout.
	SharedCompulsory
)

var sharingNames = []string{"event", "never", "before", "after", "always", "compulsory"}

// String is the rule as the API writes it.
func (s SharingRule) String() string {
	if s < 0 || int(s) >= len(sharingNames) {
		return ""
	}
	return sharingNames[s]
}

// SharingRules are the names of all rules.
func SharingRules() []string { return slices.Clone(sharingNames) }

// ParseSharing reads the name of a rule; an unknown one is that of the event.
func ParseSharing(name string) SharingRule {
	return SharingRule(max(0, slices.Index(sharingNames, name)))
}

// MayShareReserved tells whether units may be given to others while they are in a basket.
func (g *Goods) MayShareReserved() bool {
	switch {
	case g.Sharing != SharedAsEvent:
		return g.Sharing == SharedBefore || g.Sharing == SharedAlways || g.Sharing == SharedCompulsory
	case g.Event == nil:
		return false
	case g.Type == Product:
		return g.Event.Settings.ProductsBefore
	}
	return g.Event.Settings.TicketsBefore
}

// MayShareSold tells whether units that were bought may be given to others.
func (g *Goods) MayShareSold() bool {
	switch {
	case g.Sharing != SharedAsEvent:
		return g.Sharing == SharedAfter || g.Sharing == SharedAlways || g.Sharing == SharedCompulsory
	case g.Event == nil:
		return false
	case g.Type == Product:
		return g.Event.Settings.ProductsAfter
	}
	return g.Event.Settings.TicketsAfter
}
