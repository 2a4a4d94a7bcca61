package webhook

import (
	"context"
	"slices"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// look goes through the notices of a company, the oldest first, and says what becomes of each:
// it is sent directly, is made a call of first, or has to wait for one about the same object
// that is under way.
type look struct {
	work   *app.Work
	worker *worker
	// waits are notices that this look leaves, and lanes those of what they are about: what
	// comes later about the same is left too.
	waits map[noticeKey]bool
	lanes map[int64]bool
}

func newLook(w *app.Work) *look {
	return &look{work: w, worker: workers.Of(w.App), waits: map[noticeKey]bool{}, lanes: map[int64]bool{}}
}

// sorted are some notices.
type sorted struct {
	r      app.Reader
	before underWay
	to     *Endpoint  // that gets calls directly, nil for none
	off    []Endpoint // that are switched off
	oldest time.Time  // of a change that is still sent directly
	queued bool       // it has calls that are open, in the store
	read   int
	// store are those of which calls are made first, calls those of the others, and stored and
	// handed their lanes.
	store          []notice
	calls          []Call
	stored, handed map[int64]bool
	// mark is the last of the notices that are all under way from now on, nil for none; once a
	// notice is not, parted.
	mark   *noticeKey
	parted bool
	// full tells that too much is under way to go on.
	full bool
}

// next sorts some notices and hands on what is sent directly.
func (l *look) next(ctx context.Context, n int) (s sorted, err error) {
	before := l.worker.underWay(l.work.Company)
	err = l.work.View(ctx, func(r app.Reader) (err error) {
		s = sorted{r: r, before: before, oldest: l.work.App.Now().Add(-directFor), stored: map[int64]bool{}, handed: map[int64]bool{}}
		if s.to, s.off, err = l.worker.only(r, l.work.Company); err != nil {
			return err
		}
		if s.to != nil {
			open, err := openOf(r, s.to.ID)
			if err != nil {
				return err
			}
			s.queued = open > 0
		}
		return l.sort(&s, n)
	})
	if err == nil && s.to != nil {
		l.worker.hand(pumpKey{l.work.Company, s.to.ID}, s.calls, before, s.mark)
	}
	return s, err
}

// sort reads notices that can be read; the others stay, and a check names them.
func (l *look) sort(s *sorted, n int) error {
	rest := indexes.All[noticeKey]()
	if s.before.mark != nil {
		rest = rest.From(*s.before.mark)
	}
	for hit, err := range notices.Scan(app.Lenient(s.r), rest.Limit(1+n+len(s.before.notices)+len(l.waits))) {
		if err != nil {
			return err
		}
		one := &hit.Rec
		switch key := one.key(); {
		case s.before.has(key):
			s.reach(key, true)
			continue
		case l.waits[key]:
			s.reach(key, false)
			continue
		}
		if s.read == n {
			return nil
		}
		if s.to != nil && len(s.calls) >= s.before.room {
			s.full = true
			return nil
		}
		s.read++
		direct, err := l.sortOne(s, one)
		if err != nil {
			return err
		}
		s.reach(one.key(), direct)
	}
	return nil
}

// reach moves the mark to a notice that is under way.
func (s *sorted) reach(key noticeKey, underWay bool) {
	if s.parted = s.parted || !underWay; !s.parted {
		s.mark = &key
	}
}

// sortOne tells whether a notice is sent directly.
func (l *look) sortOne(s *sorted, n *notice) (direct bool, err error) {
	lane := n.lane()
	if !l.lanes[lane] {
		if ok, err := s.direct(n, lane); ok || err != nil {
			return ok, err
		}
	}
	if l.lanes[lane] || s.before.lanes[lane] || s.handed[lane] {
		l.waits[n.key()], l.lanes[lane] = true, true
		return false, nil
	}
	s.store, s.stored[lane] = append(s.store, *n), true
	return false, nil
}

// lane is that of all calls of a notice: they are about the same.
func (n *notice) lane() int64 {
	c := Call{Kind: kindAt(n.Kind), ObjectID: n.ID, Ticket: n.Ticket}
	return c.lane()
}

// only is the endpoint that gets calls directly: the only one of its company that is switched
// on, if it takes them. The others are off.
func (w *worker) only(r app.Reader, company int64) (to *Endpoint, off []Endpoint, err error) {
	all, err := standingOnes(r)
	if err != nil {
		return nil, nil, err
	}
	on := slices.DeleteFunc(slices.Clone(all), func(e Endpoint) bool { return e.Disabled })
	off = slices.DeleteFunc(all, func(e Endpoint) bool { return !e.Disabled })
	if len(on) != 1 {
		return nil, off, nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.carrier == nil || w.health[pumpKey{company, on[0].ID}].failures > 0 {
		return nil, off, nil
	}
	return &on[0], off, nil
}

// alone tells whether nobody else is told of a notice: who is switched off by now may have
// been on then.
func (s *sorted) alone(n *notice, kind Kind) bool {
	return !slices.ContainsFunc(s.off, func(e Endpoint) bool { return e.heard(n.At, kind) })
}

// direct makes the call of a notice that needs no other, if it can be sent before it is stored.
func (s *sorted) direct(n *notice, lane int64) (ok bool, err error) {
	kind := kindAt(n.Kind)
	if s.to == nil || n.Also != 0 || kind.Object() == Scan || !s.to.heard(n.At, kind) || n.At.Before(s.oldest) {
		return false, nil
	}
	if s.stored[lane] || !s.alone(n, kind) {
		return false, nil
	}
	if s.queued {
		if first, err := firstOpen(s.r, laneKey{A: s.to.ID, B: lane}); err != nil || first != 0 {
			return false, err
		}
	}
	if kind == ItemChanged {
		if basket, err := inBasket(s.r, n.ID); err != nil || basket {
			return false, err
		}
	}
	s.calls, s.handed[lane] = append(s.calls, Call{EndpointID: s.to.ID, Kind: kind, ObjectID: n.ID, At: n.At, Noted: true}), true
	return true, nil
}
