package sales

import (
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/sales/rules"
	"marquee/app/seating"
	"marquee/app/wallet"
)

// Draft is an order that a command loaded and stores once: what the rules decide about, and
// what is to be written beside it.
type Draft struct {
	Tx    app.Tx
	Cache *catalog.Cache
	rules.Basket
	// Payments are the transactions to note when it is stored.
	Payments []order.Transaction
	// payer is the wallet that pays a part, and Returned are transactions that were noted
	// before, and whose money goes back now.
	payer    wallet.Wallet
	Returned []order.Transaction
	// Refunded are the items that money goes back for, and Taken the movements that took
	// credit back.
	Refunded, Taken []int64
	// Back is what goes back of items, by the rates of their taxes.
	Back []order.RateShare
	// untransferred are the transfers of items that were taken out or voided.
	untransferred []int64
	// effect is what a change of a basket does to it.
	effect effect
	// Sold tells that this command completes the order, and givesWay that another takes its
	// place.
	Sold, givesWay bool
	// known tells that the buyer had barcodes of the order before it is sold; barcode gives
	// others.
	known   bool
	barcode func() string
	overdue overdue
	// buyer is the customer, once somebody had to know where they come from. taxedAs is the one
	// before the basket got another, where its tax stays as it was shown.
	buyer   *customer.Customer
	taxedAs *int64
	// seats are those of the events that were looked at.
	seats map[int64]*seating.Seats
	// Token is the secret of the order's new payment link, "" when it got none.
	Token string
	// card is the gateway that took money for the order, "" where none did.
	card string
	// Foreign are the units of an order that was sold elsewhere, one for each.
	Foreign []order.ForeignItem
	// Former is what became of the order that this one took the place of, nil where it took none.
	Former *rules.Leaving
	// Notify: staff want the customer told of their decision.
	Notify bool
}

// NewDraft is a draft of nothing yet, for a caller.
func NewDraft(tx app.Tx, c *app.Caller) (*Draft, error) {
	own, err := company.SettingsOf(tx)
	return DraftOf(tx, c, own, catalog.NewCache(tx)), err
}

// DraftOf is a draft that shares what was read with others.
func DraftOf(tx app.Tx, c *app.Caller, own *company.Company, cache *catalog.Cache) *Draft {
	return &Draft{Tx: tx, Cache: cache, Basket: rules.Basket{Caller: c, Company: own, Wall: tx.Wall(), Now: tx.Now(), Goods: cache.Known()}}
}

// Load takes an order with its live items.
func (d *Draft) Load(o order.Order) error {
	d.Order, d.Was = o, &o
	items, err := order.Items.GetMany(d.Tx, o.ItemIDs)
	if err != nil {
		return err
	}
	for i := range items {
		if items[i].Holds() {
			d.Units = append(d.Units, &rules.Unit{Item: items[i], Was: &items[i]})
		} else {
			d.CountVoided(&items[i])
		}
	}
	return nil
}

// Shown describes a draft after it was stored.
func (d *Draft) Shown() (order.Basket, error) {
	return order.Show(d.Tx, d.Cache, d.Order, d.Units.Items(), d.Wall)
}

// drop takes units out of the basket, with the add-ons that hang on them and what they
// bring as bundles, and gives their stock back.
func (d *Draft) drop(gone []*rules.Unit) error {
	now := d.Now
	_, err := d.TakeOut(gone, func(u *rules.Unit) { u.DeletedAt = &now })
	return err
}

// TakeOut marks units, with the add-ons that hang on them and what they bring, as no part of the order any
// more and gives their stock back. It tells which units these were.
func (d *Draft) TakeOut(gone []*rules.Unit, mark func(*rules.Unit)) ([]*rules.Unit, error) {
	for i := 0; i < len(gone); i++ {
		u := gone[i]
		mark(u)
		u.Changed = true
		d.LoseTransfer(u)
		for _, addon := range d.Units {
			if (addon.ParentItemID == u.ID || addon.LeadItemID == u.ID) && !slices.Contains(gone, addon) {
				gone = append(gone, addon)
			}
		}
	}
	if err := d.Save(gone); err != nil {
		return nil, err
	}
	d.Units = slices.DeleteFunc(d.Units, func(u *rules.Unit) bool { return !u.Holds() })
	give, free := catalog.Release, seating.Release
	if d.Order.Status.Sold() {
		give, free = catalog.Restock, seating.Restock
	}
	own := rules.OfStock(gone)
	if err := free(d.Tx, rules.Claims(own)); err != nil {
		return nil, err
	}
	if len(own) < len(gone) {
		if err := releaseUnits(d, gone); err != nil {
			return nil, err
		}
	}
	return gone, d.EachKind(own, func(g *catalog.Goods, n int64) error { return give(d.Tx, g.SaleItem, n) })
}

// EachKind walks the sale items of units with the number of each, by ascending id.
func (d *Draft) EachKind(units []*rules.Unit, fn func(g *catalog.Goods, n int64) error) error {
	tally := map[int64]int64{}
	for _, u := range units {
		tally[u.SaleItemID]++
	}
	return rules.EachCount(tally, func(id, n int64) error {
		g, err := d.Cache.Get(id)
		if err != nil {
			return err
		}
		return fn(g, n)
	})
}
