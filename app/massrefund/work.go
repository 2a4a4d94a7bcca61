package massrefund

import (
	"context"
	"fmt"
	"slices"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/queue"
	"marquee/app/resale"
	"marquee/app/sales/rules"
	"marquee/indexes"
)

// goesOn are the runs in the queue.
var goesOn = queue.NewRuns(queue.RunSpec[Run]{
	Name: "event.refund", Of: func(n *Run) queue.Ref { return queue.Ref{ID: n.ID} }, Works: func(n *Run) bool { return n.State == Running },
})

// begin begins a turn of a run.
func begin(a *app.App, company int64, of queue.Ref) queue.Step {
	t := &turn{app: a, company: company, id: of.ID, next: walk}
	return t.step
}

// turn is a time in which a run goes on: it walks the sold items, and then looks once at each order
// that is pending.
type turn struct {
	app         *app.App
	company, id int64
	next        picker
}

// step refunds some orders of the run and stores what became of them. The run rests while its
// gateway decides about nothing.
func (t *turn) step(ctx context.Context) (queue.Progress, error) {
	s, err := t.pick(ctx)
	if err != nil || s.run.State != Running {
		return queue.Ended, err
	}
	silent := silences.Of(t.app)
	if left := silent.lasts(t.company, t.app.Now()); s.run.Terms.Online && left > 0 {
		return queue.Rest(left), nil
	}
	t.next = s.next
	if !s.idle() {
		if err := s.refund(ctx, t); err != nil {
			return queue.Ended, err
		}
		if err := s.store(ctx, t); err != nil {
			return queue.Ended, err
		}
		if s.run.Terms.Online && len(s.orders) > 0 {
			silent.note(t.company, t.app.Now(), s.waits())
		}
	}
	switch {
	case s.run.State != Running:
		return queue.Ended, nil
	case t.next == nil || s.waits():
		return queue.Rest(every), nil
	}
	return queue.More, nil
}

// step is some of the orders of a run, each with its items of the event.
type step struct {
	run    Run
	orders []rules.OrderItems
	items  int
	// offered are items that their holders offer for resale.
	offered []int64
	// last is the last item that was looked at, walked tells that no more follow.
	last    int64
	walked  bool
	results []Result
	// next picks what follows; nil when nothing does for now.
	next picker
}

// full tells that a step has orders enough.
func (s *step) full() bool {
	most := batch
	if s.run.Terms.Online {
		most = onlineBatch
	}
	return len(s.orders) >= most || s.items >= batchItems
}

// idle tells that there is nothing to do or to store.
func (s *step) idle() bool {
	return len(s.orders) == 0 && s.last == s.run.After && s.walked == s.run.Walked
}

// waits tells that nothing was decided about any order of a step.
func (s *step) waits() bool {
	return len(s.orders) > 0 && !slices.ContainsFunc(s.results, func(r Result) bool { return r.Outcome != Pending })
}

// picker fills a step with what is due.
type picker func(r app.Reader, s *step) error

// pick reads what is due in one snapshot.
func (t *turn) pick(ctx context.Context) (s *step, err error) {
	err = t.app.ViewCompany(ctx, t.company, func(r app.Reader) error {
		s = &step{}
		if s.run, err = runs.Get(r, t.id); err != nil || s.run.State != Running {
			return err
		}
		return t.next(r, s)
	})
	return s, err
}

// walk picks the orders of the next sold items that have no result yet.
func walk(r app.Reader, s *step) error {
	if s.last, s.walked = s.run.After, s.run.Walked; s.walked {
		return pendingBehind(0)(r, s)
	}
	items, err := order.SoldAt(r, s.run.EventID, s.run.After, batch)
	if err != nil {
		return err
	}
	s.next = walk
	for i := range items {
		_, found, err := results.Find(r, resultKey{A: s.run.ID, B: items[i].OrderID})
		if err != nil {
			return err
		}
		if !found {
			if err := s.choose(r, items[i].OrderID); err != nil {
				return err
			}
		}
		if s.last = items[i].ID; s.full() {
			return nil
		}
	}
	if len(items) < batch {
		s.walked, s.next = true, pendingBehind(0)
	}
	return nil
}

