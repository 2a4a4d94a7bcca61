package massrefund

import (
	"context"
	"fmt"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/resale"
	"marquee/app/sales/rules"
	"marquee/indexes"
)

// goOnAll goes on with the runs of a company that are not at their end. Each does one step
// at least, and more while the turn of the company lasts.
func goOnAll(ctx context.Context, w *app.Work) error {
	var ids []int64
	err := w.View(ctx, func(r app.Reader) error {
		ids = nil
		for e, err := range runByOpen.Keys(r, indexes.All[int64]()) {
			if err != nil {
				return err
			}
			ids = append(ids, e.ID)
		}
		return nil
	})
	until := w.App.Now().Add(turnTime)
	for _, id := range ids {
		if err == nil {
			err = w.Record(ctx, id, func() error { return goOn(ctx, w, id, until) })
		}
	}
	return err
}

// goOn walks the sold items of a run, and then looks once at each order that is pending.
func goOn(ctx context.Context, w *app.Work, id int64, until time.Time) error {
	silent := silences.Of(w.App)
	for next := picker(walk); next != nil && ctx.Err() == nil; {
		s, err := pick(ctx, w, id, next)
		if err != nil || s.run.State != Running || s.run.Terms.Online && silent.lasts(w.Company, w.App.Now()) {
			return err
		}
		if next = s.next; s.idle() {
			continue
		}
		if err := s.refund(ctx, w); err != nil {
			return err
		}
		if err := s.store(ctx, w); err != nil {
			return err
		}
		waits := s.waits()
		if s.run.Terms.Online && len(s.orders) > 0 {
			silent.note(w.Company, w.App.Now(), waits)
		}
		if waits || !w.App.Now().Before(until) {
			break
		}
	}
	return ctx.Err()
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
func pick(ctx context.Context, w *app.Work, id int64, next picker) (s *step, err error) {
	err = w.View(ctx, func(r app.Reader) error {
		s = &step{}
		if s.run, err = runs.Get(r, id); err != nil || s.run.State != Running {
			return err
		}
		return next(r, s)
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
func (s *step) refund(ctx context.Context, w *app.Work) error {
	if len(s.offered) > 0 { // nobody buys them any more, and they are locked as long as they are offered
		if err := w.Update(ctx, func(tx app.Tx) error { return resale.EndOffers(tx, s.offered) }); err != nil {
			return err
		}
	}
	c := &app.Caller{CompanyID: w.Company, UserID: s.run.UserID, Super: true}
	all, err := app.PortsIn[Ports](w.App).RefundEach(ctx, w.App, c, s.run.Terms.refund(fmt.Sprintf("event refund %d", s.run.ID)), s.orders)
	if err != nil {
		return err
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	for i := range all {
		s.logFault(w, &all[i])
	}
	return w.View(ctx, func(r app.Reader) error {
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
func (s *step) store(ctx context.Context, w *app.Work) error {
	return w.Update(ctx, func(tx app.Tx) error {
		ended := false
		n, err := runs.Update(tx, s.run.ID, func(n *Run) error {
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
			err = ports(tx).Ended(tx, &n)
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
