package rules

import (
	"fmt"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/discount"
	"marquee/app/money"
	"marquee/app/order"
	"marquee/app/payment"
)

// ChangedAccess tells whether the code is another than the stored basket has.
func (b *Basket) ChangedAccess() bool { return b.Was != nil && b.Was.AccessID != b.Order.AccessID }

// CheckUndecided refuses a basket that mixes what somebody has to approve first with what is
// paid for now. It holds none by the rules on adding; if it does, nobody pays for what was not
// decided about.
func CheckUndecided(b *Basket) error {
	undecided := func(u *Unit) bool { return u.Deferred() && !u.Type.GoesWithAny() && !u.Bundled() }
	if slices.ContainsFunc(b.Units, undecided) && !b.Units.AllDeferred() {
		return app.Field("basketId", "has something that somebody has to approve")
	}
	return nil
}

// MayHoldFew tells whether a line may be below its minimum: it is not to go as a whole
// then.
func (b *Basket) MayHoldFew(g *catalog.Goods, n int64) bool {
	return n > 0 && QuantityRule(g.SaleItem, n, b.Lifts) == NoRule
}

// Await leaves the order to those who approve. Its stock stays reserved, nothing
// scans yet, and nothing expires it.
func (b *Basket) Await() error {
	if err := b.Become(order.AwaitingApproval); err != nil {
		return err
	}
	b.Order.ExpiresAt = nil
	return nil
}

// PaidBy notes a payment method, once.
func (b *Basket) PaidBy(m order.Method) {
	if !slices.Contains(b.Order.Methods, string(m)) {
		b.Order.Methods = append(b.Order.Methods, string(m))
	}
}

// Become moves the order to a status that may follow its own.
func (b *Basket) Become(next order.Status) error {
	if !b.Order.Status.MayBecome(next) {
		return fmt.Errorf("order %d: %s cannot become %s", b.Order.ID, b.Order.Status.Slug(), next.Slug())
	}
	if b.From == 0 {
		b.From = b.Order.Status
	}
	b.Order.Status = next
	return nil
}

// NoteEvents writes down for which events the order counts as a use of a code that is
// counted by events.
func (b *Basket) NoteEvents(code *discount.Code, off []int64) {
	b.Order.CodeEvents = nil
	if code.PerEvent() {
		b.Order.CodeEvents = b.Units.EventsOf(off)
	}
}

// Basket is an order, or what is to be one, as the rules see it.
type Basket struct {
	Caller  *app.Caller
	Company *company.Company
	// Wall is the time of the clock, and Now that of the records of this command.
	Wall, Now time.Time
	Order     order.Order
	Was       *order.Order // what of it is stored, nil when nothing is
	// Units are the live items, in order of adding.
	Units Units
	// Voided is what items add to the order that were voided after it went through.
	Voided money.Totals
	// SomeVoided tells that there are such items: one that cost nothing is nothing in Voided,
	// and still counts in the books.
	SomeVoided bool
	// From is the state that the order leaves, 0 while it stays where it is.
	From    order.Status
	Lifting Lifting
	// Goods are the sale items that were looked at, with what they bring.
	Goods map[int64]*catalog.Goods
	// Forfeit: the seller says that what is paid too much may be kept.
	Forfeit bool
}

// CountVoided counts an item that does not stand any more.
func (b *Basket) CountVoided(it *order.Item) {
	b.Voided.Add(it.Totals())
	b.SomeVoided = b.SomeVoided || it.CancelledAt != nil
}

// Restart gives the basket its full time again, as long as it may live.
func (b *Basket) Restart() {
	b.Order.Live(b.Wall, b.Company.BasketTimeout())
	b.Order.HeldUntil = nil
}

