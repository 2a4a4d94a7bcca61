package imports

import (
	"context"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
)

// saleTypes are the types of sale items that a file can bring.
var saleTypes = []string{string(catalog.Ticket), string(catalog.Product), string(catalog.GuestList), string(catalog.Charity)}

func saleItems() *Type {
	return &Type{
		Name: "sale-items", About: "What is sold at events. Found by id, else by external id at the event, else by name there.",
		Needs: []app.Ability{app.EditEvents, app.ViewEvents},
		Fields: []Field{
			{Name: "id", About: "Number of a sale item that is there.", Unique: true, Wire: []string{"saleItemData.id"}},
			{Name: "externalId", About: "What another system calls it.", Wire: []string{"saleItemData.externalId"}, Also: []string{"external id", "ticket class id"}},
			{Name: "eventId", About: "Number of the event."},
			{Name: "eventExternalId", About: "What another system calls the event.", Also: []string{"event external id"}},
			{Name: "event", About: "Name of the event.", Also: []string{"event name", "veranstaltung"}},
			{Name: "eventStart", About: "Start of the event, where several have the name.", Also: []string{"event date", "event start"}},
			{Name: "type", About: "ticket, product, guest_list or charity; ticket where there is none."},
			{Name: "name", About: "Name.", Wire: []string{"itemData.name"}, Also: []string{"ticket type", "ticket name", "ticket", "ticketart", "product"}},
			{Name: "description", About: "Description.", Wire: []string{"itemData.description"}},
			{Name: "price", About: "Price without the fee.", Wire: []string{"saleItemData.pricing"}, Also: []string{"preis", "prix", "cost"}},
			{Name: "processingFee", About: "Fee on top of the price.", Also: []string{"fee", "booking fee", "gebühr"}},
			{Name: "currency", About: "Currency; the company's where there is none.", Also: []string{"währung", "devise"}},
			{Name: "totalStock", About: "How many are sold at the event.", Wire: []string{"saleItemData.totalStock"}, Also: []string{"stock", "quantity", "capacity", "kontingent"}},
			{Name: "group", About: "Name of the sale-item group at the event.", Wire: []string{"saleItemData.groupId"}},
			{Name: "parent", About: "Name of the ticket at the event that it is an add-on of.", Wire: []string{"saleItemData.parentSaleItemId"}, Names: true},
			{Name: "onSaleFrom", About: "First moment of its sale.", Wire: []string{"saleItemData.onSaleFrom"}, Also: []string{"sales start", "on sale from"}},
			{Name: "onSaleUntil", About: "End of its sale; a day alone is wholly part of it.", Wire: []string{"saleItemData.onSaleUntil"}, Also: []string{"sales end", "on sale until"}},
			{Name: "validFrom", About: "From when it lets in.", Wire: []string{"saleItemData.validFrom"}},
			{Name: "validUntil", About: "Until when it lets in; a day alone is wholly part of it.", Wire: []string{"saleItemData.validUntil"}},
			{Name: "minOrderQuantity", About: "Least quantity of an order.", Wire: []string{"saleItemData.minOrderQuantity"}},
			{Name: "maxOrderQuantity", About: "Greatest quantity of an order.", Wire: []string{"saleItemData.maxOrderQuantity"}},
			{Name: "requiresApproval", About: "Yes or no.", Wire: []string{"itemData.requiresApproval"}},
		},
		Key:   "name",
		Scope: []string{"eventId", "eventExternalId", "event", "eventStart"},
		Apply: applySaleItem,
	}
}

func applySaleItem(ctx context.Context, d *doing, rows []record) (m made, err error) {
	r := rows[0]
	event, err := r.event("eventId", "eventExternalId", "event", "eventStart")
	if err != nil {
		return m, err
	}
	known, err := r.knownSaleItem(event)
	if err != nil || r.failed() {
		return m, err
	}
	if known == nil && event == 0 {
		r.note("event", "is required")
		return m, nil
	}
	sale, item, err := r.saleChange(event, known)
	if err != nil || r.failed() {
		return m, err
	}
	if known != nil {
		v, err := catalog.UpdateSaleItem(ctx, d.app, d.caller, known.Type, known.ID, sale, item)
		return made{id: known.ID, did: changedIf(!v.SaleItem.ChangedAt.Equal(known.ChangedAt))}, err
	}
	typ := r.choice("type", saleTypes...)
	if typ == "" {
		typ = string(catalog.Ticket)
	}
	unlimited := true
	item.Unlimited = &unlimited
	v, err := catalog.CreateSaleItem(ctx, d.app, d.caller, catalog.NewSaleItem{Type: catalog.ItemType(typ), EventID: event, Sale: sale, Item: item})
	return made{id: v.SaleItem.ID, did: Created}, err
}

