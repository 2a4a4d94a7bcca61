package catalog

import (
	"marquee/app"
	"marquee/app/catalog"
	"marquee/handlers/rest"
)

const topupDoc = "A top-up belongs to no event. Its price is fixed, or named by the buyer, and never nothing. When its order is complete it credits the " +
	"wallet of the purchaser: with the money that it costs, or with tokens."

// topups put top-ups of wallets on sale.
func topups(a *app.App) []rest.Route {
	return []rest.Route{
		makes[createVoucherIn](a, rest.Spec{Path: "/cashless-topups", Summary: "Put a top-up on sale", Doc: topupDoc}, catalog.CashlessTopup, createdForm),
		updateSaleItem(a, "/cashless-topups", "top-up", catalog.CashlessTopup),
	}
}
