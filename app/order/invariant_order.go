package order

import (
	"fmt"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/fee"
	"marquee/app/money"
	"marquee/indexes"
)

// checkOrders walks the orders, each with its items and transactions.
func checkOrders(r app.Reader, report func(app.Breach)) error {
	cache := catalog.NewCache(r)
	fees, err := fee.BySaleItem(r)
	if err != nil {
		return err
	}
	for hit, err := range Orders.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		o := &hit.Rec
		items, err := ItemsOf(r, o)
		if err != nil {
			return err
		}
		payments, err := Transactions.GetMany(r, o.TransactionIDs)
		if err != nil {
			return err
		}
		a := audit{order: o, items: items, payments: payments, report: report}
		a.run()
		if err := a.bundles(cache); err != nil {
			return err
		}
		if err := a.sold(cache); err != nil {
			return err
		}
		if err := a.codes(r); err != nil {
			return err
		}
		a.signed()
		a.fees(fees)
	}
	return nil
}

// audit looks at one order.
type audit struct {
	order    *Order
	items    []Item
	payments []Transaction
	report   func(app.Breach)
}

func (a *audit) breach(what string, expected, found any) {
	a.report(app.Breach{ID: a.order.ID, Key: "order: " + what, Expected: fmt.Sprint(expected), Found: fmt.Sprint(found)})
}

func (a *audit) run() {
	if len(a.items) != len(a.order.ItemIDs) || len(a.payments) != len(a.order.TransactionIDs) {
		a.breach("records", "every item and transaction", "some are missing")
	}
	a.totals()
	a.demo()
	a.money()
	a.state()
	for i := range a.items {
		a.item(&a.items[i])
	}
}

// totals: what the order says is the sum of its items.
func (a *audit) totals() {
	want, have := totalsOf(a.items), a.order.Totals
	want.Paid, want.Refunded = have.Paid, have.Refunded
	if want != have {
		a.breach("totals", want, have)
	}
	if have.Total > money.MaxTotal {
		a.breach("total", "at most 2^53-1", have.Total)
	}
}

// demo: what an order of the demo holds is of the demo, and of no other.
func (a *audit) demo() {
	for i := range a.items {
		if it := &a.items[i]; it.Sold && it.Holds() && it.Demo != a.order.Demo {
			a.breach("demo", a.order.Demo, fmt.Sprintf("%t of item %d", it.Demo, it.ID))
		}
	}
}

// money: what was paid and returned is the sum of the
// transactions, in the order's currency.
func (a *audit) money() {
	var paid, refunded, returned int64
	for _, p := range a.payments {
		if p.OrderID != a.order.ID || p.CurrencyID != a.order.CurrencyID {
			a.breach("transaction", "of this order and currency", p.ID)
		}
		switch {
		case p.Status != TransactionSuccess:
		case p.Total >= 0:
			paid += p.Total
		default:
			refunded -= p.Total
		}
	}
	for i := range a.items {
		returned += a.items[i].Refunded
	}
	t := a.order.Totals
	if paid != t.Paid || refunded != t.Refunded || returned != t.Refunded || refunded > paid {
		a.breach("money", fmt.Sprintf("%d paid, %d returned for items", paid, returned), fmt.Sprintf("%d paid, %d returned", t.Paid, t.Refunded))
	}
}

// state: the status is a function of the money.
func (a *audit) state() {
	o := a.order
	stands := slices.ContainsFunc(a.items, func(it Item) bool { return it.Holds() })
	free := len(o.Methods) == 1 && o.Methods[0] == string(ComplimentaryMethod)
	switch {
	case o.Status == Complete && o.Totals.Paid != o.Totals.Total && !free:
		a.breach("complete", fmt.Sprintf("%d paid", o.Totals.Total), o.Totals.Paid)
	case o.Status == PartiallyRefunded && (o.Totals.Refunded == 0 || !stands):
		a.breach("partially refunded", "part of the money, and an item that stands", o.Totals.Refunded)
	case o.Status == Cancelled && stands, o.Status == Refunded && stands && o.Totals.Refunded < o.Totals.Paid:
		a.breach(o.Status.Slug(), "no item that stands", "one")
	case o.Status == Cancelled && o.Totals.Refunded > 0, o.Status == Refunded && o.Totals.Refunded == 0:
		a.breach(o.Status.Slug(), "money back, or none", o.Totals.Refunded)
	case !o.Status.Sold() && o.Totals.Paid != o.Deposit:
		a.breach(o.Status.Slug(), fmt.Sprintf("%d paid as a deposit", o.Deposit), o.Totals.Paid)
	}
	if from, to, found := o.misstep(); found {
		a.breach("path", "steps that are allowed", fmt.Sprintf("%s, then %s", from.Slug(), to.Slug()))
	}
}

// item: an item belongs to its order, and carries a barcode when
// and only when a gate may read it, or somebody redeem it.
func (a *audit) item(it *Item) {
	if it.OrderID != a.order.ID {
		a.breach("item", fmt.Sprintf("item %d of order %d", it.ID, it.OrderID), "listed here")
	}
	for _, id := range []int64{it.ProducingItemID, it.ParentItemID, it.LeadItemID} {
		if id != 0 && !slices.Contains(a.order.ItemIDs, id) {
			a.breach(fmt.Sprintf("item %d", it.ID), "an item of the same order", id)
		}
	}
	waits := it.RequiresApproval && it.ApprovedAt == nil
	switch {
	case it.Sold != a.order.Status.Sold() && it.Holds():
		a.breach(fmt.Sprintf("item %d", it.ID), a.order.Status.Slug(), fmt.Sprintf("sold: %t", it.Sold))
	case it.Discount > 0 && (a.order.DiscountID == 0 || it.LeadItemID != 0 || it.Type == catalog.Charity || it.Discount > it.Base):
		a.breach(fmt.Sprintf("item %d", it.ID), "no such discount", it.Discount)
	case it.Access == AccessOpen && !a.order.Instant:
		a.breach(fmt.Sprintf("item %d", it.ID), "not good before it is paid", "it is")
	case it.Barcode != "" && (!it.Sold && it.Access == 0 || !it.Type.HasCode() || it.RejectedAt != nil):
		a.breach(fmt.Sprintf("item %d", it.ID), "no barcode", "one")
	case it.Issued() && it.Holds() && it.Type.HasCode() && !waits && it.Barcode == "":
		a.breach(fmt.Sprintf("item %d", it.ID), "a barcode", "none")
	}
}
