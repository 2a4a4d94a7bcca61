package catalog

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/handlers/rest"
)

type createShopProductIn struct {
	ShopID rest.ID        `json:"shopId" required:"true"`
	Sale   saleItemFields `json:"saleItemData" required:"true"`
	Item   struct {
		ID *rest.ID `json:"id" doc:"An inventory item of the same type to link to, which is changed too."`
		itemFields
	} `json:"itemData" required:"true"`
}

// shopProducts put products on sale in a shop.
func shopProducts(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/shops/products", Summary: "Put a product on sale in a shop", Tag: "Catalogue",
			Doc:   "It belongs to no event, and is not on sale in the web shop. A shop has at most 1,000 products, deleted ones too.",
			Allow: app.EditEvents, Status: 201, Fields: true, MaxBody: textBody,
		}, func(ctx context.Context, c *app.Caller, in createShopProductIn) (rest.One[saleItemCreatedJSON], error) {
			n := catalog.NewSaleItem{Type: catalog.CashlessProduct, ShopID: int64(in.ShopID), Sale: in.Sale.change(), Item: in.Item.change()}
			if in.Item.ID != nil {
				n.ItemID = int64(*in.Item.ID)
			}
			return rest.As(createdSaleItem)(catalog.CreateSaleItem(ctx, a, c, n))
		}),
		updateSaleItem(a, "/shops/products", "product of a shop", catalog.CashlessProduct),
	}
}
