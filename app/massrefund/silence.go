package massrefund

import (
	"sync"
	"time"

	"marquee/app"
)

// silence remembers the companies whose gateway decided about nothing that it was asked: it
// is left alone for a while, which grows. A restart forgets it.
type silence struct {
	mu sync.Mutex
	of map[int64]quiet
}

type quiet struct {
	until time.Time
	pause time.Duration
}

var silences = app.NewPerApp(func() *silence { return &silence{of: map[int64]quiet{}} })

// lasts tells whether the gateway of a company is left alone. A pause that is longer than
// any comes from a clock that was set back, and does not count.
func (s *silence) lasts(company int64, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	left := s.of[company].until.Sub(now)
	return left > 0 && left <= lastPause
}

// note takes in whether a gateway was silent about all that it was asked.
func (s *silence) note(company int64, now time.Time, silent bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !silent {
		delete(s.of, company)
		return
	}
	pause := min(max(firstPause, 2*s.of[company].pause), lastPause)
	s.of[company] = quiet{now.Add(pause), pause}
}
