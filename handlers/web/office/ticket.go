package office

import (
	"fmt"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/office"
)

// ticketBody is one thing on sale, to be changed.
type ticketBody struct {
	E          *office.Event
	It         *catalog.SaleItemView
	Back, Op   string
	Event, All string
	Prices     []priceRow
	Languages  []tab
	Paid       string
	Becomes    *sum
	Chip       chip
}

// priceRow is a price in the form, by its number there.
type priceRow struct {
	At    int
	Label string
}

func (o *Office) ticket() *screen {
	saved := then{say: "office.saved", to: toTickets, undo: true}
	return &screen{
		get: "GET /office/{alias}/events/{id}/tickets/{item}", post: "POST /office/{alias}/events/{id}/tickets/{item}", needs: catalog.SaleEditors,
		template: o.template("ticket.html"), show: showTicket,
		forms: map[string]then{"POST events/tickets/update": saved, "POST events/products/update": saved, "POST events/guest-lists/update": saved},
	}
}

// ticketOps are the operations that change things on sale, by their type.
var ticketOps = map[catalog.ItemType]string{
	catalog.Ticket: "POST events/tickets/update", catalog.Product: "POST events/products/update", catalog.GuestList: "POST events/guest-lists/update",
}

// showTicket shows one thing on sale, to be changed.
func showTicket(v *visit) error {
	v.writing()
	e, err := v.readEvent()
	if err != nil {
		return err
	}
	it := e.Item(v.id("item"))
	if it == nil || ticketOps[it.Type] == "" {
		return app.Missing("page")
	}
	v.view.Title = it.Item.Name
	body := &ticketBody{E: e, It: it, Back: toTickets(v, nil), Op: ticketOps[it.Type], Event: v.path("/events/%d", e.ID), All: v.path("/events"), Languages: v.textTabs(), Chip: v.chip(office.StandingOfItem(it, v.app.Now()), v.zone)}
	if it.Stock.Sold > 0 {
		body.Paid = v.view.T("office.price_kept", "n", it.Stock.Sold)
	}
	v.body.It = body
	f := v.body.form(body.Op)
	f.about("sale_items", it.ID)
	f.since = it.UpdatedAt
	if it.Item.UpdatedAt.After(f.since) {
		f.since = it.Item.UpdatedAt
	}
	f.fill(ticketValues(v, it))
	if err := retyped(v, f); err != nil {
		return err
	}
	if body.Becomes, err = f.becomes(e.ID, &it.SaleItem); err != nil {
		return err
	}
	for i := range it.Prices {
		body.Prices = append(body.Prices, priceRow{i, priceLabel(v, it, &it.Prices[i])})
	}
	f.lists["saleItemData.salesChannels"] = []Option{
		{Value: catalog.ChannelOnline, Text: v.view.T("office.online")}, {Value: catalog.ChannelBoxOffice, Text: v.view.T("office.at_till")},
	}
	return nil
}

// ticketValues are the values of the form.
func ticketValues(v *visit, it *catalog.SaleItemView) map[string]any {
	all := map[string]any{
		"saleItemData.id": it.ID, "itemData.name": it.Item.Name, "itemData.description": it.Item.Description,
		"saleItemData.totalStock": it.Stock.Total, "saleItemData.salesChannels": channelsOf(it),
		"saleItemData.onSaleFrom": it.OnSaleFrom, "saleItemData.onSaleUntil": it.OnSaleUntil,
		"saleItemData.validFrom": it.ValidFrom, "saleItemData.validUntil": it.ValidUntil,
		"saleItemData.minOrderQuantity": idOr(it.MinOrder), "saleItemData.maxOrderQuantity": idOr(it.MaxOrder),
		"saleItemData.multiplesOf": idOr(it.MultiplesOf), "saleItemData.maxPerCustomer": idOr(it.MaxPerCustomer),
		"saleItemData.hideWhenOffSale": it.HideWhenOffSale, "saleItemData.hideWhenOutOfStock": it.HideWhenOutOfStock,
		"itemData.requiresApproval": it.Item.RequiresApproval,
	}
	for i, p := range it.Prices {
		at := fmt.Sprintf("saleItemData.pricing.%d.", i)
		cur, _ := company.CurrencyByID(p.CurrencyID)
		all[at+"currencyId"], all[at+"basePrice"] = p.CurrencyID, amount{cur, &p.Base}
		all[at+"processingFee"] = amount{cur, &p.ProcessingFee}
		all[at+"hideProcessingFee"], all[at+"hideResellerFee"] = p.HideProcessingFee, p.HideResellerFee
		all[at+"variablePrice"], all[at+"customPriceEnabled"], all[at+"customPriceRequired"] = p.Variable, p.Custom, p.CustomRequired
		all[at+"variablePriceMin"], all[at+"variablePriceMax"] = amount{cur, p.VariableMin}, amount{cur, p.VariableMax}
		all[at+"salesPointTypeId"] = idOr(int64(p.Channel))
	}
	return all
}

func channelsOf(it *catalog.SaleItemView) []string {
	all := []string{}
	if !it.HideFromShop {
		all = append(all, catalog.ChannelOnline)
	}
	if !it.HideFromBoxOffice {
		all = append(all, catalog.ChannelBoxOffice)
	}
	return all
}

// priceLabel tells several prices apart: by their currency, and by where they count.
func priceLabel(v *visit, it *catalog.SaleItemView, p *catalog.Price) string {
	cur, _ := company.CurrencyByID(p.CurrencyID)
	label := v.view.T("office.f.saleItemData.pricing.basePrice")
	if len(it.Prices) > 1 {
		label += ", " + cur.Code
	}
	if p.Channel != catalog.NoChannel {
		label += ", " + v.view.T("office.channel_"+p.Channel.Slug())
	}
	return label
}
