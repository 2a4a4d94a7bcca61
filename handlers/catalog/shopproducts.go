package catalog

import (
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

func (in createShopProductIn) made(typ catalog.ItemType) (catalog.NewSaleItem, error) {
	return catalog.NewSaleItem{Type: typ, ShopID: int64(in.ShopID), ItemID: linked(in.Item.ID), Sale: in.Sale.change(), Item: in.Item.change()}, nil
}

// shopProducts put products on sale in a shop.
func shopProducts(a *app.App) []rest.Route {
	return []rest.Route{
		makes[createShopProductIn](a, rest.Spec{
			Path: "/shops/products", Summary: "Put a product on sale in a shop",
			Doc: "It belongs to no event, and is not on sale in the web shop. A shop has at most 1,000 products, deleted ones too.",
		}, catalog.CashlessProduct, createdForm),
		updateSaleItem(a, "/shops/products", "product of a shop", catalog.CashlessProduct),
	}
}
