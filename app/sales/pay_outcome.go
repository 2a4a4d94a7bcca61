package sales

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"marquee/app"
	"marquee/app/attempt"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/order"
	"marquee/app/payment"
	"marquee/app/sales/rules"
	"marquee/app/seating"
)

// AskCapture asks the gateway what became of a capture that nobody knows the outcome of.
// When nothing was taken, the intent is cancelled, so that it stays so.
func AskCapture(ctx context.Context, a *app.App, at payment.Attempt) (attempt.Outcome, error) {
	p, err := ReadPayment(ctx, a, at.Company, at.Request.PaymentID)
	if err != nil {
		return attempt.Outcome{}, err
	}
	g, err := payment.GatewayOf(ctx, a, at.Company, p.Gateway)
	if err != nil {
		return attempt.Outcome{}, err
	}
	s, err := g.Look(ctx, p.Ref)
	if err == nil && (s.Stage == payment.Waiting || s.Stage == payment.Authorised) {
		s, err = g.Cancel(ctx, p.Ref)
	}
	switch {
	case payment.Refused(err) == payment.CodeMissing:
		return attempt.Outcome{State: attempt.Refused, Problem: payment.CodeVoid}, nil
	case err != nil:
		return attempt.Outcome{}, err
	case s.Stage == payment.Waiting, s.Stage == payment.Authorised:
		return attempt.Outcome{}, attempt.ErrUndecided
	}
	o, err := captured(&p, s)
	if err != nil {
		return o, letGo(ctx, a, at.Company, &p, err)
	}
	return o, nil
}

// ReadPayment reads a payment of a company.
func ReadPayment(ctx context.Context, a *app.App, company, id int64) (p payment.Payment, err error) {
	err = a.ViewCompany(ctx, company, func(r app.Reader) error {
		p, err = payment.Get(r, id)
		return err
	})
	return p, err
}

// letGo frees the stock of an order whose gateway has not decided for too long. If the
// money comes later, the tickets are sold again or the money is given back.
func letGo(ctx context.Context, a *app.App, company int64, p *payment.Payment, undecided error) error {
	if p.HoldUntil == nil || p.HoldUntil.After(a.Now()) {
		return undecided
	}
	err := a.UpdateCompany(ctx, company, func(tx app.Tx) error {
		o, err := order.Orders.Get(tx, p.OrderID)
		if err != nil || o.Status != order.Processing || o.PaymentID != p.ID {
			return err
		}
		return Release(tx, catalog.NewCache(tx), &o, order.Expired)
	})
	if err != nil {
		return err
	}
	return undecided
}

// FinishCapture does what follows from the outcome of a capture.
func FinishCapture(tx app.Tx, at payment.Attempt, o attempt.Outcome) error {
	id := at.Request.PaymentID
	switch o.State {
	case attempt.Done:
		return taken(tx, id, at.Request.Barcodes)
	case attempt.Refused:
		return refused(tx, id, o.Problem)
	}
	p, err := payment.Get(tx, id)
	if err != nil {
		return err
	}
	d, err := OrderOf(tx, &p)
	if err != nil || d.Order.Status != order.Processing {
		return err
	}
	if err := d.Become(order.Unknown); err != nil {
		return err
	}
	return d.Store()
}

// OrderOf loads the order of a payment.
func OrderOf(tx app.Tx, p *payment.Payment) (*Draft, error) {
	d, err := NewDraft(tx, &app.Caller{UserID: p.UserID})
	if err != nil {
		return nil, err
	}
	o, err := order.Orders.Get(tx, p.OrderID)
	if err != nil {
		return nil, err
	}
	return d, d.Load(o)
}

// taken does what follows from money that a capture took. Where the order completes with it,
// as most do, both are written in one step.
func taken(tx app.Tx, id int64, drawn order.Barcodes) error {
	p, err := payment.Get(tx, id)
	if err != nil {
		return err
	}
	d, err := OrderOf(tx, &p)
	if err != nil {
		return err
	}
	if p.State == payment.Capturing && d.CompletesWith(&p) {
		return FinishPaid(d, &p, drawn)
	}
	if p, err = payment.Move(tx, id, payment.Captured, nil); err != nil {
		return err
	}
	return receivedBy(d, &p, drawn)
}