// knownSaleItem finds the sale item of a row, nil for a new one.
func (r record) knownSaleItem(event int64) (*catalog.SaleItem, error) {
	id := r.id("id")
	if id == 0 && event != 0 {
		var err error
		if id, err = r.saleItemAt(event); err != nil {
			return nil, err
		}
	}
	if id == 0 {
		return nil, nil
	}
	s, err := catalog.SaleItemByID(r.d.tx, id)
	if app.KindOf(err) == app.NotFound || err == nil && s.DeletedAt != nil {
		r.note("id", "is no sale item that there is")
		return nil, nil
	}
	return &s, err
}

// saleItemAt finds the sale item with the external id or the name of a row at an event,
// 0 where there is none.
func (r record) saleItemAt(event int64) (int64, error) {
	all, err := catalog.SharedSaleItemsOfEvent(r.d.tx, event)
	if err != nil {
		return 0, err
	}
	external, name := r.text("externalId"), app.Fold(r.text("name"))
	for _, s := range all {
		if s.DeletedAt != nil {
			continue
		}
		if external != "" {
			if s.ExternalID == external {
				return s.ID, nil
			}
			continue
		}
		item, err := catalog.SharedInventoryItem(r.d.tx, s.ItemID)
		if err != nil {
			return 0, err
		}
		if name != "" && app.Fold(item.Name) == name {
			return s.ID, nil
		}
	}
	return 0, nil
}

func (r record) saleChange(event int64, known *catalog.SaleItem) (sale catalog.SaleItemChange, item catalog.ItemChange, err error) {
	item = catalog.ItemChange{Name: r.given("name"), Description: r.maybe("description"), RequiresApproval: r.flag("requiresApproval")}
	where := r.d.own.Location()
	if known != nil {
		event = known.EventID
	}
	if event != 0 {
		e, err := catalog.SharedEvent(r.d.tx, event)
		if err != nil {
			return sale, item, err
		}
		where = e.Location()
	}
	sale = catalog.SaleItemChange{
		TotalStock: maybe(r.number("totalStock")), ExternalID: r.maybe("externalId"),
		OnSaleFrom: maybe(r.moment("onSaleFrom", where)), OnSaleUntil: maybe(r.end("onSaleUntil", where)),
		ValidFrom: maybe(r.moment("validFrom", where)), ValidUntil: maybe(r.end("validUntil", where)),
		MinOrder: maybe(r.number("minOrderQuantity")), MaxOrder: maybe(r.number("maxOrderQuantity")),
	}
	r.prices(&sale, known)
	if err := r.around(event, &sale); err != nil {
		return sale, item, err
	}
	return sale, item, nil
}

// prices are the price and the fee of a row, in its currency. What the row does not say of
// a known price, and the prices of its channels, stay as they are.
func (r record) prices(sale *catalog.SaleItemChange, known *catalog.SaleItem) {
	cur := r.currency("currency")
	base, fee := r.amount("price", cur), r.amount("processingFee", cur)
	if base == nil && fee == nil && known != nil {
		return
	}
	prices := []catalog.Price{}
	if known != nil {
		prices = slices.DeleteFunc(slices.Clone(known.Prices), func(p catalog.Price) bool { return p.CurrencyID != cur.ID })
	}
	i := slices.IndexFunc(prices, func(p catalog.Price) bool { return p.Channel == catalog.NoChannel })
	if i < 0 {
		if base == nil && known != nil {
			r.note("price", "is required beside a fee")
			return
		}
		i, prices = len(prices), append(prices, catalog.Price{CurrencyID: cur.ID})
	}
	if base != nil {
		prices[i].Base = *base
	}
	if fee != nil {
		prices[i].ProcessingFee, prices[i].ProcessingPercent = *fee, 0
	}
	sale.Prices = &prices
}

// around finds the group and the ticket that a row names.
func (r record) around(event int64, sale *catalog.SaleItemChange) error {
	if name := r.text("group"); name != "" {
		all, err := catalog.GroupsOf(r.d.tx, event)
		if err != nil {
			return err
		}
		for i := range all {
			if app.Fold(all[i].Name) == app.Fold(name) || all[i].ExternalID == name {
				sale.GroupID = catalog.Is(all[i].ID)
			}
		}
		if !sale.GroupID.Given {
			r.note("group", "is no group of the event")
		}
	}
	if name := r.text("parent"); name != "" {
		id, err := r.findSaleItem(event, "parent", name, false)
		if err != nil {
			return err
		}
		sale.ParentID = catalog.Is(id)
	}
	return nil
}
