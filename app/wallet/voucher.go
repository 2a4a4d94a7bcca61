package wallet

import (
	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/ledger"
	"marquee/app/order"
	"marquee/app/voucher"
	"marquee/indexes"
)

// VoucherRedeemed credits whoever redeemed a voucher with what it is worth.
func VoucherRedeemed(tx app.Tx, v voucher.Redemption) error { return creditVoucher(tx, &v) }

func creditVoucher(tx app.Tx, v *voucher.Redemption) error {
	items, err := order.Items.GetMany(tx, []int64{v.OrderItemID})
	if err != nil || len(items) == 0 {
		return err
	}
	o, err := order.Orders.Get(tx, items[0].OrderID)
	if err != nil {
		return err
	}
	_, err = Credit(tx, v.CustomerID, v.CurrencyID, o.Demo, Move{
		Type: GiftVoucher, Amount: v.Amount, Against: ledger.Vouchers, Source: Source{OrderItemSource, v.OrderItemID},
		OrderID: items[0].OrderID, ItemIDs: []int64{v.OrderItemID}, UserID: v.UserID, At: v.At,
	})
	return err
}

// CreditFormer is the migration that credits those who redeemed vouchers before there were
// wallets.
func CreditFormer() indexes.Migration {
	return indexes.Migration{Number: 4, Name: "the wallets of redeemed vouchers", Step: indexes.LookAtEach(order.Items, creditFormer)}
}

func creditFormer(tx app.Tx, it *order.Item) error {
	if it.Type != catalog.GiftVoucher {
		return nil
	}
	v, found, err := voucher.Redemptions.Find(tx, it.ID)
	if err != nil || !found {
		return err
	}
	return creditVoucher(tx, &v)
}
