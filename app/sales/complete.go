package sales

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/payment"
	"marquee/app/sales/rules"
	"marquee/app/seating"
)

// Completion is what a caller says to turn a basket into an order.
type Completion struct {
	Basket  order.Key
	Payment rules.Payment
	// Buyer is set on the order when it names somebody.
	Buyer       customer.Buyer
	Channel     catalog.Channel
	InhibitMail bool
	// TransactionID is the payment by card that pays for it, 0: none. Its money is taken
	// first, if it was not.
	TransactionID int64
	// Forfeit: what was paid too much for an order that is changed may be kept.
	Forfeit bool
	// balance: the order must have a balance.
	balance bool
}

// CompleteOrder pays for a basket, or for an order that waits for its payment, and
// issues its tickets, in one transaction. Two calls at once: one wins, the other is told
// that the basket is complete. Items that need approval make an order that awaits it,
// paid for later, whatever the method.
func CompleteOrder(ctx context.Context, a *app.App, c *app.Caller, in Completion) (order.Receipt, error) {
	switch {
	case in.TransactionID != 0 && in.Payment.Plan != rules.PayAll:
		return order.Receipt{}, app.Field("paymentPlan", "is that of the transaction")
	case in.TransactionID != 0:
		return completePaid(ctx, a, c, in)
	}
	drawn := order.DrawBarcodes(a)
	var done order.Receipt
	err := a.Update(ctx, c, order.Sellers, func(tx app.Tx) error {
		d, err := NewDraft(tx, c)
		if err != nil {
			return err
		}
		if err := in.wantBalance(tx, c); err != nil {
			return err
		}
		if err := owed(d, c, in.Basket, in.Channel); err != nil {
			return err
		}
		if err := sellTo(d, in.Buyer, false); err != nil {
			return err
		}
		d.Order.InhibitMail, d.Forfeit = d.Order.InhibitMail || in.InhibitMail, in.Forfeit
		if err := complete(d, c, in.Payment, drawn); err != nil {
			return err
		}
		if err := d.Store(); err != nil {
			return err
		}
		done, err = d.Receipt()
		return err
	})
	return done, err
}

// Receipt describes the order after it was stored, with all that its buyer is
// told.
func (d *Draft) Receipt() (order.Receipt, error) {
	b, err := d.Shown()
	if err != nil {
		return order.Receipt{}, err
	}
	return order.ReceiptOf(d.Tx, d.Caller, b)
}

// sellTo sets the purchaser, who also becomes the holder of what nobody holds. The tax of the
// basket follows them, but not an address that a guest typed, which anybody could, nor where
// a payment was begun over what was due.
func sellTo(d *Draft, b customer.Buyer, begun bool) error {
	who, reserver, err := identify(d, b)
	if err == nil && !app.Blank(b.Name) {
		d.Order.ReserverName = reserver
	}
	if err != nil || who.ID == 0 || who.ID == d.Order.CustomerID {
		return err
	}
	before := d.Order.CustomerID
	if d.Order.Modifies != 0 && before != 0 {
		return app.Field("customerId", "is not that of the order that is changed")
	}
	d.Order.GiveTo(who.ID)
	if !d.Caller.Guest && (before != 0 || d.Order.Status != order.Active) {
		d.Order.EndLinks() // somebody else's order was handed over, or one that waited for somebody
	}
	for _, u := range d.Units {
		if u.CustomerID == before {
			u.Changed = true
			u.GiveTo(who.ID)
		}
	}
	if d.Order.Status != order.Active {
		return nil // what was agreed stays
	}
	if d.Caller.Guest || begun {
		d.taxedAs = &before
		return nil
	}
	return retax(d)
}

// complete turns the draft into an order that is paid for, or that awaits
// approval.
func complete(d *Draft, c *app.Caller, p rules.Payment, drawn order.Barcodes) error {
	if err := MaySell(d, c); err != nil {
		return err
	}
	if err := MayComplete(d); err != nil {
		return err
	}
	if d.Due() == 0 || d.Units.AllDeferred() {
		if err := notTooMany(d); err != nil {
			return err
		}
	}
	if d.Units.AllDeferred() {
		if err := giveUpPayment(d); err != nil {
			return err
		}
		return d.Await()
	}
	now, err := Payable(d, p.Plan)
	if err != nil {
		return err
	}
	if p.Method == order.ComplimentaryMethod {
		if err := rules.CheckGivenAway(&d.Basket, now); err != nil {
			return err
		}
	}
	parts, err := settled(d, c, p, now.Total)
	if err != nil {
		return err
	}
	if err := giveUpPayment(d); err != nil {
		return err
	}
	PayParts(d, c.UserID, now, parts)
	return AfterPaid(d, now, drawn)
}

// giveUpPayment gives a payment by card up that the order does not need any more.
func giveUpPayment(d *Draft) error {
	if d.Order.PaymentID == 0 {
		return nil
	}
	err := payment.GiveUp(d.Tx, d.Order.PaymentID)
	d.Order.PaymentID = 0
	return err
}

