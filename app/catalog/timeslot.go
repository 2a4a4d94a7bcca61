package catalog

import (
	"errors"
	"fmt"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// TimeslotChange makes a timeslot, or changes the one with its ID.
type TimeslotChange struct {
	ID                                  int64
	Name                                Maybe[string]
	Start, End                          *time.Time
	OnSaleFrom, OnSaleUntil             Maybe[time.Time]
	HideWhenOffSale, HideWhenOutOfStock *bool
	// TotalStock is the slot's own limit; nil is none.
	TotalStock Maybe[int64]
}

func (in *TimeslotChange) apply(t *Timeslot, lang app.Language) {
	t.Texts.put(lang, nameText, &t.Name, in.Name)
	set(&t.Start, in.Start)
	set(&t.End, in.End)
	in.OnSaleFrom.Point(&t.OnSaleFrom)
	in.OnSaleUntil.Point(&t.OnSaleUntil)
	set(&t.HideWhenOffSale, in.HideWhenOffSale)
	set(&t.HideWhenOutOfStock, in.HideWhenOutOfStock)
}

// problems of a slot as it would be stored, in an event as it would be stored.
func (t *Timeslot) problems(p *app.Problems, at string, e *Event) {
	wantText(p, at+".name", t.Name, maxName)
	wantLine(p, at+".name", t.Name)
	t.Texts.problems(p, nameText, at+".name", maxName)
	switch {
	case t.Start.IsZero():
		p.Add(at+".start", "is required")
	case t.End.IsZero():
		p.Add(at+".end", "is required")
	case !t.End.After(t.Start):
		p.Add(at+".end", "must be after %s", "start")
	case t.Start.Before(e.Start) || t.End.After(e.End):
		p.Add(at+".start", "must lie within the event")
	}
	wantWindow(p, at+".onSaleUntil", "onSaleFrom", t.OnSaleFrom, t.OnSaleUntil)
}

// wantWindow checks that a window with two ends has its end after its start.
func wantWindow(p *app.Problems, field, start string, from, until *time.Time) {
	if from != nil && until != nil && !until.After(*from) {
		p.Add(field, "must be after %s", start)
	}
}

// saveSlots applies the timeslots of a change to an event that is stored, then
// looks at all its slots together.
func saveSlots(tx app.Tx, e *Event, changes []TimeslotChange, lang app.Language) error {
	for i, in := range changes {
		if err := saveSlot(tx, e, &in, lang, fmt.Sprintf("timeslots.%d", i)); err != nil {
			return err
		}
	}
	return checkSlots(tx, e)
}

func saveSlot(tx app.Tx, e *Event, in *TimeslotChange, lang app.Language, at string) error {
	if s := in.TotalStock; s.Given && s.Value != nil {
		var p app.Problems
		wantRange(&p, at+".totalStock", *s.Value, 0, maxStock)
		if err := p.Err(); err != nil {
			return err
		}
	}
	slot := Timeslot{EventID: e.ID, Texts: Texts{Locale: lang.Asked}}
	in.apply(&slot, lang)
	if in.ID == 0 {
		if err := slot.err(at, e); err != nil {
			return err
		}
		if err := noSeasonTickets(tx, e.ID); err != nil {
			return err
		}
		if err := timeslotTable.Insert(tx, &slot); err != nil {
			return err
		}
		return setLimit(tx, in.TotalStock, LayerTimeslot, slot.ID)
	}
	return changeSlot(tx, e, in, lang, at)
}

// changeSlot changes a timeslot that is there. What is sold for it lets in when the slot is.
func changeSlot(tx app.Tx, e *Event, in *TimeslotChange, lang app.Language, at string) error {
	var was Timeslot
	now, err := timeslotTable.Update(tx, in.ID, func(t *Timeslot) error {
		if t.EventID != e.ID || t.DeletedAt != nil {
			return absent(at+".id", "timeslot")
		}
		was = *t
		in.apply(t, lang)
		return t.err(at, e)
	})
	if errors.Is(err, indexes.ErrNotFound) {
		return absent(at+".id", "timeslot")
	}
	if err != nil {
		return err
	}
	if !now.Start.Equal(was.Start) || !now.End.Equal(was.End) {
		if err := slotMoved(tx, &now); err != nil {
			return err
		}
	}
	return setLimit(tx, in.TotalStock, LayerTimeslot, in.ID)
}

// slotMoved tells of the sale items whose window is that of a timeslot.
func slotMoved(tx app.Tx, slot *Timeslot) error {
	items, err := SaleItemsOfEvent(tx, slot.EventID)
	if err != nil {
		return err
	}
	for _, s := range items {
		if s.TimeslotID != slot.ID || s.ValidFrom != nil || s.ValidUntil != nil {
			continue
		}
		if err := PortsOf(tx).WindowChanged(tx, &s); err != nil {
			return err
		}
	}
	return nil
}

func (t *Timeslot) err(at string, e *Event) error {
	var p app.Problems
	t.problems(&p, at, e)
	return p.Err()
}

// checkSlots refuses too many slots, and dates of the event that leave a slot
// outside.
func checkSlots(r app.Reader, e *Event) error {
	slots, err := TimeslotsOfEvent(r, e.ID)
	if err != nil {
		return err
	}
	var (
		p    app.Problems
		live int64
	)
	for _, t := range slots {
		if t.DeletedAt != nil {
			continue
		}
		live++
		if t.Start.Before(e.Start) || t.End.After(e.End) {
			p.Add("endDate", "leaves timeslot %d outside the event", t.ID)
		}
	}
	wantRange(&p, "timeslots", live, 0, maxSlots)
	return p.Err()
}

// setLimit sets the total of a counter when the change says so.
func setLimit(tx app.Tx, total Maybe[int64], layer Layer, id int64) error {
	if !total.Given {
		return nil
	}
	_, err := SetTotal(tx, layer, id, total.Value)
	return err
}
