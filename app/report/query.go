package report

import (
	"math"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/indexes"
	"marquee/kv"
)

// span is the time that sums are asked for, in whole minutes: from one up to another. The
// zero span is all of time.
type span struct {
	from, until int64
}

// spanOf takes whole minutes: the one that from is in, and the one that until is in, are
// both of them wholly there. Nil is open.
func spanOf(from, until *time.Time) span {
	var s span
	if from != nil {
		s.from = max(minuteOf(*from), 0)
	}
	if until != nil {
		s.until = max(minuteOf(*until)+1, 1)
	}
	return s
}

// endless is the end of a span without one.
const endless = math.MaxInt32 * 60

func (s span) all() bool { return s.from == 0 && s.until == 0 }

func (s span) end() int64 {
	if s.until == 0 {
		return endless
	}
	return s.until
}

// piece is a run of periods of one level.
type piece struct {
	level       level
	from, until int64
}

// pieces cut a span into as few periods as can be, none longer than the longest. Days are
// those of a place.
func (s span) pieces(zone *time.Location, longest level) []piece {
	switch {
	case s.all() && longest == total:
		return []piece{{total, 0, 1}}
	case longest == minutes:
		return []piece{{minutes, s.from, s.end()}}
	case longest == hours || s.end()-s.from < 2*minutesOfDay:
		return s.shorter()
	}
	first, last := dayOf(time.Unix((s.from*60)-1, 0), zone)+1, int64(endless/minutesOfDay)
	if s.from == 0 {
		first = 0
	}
	all := []piece{}
	if start := minuteOf(midnight(first, zone)); s.from > 0 && s.from < start {
		all = span{s.from, start}.shorter()
	}
	if s.until == 0 {
		return append(all, piece{days, first, last})
	}
	last = dayOf(time.Unix(s.until*60, 0), zone)
	all = append(all, piece{days, first, last})
	if end := minuteOf(midnight(last, zone)); end < s.until {
		all = append(all, span{end, s.until}.shorter()...)
	}
	return all
}

// shorter cuts a span into hours, with minutes at both ends.
func (s span) shorter() []piece {
	first, last := (s.from+59)/60, s.end()/60
	if first >= last {
		return []piece{{minutes, s.from, s.end()}}
	}
	all := []piece{{minutes, s.from, first * 60}, {hours, first, last}, {minutes, last * 60, s.end()}}
	return slices.DeleteFunc(all, func(p piece) bool { return p.from >= p.until })
}

// reading reads sums for one answer.
type reading struct {
	r    app.Reader
	left int // sums that may still be read
	// narrow: the caller does not see every event.
	narrow bool
}

func read(r app.Reader) *reading { return &reading{r, maxCells, app.VisibilityOf(r) != nil} }

// each gives the sums of a cube in a scope, period by period in pieces of a span.
func (g *reading) each(c cube, scope int64, s span, zone *time.Location, longest level, do func(k *cellKey, s *sums)) error {
	for _, p := range s.pieces(zone, longest) {
		if err := g.piece(c, scope, p, do); err != nil {
			return err
		}
	}
	return nil
}

func (g *reading) piece(c cube, scope int64, p piece, do func(k *cellKey, s *sums)) error {
	if g.narrow && scope == 0 {
		return app.Refuse(app.Forbidden, "What the company took in is told to those who see all of its events.")
	}
	if shown, err := catalog.ShownAt(g.r, scope); err != nil || !shown {
		return err
	}
	at := func(period int64) storedKey {
		return storedKey{A: kv.Triple[int64, int64, int64]{A: group(c, p.level), B: scope, C: period}}
	}
	for h, err := range cells.Scan(noticing{g.r}, indexes.Between(at(p.from), at(p.until))) {
		if err != nil {
			return err
		}
		if g.left--; g.left < 0 {
			return app.Refuse(app.Invalid, "This asks for more than can be added up at once. Please ask for a shorter time or for fewer events.")
		}
		k, s, ok := h.Rec.read()
		if !ok {
			syncedOf.Of(app.Of(g.r)).noteBroken(g.r.Company())
			continue
		}
		do(&k, &s)
	}
	return nil
}
