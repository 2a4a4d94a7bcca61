package voucher

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/list"
	"marquee/app/order"
)

// List lists the vouchers that were sold, the newest first: those that were redeemed or voided, too.
func List(ctx context.Context, a *app.App, c *app.Caller, q list.Request) (all []Voucher, info list.Info, err error) {
	page, err := order.ListItems(ctx, a, c, order.ItemFilter{Types: []catalog.ItemType{catalog.GiftVoucher}, Newest: true, Cursor: q.Cursor, Offset: q.Offset, Limit: q.Limit})
	if err != nil {
		return nil, info, err
	}
	ids := make([]int64, len(page.Rows))
	for i := range page.Rows {
		ids[i] = page.Rows[i].ID
	}
	used := map[int64]*Redemption{}
	err = a.View(ctx, c, app.ListOrders, func(r app.Reader) error {
		found, err := Redemptions.GetMany(r, ids)
		for i := range found {
			used[found[i].OrderItemID] = &found[i]
		}
		return err
	})
	for i := range page.Rows {
		it := page.Rows[i]
		v := Voucher{Item: it, Amount: it.Base, Redemption: used[it.ID], Order: page.Related.Orders[it.OrderID]}
		if v.Order != nil {
			v.CurrencyID = v.Order.CurrencyID
		}
		all = append(all, v)
	}
	return all, page.Info, err
}
