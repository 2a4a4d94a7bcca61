package catalog

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// Showing is when something that was bought takes place: an event, or a slot of one.
type Showing struct {
	Event *Event
	Slot  *Timeslot // nil: the event as a whole
}

// Start is its first moment, on the clocks of the event.
func (s *Showing) Start() time.Time {
	if s.Slot != nil {
		return s.Slot.Start.In(s.Event.Location())
	}
	return s.Event.Start.In(s.Event.Location())
}

// End is its last moment, on the clocks of the event.
func (s *Showing) End() time.Time {
	if s.Slot != nil {
		return s.Slot.End.In(s.Event.Location())
	}
	return s.Event.End.In(s.Event.Location())
}

// ChangedAt is when it was changed last.
func (s *Showing) ChangedAt() time.Time {
	if s.Slot != nil && s.Slot.UpdatedAt.After(s.Event.UpdatedAt) {
		return s.Slot.UpdatedAt
	}
	return s.Event.UpdatedAt
}

// Same tells whether two are the same.
func (s *Showing) Same(o *Showing) bool {
	return s.Event.ID == o.Event.ID && (s.Slot == nil) == (o.Slot == nil) && (s.Slot == nil || s.Slot.ID == o.Slot.ID)
}

// SortShowings puts showings into the order of their starts.
func SortShowings(all []Showing) {
	slices.SortStableFunc(all, func(a, b Showing) int {
		return cmp.Or(a.Start().Compare(b.Start()), cmp.Compare(a.Event.ID, b.Event.ID))
	})
}

// OneLine is the address of the venue on one line, whatever was typed into its fields.
func (v *Venue) OneLine() string {
	var parts []string
	for _, line := range append(strings.FieldsFunc(v.Address, newLine), strings.Join(strings.Fields(v.Postcode+" "+v.City), " ")) {
		if line = strings.Trim(line, ", \t"); line != "" {
			parts = append(parts, line)
		}
	}
	return strings.Join(parts, ", ")
}

// NameOnLine is the name of the venue on one line.
func (v *Venue) NameOnLine() string { return strings.Join(strings.FieldsFunc(v.Name, newLine), " ") }

func newLine(r rune) bool {
	return r == '\n' || r == '\r' || r == '\v' || r == '\f' || r == '\u0085' || r == '\u2028' || r == '\u2029'
}
