package sales

import (
	"slices"

	"marquee/app/money"
	"marquee/app/order"
	"marquee/app/sales/rules"
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
	if err := d.save(d.Units); err != nil {
		return err
	}
	if err := d.note(); err != nil {
		return err
	}
	d.Summarise()
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
	if d.From == 0 {
		return nil
	}
	from := d.From
	d.From = 0
	return order.PortsOf(d.tx).Stepped(d.tx, order.Step{Order: &d.Order, From: from, Notify: d.notify})
}

// tellSold tells who wants to know of a sale. What the buyer gave to others is theirs then.
func (d *draft) tellSold() error {
	if err := d.deliver(); err != nil {
		return err
	}
	if err := d.replaceOriginal(); err != nil {
		return err
	}
	if err := order.PortsOf(d.tx).Completed(d.tx, order.Sale{Order: &d.Order, Items: d.Units.Items(), Known: d.known, Barcode: d.barcode}); err != nil {
		return err
	}
	if !d.Order.Gives {
		return nil
	}
	return d.reload()
}

// reload reads the order again, which others changed after it was stored.
func (d *draft) reload() error {
	o, err := order.Orders.Get(d.tx, d.Order.ID)
	if err != nil {
		return err
	}
	d.Units, d.Voided, d.SomeVoided = nil, money.Totals{}, false
	return d.load(o)
}

// loseTransfer notes that a unit, which was to be given to somebody, is not there any more.
func (d *draft) loseTransfer(u *rules.Unit) {
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
	if !d.Order.Moves() && !d.Was.Moves() {
		return nil
	}
	items := d.Units.Items()
	if d.SomeVoided {
		var err error
		if items, err = order.ItemsOf(d.tx, &d.Order); err != nil {
			return err
		}
	}
	return order.Book(d.tx, d.Was, &d.Order, items, d.payments)
}

// note writes the payments down.
func (d *draft) note() error {
	for i := range d.payments {
		p := &d.payments[i]
		p.OrderID, p.CurrencyID = d.Order.ID, d.Order.CurrencyID
		if err := order.Transactions.Insert(d.tx, p); err != nil {
			return err
		}
		d.Order.TransactionIDs = append(d.Order.TransactionIDs, p.ID)
	}
	return nil
}

func (d *draft) write() error {
	if d.Was == nil {
		return order.Orders.InsertNext(d.tx, &d.Order)
	}
	return order.Orders.Replace(d.tx, d.Was, &d.Order)
}

// save writes the units that are new or changed.
func (d *draft) save(units []*rules.Unit) error {
	fresh := rules.Unstored(units)
	if err := d.number(fresh); err != nil {
		return err
	}
	var was, now []*order.Item
	for _, u := range units {
		if u.Parent != nil {
			u.ParentItemID = u.Parent.ID
		}
		if u.Producer != nil {
			u.ProducingItemID = u.Producer.ID
		}
		if u.Lead != nil {
			u.LeadItemID = u.Lead.ID
		}
		if u.Was != nil && u.Changed {
			was, now = append(was, u.Was), append(now, &u.Item)
			u.Changed = false
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

// number gives new units their ids.
func (d *draft) number(fresh []*rules.Unit) error {
	if len(fresh) == 0 {
		return nil
	}
	first, err := order.Items.NextIDs(d.tx, len(fresh))
	for i, u := range fresh {
		u.ID, u.OrderID = first+int64(i), d.Order.ID
		d.Order.ItemIDs = append(d.Order.ItemIDs, u.ID)
	}
	return err
}

func (d *draft) insert(fresh []*rules.Unit) error {
	items := make([]*order.Item, len(fresh))
	for i, u := range fresh {
		items[i] = &u.Item
	}
	if err := order.Items.InsertNext(d.tx, items...); err != nil {
		return err
	}
	for _, u := range fresh {
		was := u.Item
		u.Was, u.Changed = &was, false
	}
	return nil
}
