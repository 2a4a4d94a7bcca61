package entry

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// step is one admission or leaving of one ticket in one zone.
type step struct {
	At  time.Time
	Out bool
	ID  int64
	// Back: the admissions before it were a mistake. It is an Out as well.
	Back bool
}

// before orders steps by their time. Of two at one moment the admission comes
// first, and then the one that was written first, so the order never depends on
// when a row arrived.
func (s step) compare(o step) int {
	return cmp.Or(s.At.Compare(o.At), cmp.Compare(bit(s.Out), bit(o.Out)), cmp.Compare(s.ID, o.ID))
}

// take moves the state by a step that is not earlier than any before it, and
// tells what the zone's counters gain. Leaving ends a stay that began with the
// latest admission; a second admission, or leaving twice, is counted and moves
// nobody.
func (z *ZoneState) take(s step) Tally {
	var gain Tally
	if s.Back {
		gain, z.LastOut = z.takeBack(), s.At
		return gain
	}
	if s.Out {
		gain.TotalOut = 1
		if z.Inside {
			gain.Attendance, gain.Stays = -1, 1
			gain.StaySeconds = int64(s.At.Sub(z.LastIn).Round(time.Second) / time.Second)
		}
		z.Inside, z.Out, z.LastOut = false, z.Out+1, s.At
		return gain
	}
	gain.TotalIn = 1
	if z.In == 0 {
		gain.UniqueIn = 1
	}
	if !z.Inside {
		gain.Attendance = 1
	}
	z.Inside, z.In, z.LastIn = true, z.In+1, s.At
	return gain
}

// takeBack undoes the admissions, as if the guest had never come: the guest is counted no
// more, and no limit of entries stands in the way of coming after all.
func (z *ZoneState) takeBack() Tally {
	undone := Tally{Attendance: bit(z.Inside), UniqueIn: bit(z.In > 0), TotalIn: z.In}
	z.Inside, z.In, z.LastIn = false, 0, time.Time{}
	return Tally{}.minus(undone)
}

// count adds a step that came too late to find its place: it moves nobody.
func (z *ZoneState) count(s step) Tally {
	switch {
	case s.Back:
		return Tally{}
	case s.Out:
		z.Out++
		return Tally{TotalOut: 1}
	}
	z.In++
	return Tally{TotalIn: 1, UniqueIn: bit(z.In == 1)}
}

// latest is the time of the last step, zero when there was none.
func (z *ZoneState) latest() time.Time {
	if z.LastOut.After(z.LastIn) {
		return z.LastOut
	}
	return z.LastIn
}

// fold takes all steps of one ticket in one zone, in the order of their times.
func fold(zone int64, steps []step) (ZoneState, Tally) {
	slices.SortFunc(steps, step.compare)
	state, sum := ZoneState{ZoneID: zone}, Tally{}
	for _, s := range steps {
		sum = sum.plus(state.take(s))
	}
	return state, sum
}

// joinPosition and splitPosition keep both coordinates in one text.
func joinPosition(lat, lon string) string {
	if lat == "" && lon == "" {
		return ""
	}
	return lat + "," + lon
}

func splitPosition(s string) (lat, lon string) {
	lat, lon, _ = strings.Cut(s, ",")
	return lat, lon
}
