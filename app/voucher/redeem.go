package voucher

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/person"
)

// Voucher is a voucher that was sold, and what became of it.
type Voucher struct {
	Item order.Item
	// Order is that of a voucher in a list, nil of another.
	Order *order.Order
	// Amount is in minor units of the currency.
	Amount, CurrencyID int64
	// Redemption is nil while it can be redeemed.
	Redemption *Redemption
}

// Read reads a voucher by its code.
func Read(ctx context.Context, a *app.App, c *app.Caller, code string) (v Voucher, err error) {
	err = a.View(ctx, c, app.Sell, func(r app.Reader) error {
		v, err = find(r, code)
		return err
	})
	return v, err
}

// find gives a voucher that stands.
func find(r app.Reader, code string) (Voucher, error) {
	it, found, err := order.ItemByBarcode(r, code)
	if err == nil && (!found || it.Type != catalog.GiftVoucher || !it.Valid() || it.Frozen || it.Refunded > 0) {
		err = app.Missing("gift voucher")
	}
	if err != nil {
		return Voucher{}, err
	}
	o, err := order.Orders.Get(r, it.OrderID)
	if err != nil {
		return Voucher{}, err
	}
	own, err := company.SettingsOf(r)
	if err == nil && o.Demo {
		err = order.Apart("code", true, own.Demo)
	}
	if err != nil {
		return Voucher{}, err
	}
	v := Voucher{Item: it, Amount: it.Base, CurrencyID: o.CurrencyID}
	used, found, err := Redemptions.Find(r, it.ID)
	if found {
		v.Redemption = &used
	}
	return v, err
}

// Personal are the rules of redemptions, which are money.
func Personal() []person.Rule {
	return []person.Rule{{Name: "vouchers", Export: func(r app.Reader, x *person.Export) error {
		_, items := order.Exported(x)
		var ids []int64
		for i := range items {
			ids = append(ids, items[i].ID)
		}
		all, err := Redemptions.GetMany(r, ids)
		x.Add("voucherRedemptions", all)
		return err
	}}}
}

// Redeem redeems a voucher for a customer.
func Redeem(ctx context.Context, a *app.App, c *app.Caller, code string, customerID int64) (v Voucher, err error) {
	err = a.Update(ctx, c, app.Sell, func(tx app.Tx) error {
		if v, err = find(tx, code); err != nil {
			return err
		}
		who, err := customer.Many(tx, []int64{customerID})
		switch {
		case err != nil:
			return err
		case len(who) == 0 || who[0].DeletedAt != nil:
			return app.Field("customerId", "does not exist")
		case v.Redemption != nil:
			return app.Field("code", "has been redeemed already")
		case v.Item.TransferID != 0:
			return app.Field("code", "is being given to somebody else")
		}
		returning, err := order.Returning(tx, v.Item.OrderID)
		switch {
		case err != nil:
			return err
		case returning: // its value would be given twice
			return app.Field("code", "is being refunded")
		}
		if err := v.meet(tx); err != nil {
			return err
		}
		_, err = redemptionTable.Upsert(tx, v.Item.ID, func(r *Redemption) error {
			*r = Redemption{OrderItemID: v.Item.ID, CustomerID: customerID, Amount: v.Amount, CurrencyID: v.CurrencyID, UserID: c.UserID, At: tx.Now()}
			v.Redemption = r
			return nil
		})
		if err != nil {
			return err
		}
		return ports(tx).Redeemed(tx, *v.Redemption)
	})
	return v, err
}

// meet makes the caller a rival of whoever refunds the voucher, gives it to somebody or
// gives it another code meanwhile: they write its item, or its order. Those who follow
// either hear of the redemption.
func (v *Voucher) meet(tx app.Tx) (err error) {
	if v.Item, err = order.TouchItem(tx, v.Item.ID); err != nil {
		return err
	}
	return order.Touch(tx, v.Item.OrderID)
}
