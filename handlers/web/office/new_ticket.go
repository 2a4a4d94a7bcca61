package office

import (
	"marquee/app/catalog"
	"marquee/app/office"
)

// newTicketBody is what a new thing on sale belongs to.
type newTicketBody struct {
	E               *office.Event
	Back, Op, Title string
	Event, All      string
	Becomes         *sum
}

func (o *Office) newTicket() *screen {
	made := then{say: "office.made", to: toTickets}
	return &screen{
		get: "GET /office/{alias}/events/{id}/tickets/new", post: "POST /office/{alias}/events/{id}/tickets/new", needs: catalog.SaleEditors,
		template: o.template("new_ticket.html"), show: showNewTicket,
		forms: map[string]then{"POST events/tickets": made, "POST events/products": made},
	}
}

// toTickets leads to what the event sells.
func toTickets(v *visit, _ any) string { return v.path("/events/%d/tickets", v.id("id")) }

// showNewTicket asks for what a ticket cannot be without; all else can be said later.
func showNewTicket(v *visit) error {
	v.writing()
	e, err := v.readEvent()
	if err != nil {
		return err
	}
	body := &newTicketBody{E: e, Back: toTickets(v, nil), Op: "POST events/tickets", Title: v.view.T("office.new_ticket"), Event: v.path("/events/%d", e.ID), All: v.path("/events")}
	sold := catalog.SaleItem{Type: catalog.Ticket}
	q := v.r.URL.Query()
	if q.Get("kind") == "product" || q.Get(doQuery) == "POST events/products" {
		body.Op, body.Title = "POST events/products", v.view.T("office.new_extra")
		sold.Type = catalog.Product
	}
	v.view.Title, v.body.It = body.Title, body
	cur := v.company.Currency()
	f := v.body.form(body.Op).fill(map[string]any{
		"eventId": e.ID, "itemData.name": "", "itemData.description": "", "saleItemData.totalStock": "",
		"saleItemData.pricing.0.currencyId": cur.ID, "saleItemData.pricing.0.basePrice": amount{cur, nil},
		"saleItemData.onSaleFrom": "", "saleItemData.onSaleUntil": "",
	})
	if err := retyped(v, f); err != nil {
		return err
	}
	body.Becomes, err = f.becomes(e.ID, &sold)
	return err
}
