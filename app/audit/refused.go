package audit

import (
	"context"
	"errors"
	"sync"
	"time"

	"marquee/app"
)

// attempt is what refused attempts have in common that are one entry.
type attempt struct {
	company, userID, tokenID    int64
	through, operation, address string
}

// budget is how many entries of refused attempts somebody has within an hour. What they
// had is earned back evenly.
type budget struct {
	used float64
	at   time.Time
}

// take takes one of so many an hour.
func (b *budget) take(now time.Time, most int) bool {
	if earned := now.Sub(b.at); earned > 0 {
		b.used = max(0, b.used-earned.Hours()*float64(most))
	}
	if b.at = now; b.used+1 > float64(most) {
		return false
	}
	b.used++
	return true
}

// gathered are the refused attempts of an App that are not written down yet.
type gathered struct {
	mu       sync.Mutex
	attempts map[attempt]int64
	tokens   map[int64]*budget
	company  map[int64]*budget
	// beyond counts the attempts of each token that have no entry of their own; summary is
	// when these counts are written down next.
	beyond  map[attempt]int64
	summary time.Time
}

var refusals = app.NewPerApp(func() *gathered {
	return &gathered{attempts: map[attempt]int64{}, tokens: map[int64]*budget{}, company: map[int64]*budget{}, beyond: map[attempt]int64{}}
})

// Refused notes that a caller was refused for what they may do. A job writes it down
// within a second, so that nobody waits for that and no flood of refusals becomes one of
// writes.
func Refused(a *app.App, c *app.Caller) {
	if c.Guest || c.CompanyID == 0 {
		return
	}
	refusals.Of(a).note(attempt{c.CompanyID, c.UserID, c.TokenID, c.Via.Through, c.Via.Operation, c.Via.Address}, a.Now())
}

func (g *gathered) note(at attempt, now time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if n, waits := g.attempts[at]; waits {
		g.attempts[at] = n + 1
		return
	}
	if len(g.attempts) < maxGathered && budgetOf(g.tokens, at.tokenID).take(now, MaxRefused) && budgetOf(g.company, at.company).take(now, MaxRefusedCompany) {
		g.attempts[at] = 1
		return
	}
	if len(g.beyond) == 0 {
		g.summary = now.Add(SummaryEvery)
	}
	at.operation, at.address, at.through = "", "", ""
	if _, known := g.beyond[at]; !known && len(g.beyond) >= maxGathered {
		at.tokenID, at.userID = 0, 0
	}
	g.beyond[at]++
}

// budgetOf is that of a token or a company. Where there are too many, those that have
// earned everything back would be forgotten first; all are, which gives a few entries more.
func budgetOf(all map[int64]*budget, id int64) *budget {
	b, known := all[id]
	if !known {
		if len(all) >= maxGathered {
			clear(all)
		}
		b = &budget{}
		all[id] = b
	}
	return b
}

// due takes what is to be written down now, by company: at the end all that there is.
func (g *gathered) due(now time.Time, end bool) map[int64][]Entry {
	g.mu.Lock()
	defer g.mu.Unlock()
	all := map[int64][]Entry{}
	for at, n := range g.attempts {
		all[at.company] = append(all[at.company], at.entry(n))
	}
	clear(g.attempts)
	if len(g.beyond) > 0 && (end || !now.Before(g.summary)) {
		for at, n := range g.beyond {
			all[at.company] = append(all[at.company], at.entry(n))
		}
		clear(g.beyond)
	}
	return all
}

func (at attempt) entry(n int64) Entry {
	if n == 1 {
		n = 0
	}
	return Entry{
		Outcome: Refused403, UserID: at.userID, TokenID: at.tokenID, Through: at.through, Operation: at.operation, Address: at.address, Count: n,
	}
}

// writeRefused writes down what was refused lately.
func writeRefused(ctx context.Context, w *app.Work) error { return writeDown(ctx, w.App, false) }

// writeLast writes down what is left when the box office has stopped, with what was only
// counted: nobody knows of it afterwards. Requests are answered until then, and refused.
func writeLast(ctx context.Context, a *app.App) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastTimeout)
	defer cancel()
	if err := writeDown(ctx, a, true); err != nil {
		a.Log().Warn("the last refused attempts are not in the audit log", "error", err)
	}
}

// writeDown writes what is due. What cannot be written now is counted again.
func writeDown(ctx context.Context, a *app.App, end bool) error {
	g := refusals.Of(a)
	var failed error
	for company, all := range g.due(a.Now(), end) {
		err := a.UpdateCompany(ctx, company, func(tx app.Tx) error {
			for _, e := range all {
				if err := post(tx, e); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			g.giveBack(company, all)
			failed = errors.Join(failed, err)
		}
	}
	return failed
}

// giveBack takes entries that could not be written.
func (g *gathered) giveBack(company int64, all []Entry) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, e := range all {
		g.attempts[attempt{company, e.UserID, e.TokenID, e.Through, e.Operation, e.Address}] += max(e.Count, 1)
	}
}
