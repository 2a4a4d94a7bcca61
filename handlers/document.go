package handlers

import (
	"fmt"
	"net/http"
	"sync"

	"marquee/handlers/rest"
)

// apiVersion is the version of the API, not of the binary: the newest one of the chapter about
// its changes in the manual.
const apiVersion = "1.1.0"

// documentTags describes the groups of operations, in their order.
var documentTags = []rest.DocumentTag{
	{Name: "Access", Description: "Signing in, companies, currencies and what the caller may do."},
	{Name: "Users", Description: "The staff of a company and what they may do."},
	{Name: "Catalogue", Description: "Venues, events, tickets and products."},
	{Name: "Seating", Description: "Seating plans, seats and who may sell them."},
	{Name: "Customers", Description: "Who buys."},
	{Name: "Discounts", Description: "Discount codes."},
	{Name: "Restrictions", Description: "Access codes: what only some may buy."},
	{Name: "Fees", Description: "What is charged beside prices."},
	{Name: "Questions", Description: "What is asked of buyers and guests, and what they answered."},
	{Name: "Selling", Description: "Baskets and checkout."},
	{Name: "Wallets", Description: "What customers have with the company, and how it moves."},
	{Name: "Orders", Description: "What was sold."},
	{Name: "Invoices", Description: "Numbered documents about what was sold, and what corrects them."},
	{Name: "Money", Description: "Payments by card that are in doubt, money that came by transfer, and the ledger."},
	{Name: "Resale", Description: "Tickets that those who hold them sell on."},
	{Name: "Transfers", Description: "Tickets that those who hold them give to others."},
	{Name: "Mails", Description: "What is mailed to whom, and what became of it."},
	{Name: "Imports", Description: "Files of other systems: customers, what is sold, and what was sold there."},
	{Name: "Webhooks", Description: "What other systems are told as it happens, and what became of it."},
	{Name: "Tills", Description: "Shops of a festival, and what their devices may do."},
	{Name: "Door", Description: "Zones, scans and entry lists."},
	{Name: "Views", Description: "How staff look at lists: filters that they keep under a name."},
	{Name: "Reports", Description: "How the sale goes: statistics, the sales report, reports and their files."},
}

// resourceNames are those of resources that are the data of an answer and stand beside none;
// only and except can name them, too.
var resourceNames = []string{
	"audit-entries", "bankTransfers", "payments", "countries", "customerGroups", "devices", "distributions", "event-approvals", "eventMedia", "fees", "imports", "invoices", "mails", "messages", "pricingHistory",
	"reportRuns", "reports", "resaleListings", "resaleSettlementResults", "saleItemGroups", "savedReports", "savedViews", "seatingPlans", "seating_plan_areas", "shops",
	"tax_bands", "transfers", "users", "webhookCalls", "webhooks",
}

// ResourceNames are all that only and except can name.
func ResourceNames() map[string]bool { return rest.NamesOf(Routes(nil), resourceNames) }

// Document is the OpenAPI description of the routes.
func Document(routes []rest.Route) *rest.Document {
	return rest.Describe(rest.Info{
		Title:   "Marquee",
		Version: apiVersion,
		Description: "The box office over HTTP and JSON. Money is in minor units of its currency; moments are UTC " +
			"(YYYY-MM-DDTHH:mm:ss.SSSSSSZ); links are whole URLs. Unknown request fields are ignored. Booleans are also read from 1, 0, \"true\" and \"false\". A JSON body may nest 32 levels. " +
			"Every operation can be asked with async=true in its query, but for those whose request or answer has a password, a secret or a token in it, and those that answer with a file (422): " +
			"the answer is 202 with asyncUuid, and the same operation asked with that asyncUuid answers 202 " +
			"until the real answer is there, which is kept for two hours, and for the rights alone that the caller had then. Pages may then be ten times as long. A request that may change something is carried out once at most. " +
			"X-Remaining-Requests and X-Available-In-Seconds tell how many requests the company has left, and over how many seconds it gets as many as its limit; polling is not counted. " +
			"While a company is in demo mode its payments by card are simulated: no money moves, and paymentGateway and paymentMethod say so. " +
			"What is new in which version, and what goes away, is told at /docs/changes.",
	}, documentTags, routes)
}

// Document30 is the same in the words of OpenAPI 3.0.
func Document30(routes []rest.Route) *rest.Document {
	d := Document(routes)
	d.Lower()
	return d
}

// openAPI serves the document, made when it is first asked for.
func openAPI(document func() *rest.Document) http.Handler {
	body := sync.OnceValue(func() *rest.Fixed {
		b, err := document().JSON()
		if err != nil {
			panic(fmt.Sprintf("handlers: %v", err))
		}
		return rest.NewFixed("application/json", b)
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { body().ServeHTTP(w, r) })
}