// Received does what follows from money that was taken: it completes the order that is
// waiting for it.
func Received(tx app.Tx, p *payment.Payment, drawn order.Barcodes) error {
	d, err := OrderOf(tx, p)
	if err != nil {
		return err
	}
	return receivedBy(d, p, drawn)
}

func receivedBy(d *Draft, p *payment.Payment, drawn order.Barcodes) error {
	switch {
	case d.Mixes(p):
		return tooLate(d, p)
	case d.CompletesWith(p):
		return FinishPaid(d, p, drawn)
	case d.Order.PaymentID == p.ID && d.Order.Status == order.Processing:
		return payment.CompleteBy(d.Tx, p.ID, d.Wall.Add(payment.GraceTime))
	}
	return late(d, p, drawn)
}

// FinishPaid completes an order with money that was taken.
func FinishPaid(d *Draft, p *payment.Payment, drawn order.Barcodes) error {
	var parts []rules.Split
	for _, part := range p.Whole() {
		parts = append(parts, rules.Split(part))
	}
	now := shareOf(d, p)
	PayParts(d, p.UserID, now, parts)
	online := takeOnline(d)
	d.card = p.Gateway
	d.Order.PaymentID = p.ID
	if err := AfterPaid(d, now, drawn); err != nil {
		return err
	}
	of := order.PaidFor{Tax: online.Tax, Fees: online.Fees, Deposit: online.Deposit, Demo: p.Gateway == payment.Simulated}
	if err := payment.Complete(d.Tx, p.ID, of); err != nil {
		return err
	}
	return d.Store()
}

// takeOnline takes the payment by card out of those that are to be noted: its transaction has
// been there since it was opened, and gets its shares of tax and fees.
func takeOnline(d *Draft) order.Transaction {
	i := slices.IndexFunc(d.Payments, func(t order.Transaction) bool { return payment.Online(order.Method(t.Type)) })
	paid := d.Payments[i]
	d.Payments = slices.Delete(d.Payments, i, i+1)
	return paid
}

// late deals with money that came when nobody waited for it any more. The tickets are
// sold again if they are all there, else the money is given back. So is a part of what was
// due: whether the rest was ever paid by hand, or handed back meanwhile, nobody knows.
func late(d *Draft, p *payment.Payment, drawn order.Barcodes) error {
	if len(p.Parts) > 0 {
		return tooLate(d, p)
	}
	again, err := sellAgain(d, p)
	if err == nil && again {
		err = forgiveCodes(d)
	}
	if err != nil {
		return err
	}
	waits := d.Order.Status == order.Active || d.Order.Status.AwaitsPayment()
	if again || waits && d.Order.PaymentID == 0 && d.Bound(p) == p.Bound() {
		return FinishPaid(d, p, drawn)
	}
	return tooLate(d, p)
}

// tooLate gives money back that no order takes. The one that it was for has failed; one whose
// deposit was kept stays expired.
func tooLate(d *Draft, p *payment.Payment) error {
	if err := payment.GiveBack(d.Tx, p.ID); err != nil || d.Order.Status != order.Expired || d.Order.Deposit > 0 {
		return err
	}
	if err := d.Become(order.Failed); err != nil {
		return err
	}
	return d.Store()
}

// forgiveCodes lets codes count once more that were used up while nobody knew that the
// order was paid: its price stands. The order says so.
func forgiveCodes(d *Draft) error {
	err := checkCode(d)
	if err == nil {
		err = checkAccess(d)
	}
	if app.KindOf(err) == app.Invalid {
		d.Order.Lifted, err = append(slices.Clone(d.Order.Lifted), string(rules.CodeUses)), nil
	}
	return err
}

