package sales

import (
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/money"
	"marquee/app/order"
	"marquee/app/seating"
	"marquee/app/wallet"
)

// draft is an order being worked on inside one transaction: loaded, decided
// about, and stored once at the end.
type draft struct {
	tx      app.Tx
	caller  *app.Caller
	company *company.Company
	cache   *catalog.Cache
	order   order.Order
	was     *order.Order // what of it is stored, nil when nothing is
	// units are the live items, in order of adding.
	units []*unit
	// voided is what items add to the order that were voided after it went through.
	voided money.Totals
	// someVoided tells that there are such items: one that cost nothing is nothing in voided,
	// and still counts in the books.
	someVoided bool
	// payments are the transactions to note when it is stored.
	payments []order.Transaction
	// payer is the wallet that pays a part, and returned are transactions that were noted
	// before, and whose money goes back now.
	payer    wallet.Wallet
	returned []order.Transaction
	// refunded are the items that money goes back for, and taken the movements that took
	// credit back.
	refunded, taken []int64
	// back is what goes back of items, by the rates of their taxes.
	back []order.RateShare
	// untransferred are the transfers of items that were taken out or voided.
	untransferred []int64
	// gifts are the transfers by which the customer of the order is given part of it.
	gifts []int64
	// unchanged tells that a change found everything as it was to be: nothing is
	// written, and the time of the basket runs on.
	unchanged bool
	// keepsTime tells that what changes is not the content: the time of the basket
	// runs on.
	keepsTime bool
	// sold tells that this command completes the order, and givesWay that another takes its
	// place. forfeit: the seller says that what is paid too much may be kept.
	sold, givesWay, forfeit bool
	// known tells that the buyer had barcodes of the order before it is sold; barcode gives
	// others.
	known   bool
	barcode func() string
	overdue overdue
	lifting lifting
	// buyer is the customer, once somebody had to know where they come from. taxedAs is the one
	// before the basket got another, where its tax stays as it was shown.
	buyer   *customer.Customer
	taxedAs *int64
	// seats are those of the events that were looked at.
	seats map[int64]*seating.Seats
	// token is the secret of the order's new payment link, "" when it got none.
	token string
	// card is the gateway that took money for the order, "" where none did.
	card string
	// foreign are the units of an order that was sold elsewhere, one for each.
	foreign []order.ForeignItem
	// overLimit: the till took more than its shop allows a device that is alone.
	overLimit bool
	// from is the state that the order leaves, 0 while it stays where it is. notify: staff
	// want the customer told of their decision.
	from   order.Status
	notify bool
}

// unit is one live item of a draft.
type unit struct {
	order.Item
	was     *order.Item // what is stored, nil when nothing is
	changed bool        // it differs
	// parent is the unit an add-on belongs to, and producer the one that causes a fee,
	// while these have no ids yet.
	parent, producer *unit
	// lead is the bundle that brings it, while that has no id yet.
	lead *unit
}

func newDraft(tx app.Tx, c *app.Caller) (*draft, error) {
	own, err := company.SettingsOf(tx)
	return &draft{tx: tx, caller: c, company: own, cache: catalog.NewCache(tx)}, err
}

// load takes an order with its live items.
func (d *draft) load(o order.Order) error {
	d.order, d.was = o, &o
	items, err := order.Items.GetMany(d.tx, o.ItemIDs)
	if err != nil {
		return err
	}
	for i := range items {
		if items[i].Holds() {
			d.units = append(d.units, &unit{Item: items[i], was: &items[i]})
		} else {
			d.countVoided(&items[i])
		}
	}
	return nil
}

// countVoided counts an item that does not stand any more.
func (d *draft) countVoided(it *order.Item) {
	d.voided.Add(it.Totals())
	d.someVoided = d.someVoided || it.CancelledAt != nil
}

// shown describes a draft after it was stored.
func (d *draft) shown() (order.Basket, error) {
	return order.Show(d.tx, d.cache, d.order, d.items(), d.tx.Wall())
}

// items copies the live items out.
func (d *draft) items() []order.Item {
	all := make([]order.Item, len(d.units))
	for i, u := range d.units {
		all[i] = u.Item
	}
	return all
}

