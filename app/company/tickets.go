package company

import (
	"strings"
	"time"

	"marquee/app"
)

// MaxTicketTerms is how many characters the terms on tickets may have.
const MaxTicketTerms = 4000

// The least and the most hours that tickets open before their event.
const (
	MinTicketLead = 12
	MaxTicketLead = 26 * 7 * 24
)

// TicketAccess says when and how buyers get the tickets of events.
type TicketAccess struct {
	// LeadHours is how long before an event its tickets open, 0: they are never withheld.
	// Since is when that was set.
	LeadHours int64     `msgpack:"l,omitempty"`
	Since     time.Time `msgpack:"s,omitempty"`
	// NoPasses: phones are offered no passes.
	NoPasses bool `msgpack:"np,omitempty"`
	// Terms stand on tickets that are printed, unless their event has its own.
	Terms string `msgpack:"t,omitempty"`
}

// TicketAccessChange changes it: what is not given stays, and no hours are none.
type TicketAccessChange struct {
	LeadHours app.Maybe[int64]
	NoPasses  *bool
	Terms     app.Maybe[string]
}

// CheckTicketLead names what is wrong with the hours before an event.
func CheckTicketLead(p *app.Problems, field string, hours *int64) {
	if hours != nil && (*hours < MinTicketLead || *hours > MaxTicketLead) {
		p.Add(field, "must be between %d and %d", MinTicketLead, MaxTicketLead)
	}
}

func (in *TicketAccessChange) apply(t *TicketAccess, now time.Time) {
	before := t.LeadHours
	in.LeadHours.Put(&t.LeadHours)
	if t.LeadHours != before {
		t.Since = now
	}
	set(&t.NoPasses, in.NoPasses)
	in.Terms.Put(&t.Terms)
	t.Terms = strings.TrimSpace(t.Terms)
}
