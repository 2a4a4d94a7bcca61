package webhook

import (
	"context"
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
	to     *Endpoint // that gets calls directly, nil for none
	oldest time.Time // of a change that is still sent directly
	read   int
	// store are those of which calls are made first, stored the lanes of these.
	store  []notice
	stored map[int64]bool
	calls  []Call
	full   bool
}

// next sorts some notices and hands on what is sent directly.
func (l *look) next(ctx context.Context, n int) (s sorted, err error) {
	before := l.worker.underWay(l.work.Company)
	err = l.work.View(ctx, func(r app.Reader) (err error) {
		s = sorted{r: r, before: before, oldest: l.work.App.Now().Add(-directFor), stored: map[int64]bool{}}
		if s.to, err = l.worker.only(r, l.work.Company); err != nil {
			return err
		}
		return l.sort(&s, n)
	})
	if err == nil && s.to != nil {
		l.worker.hand(pumpKey{l.work.Company, s.to.ID}, s.calls, before)
	}
	return s, err
}

// sort reads notices that can be read; the others stay, and a check names them.
func (l *look) sort(s *sorted, n int) error {
	for hit, err := range notices.Scan(app.Lenient(s.r), indexes.All[noticeKey]().Limit(n+len(s.before.notices)+len(l.waits))) {
		if err != nil {
			return err
		}
		one := &hit.Rec
		if key := one.key(); s.before.notices[key] || l.waits[key] {
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
		if err := l.sortOne(s, one); err != nil {
			return err
		}
	}
	return nil
}

func (l *look) sortOne(s *sorted, n *notice) error {
	lanes := lanesOf(n)
	later := anyOf(lanes, l.lanes)
	if !later {
		if ok, err := s.direct(n); ok || err != nil {
			return err
		}
		later = anyOf(lanes, s.before.lanes)
	}
	for i := range s.calls {
		later = later || s.calls[i].lane() == lanes[0]
	}
	to := s.stored
	if later {
		l.waits[n.key()], to = true, l.lanes
	} else {
		s.store = append(s.store, *n)
	}
	for _, lane := range lanes {
		to[lane] = true
	}
	return nil
}

// lanesOf are the lanes of all that a notice is about.
func lanesOf(n *notice) (all []int64) {
	for _, k := range n.kinds() {
		c := Call{Kind: k, ObjectID: n.ID, Ticket: n.Ticket}
		all = append(all, c.lane())
	}
	return all
}

func anyOf(lanes []int64, in map[int64]bool) bool {
	for _, lane := range lanes {
		if in[lane] {
			return true
		}
	}
	return false
}

// only is the endpoint that gets calls directly: the only one of its company, if it takes them.
func (w *worker) only(r app.Reader, company int64) (*Endpoint, error) {
	all, err := standingOnes(r)
	if err != nil || len(all) != 1 || all[0].Disabled {
		return nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.carrier == nil || w.health[pumpKey{company, all[0].ID}].failures > 0 {
		return nil, nil
	}
	return &all[0], nil
}

// direct makes the call of a notice that needs no other, if it can be sent before it is stored.
func (s *sorted) direct(n *notice) (ok bool, err error) {
	kind := kindAt(n.Kind)
	if s.to == nil || n.Also != 0 || kind.Object() == Scan || !s.to.wants(kind) || n.At.Before(s.to.CreatedAt) || n.At.Before(s.oldest) {
		return false, nil
	}
	c := Call{EndpointID: s.to.ID, Kind: kind, ObjectID: n.ID, At: n.At, Noted: true}
	if s.stored[c.lane()] {
		return false, nil
	}
	if first, err := firstOpen(s.r, laneKey{A: c.EndpointID, B: c.lane()}); err != nil || first != 0 {
		return false, err
	}
	if kind == ItemChanged {
		if basket, err := inBasket(s.r, n.ID); err != nil || basket {
			return false, err
		}
	}
	s.calls = append(s.calls, c)
	return true, nil
}
