package catalog

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/list"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type eventTicketsIn struct {
	rest.Page
	wire.CursorIn
	EventID     *rest.ID     `query:"eventId" blank:"true"`
	LastUpdated *rest.Time   `query:"lastUpdated" blank:"true" date:"true" doc:"Those that changed at or after, oldest change first."`
	WithTrashed rest.Trashed `query:"withTrashed"`
	CheckAreas  string       `query:"checkAreaAvailability" enum:"true,false" doc:"Says nothing here: the stock of a ticket is that of its areas."`
	Currency    rest.Text    `header:"X-SERVICE-CURRENCY-ID" maxlen:"10" doc:"Number or code; the company's own when absent."`
}

type eventTicketsJSON struct {
	Tickets   []eventTicketRow `json:"tickets"`
	AllPrices []priceJSON      `json:"allPrices" doc:"Of all tickets of the page."`
	Timeslots []slotRow        `json:"timeslots"`
	Links     rest.Links       `json:"links"`
	Meta      rest.Meta        `json:"meta"`
}

// eventTicketRow spells one of its fees in another way than everything else.
type eventTicketRow struct {
	_ rest.Of `rest:"tickets"`
	saleItemJSON
	ProcessingSnake *int64 `json:"processing_fee"`
}

func eventTickets(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/event-tickets", Summary: "List tickets", Tag: "Catalogue", Deprecated: true,
			Doc:   "Use GET /sale-items with types=ticket, which gives the same.",
			Allow: app.ViewEvents, Or: []app.Ability{app.ListEvents}, Fields: true, Limit: catalog.MaxItemPage,
		}, rest.OnList(a, listEventTickets)),
	}
}

func listEventTickets(ctx context.Context, a *app.App, c *app.Caller, in eventTicketsIn) (eventTicketsJSON, list.Info, error) {
	out := eventTicketsJSON{Tickets: []eventTicketRow{}, AllPrices: []priceJSON{}, Timeslots: []slotRow{}, Links: in.Links(list.Empty())}
	_, currency, err := wire.Asked(ctx, a, c, in.Currency, "X-SERVICE-CURRENCY-ID")
	if err != nil {
		return out, list.Empty(), err
	}
	page, err := catalog.ListSaleItems(ctx, a, c, catalog.SaleItemFilter{
		Types: []catalog.ItemType{catalog.Ticket}, EventID: (*int64)(in.EventID), LastUpdated: in.LastUpdated.At(),
		WithTrashed: bool(in.WithTrashed), Channel: wire.ReadChannel(false), Request: list.Request{Cursor: in.Cursor, Offset: in.Offset, Limit: in.Limit},
	})
	out.Links, out.Meta = in.Links(page.Info), rest.MetaOf(page.Info)
	for i := range page.Items {
		row := saleItemForm(&page.Items[i], currency, wire.ReadChannel(false))
		out.Tickets = append(out.Tickets, eventTicketRow{saleItemJSON: row, ProcessingSnake: row.ProcessingFee})
		out.AllPrices = append(out.AllPrices, row.AllPrices...)
	}
	for _, s := range page.Slots {
		out.Timeslots = append(out.Timeslots, slotRow{ID: s.ID, slotJSON: slotForm(s)})
	}
	return out, page.Info, err
}
