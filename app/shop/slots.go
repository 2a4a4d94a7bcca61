package shop

import (
	"slices"
	"time"
)

// Slot is a time of an event with what is sold for it.
type Slot struct {
	ID         int64
	Name       string
	Start, End time.Time // on the clocks of the event
	State      State
	// Left is how many places there are; nil: nobody counts them.
	Left  *int64
	Items []Item
}

// inSlot puts an item into its time.
func (x *reader) inSlot(e *Event, i *Item) error {
	n := slices.IndexFunc(e.Slots, func(s Slot) bool { return s.ID == i.SlotID })
	if n < 0 {
		goods, err := x.cache.Get(i.ID)
		if err != nil {
			return err
		}
		t, zone := goods.Slot(), e.Start.Location()
		at, found := slices.BinarySearchFunc(e.Slots, t.Start, func(s Slot, start time.Time) int { return s.Start.Compare(start) })
		for found && at < len(e.Slots) && e.Slots[at].Start.Equal(t.Start) {
			at++
		}
		slot := Slot{ID: t.ID, Name: t.NameIn(x.buyer.Language), Start: t.Start.In(zone), End: t.End.In(zone), State: i.State}
		e.Slots = slices.Insert(e.Slots, at, slot)
		n = at
	}
	e.Slots[n].add(i)
	return nil
}

// add takes an item in. A time can be bought when something of it can.
func (s *Slot) add(i *Item) {
	s.Items = append(s.Items, *i)
	if i.State == OnSale || s.State == Over {
		s.State = i.State
	}
	if i.State == OnSale && i.Left != nil && (s.Left == nil || *i.Left > *s.Left) {
		s.Left = i.Left
	}
}

// Day is a day with its times.
type Day struct {
	Date  time.Time
	Slots []Slot
}

// Open is how many times of the day can be bought.
func (d Day) Open() (n int) {
	for i := range d.Slots {
		if d.Slots[i].State == OnSale {
			n++
		}
	}
	return n
}

// Days are the times of the event by day.
func (e *Event) Days() []Day {
	var days []Day
	for _, s := range e.Slots {
		y, m, d := s.Start.Date()
		if len(days) > 0 {
			last := &days[len(days)-1]
			if ly, lm, ld := last.Date.Date(); ly == y && lm == m && ld == d {
				last.Slots = append(last.Slots, s)
				continue
			}
		}
		days = append(days, Day{Date: time.Date(y, m, d, 0, 0, 0, 0, s.Start.Location()), Slots: []Slot{s}})
	}
	return days
}
