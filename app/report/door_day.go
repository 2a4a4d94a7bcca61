package report

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/entry"
)

// DoorDay is what went through the doors of an event on one day, on its clocks, up to the last
// fold.
type DoorDay struct {
	// By has what each phone did, by its token; what tokens of users did, too.
	By map[int64]entry.Passed
	// Refused is how many were turned away, by the answer that they got.
	Refused map[entry.Status]int64
}

// watchers run the doors of an event.
var watchers = app.AnyOf{app.EditEvents, app.OverrideScans}

// DoorToday is that of today.
func DoorToday(ctx context.Context, a *app.App, c *app.Caller, event int64) (out DoorDay, err error) {
	err = a.View(ctx, c, watchers, func(r app.Reader) (err error) {
		out, err = DoorDayIn(r, event, a.Now())
		return err
	})
	return out, err
}

// DoorDayIn is that of the day of a moment.
func DoorDayIn(r app.Reader, event int64, at time.Time) (DoorDay, error) {
	out := DoorDay{By: map[int64]entry.Passed{}, Refused: map[entry.Status]int64{}}
	if e, err := catalog.EventByID(r, event); err != nil || e.DeletedAt != nil {
		return out, missing(err, "event")
	}
	day := dayOf(at, zonesOf(r).of(event))
	err := read(r).piece(phoneCube, event, piece{days, day, day + 1}, func(k *cellKey, s *sums) {
		by, n := out.By[k.Dims[phoneToken]], s[gateCount]
		switch k.Dims[phoneOutcome] {
		case wentIn:
			by.In += n
		case wentOut:
			by.Out += n
		default:
			by.Refused += n
			out.Refused[entry.Status(k.Dims[phoneStatus])] += n
		}
		out.By[k.Dims[phoneToken]] = by
	})
	return out, err
}

// EnteredLately is how many came into a zone of an event in each of the last minutes, the last of
// which is not over.
func EnteredLately(r app.Reader, event, zone int64, now time.Time, long int) ([]int64, error) {
	last := minuteOf(now)
	out := make([]int64, long)
	err := read(r).piece(gateCube, event, piece{minutes, last - int64(long) + 1, last + 1}, func(k *cellKey, s *sums) {
		if k.Dims[gateZone] == zone && k.Dims[gateOutcome] == wentIn {
			out[k.Period-last+int64(long)-1] += s[gateCount]
		}
	})
	return out, err
}
