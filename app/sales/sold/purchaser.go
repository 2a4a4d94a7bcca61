package sold

import (
	"context"

	"marquee/app"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/sales"
)

// Purchaser gives an order that went through to another purchaser.
type Purchaser struct {
	Order order.Key
	// Buyer is who is to have it.
	Buyer customer.Buyer
	// MoveItems: what the purchaser held of it is the new one's, too. NewBarcodes: no gate
	// takes the barcodes that the former one knows.
	MoveItems, NewBarcodes bool
	// Mail: the new purchaser gets the mail that fits the state of the order.
	Mail bool
}

// ChangePurchaser gives an order to another purchaser. Its payments stay as they are; links
// that the former purchaser had are worthless.
func ChangePurchaser(ctx context.Context, a *app.App, c *app.Caller, in Purchaser) (b order.Basket, err error) {
	if in.NewBarcodes && !in.MoveItems {
		return b, app.Field("newBarcodes", "is possible only together with %s", "moveItems")
	}
	drawn := order.DrawBarcodes(a)
	err = a.Update(ctx, c, app.EditOrders, func(tx app.Tx) error {
		o, err := order.Find(tx, in.Order)
		if err != nil {
			return err
		}
		d, err := sales.NewDraft(tx, c)
		if err == nil {
			err = d.Load(o)
		}
		if err != nil {
			return err
		}
		if err := changePurchaser(d, &in, drawn.Each()); err != nil {
			return err
		}
		b, err = d.Shown()
		return err
	})
	return b, err
}

func changePurchaser(d *sales.Draft, in *Purchaser, barcode func() string) error {
	if err := mayChangePurchaser(d); err != nil {
		return err
	}
	who, err := customer.FindOrCreate(d.Tx, in.Buyer)
	switch {
	case err != nil:
		return err
	case who.ID == 0:
		return app.Field("customerEmail", "is required")
	case who.ID == d.Order.CustomerID:
		return app.Field("customerEmail", "is that of the purchaser")
	}
	former := d.Order.CustomerID
	d.Order.ReserverName, d.Order.Notes, d.Order.Remarks = "", "", nil // they are about who had it
	d.Order.PassTo(who.ID)
	if d.Order.Details != nil {
		d.Order.Details = &order.Details{Email: who.Email, Name: who.Name, Language: d.Order.Details.Language}
	}
	moved, err := moveHolder(d, in, former, barcode)
	if err != nil {
		return err
	}
	if len(moved) < len(d.Units.Content()) {
		d.Order.HandedOver++ // somebody else than the purchaser holds something of it
	}
	if err := d.Store(); err != nil {
		return err
	}
	if in.Mail {
		if err := order.PortsOf(d.Tx).HasPurchaser(d.Tx, &d.Order); err != nil {
			return err
		}
	}
	err = order.PortsOf(d.Tx).HandedOver(d.Tx, order.Handed{OrderID: d.Order.ID, From: former, ItemIDs: moved, Whole: true})
	if err != nil || len(moved) == 0 {
		return err
	}
	return order.PortsOf(d.Tx).ItemsChanged(d.Tx, moved)
}

// mayChangePurchaser refuses an order of which something is on its way to somebody else, or
// that waits for something.
func mayChangePurchaser(d *sales.Draft) error {
	if d.Order.DeletedAt != nil || !d.Order.Status.Sold() {
		return app.Field("orderId", "belongs to an order that is not complete")
	}
	if returning, err := order.Returning(d.Tx, d.Order.ID); err != nil || returning {
		if err == nil {
			err = app.Field("orderId", "is being refunded")
		}
		return err
	}
	for _, u := range d.Units {
		switch {
		case u.Frozen:
			return app.Field("orderId", "is locked: it is being changed or resold")
		case u.TransferID != 0:
			return app.Field("orderId", "has something that is being given to somebody")
		}
	}
	return nil
}

// moveHolder makes the new purchaser the holder of what the former one held, where that is
// wanted. Fees are always the purchaser's.
func moveHolder(d *sales.Draft, in *Purchaser, former int64, barcode func() string) (moved []int64, err error) {
	for _, u := range d.Units {
		if u.CustomerID != former || !in.MoveItems && !u.IsBasketFee() {
			continue
		}
		u.Changed = true
		u.GiveTo(d.Order.CustomerID)
		if u.IsBasketFee() {
			continue
		}
		u.NamedHolder = ""
		moved = append(moved, u.ID)
		if u.Barcode == "" || !in.NewBarcodes {
			continue
		}
		if err := notRedeemed(d, u); err != nil {
			return nil, err
		}
		if err := reissue(d, u, barcode(), order.OldBarcode{Cause: order.PassedOn}); err != nil {
			return nil, err
		}
	}
	return moved, nil
}
