package wallet

import (
	"slices"
	"time"
)

// free is what of the balance is of no top-up that can be cashed out.
func (w *Wallet) free() int64 {
	n := w.Available
	for i := range w.Topups {
		n -= w.Topups[i].Left
	}
	return n
}

// live tells whether a top-up can still be cashed out.
func (t *Topup) live(now time.Time) bool { return t.ExpiresAt == nil || now.Before(*t.ExpiresAt) }

// Refundable is what can be cashed out now: over gateways, or by hand.
func (w *Wallet) Refundable(online bool, now time.Time) (n int64) {
	for i := range w.Topups {
		if t := &w.Topups[i]; t.live(now) && (t.Online || !online) {
			n += t.Left
		}
	}
	return n
}

// expire forgets the top-ups that have expired by the wall clock: they are credit like any
// other now.
func (w *Wallet) expire(now time.Time) {
	w.Topups = slices.DeleteFunc(slices.Clone(w.Topups), func(t Topup) bool { return !t.live(now) })
}

// add credits an amount, of which topups can be cashed out.
func (w *Wallet) add(n int64, topups []Topup) {
	w.Available += n
	for _, t := range topups {
		w.put(t)
	}
}

// put adds to a top-up, which takes its place by its age.
func (w *Wallet) put(t Topup) {
	if t.Left == 0 {
		return
	}
	if i := w.find(t.OrderID, t.Online); i >= 0 {
		w.Topups[i].Left += t.Left
		return
	}
	at, _ := slices.BinarySearchFunc(w.Topups, t, func(a, b Topup) int { return older(&a, &b) })
	w.Topups = slices.Insert(slices.Clone(w.Topups), at, t)
}

// older orders top-ups by their age; of one order what was paid by hand comes first.
func older(a, b *Topup) int {
	switch c := a.At.Compare(b.At); {
	case c != 0:
		return c
	case a.OrderID != b.OrderID:
		return int(min(max(a.OrderID-b.OrderID, -1), 1))
	case a.Online == b.Online:
		return 0
	case a.Online:
		return 1
	}
	return -1
}

func (w *Wallet) find(orderID int64, online bool) int {
	return slices.IndexFunc(w.Topups, func(t Topup) bool { return t.OrderID == orderID && t.Online == online })
}

// take debits an amount and tells what of top-ups it used up, in this order. The top-ups
// of an order come before all others, 0: of none.
func (w *Wallet) take(n, first int64) (used []Topup) {
	if first != 0 {
		used = w.use(&n, func(t *Topup) bool { return t.OrderID == first })
	}
	free := min(n, w.free())
	w.Available -= free
	n -= free
	return append(used, w.use(&n, func(*Topup) bool { return true })...)
}

// use takes what is to be taken off the top-ups that count, the oldest first.
func (w *Wallet) use(n *int64, counts func(*Topup) bool) (used []Topup) {
	left := slices.Clone(w.Topups)
	for i := range left {
		t := &left[i]
		if *n == 0 || !counts(t) {
			continue
		}
		part := *t
		part.Left = min(*n, t.Left)
		t.Left -= part.Left
		w.Available -= part.Left
		*n -= part.Left
		used = append(used, part)
	}
	w.Topups = slices.DeleteFunc(left, func(t Topup) bool { return t.Left == 0 })
	return used
}

// returned is what of used top-ups comes back with an amount, when so much came back
// before: what was used up last comes first.
func returned(used []Topup, before, n int64) (back []Topup) {
	for i := len(used) - 1; i >= 0 && n > 0; i-- {
		t := used[i]
		skip := min(before, t.Left)
		before -= skip
		t.Left = min(t.Left-skip, n)
		n -= t.Left
		if t.Left > 0 {
			back = append(back, t)
		}
	}
	return back
}

// PartsOf are the parts of the top-ups of an order that an amount is taken from: of what was
// paid over a gateway alone, or of all.
func (w *Wallet) PartsOf(orderID int64, online bool, n int64, now time.Time) (parts []Topup) {
	for _, t := range w.Topups {
		if t.OrderID == orderID && (t.Online || !online) && t.live(now) && n > 0 {
			t.Left = min(t.Left, n)
			n -= t.Left
			parts = append(parts, t)
		}
	}
	return parts
}
