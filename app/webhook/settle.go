package webhook

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// outcome is what becomes of a call after an attempt.
type outcome struct {
	state State
	// pause is until it is due again.
	pause time.Duration
}

// decide says what becomes of a call after the attempt with this number, so long after it
// was to be sent first.
func decide(res Result, attempt int64, age time.Duration) outcome {
	switch {
	case res.Problem == "":
		return outcome{state: Sent}
	case res.Dropped:
		return outcome{state: Dead}
	case age >= giveUpAfter:
		return outcome{state: Dead}
	}
	return outcome{Waiting, max(nth(pauses, attempt), min(res.RetryAfter, maxWait))}
}

// settleTimeout is how long storing some results may take.
const settleTimeout = 10 * time.Second

// settle stores what came of attempts, in pieces that are spread over time while others are
// served: each piece goes with the commit of somebody who waits for it, and all at once would
// make that one wait for longer. The server's stopping does not end it: what is not stored is
// sent again.
func (p *pump) settle(sent []Call, results []Result) (f Figures, err error) {
	ctx, others := p.app.Unhurried(context.Background())
	var all sync.WaitGroup
	var mu sync.Mutex
	for piece := range slices.Chunk(indexesOf(results), settleBatch) {
		p.worker.settles.waitBeside(ctx, others, len(piece))
		all.Go(func() {
			var some Figures
			failed := app.Recovered(func() (err error) { some, err = p.settleSome(ctx, piece, sent, results); return err })
			mu.Lock()
			defer mu.Unlock()
			f.add(some)
			err = errors.Join(err, failed)
		})
	}
	all.Wait()
	return f, err
}

// settleSome stores what came of the attempts at some places.
func (p *pump) settleSome(ctx context.Context, places []int, sent []Call, results []Result) (f Figures, err error) {
	ctx, cancel := context.WithTimeout(ctx, settleTimeout)
	defer cancel()
	err = p.app.UpdateCompany(ctx, p.key.company, func(tx app.Tx) error {
		f = Figures{}
		e, err := endpoints.Get(tx, p.key.endpoint)
		if ignoreMissing(err) != nil {
			return err
		}
		kept := err == nil && e.DeletedAt == nil
		var made []*Call
		for _, i := range places {
			if !sent[i].direct() {
				if err := settleOne(tx, &sent[i], results[i], &f); err != nil {
					return err
				}
				continue
			}
			c, err := settleDirect(tx, sent[i], results[i], kept, &f)
			if err != nil {
				return err
			}
			made = append(made, c...)
		}
		return insert(tx, made)
	})
	if err != nil {
		return Figures{}, err
	}
	return f, nil
}

// indexesOf are the places of results that count.
func indexesOf(results []Result) []int {
	var all []int
	for i := range results {
		if !results[i].Held {
			all = append(all, i)
		}
	}
	return all
}

func (f *Figures) add(g Figures) {
	f.Delivered, f.Failed, f.GivenUp = f.Delivered+g.Delivered, f.Failed+g.Failed, f.GivenUp+g.GivenUp
}

func (w *worker) count(f Figures) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.figures.add(f)
}

// settleOne stores what came of one attempt, unless the call was ended or sent again by
// hand meanwhile.
func settleOne(tx app.Tx, sent *Call, res Result, f *Figures) error {
	c, err := calls.Get(tx, sent.ID)
	if errors.Is(err, indexes.ErrNotFound) {
		return nil
	}
	if err != nil || c.State != Waiting || c.Attempts != sent.Attempts {
		return err
	}
	c, err = calls.Update(tx, c.ID, func(c *Call) error { c.attempted(res, tx.Wall(), f); return nil })
	if err != nil || c.State.open() {
		return err
	}
	return moveUp(tx, &c)
}

// settleDirect puts a call that was sent in the place of its notice, unless that is gone; of a
// webhook that was deleted meanwhile nothing is kept. One that was not taken stays behind a dead
// one about the same object that somebody had sent again meanwhile.
func settleDirect(tx app.Tx, c Call, res Result, kept bool, f *Figures) (made []*Call, err error) {
	if err := notices.Delete(tx, c.notice()); err != nil || !kept {
		return nil, ignoreMissing(err)
	}
	c.attempted(res, tx.Wall(), f)
	if c.State == Waiting {
		first, err := firstOpen(tx, laneKey{A: c.EndpointID, B: c.lane()})
		if err != nil {
			return nil, err
		}
		if first != 0 {
			c.stay()
		}
	}
	return []*Call{&c}, nil
}

// attempted notes what came of an attempt.
func (c *Call) attempted(res Result, now time.Time, f *Figures) {
	o := decide(res, c.Attempts+1, now.Sub(c.since()))
	if o.state != Sent {
		f.Failed++
	}
	switch o.state {
	case Sent:
		f.Delivered++
	case Dead:
		f.GivenUp++
	}
	if !res.Dropped {
		c.Attempts++
	}
	c.Status, c.Problem = int64(res.Status), shortened(res.Problem)
	if o.state == Waiting {
		c.wait(now.Add(o.pause))
		return
	}
	c.end(o.state, now)
}

// moveUp lets the next call of a lane wait, once the one before it ended.
func moveUp(tx app.Tx, ended *Call) error {
	id, err := firstOpen(tx, laneKey{A: ended.EndpointID, B: ended.lane()})
	if err != nil || id == 0 {
		return err
	}
	_, err = calls.Update(tx, id, func(c *Call) error {
		if c.State == Behind {
			c.wait(tx.Wall())
		}
		return nil
	})
	return err
}

// shortened is a text of no more than so many bytes, on one line.
func shortened(text string) string {
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " ")
	if len(text) <= maxProblem {
		return text
	}
	return strings.ToValidUTF8(text[:maxProblem], "")
}
