package webhook

import (
	"context"
	"errors"

	"marquee/app"
	"marquee/app/order"
	"marquee/indexes"
)

// fold makes calls of what was noted, of so much that those that are due need not wait long
// for their turn; more tells that there is more that need not wait for what is under way.
func fold(ctx context.Context, w *app.Work) (more bool, err error) {
	ctx, others := w.App.Unhurried(ctx)
	l := newLook(w)
	for range maxFoldBatches {
		s, err := l.next(ctx, foldBatch)
		if err != nil {
			return false, err
		}
		more = more || len(s.store)+len(s.calls) > 0
		if len(s.store) > 0 {
			l.worker.folds.waitBeside(ctx, others, len(s.store))
			if err := w.Update(ctx, func(tx app.Tx) error { return foldSome(tx, s.store) }); err != nil {
				return false, err
			}
		}
		if s.full || s.read < foldBatch || ctx.Err() != nil {
			return false, ctx.Err()
		}
	}
	return more, nil
}

// folding is one transaction that makes calls of notices.
type folding struct {
	tx   app.Tx
	to   []Endpoint
	open map[int64]int64 // calls of an endpoint that are open
	// taken are lanes that have an open call by now.
	taken map[laneKey]bool
	// told is what calls were made of: two notices of one transaction may share a kind.
	told   map[noticeKey]bool
	missed map[int64]int64
	calls  []*Call
}

// foldSome puts calls in the place of notices. Those that somebody took already are left
// alone.
func foldSome(tx app.Tx, some []notice) error {
	f, err := newFolding(tx)
	if err != nil {
		return err
	}
	return f.all(some)
}

func newFolding(tx app.Tx) (*folding, error) {
	to, err := standingOnes(tx)
	f := &folding{tx: tx, to: to, open: map[int64]int64{}, taken: map[laneKey]bool{}, told: map[noticeKey]bool{}, missed: map[int64]int64{}}
	for _, e := range to {
		if err == nil {
			f.open[e.ID], err = openOf(tx, e.ID)
		}
	}
	return f, err
}

// all takes some notices and stores their calls.
func (f *folding) all(some []notice) error {
	for i := range some {
		if err := f.take(&some[i]); err != nil {
			return err
		}
	}
	for id, n := range f.missed {
		if _, err := endpoints.Update(f.tx, id, func(e *Endpoint) error { e.Missed += n; return nil }); err != nil {
			return err
		}
	}
	return insert(f.tx, f.calls)
}

// take makes the calls of one notice.
func (f *folding) take(n *notice) error {
	if _, found, err := notices.Find(f.tx, n.key()); err != nil || !found {
		return err
	}
	if err := notices.Delete(f.tx, n.key()); err != nil {
		return err
	}
	for _, kind := range n.kinds() {
		key := noticeKey{A: n.At, B: kind.number(), C: n.ID}
		if f.told[key] {
			continue
		}
		f.told[key] = true
		if err := f.tell(n, kind); err != nil {
			return err
		}
	}
	return nil
}

// tell makes the calls of one kind.
func (f *folding) tell(n *notice, kind Kind) error {
	if kind == ItemChanged {
		if basket, err := inBasket(f.tx, n.ID); err != nil || basket {
			return err
		}
	}
	for i := range f.to {
		e := &f.to[i]
		if !e.heard(n.At, kind) {
			continue
		}
		if f.open[e.ID] >= MaxOpen {
			f.missed[e.ID]++
			continue
		}
		f.open[e.ID]++
		c := &Call{EndpointID: e.ID, Kind: kind, ObjectID: n.ID, Ticket: n.Ticket, At: n.At, Noted: true}
		if err := enqueue(f.tx, c, f.taken); err != nil {
			return err
		}
		f.calls = append(f.calls, c)
	}
	return nil
}

// inBasket tells whether an item is in a basket that nobody has taken further, or that was
// left behind: of those nobody is told. Of one that cannot be read nobody knows, and the call says so.
func inBasket(r app.Reader, id int64) (bool, error) {
	var o order.Order
	it, err := order.Items.Get(r, id)
	if err == nil {
		o, err = order.Orders.Get(r, it.OrderID)
	}
	if damage := new(indexes.DamagedError); errors.As(err, &damage) {
		return false, nil
	}
	if err != nil {
		return errors.Is(err, indexes.ErrNotFound), ignoreMissing(err)
	}
	left := o.Status == order.Expired && len(o.Path) == 0
	return o.Status == order.Active || left, nil
}

func ignoreMissing(err error) error {
	if errors.Is(err, indexes.ErrNotFound) {
		return nil
	}
	return err
}

// enqueue makes a call waiting, or puts it behind what is open of its lane. taken are lanes
// of calls that are not stored yet.
func enqueue(tx app.Tx, c *Call, taken map[laneKey]bool) error {
	lane := laneKey{A: c.EndpointID, B: c.lane()}
	first, err := firstOpen(tx, lane)
	if err != nil {
		return err
	}
	if first != 0 || taken[lane] {
		c.stay()
		return nil
	}
	taken[lane] = true
	c.wait(tx.Wall())
	return nil
}

// firstOpen is the oldest open call of a lane, 0 where there is none.
func firstOpen(r app.Reader, lane laneKey) (int64, error) {
	for id, err := range callOpen.IDs(r, indexes.Equal(lane).Limit(1)) {
		return id, err
	}
	return 0, nil
}

// insert stores new calls.
func insert(tx app.Tx, all []*Call) error {
	if len(all) == 0 {
		return nil
	}
	first, err := calls.NextIDs(tx, len(all))
	if err != nil {
		return err
	}
	for i, c := range all {
		c.ID = first + int64(i)
	}
	return calls.InsertNext(tx, all...)
}

// openOf counts what is open of an endpoint.
func openOf(r app.Reader, endpoint int64) (int64, error) {
	waiting, err := callListed.CountOf(r, indexes.Equal(groupOf(endpoint, Waiting)))
	if err != nil {
		return 0, err
	}
	behind, err := callListed.CountOf(r, indexes.Equal(groupOf(endpoint, Behind)))
	return waiting + behind, err
}