// count is the number of live units of a sale item, but for what bundles bring and what
// others sell on.
func (d *draft) count(saleItem int64) int64 {
	var n int64
	for _, u := range d.units {
		if u.SaleItemID == saleItem && !u.bundled() && u.Resale == nil {
			n++
		}
	}
	return n
}

// has tells whether there are units of a sale item, in bundles or not.
func (d *draft) has(saleItem int64) bool {
	return slices.ContainsFunc(d.units, func(u *unit) bool { return u.SaleItemID == saleItem })
}

// saleItems lists the sale items of the live units, each once, in order of
// adding.
func (d *draft) saleItems() []int64 {
	var ids []int64
	for _, u := range d.units {
		if !slices.Contains(ids, u.SaleItemID) {
			ids = append(ids, u.SaleItemID)
		}
	}
	return ids
}

// restart gives the basket its full time again, as long as it may live.
func (d *draft) restart() {
	d.order.Live(d.tx.Wall(), d.company.BasketTimeout())
	d.order.HeldUntil = nil
}

// drop takes units out of the basket, with the add-ons that hang on them and what they
// bring as bundles, and gives their stock back.
func (d *draft) drop(gone []*unit) error {
	now := d.tx.Now()
	_, err := d.takeOut(gone, func(u *unit) { u.DeletedAt = &now })
	return err
}

// takeOut marks units, with the add-ons that hang on them and what they bring, as no part of the order any
// more and gives their stock back. It tells which units these were.
func (d *draft) takeOut(gone []*unit, mark func(*unit)) ([]*unit, error) {
	for i := 0; i < len(gone); i++ {
		u := gone[i]
		mark(u)
		u.changed = true
		d.loseTransfer(u)
		for _, addon := range d.units {
			if (addon.ParentItemID == u.ID || addon.LeadItemID == u.ID) && !slices.Contains(gone, addon) {
				gone = append(gone, addon)
			}
		}
	}
	if err := d.save(gone); err != nil {
		return nil, err
	}
	d.units = slices.DeleteFunc(d.units, func(u *unit) bool { return !u.Holds() })
	give, free := catalog.Release, seating.Release
	if d.order.Status.Sold() {
		give, free = catalog.Restock, seating.Restock
	}
	own := ofStock(gone)
	if err := free(d.tx, claims(own)); err != nil {
		return nil, err
	}
	if len(own) < len(gone) {
		if err := d.releaseUnits(gone); err != nil {
			return nil, err
		}
	}
	return gone, d.eachKind(own, func(g *catalog.Goods, n int64) error { return give(d.tx, g.SaleItem, n) })
}

// eachKind walks the sale items of units with the number of each, by ascending id.
func (d *draft) eachKind(units []*unit, fn func(g *catalog.Goods, n int64) error) error {
	tally := map[int64]int64{}
	for _, u := range units {
		tally[u.SaleItemID]++
	}
	return eachCount(tally, func(id, n int64) error {
		g, err := d.cache.Get(id)
		if err != nil {
			return err
		}
		return fn(g, n)
	})
}

// summarise derives what the order says about its items.
func (d *draft) summarise() {
	o := &d.order
	paid, refunded := o.Totals.Paid, o.Totals.Refunded
	o.Totals = d.totals()
	o.Totals.Paid, o.Totals.Refunded = paid, refunded
	if len(d.units) == 0 && o.Status != order.Active {
		return // an order that was rejected as a whole is found where it was
	}
	o.EventIDs, o.Types = nil, nil
	for _, u := range d.units {
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

// events are those that the unit lets in at.
func (u *unit) events() []int64 {
	if len(u.Run) == 0 && u.EventID != 0 {
		return []int64{u.EventID}
	}
	return u.Run
}

// totals adds up the live units.
func (d *draft) totals() money.Totals {
	t := d.voided
	for _, u := range d.units {
		t.Add(u.Totals())
	}
	return t
}

// eachCount walks a small tally by ascending id, so that every run of a command
// touches the counters in the same order.
func eachCount(tally map[int64]int64, fn func(id, n int64) error) error {
	ids := make([]int64, 0, len(tally))
	for id := range tally {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		if err := fn(id, tally[id]); err != nil {
			return err
		}
	}
	return nil
}