// Summarise derives what the order says about its items.
func (b *Basket) Summarise() {
	o := &b.Order
	paid, refunded := o.Totals.Paid, o.Totals.Refunded
	o.Totals = b.Totals()
	o.Totals.Paid, o.Totals.Refunded = paid, refunded
	if len(b.Units) == 0 && o.Status != order.Active {
		return // an order that was rejected as a whole is found where it was
	}
	o.EventIDs, o.Types = nil, nil
	for _, u := range b.Units {
		o.Resale = o.Resale || u.Resale != nil
		o.Modified = o.Modified || u.ReplacedBy(order.ByModification)
		for _, event := range u.events() {
			if !slices.Contains(o.EventIDs, event) {
				o.EventIDs = append(o.EventIDs, event)
			}
		}
		if !slices.Contains(o.Types, u.Type) {
			o.Types = append(o.Types, u.Type)
		}
	}
	slices.Sort(o.EventIDs)
}

// Apart refuses a payment that would mix real money with that of the demo: an order that took
// the one, or takes the place of one that did, takes no other.
func (b *Basket) Apart(field string, demo bool) error {
	if !b.Order.Demo && !b.Order.Moves() && b.Order.Carried == 0 {
		return nil
	}
	return order.Apart(field, b.Order.Demo, demo)
}

// Mixes tells whether money that was taken is not of the kind that the order took before.
func (b *Basket) Mixes(p *payment.Payment) bool {
	return app.KindOf(b.Apart("orderId", p.Gateway == payment.Simulated)) != 0
}

// CopyUnits puts units into the basket that are to take the place of items of the order, at
// the prices that were paid. Add-ons hang on the copies, and bundles bring them. It gives the
// copies by the ids of the items.
func (b *Basket) CopyUnits(items []order.Item) map[int64]*Unit {
	copies := map[int64]*Unit{}
	for i := range items {
		it := &items[i]
		if it.IsFee() || !it.Holds() {
			continue
		}
		u := copyOf(it)
		u.Parent, u.Lead = copies[it.ParentItemID], copies[it.LeadItemID]
		copies[it.ID] = u
		b.Units = append(b.Units, u)
	}
	return copies
}

// Lifts tells whether a rule that is broken is lifted, and notes that it was needed.
func (b *Basket) Lifts(rule Override) bool {
	switch {
	case slices.Contains(b.Lifting.May, rule):
		if !slices.Contains(b.Lifting.Used, rule) {
			b.Lifting.Used = append(b.Lifting.Used, rule)
		}
		return true
	case b.Lifting.Granted:
		return b.Lifted(rule)
	}
	return false
}

// Lifted tells whether a rule was lifted for what lies in the basket.
func (b *Basket) Lifted(rule Override) bool {
	return slices.Contains(b.Order.Lifted, string(rule))
}

// Unlift notes that a rule is lifted for the order no more.
func (b *Basket) Unlift(rule Override) {
	b.Order.Lifted = slices.DeleteFunc(slices.Clone(b.Order.Lifted), func(s string) bool { return s == string(rule) })
	if len(b.Order.Lifted) == 0 {
		b.Order.Lifted, b.Order.Override = nil, 0
	}
}

// CompletesWith tells whether the order waits for the payment, and is complete with it.
func (b *Basket) CompletesWith(p *payment.Payment) bool {
	if b.Order.PaymentID != p.ID || b.Mixes(p) {
		return false
	}
	switch b.Order.Status {
	case order.Unknown, order.AwaitingLocalPayment:
		return true
	case order.Processing:
		return p.Completes
	}
	return false
}

// Holdings asks for what the customer has beside this order.
func (b *Basket) Holdings(enough int64) order.Holdings {
	return order.Holdings{CustomerID: b.Order.CustomerID, But: b.Order.ID, Enough: enough, Now: b.Wall}
}

// AfterRefund is what an order is by what is left of it: refunded when nothing is and
// money went back, cancelled when none did. One of a till that gave all of its money back
// is refunded already, while what was free in it stands.
func (b *Basket) AfterRefund() order.Status {
	if b.Order.Status == order.Refunded {
		return order.Refunded
	}
	return endOf(len(b.Units) > 0, b.Order.Totals.Refunded > 0)
}

// Revived is what an expired order is when it has its stock again: a basket, or one whose
// balance is due.
func (b *Basket) Revived() order.Status {
	if b.Order.Deposit > 0 {
		return order.PartiallyPaid
	}
	return order.Active
}
