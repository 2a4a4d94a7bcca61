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

// lasts tells how long the gateway of a company is still left alone, 0 for not at all. A pause that
// is longer than any comes from a clock that was set back, and does not count.
func (s *silence) lasts(company int64, now time.Time) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if left := s.of[company].until.Sub(now); left <= lastPause {
		return max(left, 0)
	}
	return 0
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
