package event

import (
	"fmt"
	"marquee/handlers/web/office/screen"

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
	Languages  []screen.Tab
	Paid       string
	Becomes    *sum
	Chip       screen.Chip
	// stock says what how many there are means here.
	stock string
	// Shared: it has a number for all events together, too.
	Shared bool
}

// Stock is the field that says how many there are.
func (b *ticketBody) Stock(f *screen.Form) (*screen.Field, error) {
	out, err := f.Field("saleItemData.totalStock")
	if err == nil {
		out.Help = b.stock
	}
	return out, err
}

// priceRow is a price in the form, by its number there.
type priceRow struct {
	At    int
	Label string
	// Of tells several apart, Fee that it has a fee of its own.
	Of  string
	Fee bool
}

func ticketScreen(o *screen.Pages) *screen.Screen {
	saved := screen.Then{Tell: savedStock, To: toTickets, Undo: true}
	return &screen.Screen{
		Get: "GET /office/{alias}/events/{id}/tickets/{item}", Post: "POST /office/{alias}/events/{id}/tickets/{item}", Needs: catalog.SaleEditors,
		Template: o.Template(templates, "ticket.html"), Show: showTicket,
		Forms: map[string]screen.Then{"POST events/tickets/update": saved, "POST events/products/update": saved, "POST events/guest-lists/update": saved},
	}
}

// ticketOps are the operations that change things on sale, by their type.
var ticketOps = map[catalog.ItemType]string{
	catalog.Ticket: "POST events/tickets/update", catalog.Product: "POST events/products/update", catalog.GuestList: "POST events/guest-lists/update",
}

// showTicket shows one thing on sale, to be changed.
func showTicket(v *screen.Visit) error {
	v.Writing()
	e, err := ReadEvent(v)
	if err != nil {
		return err
	}
	it := e.Item(v.ID("item"))
	if it == nil || ticketOps[it.Type] == "" {
		return app.Missing("page")
	}
	v.View.Title = it.Item.Name
	body := &ticketBody{E: e, It: it, Back: toTickets(v, nil), Op: ticketOps[it.Type], Event: v.Path("/events/%d", e.ID), All: v.Path("/events"), Languages: v.TextTabs(), Chip: v.Chip(office.StandingOfItem(it, v.App.Now()), v.Zone)}
	if it.Stock.Sold > 0 {
		body.Paid = v.View.T("office.price_kept", "n", it.Stock.Sold)
	}
	v.Body.It = body
	f := v.Body.Add(body.Op)
	f.About("sale_items", it.ID)
	f.Since = it.UpdatedAt
	if it.Item.UpdatedAt.After(f.Since) {
		f.Since = it.Item.UpdatedAt
	}
	f.Fill(ticketValues(v, it))
	if err := retyped(v, f); err != nil {
		return err
	}
	if body.Becomes, err = comesTo(f, e.ID, &it.SaleItem); err != nil {
		return err
	}
	for i := range it.Prices {
		row := priceRow{At: i, Label: priceLabel(v, it, &it.Prices[i]), Fee: it.Prices[i].ProcessingFee != 0}
		if len(it.Prices) > 1 {
			row.Of = row.Label
		}
		body.Prices = append(body.Prices, row)
	}
	f.Lists["saleItemData.salesChannels"] = []screen.Option{
		{Value: catalog.ChannelOnline, Text: v.View.T("office.online")}, {Value: catalog.ChannelBoxOffice, Text: v.View.T("office.at_till")},
	}
	groups, err := offerGroups(v, f, it)
	body.Shared = it.Global.Total != nil
	body.stock = stockSaid(v, it, groups)
	return err
}

// offerGroups offers the groups that a ticket can be in, where there are any.
func offerGroups(v *screen.Visit, f *screen.Form, it *catalog.SaleItemView) ([]catalog.GroupView, error) {
	if it.Type != catalog.Ticket || it.TimeslotID != 0 {
		return nil, nil
	}
	groups, err := groupsOf(v, it.EventID)
	if err != nil || len(groups) == 0 {
		return nil, err
	}
	f.Put("saleItemData.groupId", screen.IdOr(it.GroupID))
	all := []screen.Option{{Text: v.View.T("office.no_group")}}
	for i := range groups {
		all = append(all, screen.Option{Value: screen.Number(groups[i].ID), Text: groups[i].Name})
	}
	f.Lists["saleItemData.groupId"] = all
	return groups, nil
}

// ticketValues are the values of the form.
func ticketValues(v *screen.Visit, it *catalog.SaleItemView) map[string]any {
	all := map[string]any{
		"saleItemData.id": it.ID, "itemData.name": it.Item.Name, "itemData.description": it.Item.Description,
		"saleItemData.totalStock": it.Stock.Total, "itemData.totalStock": it.Global.Total, "saleItemData.salesChannels": channelsOf(it),
		"saleItemData.onSaleFrom": it.OnSaleFrom, "saleItemData.onSaleUntil": it.OnSaleUntil,
		"saleItemData.validFrom": it.ValidFrom, "saleItemData.validUntil": it.ValidUntil,
		"saleItemData.minOrderQuantity": screen.IdOr(it.MinOrder), "saleItemData.maxOrderQuantity": screen.IdOr(it.MaxOrder),
		"saleItemData.multiplesOf": screen.IdOr(it.MultiplesOf), "saleItemData.maxPerCustomer": screen.IdOr(it.MaxPerCustomer),
		"saleItemData.hideWhenOffSale": it.HideWhenOffSale, "saleItemData.hideWhenOutOfStock": it.HideWhenOutOfStock,
		"itemData.requiresApproval": it.Item.RequiresApproval,
	}
	for i, p := range it.Prices {
		at := fmt.Sprintf("saleItemData.pricing.%d.", i)
		cur, _ := company.CurrencyByID(p.CurrencyID)
		for path, value := range priceValues(&p, cur) {
			all[at+path] = value
		}
	}
	return all
}

// priceValues are what a price is made of.
func priceValues(p *catalog.Price, cur company.Currency) map[string]any {
	return map[string]any{
		"currencyId": p.CurrencyID, "basePrice": screen.Amount{Cur: cur, Minor: &p.Base},
		"processingFee":     screen.Amount{Cur: cur, Minor: given(p.ProcessingFee, true)},
		"hideProcessingFee": p.HideProcessingFee, "hideResellerFee": p.HideResellerFee,
		"variablePrice": p.Variable, "customPriceEnabled": p.Custom, "customPriceRequired": p.CustomRequired,
		"variablePriceMin": screen.Amount{Cur: cur, Minor: p.VariableMin}, "variablePriceMax": screen.Amount{Cur: cur, Minor: p.VariableMax},
		"salesPointTypeId": screen.IdOr(int64(p.Channel)),
	}
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
func priceLabel(v *screen.Visit, it *catalog.SaleItemView, p *catalog.Price) string {
	cur, _ := company.CurrencyByID(p.CurrencyID)
	label := v.View.T("office.f.saleItemData.pricing.basePrice")
	if len(it.Prices) > 1 {
		label += ", " + cur.Code
	}
	if p.Channel != catalog.NoChannel {
		label += ", " + v.View.T("office.channel_"+p.Channel.Slug())
	}
	return label
}