// sellAgain takes the stock of an expired order again, all of it or nothing. The events
// must still take place, and the order must cost what was paid.
func sellAgain(d *Draft, p *payment.Payment) (bool, error) {
	if d.Order.Status != order.Expired || d.Bound(p) != p.Bound() {
		return false, nil
	}
	n := map[int64]int64{}
	var kinds []*catalog.Goods
	for _, id := range d.Units.SaleItems() {
		g, err := d.Cache.Get(id)
		if order.Unreadable(err) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		if g.Event != nil && (g.Event.CancelledAt != nil || g.Event.DeletedAt != nil) || g.DeletedAt != nil {
			return false, nil
		}
		kinds = append(kinds, g)
	}
	for _, u := range rules.OfStock(d.Units) {
		n[u.SaleItemID]++
	}
	kinds = slices.DeleteFunc(kinds, func(g *catalog.Goods) bool { return n[g.ID] == 0 })
	for i := range kinds {
		var none rules.Refusals
		if err := reserve(d, &none, kinds[i:i+1], n); err != nil {
			return false, err
		}
		if none.Err() != nil {
			return false, unreserve(d, kinds[:i], n)
		}
	}
	if free, err := reseat(d); err != nil || !free {
		return false, errors.Join(err, unreserve(d, kinds, n))
	}
	if offered, err := reserveOffers(d); err != nil || !offered {
		return false, errors.Join(err, seating.Release(d.Tx, rules.Claims(rules.OfStock(d.Units))), unreserve(d, kinds, n))
	}
	return true, nil
}

// refused does what follows from a capture that did not happen: the basket is open again
// for another try, for a moment at least.
func refused(tx app.Tx, id int64, problem string) error {
	to := payment.Open
	if problem == payment.CodeVoid {
		to = payment.Cancelled
	}
	p, err := payment.Move(tx, id, to, func(p *payment.Payment) { p.Problem = problem })
	if err != nil {
		return err
	}
	o, err := order.Orders.Get(tx, p.OrderID)
	if err != nil {
		return err
	}
	open, err := mayReopen(tx, &o, &p)
	if err != nil {
		return err
	}
	if !open {
		return endUnpaid(tx, &o, &p)
	}
	if !o.Status.MayBecome(p.Resume) {
		return fmt.Errorf("order %d: %s cannot become %s", o.ID, o.Status.Slug(), p.Resume.Slug())
	}
	guest := o.OfGuest() && p.Resume == order.Active
	if guest {
		if err := withoutCustomer(tx, &o); err != nil {
			return err
		}
	}
	own, err := company.SettingsOf(tx)
	if err != nil {
		return err
	}
	as := order.Reopened{Status: p.Resume, ExpiresAt: p.ResumeAt, Nobodys: guest, Unpaid: p.State == payment.Cancelled}
	if p.ResumeAt != nil || p.Resume == order.Active {
		as.ExpiresAt = rules.Later(p.ResumeAt, o.Within(tx.Wall().Add(payment.RetryTime), own.BasketTimeout()))
	}
	return order.Reopen(tx, o.ID, as)
}

// withoutCustomer takes the customer off the items of a basket in the shop that was not
// paid. Whoever pays the next time is the customer; a stranger with the same e-mail could
// keep the basket from being one again else.
func withoutCustomer(tx app.Tx, o *order.Order) error {
	items, err := order.ItemsOf(tx, o)
	if err != nil {
		return err
	}
	var ids []int64
	for i := range items {
		if items[i].CustomerID != 0 && items[i].CustomerID == o.CustomerID {
			ids = append(ids, items[i].ID)
		}
	}
	return order.Unhold(tx, ids)
}

// mayReopen tells whether an order that was not paid is again what it was: a basket is
// not when nobody knew for long what became of it, or its maker has begun another one for
// the customer meanwhile.
func mayReopen(r app.Reader, o *order.Order, p *payment.Payment) (bool, error) {
	switch {
	case o.Status == order.Processing && p.Resume == order.Active && o.OfGuest():
		return true, nil // it is nobody's in particular again, see withoutCustomer
	case o.Status == order.Unknown:
		return p.Resume != order.Active, nil
	}
	if o.Status != order.Processing || o.CustomerID == 0 || p.Resume != order.Active {
		return o.Status == order.Processing, nil
	}
	_, another, err := order.LiveBasketOf(r, o.CustomerID, o.UserID)
	return !another, err
}

// endUnpaid ends an order that was not paid and cannot be a basket again.
func endUnpaid(tx app.Tx, o *order.Order, p *payment.Payment) error {
	if err := payment.GiveUp(tx, p.ID); err != nil {
		return err
	}
	if o.Status == order.Processing || o.Status == order.Unknown {
		return Release(tx, catalog.NewCache(tx), o, order.Failed)
	}
	return order.ForgetPayment(tx, o.ID)
}
