package handlers

import (
	"marquee/app"
	"marquee/handlers/accesscode"
	"marquee/handlers/attention"
	"marquee/handlers/audit"
	"marquee/handlers/capture"
	"marquee/handlers/catalog"
	"marquee/handlers/company"
	"marquee/handlers/customer"
	"marquee/handlers/discount"
	"marquee/handlers/entry"
	"marquee/handlers/fee"
	"marquee/handlers/imports"
	"marquee/handlers/invoice"
	"marquee/handlers/lookup"
	"marquee/handlers/mail"
	"marquee/handlers/massrefund"
	"marquee/handlers/money"
	"marquee/handlers/order"
	"marquee/handlers/report"
	"marquee/handlers/rest"
	"marquee/handlers/sales"
	"marquee/handlers/savedview"
	"marquee/handlers/seating"
	"marquee/handlers/system"
	"marquee/handlers/terms"
	"marquee/handlers/till"
	"marquee/handlers/voucher"
	"marquee/handlers/wallet"
	"marquee/handlers/webhook"
)

// areas lists the routes of each area, one line each.
var areas = []func(*app.App) []rest.Route{
	company.Routes,
	attention.Routes,
	system.Routes,
	lookup.Routes,
	audit.Routes,
	catalog.Routes,
	seating.Routes,
	accesscode.Routes,
	customer.Routes,
	capture.Routes,
	discount.Routes,
	fee.Routes,
	sales.Routes,
	terms.Routes,
	voucher.Routes,
	wallet.Routes,
	order.Routes,
	invoice.Routes,
	massrefund.Routes,
	money.Routes,
	mail.Routes,
	entry.Routes,
	till.Routes,
	report.Routes,
	savedview.Routes,
	webhook.Routes,
	imports.Routes,
}

// Routes is the whole API.
func Routes(a *app.App) []rest.Route {
	var all []rest.Route
	for _, routes := range areas {
		all = append(all, routes(a)...)
	}
	return all
}
