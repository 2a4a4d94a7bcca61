package catalog

import (
	"marquee/app"
	"marquee/app/catalog"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// runFields name the events of a season ticket.
type runFields struct {
	EventIDs *[]rest.ID `json:"eventIds" maxitems:"100" doc:"Events of the schedule that it lets in at, beside its own; none named is all of them. They stay once it was sold."`
}

func (in *runFields) put(s *catalog.SaleItemChange) {
	if in.EventIDs != nil {
		ids := wire.IDs(*in.EventIDs)
		s.Run = &ids
	}
}

type createSeasonIn struct {
	EventID rest.ID `json:"eventId" required:"true" min:"1"`
	Sale    struct {
		saleItemFields
		runFields
	} `json:"saleItemData" required:"true"`
	Item struct {
		ID *rest.ID `json:"id" doc:"An inventory item of the same type to link to, which is changed too."`
		itemFields
	} `json:"itemData" required:"true"`
}

type updateSeasonIn struct {
	Sale struct {
		ID rest.ID `json:"id" required:"true" min:"1"`
		saleItemFields
		runFields
	} `json:"saleItemData" required:"true"`
	Item itemFields `json:"itemData"`
}

// seasonCreatedJSON and seasonUpdatedJSON are a season ticket with its events.
type seasonCreatedJSON struct {
	saleItemCreatedJSON
	EventIDs []int64 `json:"eventIds" doc:"The events that it lets in at."`
}

type seasonUpdatedJSON struct {
	saleItemUpdatedJSON
	EventIDs []int64 `json:"eventIds" doc:"The events that it lets in at."`
}

func (in createSeasonIn) made(typ catalog.ItemType) (catalog.NewSaleItem, error) {
	n := catalog.NewSaleItem{Type: typ, EventID: int64(in.EventID), ItemID: linked(in.Item.ID), Sale: in.Sale.change(), Item: in.Item.change()}
	in.Sale.put(&n.Sale)
	return n, nil
}

func (in updateSeasonIn) changed() (int64, catalog.SaleItemChange, catalog.ItemChange, error) {
	sale := in.Sale.change()
	in.Sale.put(&sale)
	return int64(in.Sale.ID), sale, in.Item.change(), nil
}

// seasonTickets put season tickets on sale: one barcode for all events of a run.
func seasonTickets(a *app.App) []rest.Route {
	return []rest.Route{
		makes[createSeasonIn](a, rest.Spec{
			Path: "/events/season-tickets", Summary: "Put a season ticket on sale",
			Doc: "It is sold at its event, lets in at all events of the schedule or those that are named, with one barcode, and takes stock of each. " +
				"At an event without a schedule it is like a ticket. Not for events with timeslots.",
		}, catalog.SeasonTicket, func(v *catalog.SaleItemView) seasonCreatedJSON {
			return seasonCreatedJSON{createdForm(v), v.Covers()}
		}),
		changes[updateSeasonIn](a, rest.Spec{Path: "/events/season-tickets/update", Summary: "Change a season ticket on sale"}, catalog.SeasonTicket,
			func(v *catalog.SaleItemView) seasonUpdatedJSON { return seasonUpdatedJSON{updatedForm(v), v.Covers()} }),
	}
}
