package sales

import (
	"slices"

	"marquee/app/money"
	"marquee/app/order"
)

// store writes the order, its new and changed units and its payments, once each,
// and tells who wants to know of a sale.
func (d *draft) store() error {
	if err := d.mark(); err != nil {
		return err
	}
	if err := d.nameOrder(); err != nil {
		return err
	}
	if err := d.save(d.units); err != nil {
		return err
	}
	if err := d.note(); err != nil {
		return err
	}
	d.summarise()
	d.sign()
	if err := d.book(); err != nil {
		return err
	}
	if err := d.moveWallets(); err != nil {
		return err
	}
	if err := d.write(); err != nil {
		return err
	}
	if err := d.endTransfers(); err != nil {
		return err
	}
	if d.sold {
		if err := d.tellSold(); err != nil {
			return err
		}
	}
	if d.from == 0 {
		return nil
	}
	from := d.from
	d.from = 0
	return order.PortsOf(d.tx).Stepped(d.tx, order.Step{Order: &d.order, From: from, Notify: d.notify})
}

// tellSold tells who wants to know of a sale. What the buyer gave to others is theirs then.
func (d *draft) tellSold() error {
	if err := d.deliver(); err != nil {
		return err
	}
	if err := d.replaceOriginal(); err != nil {
		return err
	}
	if err := order.PortsOf(d.tx).Completed(d.tx, order.Sale{Order: &d.order, Items: d.items(), Known: d.known, Barcode: d.barcode}); err != nil {
		return err
	}
	if !d.order.Gives {
		return nil
	}
	return d.reload()
}

// reload reads the order again, which others changed after it was stored.
func (d *draft) reload() error {
	o, err := order.Orders.Get(d.tx, d.order.ID)
	if err != nil {
		return err
	}
	d.units, d.voided, d.someVoided = nil, money.Totals{}, false
	return d.load(o)
}

// loseTransfer notes that a unit, which was to be given to somebody, is not there any more.
func (d *draft) loseTransfer(u *unit) {
	if u.TransferID != 0 && !slices.Contains(d.untransferred, u.TransferID) {
		d.untransferred = append(d.untransferred, u.TransferID)
	}
}

// endTransfers tells of the transfers of what is not there any more.
func (d *draft) endTransfers() error {
	if len(d.untransferred) == 0 {
		return nil
	}
	for _, id := range d.untransferred {
		if err := order.PortsOf(d.tx).TransferLost(d.tx, id); err != nil {
			return err
		}
	}
	d.untransferred = nil
	return d.reload()
}

// book brings the ledger in line with the order.
func (d *draft) book() error {
	if !d.order.Moves() && !d.was.Moves() {
		return nil
	}
	items := d.items()
	if d.someVoided {
		var err error
		if items, err = order.ItemsOf(d.tx, &d.order); err != nil {
			return err
		}
	}
	return order.Book(d.tx, d.was, &d.order, items, d.payments)
}

// note writes the payments down.
func (d *draft) note() error {
	for i := range d.payments {
		p := &d.payments[i]
		p.OrderID, p.CurrencyID = d.order.ID, d.order.CurrencyID
		if err := order.Transactions.Insert(d.tx, p); err != nil {
			return err
		}
		d.order.TransactionIDs = append(d.order.TransactionIDs, p.ID)
	}
	return nil
}

func (d *draft) write() error {
	if d.was == nil {
		return order.Orders.InsertNext(d.tx, &d.order)
	}
	return order.Orders.Replace(d.tx, d.was, &d.order)
}

// save writes the units that are new or changed.
func (d *draft) save(units []*unit) error {
	fresh := unstored(units)
	if err := d.number(fresh); err != nil {
		return err
	}
	var was, now []*order.Item
	for _, u := range units {
		if u.parent != nil {
			u.ParentItemID = u.parent.ID
		}
		if u.producer != nil {
			u.ProducingItemID = u.producer.ID
		}
		if u.lead != nil {
			u.LeadItemID = u.lead.ID
		}
		if u.was != nil && u.changed {
			was, now = append(was, u.was), append(now, &u.Item)
			u.changed = false
		}
	}
	if err := order.Items.ReplaceAll(d.tx, was, now); err != nil {
		return err
	}
	for i := range now {
		*was[i] = *now[i]
	}
	return d.insert(fresh)
}

// unstored are the new units and the new parents of add-ons, a parent before its
// add-ons.
func unstored(units []*unit) []*unit {
	var fresh []*unit
	for _, u := range units {
		for _, one := range [...]*unit{u.parent, u} {
			if one != nil && one.was == nil && !slices.Contains(fresh, one) {
				fresh = append(fresh, one)
			}
		}
	}
	return fresh
}

// number gives new units their ids.
func (d *draft) number(fresh []*unit) error {
	if len(fresh) == 0 {
		return nil
	}
	first, err := order.Items.NextIDs(d.tx, len(fresh))
	for i, u := range fresh {
		u.ID, u.OrderID = first+int64(i), d.order.ID
		d.order.ItemIDs = append(d.order.ItemIDs, u.ID)
	}
	return err
}

func (d *draft) insert(fresh []*unit) error {
	items := make([]*order.Item, len(fresh))
	for i, u := range fresh {
		items[i] = &u.Item
	}
	if err := order.Items.InsertNext(d.tx, items...); err != nil {
		return err
	}
	for _, u := range fresh {
		was := u.Item
		u.was, u.changed = &was, false
	}
	return nil
}
