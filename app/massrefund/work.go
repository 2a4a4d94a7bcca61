package massrefund

import (
	"context"
	"fmt"
	"slices"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/indexes"
)

// goOnAll goes on with the runs of a company that are not at their end.
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
	for _, id := range ids {
		if err == nil {
			err = w.Record(ctx, id, func() error { return goOn(ctx, w, id) })
		}
	}
	return err
}

// goOn walks the sold items of a run, and then looks once at each order that is pending.
func goOn(ctx context.Context, w *app.Work, id int64) error {
	for next := picker(walk); next != nil && ctx.Err() == nil; {
		s, err := pick(ctx, w, id, next)
		if err != nil || s.run.State != Running {
			return err
		}
		if err := s.refund(ctx, w); err != nil {
			return err
		}
		if err := s.store(ctx, w); err != nil {
			return err
		}
		next = s.next
	}
	return ctx.Err()
}

// step is some of the orders of a run.
type step struct {
	run    Run
	orders []chosen
	// last is the last item that was looked at, walked tells that no more follow.
	last    int64
	walked  bool
	results []Result
	// next picks what follows; nil when nothing does for now.
	next picker
}

// chosen is an order and its items of the event.
type chosen struct {
	orderID int64
	items   []int64
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
	for i := range items {
		s.last = items[i].ID
		known, found, err := results.Find(r, resultKey{A: s.run.ID, B: items[i].OrderID})
		if err != nil {
			return err
		}
		if found && known.Outcome != Pending {
			continue
		}
		if err := s.choose(r, items[i].OrderID); err != nil {
			return err
		}
	}
	if s.walked, s.next = len(items) < batch, walk; s.walked {
		s.next = pendingBehind(0)
	}
	return nil
}

// pendingBehind picks the orders behind one that the gateway has not decided about.
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
			if err := s.choose(r, e.Key.C); err != nil {
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
	if slices.ContainsFunc(s.orders, func(c chosen) bool { return c.orderID == orderID }) {
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
	one := chosen{orderID: orderID}
	for i := range items {
		if it := &items[i]; it.EventID == s.run.EventID && it.Sold && it.DeletedAt == nil && len(it.Run) == 0 {
			one.items = append(one.items, it.ID)
		}
	}
	s.orders = append(s.orders, one)
	return nil
}

// refund refunds the orders of a step.
func (s *step) refund(ctx context.Context, w *app.Work) error {
	var items []int64
	for _, o := range s.orders {
		items = append(items, o.items...)
	}
	done := map[int64]*sales.RefundResult{}
	if len(items) > 0 {
		c := &app.Caller{CompanyID: w.Company, UserID: s.run.UserID, Super: true}
		all, err := sales.RefundEach(ctx, w.App, c, s.run.Terms.refund(items, fmt.Sprintf("event refund %d", s.run.ID)))
		if err != nil {
			return err
		}
		for i := range all {
			done[all[i].OrderID] = &all[i]
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	for _, o := range s.orders {
		s.results = append(s.results, resultOf(s.run.ID, o.orderID, done[o.orderID]))
	}
	return nil
}

// resultOf tells what became of an order; nil is one of which no items were chosen.
func resultOf(runID, orderID int64, did *sales.RefundResult) Result {
	r := Result{RunID: runID, OrderID: orderID, Outcome: Nothing}
	switch {
	case did == nil:
	case did.Undecided():
		r.Outcome, r.Problem = Pending, did.Err.Error()
	case did.Err != nil:
		r.Outcome, r.Problem = Failed, did.Err.Error()
	case len(did.Items) > 0:
		r.Outcome, r.Items, r.Amount, r.CurrencyID = Refunded, int64(len(did.Items)), did.Amount(), did.CurrencyID
	}
	r.Problem = r.Problem[:min(len(r.Problem), maxProblem)]
	return r
}

// store writes what became of the orders, and how far the run is.
func (s *step) store(ctx context.Context, w *app.Work) error {
	return w.Update(ctx, func(tx app.Tx) error {
		_, err := runs.Update(tx, s.run.ID, func(n *Run) error {
			for i := range s.results {
				if err := n.keep(tx, s.results[i]); err != nil {
					return err
				}
			}
			n.After, n.Walked = max(n.After, s.last), n.Walked || s.walked
			if n.State == Running && n.Walked && n.Pending == 0 {
				n.end(Done, tx.Now())
			}
			return nil
		})
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
