package list

import (
	"runtime"

	"marquee/app"
	"marquee/indexes"
)

// sift follows the walk and decides about each row, until the page is full, and
// then only to count.
func (g *reading[T]) sift() error {
	if g.byOffset {
		if most := g.farthest(); g.q.Offset > most {
			return app.Field("offset", "must be at most %d where rows are searched for", most)
		}
	}
	s := &sieve[T]{g: g, narrowed: g.table.Narrows(g.r)}
	ended := true
	for row, err := range g.plan.Walk(g.from.at) {
		if err != nil {
			return err
		}
		if s.walked++; s.enough() {
			ended = false
			break
		}
		if s.walked%walkedAtOnce == 0 {
			runtime.Gosched() // somebody may be at a gate
		}
		done, err := s.look(row)
		if err != nil {
			return err
		}
		if done {
			ended = false
			break
		}
	}
	if ended || !s.done() {
		if err := s.decide(); err != nil {
			return err
		}
	}
	return s.finish(ended)
}

// farthest is how many rows may be skipped where each is looked at: not as many where a word
// was searched for, as nobody reads on so far.
func (g *reading[T]) farthest() int64 {
	if len(g.plan.Marks) > 0 {
		return MaxCounted
	}
	return maxSifted
}

// enough tells that one request has looked at enough. Of a list without cursors nobody could go
// on from there: it is looked through until it is known whether a row follows the page.
func (s *sieve[T]) enough() bool {
	read := s.walked*s.g.plan.Reads + s.read*(1+s.g.plan.Cost)
	return s.walked+read*readWorth > maxWalked && (s.g.more || !s.g.byOffset)
}

// sieve is what sift has come to.
type sieve[T any] struct {
	g            *reading[T]
	walked, read int
	matched      int64 // rows that fit: skipped, in the page, and behind it
	waiting      []Row[T]
	ids          []int64 // of the page, where records were not read
	// Of a reader from whom rows are hidden passed is how far the page reaches: a cursor that
	// stood there would tell of them, so that it does only where the list goes on.
	narrowed bool
	passed   indexes.Position
}

// look takes the next row of the walk; true means that no more are needed.
func (s *sieve[T]) look(row Row[T]) (bool, error) {
	if !s.g.plan.chosen(row.ID) {
		s.pass(row.At)
		return false, nil
	}
	switch {
	case s.g.plan.Exact || s.g.plan.Fits == nil:
		s.take(row, nil)
	case row.Rec != nil:
		s.read++
		fits, err := s.g.plan.Fits(row.Rec)
		if err != nil {
			return false, err
		}
		if fits {
			s.take(row, row.Rec)
		} else {
			s.pass(row.At)
		}
	default:
		s.waiting = append(s.waiting, row)
		if len(s.waiting) < together {
			return false, nil
		}
		if err := s.decide(); err != nil {
			return false, err
		}
	}
	return s.done(), nil
}

// pass notes how far the page reaches, unless it is full or rows before this one
// are still to be decided about.
func (s *sieve[T]) pass(at indexes.Position) {
	switch {
	case s.full() || len(s.waiting) > 0:
	case s.narrowed:
		s.passed = at
	default:
		s.g.at = at
	}
}

// decide reads the rows that wait and looks at them.
func (s *sieve[T]) decide() error {
	ids := make([]int64, len(s.waiting))
	for i, row := range s.waiting {
		ids[i] = row.ID
	}
	recs, err := s.g.get(ids)
	if err != nil {
		return err
	}
	s.read += len(ids) // those that are hidden were read, too
	rows := s.waiting
	s.waiting = s.waiting[:0]
	n := 0
	for i, row := range rows {
		if n == len(recs) || s.g.table.IDOf(&recs[n]) != ids[i] {
			s.pass(row.At)
			continue
		}
		rec := &recs[n]
		n++
		fits, err := s.g.plan.Fits(rec)
		if err != nil {
			return err
		}
		if fits {
			s.take(row, rec)
		} else {
			s.pass(row.At)
		}
	}
	return nil
}

// take puts a row that fits where it belongs.
func (s *sieve[T]) take(row Row[T], rec *T) {
	s.matched++
	switch {
	case s.full():
		s.g.more = true
		return
	case s.g.skipped < s.g.q.Offset:
		s.g.skipped++
	case rec != nil:
		s.g.rows = append(s.g.rows, *rec)
	case row.Rec != nil:
		s.g.rows = append(s.g.rows, *row.Rec)
	default:
		s.ids = append(s.ids, row.ID)
	}
	s.g.at, s.passed = row.At, nil
}

func (s *sieve[T]) full() bool { return int64(len(s.g.rows)+len(s.ids)) >= s.g.q.Limit }

// done tells that the page is full and enough was counted: nothing where no total is
// told, or where it is known from before a cursor.
func (s *sieve[T]) done() bool {
	if !s.g.more {
		return false
	}
	return s.g.from.resumed || s.g.uncounted || s.matched > MaxCounted
}

// finish reads the page and tells what is known of the total.
func (s *sieve[T]) finish(ended bool) (err error) {
	if !ended {
		s.g.more = true // nobody looked at what follows; the cursor goes on
		if !s.full() && s.passed != nil {
			s.g.at = s.passed
		}
	}
	if len(s.ids) > 0 {
		if s.g.rows, err = s.g.page(s.ids); err != nil {
			return err
		}
	}
	if s.g.from.resumed {
		s.g.recall()
	} else {
		s.g.total, s.g.atLeast = s.matched, !ended
	}
	return nil
}
