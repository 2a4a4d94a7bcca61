package orders

import (
	"marquee/app"
	"marquee/app/office"
	"marquee/app/order"
	"marquee/app/seating"
	"marquee/handlers/web/office/screen"
)

// maxSeats is how many free seats a page offers to choose from.
const maxSeats = 400

// itemBody is one ticket of an order, with what can be done to it.
type itemBody struct {
	O           *office.Order
	It          *order.Item
	Row         ticketRow
	Order, PDF  string
	Refund      string
	Seats       bool
	Seat        string
	Given       string
	Locked      string
	NewCodeText string
}

func orderItemScreen(o *screen.Pages) *screen.Screen {
	back := toOrder
	return &screen.Screen{
		Get: "GET /office/{alias}/orders/{reference}/items/{item}", Post: "POST /office/{alias}/orders/{reference}/items/{item}", Needs: app.EditOrders,
		Template: o.Template(templates, "order_item.html"), Show: showOrderItem,
		Forms: map[string]screen.Then{
			"POST order-items/rename": {Say: "office.renamed", To: back, Undo: true}, "POST order-items/regenerate-barcode": {Say: "office.new_code_done", To: back},
			"POST order-items/move-seat": {Say: "office.seat_moved", To: back, Undo: true}, "POST transfers": {Say: "office.offered", To: back},
			"POST transfers/cancel": {Say: "office.offer_ended", To: back}, "POST order-items/notes": {Say: "office.saved", To: back, Undo: true},
		},
	}
}

func showOrderItem(v *screen.Visit) error {
	o, err := readOrder(v)
	if err != nil {
		return err
	}
	it := o.Item(v.ID("item"))
	if it == nil || it.IsFee() || !it.Sold || !it.Holds() {
		return app.Missing("page")
	}
	v.View.Title = it.SaleName
	body := &itemBody{O: o, It: it, Row: ticketRowOf(v, o, it), Order: orderAt(v, o, ""), Seat: it.Seat()}
	v.Body.It = body
	for i := range o.Items {
		if o.Items[i].ID == it.ID && v.Holds(app.ViewCustomers) && i < len(o.Downloads.Items) {
			body.PDF = o.Downloads.Items[i]
		}
	}
	if it.Frozen {
		body.Locked = v.View.T("office.order_locked")
	}
	if v.Holds(app.Refund) && it.LeadItemID == 0 && !it.Frozen {
		body.Refund = body.Order + "/refund?items=" + screen.Number(it.ID)
	}
	v.Body.Add("POST order-items/rename").About("order_items", it.ID).Fill(map[string]any{"orderItemId": it.ID, "namedHolder": it.NamedHolder})
	v.Body.Add("POST order-items/regenerate-barcode").Fill(map[string]any{"orderItemId": it.ID})
	v.Body.Add("POST order-items/notes").About("order_items", it.ID).Fill(map[string]any{"orderItemId": it.ID, "notes": it.Notes})
	v.Body.Add("POST transfers").Fill(map[string]any{"orderItemIds": []string{screen.Number(it.ID)}, "customerName": "", "customerEmail": "", "instant": false})
	if given := o.Given[it.ID]; given.ID != 0 {
		body.Given = v.View.T("office.offered_to", "name", nameOr(v, given.Name, given.Email), "when", v.View.Lang.ShortMoment(given.CreatedAt.In(v.Zone)))
		v.Body.Add("POST transfers/cancel").Fill(map[string]any{"id": given.ID})
	}
	if it.Place == nil || it.Place.General || !v.Holds(app.AnyOf{app.Sell, app.ViewSeating}) {
		return nil
	}
	return freeSeats(v, body, it)
}

// nameOr is a name, as far as the reader may see people.
func nameOr(v *screen.Visit, name, email string) string {
	switch {
	case !v.Holds(app.ViewCustomers) || name == "" && email == "":
		return v.View.T("office.somebody")
	case name == "":
		return email
	}
	return name
}

// freeSeats are those that a ticket can be moved to: of its own row and block first, then others.
func freeSeats(v *screen.Visit, body *itemBody, it *order.Item) error {
	all, err := seating.ListSpaces(v.R.Context(), v.App, v.Caller, it.EventID, 0)
	if err != nil {
		return err
	}
	own := screen.Option{Value: screen.Number(it.Place.SpaceID), Text: it.Seat()}
	near, far := []screen.Option{own}, []screen.Option{}
	for i := range all.Spaces {
		s := &all.Spaces[i]
		if s.Status != seating.IsAvailable || s.General || len(near)+len(far) >= maxSeats {
			continue
		}
		at := screen.Option{Value: screen.Number(s.SpaceID), Text: s.FullName()}
		if s.Area == it.Place.Area && s.Block == it.Place.Block {
			near = append(near, at)
		} else {
			far = append(far, at)
		}
	}
	body.Seats = len(near)+len(far) > 1
	f := v.Body.Add("POST order-items/move-seat").About("order_items", it.ID).Fill(map[string]any{"orderItemId": it.ID, "spaceId": it.Place.SpaceID})
	f.Lists["spaceId"] = append(near, far...)
	return nil
}
