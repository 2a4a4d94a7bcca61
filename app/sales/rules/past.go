package rules

import (
	"strings"
	"time"

	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/order"
)

// Past is a sale that was made elsewhere: by a till without a connection, or in another system.
type Past struct {
	// Order is what is known of it: its reference, currency, customer and seller, and when it
	// was completed.
	Order  order.Order
	Method order.Method
	Items  []PastItem
	// Foreign: barcodes are those that were printed there, else tills printed none.
	Foreign bool
}

// PastItem is one unit of it, at the price that was taken.
type PastItem struct {
	Goods *catalog.Goods
	Band  *company.TaxBand
	Price int64
	// RefundedAt is when its money was given back, nil: it was not; RefundedBy is who did that.
	RefundedAt *time.Time
	RefundedBy int64
	// Printed is what another system says about it.
	Printed order.ForeignItem
}

// Kept is what is kept of a sale that was made elsewhere.
type Kept struct {
	Order    order.Order
	Units    Units
	Payments []order.Transaction
	// GivenAway: nothing was paid for it.
	GivenAway bool
}

// PlanKept decides what is kept of a sale. What was sold was sold: its prices are believed, and
// no rule of the basket applies. Each barcode that is needed is asked for.
func PlanKept(b *Basket, p *Past, barcode func() string) Kept {
	next := *b
	next.Order, next.Units = p.Order, nil
	at := *p.Order.CompletedAt
	for i := range p.Items {
		next.Units = append(next.Units, p.Items[i].unit(&next, at, p.Foreign, barcode))
	}
	next.Units.Tax()
	now := Share{Totals: next.Totals()}
	var parts []Split
	switch total := now.Total; {
	case total == 0:
	case p.Method == order.ComplimentaryMethod:
		parts = []Split{{Method: p.Method}}
	default:
		parts = []Split{{Amount: total, Method: p.Method}}
	}
	k := Kept{Payments: Pay(&next, p.Order.UserID, 0, now, parts), GivenAway: GivenAway(parts)}
	for i := range k.Payments {
		k.Payments[i].CreatedAt = at
	}
	k.Payments = append(k.Payments, returned(&next, p)...)
	k.Order, k.Units = next.Order, next.Units
	return k
}

// unit is an item as it is kept. Gates read what another system printed; a till printed nothing,
// and its tickets get the barcodes of here.
func (it *PastItem) unit(b *Basket, at time.Time, foreign bool, barcode func() string) *Unit {
	w := &Wanted{Goods: it.Goods, N: 1, Band: it.Band}
	w.Charge.Base, w.Charge.TaxRate = it.Price, it.Band.Rate
	w.Charge.Reduce(0)
	u := &Unit{Item: w.Unit(&b.Order)}
	u.TaxBandID, u.Sold, u.RequiresApproval, u.AmountNamed, u.CreatedAt = it.Band.ID, true, false, true, at
	if foreign {
		u.NamedHolder = strings.TrimSpace(it.Printed.Holder)
	}
	switch {
	case it.RefundedAt != nil:
		u.CancelledAt = it.RefundedAt
	case !u.Type.HasCode():
	case !foreign:
		GiveCode(b, u, barcode())
	case it.Printed.Barcode != "":
		u.Barcode, u.Repeats = it.Printed.Barcode, it.Printed.Repeats
	default:
		u.Barcode = barcode()
	}
	return u
}

// returned is the money that was given back, and notes what that makes of the order.
func returned(b *Basket, p *Past) (back []order.Transaction) {
	void, o := 0, &b.Order
	for i, u := range b.Units {
		if u.CancelledAt == nil {
			continue
		}
		if void++; o.Totals.Paid == 0 || u.Price == 0 {
			continue
		}
		before := u.Item
		u.Refunded = u.Price
		share := order.Back(&before, &u.Item)
		o.Totals.Refunded += u.Price
		back = append(back, order.Transaction{
			Total: share.Total, Tax: share.Tax, Fees: share.Fees, Type: order.RefundOffline, Status: order.TransactionSuccess,
			UserID: p.Items[i].RefundedBy, CreatedAt: *u.CancelledAt,
		})
	}
	switch t := o.Totals; {
	case t.Refunded > 0 && t.Refunded == t.Paid:
		o.Status = order.Refunded
	case t.Refunded > 0:
		o.Status = order.PartiallyRefunded
	case void == len(b.Units):
		o.Status = order.Cancelled
	}
	return back
}
