package sales

import (
	"slices"

	"marquee/app/money"
	"marquee/app/order"
	"marquee/app/sales/rules"
)

// Store writes the order, its new and changed units and its payments, once each,
// and tells who wants to know of a sale.
func (d *Draft) Store() error {
	if err := d.mark(); err != nil {
		return err
	}
	if err := d.nameOrder(); err != nil {
		return err
	}
	if err := d.Save(d.Units); err != nil {
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
	if d.Sold {
		if err := d.tellSold(); err != nil {
			return err
		}
	}
	if d.From == 0 {
		return nil
	}
	from := d.From
	d.From = 0
	return order.PortsOf(d.Tx).Stepped(d.Tx, order.Step{Order: &d.Order, From: from, Notify: d.Notify})
}

// tellSold tells who wants to know of a sale. What the buyer gave to others is theirs then.
func (d *Draft) tellSold() error {
	if err := deliver(d); err != nil {
		return err
	}
	if err := replaceOriginal(d); err != nil {
		return err
	}
	if err := order.PortsOf(d.Tx).Completed(d.Tx, order.Sale{Order: &d.Order, Items: d.Units.Items(), Known: d.known, Barcode: d.barcode}); err != nil {
		return err
	}
	if !d.Order.Gives {
		return nil
	}
	return d.reload()
}

// reload reads the order again, which others changed after it was stored.
func (d *Draft) reload() error {
	o, err := order.Orders.Get(d.Tx, d.Order.ID)
	if err != nil {
		return err
	}
	d.Units, d.Voided, d.SomeVoided = nil, money.Totals{}, false
	return d.Load(o)
}

// LoseTransfer notes that a unit, which was to be given to somebody, is not there any more.
func (d *Draft) LoseTransfer(u *rules.Unit) {
	if u.TransferID != 0 && !slices.Contains(d.untransferred, u.TransferID) {
		d.untransferred = append(d.untransferred, u.TransferID)
	}
}

// endTransfers tells of the transfers of what is not there any more.
func (d *Draft) endTransfers() error {
	if len(d.untransferred) == 0 {
		return nil
	}
	for _, id := range d.untransferred {
		if err := order.PortsOf(d.Tx).TransferLost(d.Tx, id); err != nil {
			return err
		}
	}
	d.untransferred = nil
	return d.reload()
}

// book brings the ledger in line with the order.
func (d *Draft) book() error {
	if !d.Order.Moves() && !d.Was.Moves() {
		return nil
	}
	items := d.Units.Items()
	if d.SomeVoided {
		var err error
		if items, err = order.ItemsOf(d.Tx, &d.Order); err != nil {
			return err
		}
	}
	return order.Book(d.Tx, d.Was, &d.Order, items, d.Payments)
}

// note writes the payments down.
func (d *Draft) note() error {
	for i := range d.Payments {
		p := &d.Payments[i]
		p.OrderID, p.CurrencyID = d.Order.ID, d.Order.CurrencyID
		if err := order.AddTransaction(d.Tx, p); err != nil {
			return err
		}
		d.Order.TransactionIDs = append(d.Order.TransactionIDs, p.ID)
	}
	return nil
}

func (d *Draft) write() error {
	if d.Was == nil {
		return order.Insert(d.Tx, &d.Order)
	}
	return order.Replace(d.Tx, d.Was, &d.Order)
}

// Save writes the units that are new or changed.
func (d *Draft) Save(units []*rules.Unit) error {
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
	if err := order.ReplaceItems(d.Tx, was, now); err != nil {
		return err
	}
	for i := range now {
		*was[i] = *now[i]
	}
	return d.insert(fresh)
}

// number gives new units their ids.
func (d *Draft) number(fresh []*rules.Unit) error {
	if len(fresh) == 0 {
		return nil
	}
	first, err := order.NextItemIDs(d.Tx, len(fresh))
	for i, u := range fresh {
		u.ID, u.OrderID = first+int64(i), d.Order.ID
		d.Order.ItemIDs = append(d.Order.ItemIDs, u.ID)
	}
	return err
}

func (d *Draft) insert(fresh []*rules.Unit) error {
	items := make([]*order.Item, len(fresh))
	for i, u := range fresh {
		items[i] = &u.Item
	}
	if err := order.InsertItems(d.Tx, items...); err != nil {
		return err
	}
	for _, u := range fresh {
		was := u.Item
		u.Was, u.Changed = &was, false
	}
	return nil
}
