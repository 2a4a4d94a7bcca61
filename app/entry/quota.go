package entry

import (
	"sync"
	"time"

	"marquee/app"
)

// quotas hold each token to the rows that it may have stored: those of uploads, and
// of live scans that were refused. Admissions are not counted, because they cannot be
// made up. A stolen device could fill the disk else, and so stop the sale. A token
// earns its rows back evenly within an hour. The levels are in memory: a restart
// forgives.
type quotas struct {
	mu     sync.Mutex
	levels map[int64]level
}

// level is how much of a token's quota is used, at a moment.
type level struct {
	rows float64
	at   time.Time
}

var quotasOf = app.NewPerApp(func() *quotas { return &quotas{levels: map[int64]level{}} })

// storeQuota lets a transaction store n rows for the caller's token, and counts them
// once it is committed.
func storeQuota(a *app.App, tx app.Tx, c *app.Caller, n int) error {
	q, now := quotasOf.Of(a), a.Now()
	if used := q.used(c.TokenID, now); used+float64(n) > MaxStoredPerHour {
		wait := (used + float64(n) - MaxStoredPerHour) / MaxStoredPerHour * time.Hour.Seconds()
		err := app.Refuse(app.TooMany, "This device has stored too many scans within an hour. Please try again later.")
		err.RetryAfter = int(wait) + 1
		return err
	}
	tx.AfterCommit(func() { q.add(c.TokenID, now, n) })
	return nil
}

func (q *quotas) used(token int64, now time.Time) float64 {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.levels[token].left(now)
}

// left is what was not earned back. A clock that goes back earns nothing.
func (l level) left(now time.Time) float64 {
	return max(0, l.rows-max(0, now.Sub(l.at).Hours())*MaxStoredPerHour)
}

func (q *quotas) add(token int64, now time.Time, n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.levels[token] = level{q.levels[token].left(now) + float64(n), now}
	if len(q.levels) <= maxLevels {
		return
	}
	for id, l := range q.levels {
		if l.left(now) == 0 {
			delete(q.levels, id)
		}
	}
}
