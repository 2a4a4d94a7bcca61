package webhook

import (
	"context"
	"errors"
	"time"

	"marquee/app"
	"marquee/app/queue"
)

// pumps are those of all endpoints.
var pumps = queue.NewPump("webhook", slots)

// pump sends the calls of one endpoint. It takes some that are due, sends them at the same
// time, and stores what came of all of them while it sends the next.
type pump struct {
	worker  *worker
	app     *app.App
	key     pumpKey
	carrier Carrier
	others  *app.Pace
	reader  *app.Caller // see Delivery
	before  *storing    // the batch before this one, nil when that is stored
}

// pumpSome sends some of what is due to an endpoint, and makes way for others then.
func pumpSome(ctx context.Context, a *app.App, company, endpoint int64) (queue.Progress, error) {
	w := workers.Of(a)
	p := &pump{worker: w, app: a, key: pumpKey{company, endpoint}}
	leave, ok := p.enter()
	if !ok {
		return queue.Rest(rests[0]), nil
	}
	defer leave()
	ctx, p.others = a.Unhurried(ctx)
	err := app.Recovered(func() error { return p.batches(ctx) })
	switch {
	case app.StackOf(err) != "": // a panic is told also when the server stops
		w.leave(p.key)
	case ctx.Err() != nil:
		return queue.Ended, nil
	case err == nil:
		w.Ring() // the round sees what is left, and when it is due
	}
	return queue.Ended, err
}

// enter takes a slot of endpoints in trouble where the endpoint is. Without a carrier nobody
// enters.
func (p *pump) enter() (leave func(), ok bool) {
	w := p.worker
	w.mu.Lock()
	defer w.mu.Unlock()
	if p.carrier = w.carrier; p.carrier == nil || w.health[p.key].failures == 0 {
		return func() {}, p.carrier != nil
	}
	select {
	case w.troubled <- struct{}{}:
		return func() { <-w.troubled }, true
	default:
		return nil, false
	}
}

// batches sends some of them, one after the other.
func (p *pump) batches(ctx context.Context) (err error) {
	for n, more := 0, true; more && err == nil && n < maxBatches && ctx.Err() == nil; n++ {
		more, err = p.batch(ctx)
	}
	_, failed := p.stored()
	return errors.Join(err, failed)
}

// batch sends some calls that are due, such as those that moved up; more tells that others
// may be.
func (p *pump) batch(ctx context.Context) (more bool, err error) {
	h := p.worker.healthOf(p.key, p.app.Now())
	troubled := h.failures > 0
	if troubled {
		p.worker.giveBack(p.key)
	}
	e, due, err := p.due(ctx, h)
	if err == nil && len(due) == 0 {
		var had bool
		if had, err = p.stored(); had && err == nil {
			e, due, err = p.due(ctx, h) // some may have moved up
		}
	}
	if err != nil || len(due) == 0 {
		return false, err
	}
	size := e.batchSize()
	if troubled {
		size = 1 // one that it does not take is not to hide that it takes the others
	}
	results := p.sendAll(ctx, due, size)
	if _, err := p.stored(); err != nil {
		p.worker.over(p.key, due, results, err)
		return false, err
	}
	p.store(due, results)
	return p.judge(due, results, troubled), nil
}

// storing are calls that were sent, while it is stored what came of them.
type storing struct {
	calls map[int64]bool
	done  chan error
}

// store begins to store what came of calls.
func (p *pump) store(sent []Call, results []Result) {
	s := &storing{calls: make(map[int64]bool, len(sent)), done: make(chan error, 1)}
	for i := range sent {
		s.calls[sent[i].ID] = true
	}
	p.before = s
	go func() {
		f, err := p.settle(sent, results)
		p.worker.count(f)
		if p.worker.over(p.key, sent, results, err) {
			p.worker.Ring()
		}
		s.done <- err
	}()
}

// stored waits until the batch before this one is stored; had tells that there was one.
func (p *pump) stored() (had bool, err error) {
	if p.before == nil {
		return false, nil
	}
	err = <-p.before.done
	p.before = nil
	return true, err
}

// due reads the endpoint and the calls that are to be sent now, but for those that were and
// are being stored.
func (p *pump) due(ctx context.Context, h health) (e Endpoint, due []Call, err error) {
	now := p.app.Now()
	var sent map[int64]bool
	if p.before != nil {
		sent = p.before.calls
	}
	on := false
	err = p.app.ViewCompany(ctx, p.key.company, func(r app.Reader) (err error) {
		due = nil
		if e, err = endpoints.Get(r, p.key.endpoint); err != nil || e.DeletedAt != nil || e.Disabled {
			return ignoreMissing(err)
		}
		on = true
		if p.reader, err = readerOf(r, p.key.company); err != nil {
			return err
		}
		if h.failures > 0 {
			due, err = probes(r, e.ID, h, now, sent)
		} else {
			due, err = firstDue(r, e.ID, now, sent)
		}
		return err
	})
	if err != nil || !on {
		p.worker.giveBack(p.key)
		return e, nil, err
	}
	if h.failures > 0 {
		return e, due, nil
	}
	return e, append(due, p.worker.take(p.key, sendBatch-len(due))...), nil
}

// firstDue are the calls to an endpoint that are due first, as many as go together, without
// those that are sent already.
func firstDue(r app.Reader, endpoint int64, now time.Time, sent map[int64]bool) (due []Call, err error) {
	for h, err := range callReady.Scan(r, dueUntil(endpoint, now).Limit(sendBatch+len(sent))) {
		if err != nil {
			return nil, err
		}
		if !sent[h.Rec.ID] && len(due) < sendBatch {
			due = append(due, h.Rec)
		}
	}
	return due, nil
}
