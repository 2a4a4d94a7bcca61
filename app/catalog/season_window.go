package catalog

import (
	"time"

	"marquee/app"
)

// Moved is by how much later than it says the window of a sale item begins and ends.
type Moved struct{ Start, End time.Duration }

// MovedAt is that of a season ticket at an event of its run: its window lies around each of
// them as it lies around its own. Whatever else is sold has one window.
func (s *SaleItem) MovedAt(r app.Reader, event int64) (Moved, error) {
	if !s.followsRun() || event == s.EventID {
		return Moved{}, nil
	}
	own, err := SharedEvent(r, s.EventID)
	if err != nil {
		return Moved{}, err
	}
	at, err := SharedEvent(r, event)
	if err != nil {
		return Moved{}, err
	}
	return s.MovedTo(own, at), nil
}

// MovedTo is MovedAt with the events at hand.
func (s *SaleItem) MovedTo(own, at *Event) Moved {
	if !s.followsRun() {
		return Moved{}
	}
	return Moved{at.Start.Sub(own.Start), at.End.Sub(own.End)}
}

// OwnEvent finds the event of the sale item among showings; nil where it is not among them.
func (s *SaleItem) OwnEvent(showings []Showing) *Event {
	for i := range showings {
		if showings[i].Event.ID == s.EventID {
			return showings[i].Event
		}
	}
	return nil
}

// followsRun tells whether the sale item has a window for each of several events.
func (s *SaleItem) followsRun() bool {
	return s.Type == SeasonTicket && len(s.Run) > 1 && (s.ValidFrom != nil || s.ValidUntil != nil)
}

// Window moves a window. One that would end before it begins, at an event that is much shorter,
// stays as long as it was.
func (m Moved) Window(from, to *time.Time) (movedFrom, movedTo *time.Time) {
	movedFrom, movedTo = later(from, m.Start), later(to, m.End)
	if movedFrom != nil && movedTo != nil && !movedTo.After(*movedFrom) {
		movedTo = later(to, m.Start)
	}
	return movedFrom, movedTo
}

func later(t *time.Time, by time.Duration) *time.Time {
	if t == nil || by == 0 {
		return t
	}
	return new(t.Add(by))
}

// tellMoved tells what tickets of an event show of it that is different now.
func tellMoved(tx app.Tx, was, e *Event) error {
	if was.Name != e.Name {
		if err := PortsOf(tx).EventRenamed(app.WholeTx(tx), e); err != nil {
			return err
		}
	}
	return runMoved(tx, was, e)
}

// runMoved tells of the season tickets whose windows follow the times of an event, where these
// were changed, and then that it moved at all.
func runMoved(tx app.Tx, was, e *Event) error {
	if was.Start.Equal(e.Start) && was.End.Equal(e.End) {
		return nil
	}
	tx = app.WholeTx(tx)
	own, err := SaleItemsOfEvent(tx, e.ID)
	if err != nil {
		return err
	}
	others, err := SeasonTicketsFor(tx, e.ID)
	if err != nil {
		return err
	}
	for _, s := range append(own, others...) {
		if !s.followsRun() {
			continue
		}
		if err := PortsOf(tx).WindowChanged(tx, &s); err != nil {
			return err
		}
	}
	return PortsOf(tx).EventMoved(tx, e)
}
