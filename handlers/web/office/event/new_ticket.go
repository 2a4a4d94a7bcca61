package event

import (
	"marquee/app/catalog"
	"marquee/app/office"
	"marquee/handlers/web/office/screen"
)

// newTicketBody is what a new thing on sale belongs to.
type newTicketBody struct {
	E               *office.Event
	Back, Op, Title string
	Event, All      string
	Becomes         *sum
}

func newTicketScreen(o *screen.Pages) *screen.Screen {
	made := screen.Then{Say: "office.made", To: toTickets}
	return &screen.Screen{
		Get: "GET /office/{alias}/events/{id}/tickets/new", Post: "POST /office/{alias}/events/{id}/tickets/new", Needs: catalog.SaleEditors,
		Template: o.Template(templates, "new_ticket.html"), Show: showNewTicket,
		Forms: map[string]screen.Then{"POST events/tickets": made, "POST events/products": made},
	}
}

// toTickets leads to what the event sells.
func toTickets(v *screen.Visit, _ any) string { return v.Path("/events/%d/tickets", v.ID("id")) }

// showNewTicket asks for what a ticket cannot be without; all else can be said later.
func showNewTicket(v *screen.Visit) error {
	v.Writing()
	e, err := ReadEvent(v)
	if err != nil {
		return err
	}
	body := &newTicketBody{E: e, Back: toTickets(v, nil), Op: "POST events/tickets", Title: v.View.T("office.new_ticket"), Event: v.Path("/events/%d", e.ID), All: v.Path("/events")}
	sold := catalog.SaleItem{Type: catalog.Ticket}
	q := v.R.URL.Query()
	if q.Get("kind") == "product" || q.Get(screen.DoQuery) == "POST events/products" {
		body.Op, body.Title = "POST events/products", v.View.T("office.new_extra")
		sold.Type = catalog.Product
	}
	v.View.Title, v.Body.It = body.Title, body
	cur := v.Company.Currency()
	f := v.Body.Add(body.Op).Fill(map[string]any{
		"eventId": e.ID, "itemData.name": "", "itemData.description": "", "saleItemData.totalStock": "",
		"saleItemData.pricing.0.currencyId": cur.ID, "saleItemData.pricing.0.basePrice": screen.Amount{Cur: cur, Minor: nil},
		"saleItemData.onSaleFrom": "", "saleItemData.onSaleUntil": "",
	})
	if err := retyped(v, f); err != nil {
		return err
	}
	body.Becomes, err = comesTo(f, e.ID, &sold)
	return err
}