// notTooMany refuses a guest more orders without a payment than anybody needs: each is mailed
// to whoever was named there.
func notTooMany(d *Draft) error {
	if !d.Caller.Guest || d.Order.Modifies != 0 || d.Order.CustomerID == 0 {
		return nil
	}
	n, err := order.UnpaidLately(d.Tx, d.Order.CustomerID, d.Wall, unpaidWithin, maxUnpaid)
	if err == nil && n >= maxUnpaid {
		again := app.Refuse(app.TooMany, "Too many orders without a payment were placed for this e-mail address. Please try again later.")
		again.RetryAfter = int(unpaidWithin.Seconds())
		return again
	}
	return err
}

// MayComplete looks again at what may have changed since the units were added:
// the event may be cancelled, the customer over the limit unless that was lifted. Sale
// windows are not looked at again, nor is whether a customer whose order waits is still a
// member of a group: it was promised to a member.
func MayComplete(d *Draft) error {
	if len(d.Units) == 0 {
		return app.Field("basketId", "is empty")
	}
	d.Lifting.Granted = true
	kinds, err := d.Kinds()
	if err != nil {
		return err
	}
	if err := CheckTopups(d); err != nil {
		return err
	}
	if err := checkModified(d); err != nil {
		return err
	}
	if err := rules.CheckUndecided(&d.Basket); err != nil {
		return err
	}
	if err := rules.CheckGiven(&d.Basket); err != nil {
		return err
	}
	if err := rules.CheckNames(&d.Basket); err != nil {
		return err
	}
	var r rules.Refusals
	rules.CheckCancelled(&d.Basket, &r, kinds)
	if d.Order.Status == order.Active || d.Order.CustomerID != d.Was.CustomerID {
		member, err := d.lookMember(kinds)
		if err != nil {
			return err
		}
		rules.CheckMembers(&d.Basket, &r, kinds, true, member)
	}
	limits, err := d.lookLimits(kinds, nil)
	if err != nil {
		return err
	}
	rules.CheckLimits(&d.Basket, &r, kinds, nil, &limits)
	if err := checkOffers(d, &r, d.Order.CustomerID); err != nil {
		return err
	}
	if err := r.Err(); err != nil {
		return err
	}
	if err := CheckAnswers(d); err != nil {
		return err
	}
	if d.Order.Status != order.Active && d.Order.Status.Holds() {
		return nil // its use of a code is counted already
	}
	if err := SettleCode(d); err != nil {
		return err
	}
	return checkAccess(d)
}

// CheckAnswers refuses a basket whose buyer has still to answer required questions, where
// buyers serve themselves. What staff and partners sell is completed all the same, and its
// answers stay outstanding, and so are those about dates that were moved.
func CheckAnswers(d *Draft) error {
	if ch := d.Order.Channel; d.Order.Rebooks || d.Order.Status != order.Active || ch != catalog.Shop && ch != catalog.Kiosk {
		return nil
	}
	open, err := order.PortsOf(d.Tx).Unanswered(d.Tx, order.Asking{Order: &d.Order, Items: d.Units.Items()})
	if err == nil && len(open) > 0 {
		err = app.Field("basketId", "has questions that must be answered first")
	}
	return err
}

// Kinds are the sale items of the units.
func (d *Draft) Kinds() (kinds []*catalog.Goods, err error) {
	for _, id := range d.Units.SaleItems() {
		g, err := d.Cache.Get(id)
		if err != nil {
			return nil, err
		}
		kinds = append(kinds, g)
	}
	return kinds, nil
}

// PayParts notes the parts that pay a share.
func PayParts(d *Draft, userID int64, now rules.Share, parts []rules.Split) {
	if rules.GivenAway(parts) {
		app.Note(d.Tx, "orders", d.Order.ID, "given away")
	}
	d.Payments = append(d.Payments, rules.Pay(&d.Basket, userID, d.payer.ID, now, parts)...)
}

// Issue turns reserved units into sold ones and gives each that a gate reads a
// barcode of its own.
func Issue(d *Draft, barcode func() string) error {
	if err := d.Become(order.Complete); err != nil {
		return err
	}
	d.Order.CompletedAt, d.Order.ExpiresAt, d.Order.Instant = new(d.Now), nil, false
	d.Sold, d.barcode = true, barcode
	if err := carry(d); err != nil {
		return err
	}
	if err := d.KnowUnits(); err != nil {
		return err
	}
	own := rules.OfStock(d.Units)
	rules.NoteCredits(&d.Basket)
	d.known = rules.MarkSold(&d.Basket, barcode)
	if err := seating.Sell(d.Tx, rules.Claims(own)); err != nil {
		return err
	}
	return d.EachKind(own, func(g *catalog.Goods, n int64) error { return catalog.Sell(d.Tx, g.SaleItem, n) })
}

// GiveCode gives a unit its barcode.
func GiveCode(d *Draft, u *rules.Unit, barcode string) error {
	err := d.Know(u.SaleItemID)
	if err == nil {
		rules.GiveCode(&d.Basket, u, barcode)
	}
	return err
}

// PayBalance pays what a deposit left to be paid of an order, which is complete then. It
// takes no other order: nobody pays a basket for it by mistake.
func PayBalance(ctx context.Context, a *app.App, c *app.Caller, in Completion) (order.Receipt, error) {
	in.balance = true
	return CompleteOrder(ctx, a, c, in)
}
