package report

import (
	"errors"
	"sync"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// synced remembers in memory until when the figures of each company are known to be
// complete: a fold that found nothing new writes nothing.
type synced struct {
	mu    sync.Mutex
	until map[int64]time.Time
	// broken are companies of whose figures a reader found some that cannot be read.
	broken map[int64]bool
}

var syncedOf = app.NewPerApp(func() *synced { return &synced{until: map[int64]time.Time{}, broken: map[int64]bool{}} })

func (s *synced) note(company int64, until time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if until.After(s.until[company]) {
		s.until[company] = until
	}
}

// forget is for figures that are made anew.
func (s *synced) forget(company int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.until, company)
}

func (s *synced) noteBroken(company int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.broken[company] = true
}

func (s *synced) takeBroken(company int64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	broken := s.broken[company]
	delete(s.broken, company)
	return broken
}

// noticing is a reader that goes on without figures that cannot be read, and has them made
// anew by the next fold.
type noticing struct{ app.Reader }

// LeftOut makes it an indexes.Lenient.
func (n noticing) LeftOut(damage *indexes.DamagedError) {
	syncedOf.Of(app.Of(n.Reader)).noteBroken(n.Company())
	if l, ok := n.Reader.(indexes.Lenient); ok {
		l.LeftOut(damage)
	}
}

// syncedUntil is the time up to which every change is in the figures; the zero time before
// the first fold.
func syncedUntil(r app.Reader) (time.Time, error) {
	m, _, err := marks.Find(r, orderFeed)
	s := syncedOf.Of(app.Of(r))
	s.mu.Lock()
	defer s.mu.Unlock()
	if known := s.until[r.Company()]; err == nil && m.Version == countVersion && known.After(m.Until) {
		return known, nil
	}
	return m.Until, err
}

func isMissing(err error) bool { return errors.Is(err, indexes.ErrNotFound) }

// missing turns a record that is not there, or hidden although there is no error, into the
// refusal that callers know.
func missing(err error, model string) error {
	if err == nil || isMissing(err) || app.KindOf(err) == app.NotFound {
		return app.Missing(model)
	}
	return err
}
