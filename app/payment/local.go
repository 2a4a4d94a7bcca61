package payment

import (
	"context"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// AskFrom lets the gateway be asked about a local payment from a time on.
func AskFrom(tx app.Tx, id int64, at time.Time) error {
	_, err := payments.Update(tx, id, func(p *Payment) error { p.AskAt = &at; return nil })
	return err
}

// NextAsk is when the gateway is asked again about a local payment that it has not heard
// of yet: the longer it waits, the more seldom.
func (p *Payment) NextAsk(now time.Time) time.Time {
	return now.Add(min(max(now.Sub(p.Since)/10, leastAsk), mostAsk))
}

// DueToAsk lists the local payments that their gateways are to be asked about.
func DueToAsk(r app.Reader, now time.Time, limit int) (ids []int64, err error) {
	for e, err := range byAsk.Keys(r, indexes.All[time.Time]().Limit(limit)) {
		if err != nil {
			return nil, err
		}
		if e.Key.After(now) {
			break
		}
		ids = append(ids, e.ID)
	}
	return ids, nil
}

// askSoon lets the gateway be asked about a local payment at once.
func askSoon(ctx context.Context, a *app.App, company, id int64) error {
	return a.UpdateCompany(ctx, company, func(tx app.Tx) error {
		p, err := payments.Get(tx, id)
		if err != nil || p.State != Open || p.AskAt == nil {
			return err
		}
		return AskFrom(tx, id, tx.Wall())
	})
}
