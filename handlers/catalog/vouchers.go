package catalog

import (
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

func (in createVoucherIn) made(typ catalog.ItemType) (catalog.NewSaleItem, error) {
	return catalog.NewSaleItem{Type: typ, ItemID: linked(in.Item.ID), Sale: in.Sale.change(), Item: in.Item.change()}, nil
}

// vouchers put gift vouchers on sale.
func vouchers(a *app.App) []rest.Route {
	return []rest.Route{
		makes[createVoucherIn](a, rest.Spec{Path: "/gift-vouchers", Summary: "Put a gift voucher on sale", Doc: voucherDoc}, catalog.GiftVoucher, createdForm),
		updateSaleItem(a, "/gift-vouchers", "gift voucher", catalog.GiftVoucher),
	}
}

const topupDoc = "A top-up belongs to no event. Its price is fixed, or named by the buyer, and never nothing. When its order is complete it credits the " +
	"wallet of the purchaser: with the money that it costs, or with tokens."

// topups put top-ups of wallets on sale.
func topups(a *app.App) []rest.Route {
	return []rest.Route{
		makes[createVoucherIn](a, rest.Spec{Path: "/cashless-topups", Summary: "Put a top-up on sale", Doc: topupDoc}, catalog.CashlessTopup, createdForm),
		updateSaleItem(a, "/cashless-topups", "top-up", catalog.CashlessTopup),
	}
}
