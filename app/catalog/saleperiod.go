package catalog

import (
	"fmt"
	"slices"
	"time"

	"marquee/app"
)

// SalePeriod is a time in which an event is sold. An event with periods is sold within
// one of them only; one without, always.
type SalePeriod struct {
	ID   int64  `msgpack:"i"`
	Name string `msgpack:"n,omitempty"`
	// Presale periods have both ends. The general one, of which there is one at most,
	// may be open-ended.
	Presale bool       `msgpack:"p,omitempty"`
	From    time.Time  `msgpack:"f"`
	Until   *time.Time `msgpack:"u,omitempty"`
}

// putPeriods replaces the periods of an event. Those with the id of one that is there keep
// it; the others get the next.
func (in *EventChange) putPeriods(e *Event) {
	if in.SalePeriods == nil {
		return
	}
	next := int64(0)
	for _, p := range e.SalePeriods {
		next = max(next, p.ID)
	}
	periods := slices.Clone(*in.SalePeriods)
	for i := range periods {
		known := slices.ContainsFunc(e.SalePeriods, func(p SalePeriod) bool { return p.ID == periods[i].ID })
		if !known && periods[i].ID == 0 {
			next++
			periods[i].ID = next
		}
	}
	e.SalePeriods = periods
}

// periodProblems of the change, in an event as it is stored.
func (in *EventChange) periodProblems(e *Event) error {
	if in.SalePeriods == nil {
		return nil
	}
	var p app.Problems
	wantRange(&p, "salePeriods", int64(len(*in.SalePeriods)), 0, maxPeriods)
	general := false
	for i, one := range *in.SalePeriods {
		at := fmt.Sprintf("salePeriods.%d.", i)
		same := func(o SalePeriod) bool { return o.ID == one.ID }
		switch {
		case one.ID != 0 && !slices.ContainsFunc(e.SalePeriods, same):
			p.Add(at+"id", "does not exist")
		case one.ID != 0 && slices.ContainsFunc((*in.SalePeriods)[:i], same):
			p.Add(at+"id", "is there twice")
		case !one.Presale && general:
			p.Add(at+"type", "is there twice")
		}
		general = general || !one.Presale
		wantText(&p, at+"name", one.Name, maxName)
		switch {
		case one.From.IsZero():
			p.Add(at+"startDate", "is required")
		case one.Presale && one.Until == nil:
			p.Add(at+"endDate", "is required")
		case one.Until != nil && !one.Until.After(one.From):
			p.Add(at+"endDate", "must be after %s", "startDate")
		}
	}
	return p.Err()
}

// inPeriod tells whether the event is sold at a moment as far as its periods go.
func (e *Event) inPeriod(now time.Time) bool {
	return len(e.SalePeriods) == 0 || slices.ContainsFunc(e.SalePeriods, func(p SalePeriod) bool { return Open(&p.From, p.Until, now) })
}

// nextPeriod is the bound that a buyer outside of all periods is told: when the next one
// opens, else when the last one closed.
func (e *Event) nextPeriod(now time.Time) (from, until *time.Time) {
	for i := range e.SalePeriods {
		p := &e.SalePeriods[i]
		if now.Before(p.From) && (from == nil || p.From.Before(*from)) {
			from = &p.From
		}
		if p.Until != nil && (until == nil || p.Until.After(*until)) {
			until = p.Until
		}
	}
	return from, until
}

// shiftPeriods moves the periods of an event.
func (e *Event) shiftPeriods(c Clock) {
	e.SalePeriods = slices.Clone(e.SalePeriods)
	for i := range e.SalePeriods {
		p := &e.SalePeriods[i]
		from := &p.From
		c.Window(&from, &p.Until)
		p.From = *from
	}
}