// pendingBehind picks the orders behind one that were not decided about. It leaves those out
// that the gateway is still asked about.
func pendingBehind(orderID int64) picker {
	return func(r app.Reader, s *step) error {
		s.last, s.walked = s.run.After, true
		n := 0
		for e, err := range resultByOutcome.Keys(r, indexes.Between(
			outcomeKey{A: s.run.ID, B: int64(Pending), C: orderID + 1}, outcomeKey{A: s.run.ID, B: int64(Pending) + 1},
		).Limit(batch)) {
			if err != nil {
				return err
			}
			n, s.next = n+1, pendingBehind(e.Key.C)
			open, err := ports(r).Refunding(r, e.Key.C)
			if err != nil {
				return err
			}
			if open {
				continue
			}
			if err := s.choose(r, e.Key.C); err != nil || s.full() {
				return err
			}
		}
		if n < batch {
			s.next = nil
		}
		return nil
	}
}

// choose takes the items of the event in an order: always the same ones, whatever became of
// them, so that the refund of the order is the same when it is asked for again.
func (s *step) choose(r app.Reader, orderID int64) error {
	if slices.ContainsFunc(s.orders, func(o rules.OrderItems) bool { return o.OrderID == orderID }) {
		return nil
	}
	o, err := order.Orders.Get(r, orderID)
	if err != nil {
		return err
	}
	items, err := order.ItemsOf(r, &o)
	if err != nil {
		return err
	}
	one := rules.OrderItems{OrderID: orderID}
	for i := range items {
		if it := &items[i]; it.EventID == s.run.EventID && it.Sold && it.DeletedAt == nil && len(it.Run) == 0 {
			one.ItemIDs = append(one.ItemIDs, it.ID)
			if it.OfferID != 0 {
				s.offered = append(s.offered, it.ID)
			}
		}
	}
	s.orders, s.items = append(s.orders, one), s.items+len(one.ItemIDs)
	return nil
}

// refund refunds the orders of a step.
func (s *step) refund(ctx context.Context, t *turn) error {
	if len(s.offered) > 0 { // nobody buys them any more, and they are locked as long as they are offered
		if err := t.app.UpdateCompany(ctx, t.company, func(tx app.Tx) error { return resale.EndOffers(tx, s.offered) }); err != nil {
			return err
		}
	}
	c := &app.Caller{CompanyID: t.company, UserID: s.run.UserID, Super: true}
	all, err := app.PortsIn[Ports](t.app).RefundEach(ctx, t.app, c, s.run.Terms.refund(fmt.Sprintf("event refund %d", s.run.ID)), s.orders)
	if err != nil {
		return err
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	for i := range all {
		s.logFault(t, &all[i])
	}
	return t.app.ViewCompany(ctx, t.company, func(r app.Reader) error {
		s.results = nil
		for i := range all {
			open := false
			if all[i].Err != nil {
				if open, err = ports(r).Refunding(r, all[i].OrderID); err != nil {
					return err
				}
			}
			s.results = append(s.results, resultOf(s.run.ID, &all[i], open))
		}
		return nil
	})
}

// store writes what became of the orders, and how far the run is.
func (s *step) store(ctx context.Context, t *turn) error {
	return t.app.UpdateCompany(ctx, t.company, func(tx app.Tx) (err error) {
		ended := false
		s.run, err = runs.Update(tx, s.run.ID, func(n *Run) error {
			for i := range s.results {
				if err := n.keep(tx, s.results[i]); err != nil {
					return err
				}
			}
			n.After, n.Walked = max(n.After, s.last), n.Walked || s.walked
			if n.State == Running && n.Walked && n.Pending == 0 {
				n.end(Done, tx.Now())
				ended = true
			}
			return nil
		})
		if err == nil && ended {
			err = ports(tx).Ended(tx, &s.run)
		}
		return err
	})
}

// keep stores a result, unless the order has one that is final.
func (n *Run) keep(tx app.Tx, r Result) error {
	was, found, err := results.Find(tx, r.key())
	switch {
	case err != nil || found && was.Outcome != Pending:
		return err
	case found:
		n.note(&r, &was)
	default:
		n.note(&r, nil)
	}
	r.At = tx.Now()
	return results.Put(tx, &r)
}
