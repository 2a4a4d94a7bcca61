package catalog

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/handlers/rest"
)

type createVoucherIn struct {
	Sale saleItemFields `json:"saleItemData" required:"true"`
	Item struct {
		ID *rest.ID `json:"id" doc:"An inventory item of the same type to link to, which is changed too."`
		itemFields
	} `json:"itemData" required:"true"`
}

const voucherDoc = "A gift voucher belongs to no event. Its price is fixed, or named by the buyer, and never nothing; its order gives it a code."

// vouchers put gift vouchers on sale.
func vouchers(a *app.App) []rest.Route {
	update := updateSaleItem(a, "/gift-vouchers", "gift voucher", catalog.GiftVoucher)
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/gift-vouchers", Summary: "Put a gift voucher on sale", Tag: "Catalogue", Doc: voucherDoc,
			Allow: app.EditEvents, Status: 201, Fields: true, MaxBody: textBody,
		}, func(ctx context.Context, c *app.Caller, in createVoucherIn) (rest.One[saleItemCreatedJSON], error) {
			n := catalog.NewSaleItem{Type: catalog.GiftVoucher, Sale: in.Sale.change(), Item: in.Item.change()}
			if in.Item.ID != nil {
				n.ItemID = int64(*in.Item.ID)
			}
			return rest.As(createdSaleItem)(catalog.CreateSaleItem(ctx, a, c, n))
		}),
		update,
	}
}
