package catalog

import (
	"context"

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

// seasonTickets put season tickets on sale: one barcode for all events of a run.
func seasonTickets(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/events/season-tickets", Summary: "Put a season ticket on sale", Tag: "Catalogue",
			Doc: "It is sold at its event, lets in at all events of the schedule or those that are named, with one barcode, and takes stock of each. " +
				"At an event without a schedule it is like a ticket. Not for events with timeslots.",
			Allow: app.EditEvents, Status: 201, Fields: true, MaxBody: textBody,
		}, func(ctx context.Context, c *app.Caller, in createSeasonIn) (rest.One[seasonCreatedJSON], error) {
			n := catalog.NewSaleItem{Type: catalog.SeasonTicket, EventID: int64(in.EventID), Sale: in.Sale.change(), Item: in.Item.change()}
			in.Sale.put(&n.Sale)
			if in.Item.ID != nil {
				n.ItemID = int64(*in.Item.ID)
			}
			return rest.As(func(v catalog.SaleItemView) rest.One[seasonCreatedJSON] {
				return writtenItem(&v, seasonCreatedJSON{saleItemCreatedJSON{wire.SaleItemStock(&v), v.OnSaleUntil, wire.SaleItemRules(&v)}, v.Covers()})
			})(catalog.CreateSaleItem(ctx, a, c, n))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/events/season-tickets/update", Summary: "Change a season ticket on sale", Tag: "Catalogue",
			Doc:   "saleItemData changes this sale item alone, itemData everything made from the same inventory item.",
			Allow: app.EditEvents, Fields: true, MaxBody: textBody,
		}, func(ctx context.Context, c *app.Caller, in updateSeasonIn) (rest.One[seasonUpdatedJSON], error) {
			change := in.Sale.change()
			in.Sale.put(&change)
			return rest.As(func(v catalog.SaleItemView) rest.One[seasonUpdatedJSON] {
				return writtenItem(&v, seasonUpdatedJSON{saleItemUpdatedJSON{wire.SaleItemStock(&v), v.OnSaleUntil, v.OnSaleUntil, wire.SaleItemRules(&v)}, v.Covers()})
			})(catalog.UpdateSaleItem(ctx, a, c, catalog.SeasonTicket, int64(in.Sale.ID), change, in.Item.change()))
		}),
	}
}
