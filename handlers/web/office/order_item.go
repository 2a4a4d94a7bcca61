package office

import (
	"marquee/app"
	"marquee/app/office"
	"marquee/app/order"
	"marquee/app/seating"
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

func (o *Office) orderItem() *screen {
	back := toOrder
	return &screen{
		get: "GET /office/{alias}/orders/{reference}/items/{item}", post: "POST /office/{alias}/orders/{reference}/items/{item}", needs: app.EditOrders,
		template: o.template("order_item.html"), show: showOrderItem,
		forms: map[string]then{
			"POST order-items/rename": {say: "office.renamed", to: back, undo: true}, "POST order-items/regenerate-barcode": {say: "office.new_code_done", to: back},
			"POST order-items/move-seat": {say: "office.seat_moved", to: back, undo: true}, "POST transfers": {say: "office.offered", to: back},
			"POST transfers/cancel": {say: "office.offer_ended", to: back}, "POST order-items/notes": {say: "office.saved", to: back, undo: true},
		},
	}
}

func showOrderItem(v *visit) error {
	o, err := readOrder(v)
	if err != nil {
		return err
	}
	it := o.Item(v.id("item"))
	if it == nil || it.IsFee() || !it.Sold || !it.Holds() {
		return app.Missing("page")
	}
	v.view.Title = it.SaleName
	body := &itemBody{O: o, It: it, Row: v.ticketRow(o, it), Order: orderAt(v, o, ""), Seat: it.Seat()}
	v.body.It = body
	for i := range o.Items {
		if o.Items[i].ID == it.ID && v.holds(app.ViewCustomers) && i < len(o.Downloads.Items) {
			body.PDF = o.Downloads.Items[i]
		}
	}
	if it.Frozen {
		body.Locked = v.view.T("office.order_locked")
	}
	if v.holds(app.Refund) && it.LeadItemID == 0 && !it.Frozen {
		body.Refund = body.Order + "/refund?items=" + number(it.ID)
	}
	v.body.form("POST order-items/rename").about("order_items", it.ID).fill(map[string]any{"orderItemId": it.ID, "namedHolder": it.NamedHolder})
	v.body.form("POST order-items/regenerate-barcode").fill(map[string]any{"orderItemId": it.ID})
	v.body.form("POST order-items/notes").about("order_items", it.ID).fill(map[string]any{"orderItemId": it.ID, "notes": it.Notes})
	v.body.form("POST transfers").fill(map[string]any{"orderItemIds": []string{number(it.ID)}, "customerName": "", "customerEmail": "", "instant": false})
	if given := o.Given[it.ID]; given.ID != 0 {
		body.Given = v.view.T("office.offered_to", "name", nameOr(v, given.Name, given.Email), "when", v.view.Lang.ShortMoment(given.CreatedAt.In(v.zone)))
		v.body.form("POST transfers/cancel").fill(map[string]any{"id": given.ID})
	}
	if it.Place == nil || it.Place.General || !v.holds(app.AnyOf{app.Sell, app.ViewSeating}) {
		return nil
	}
	return freeSeats(v, body, it)
}

// nameOr is a name, as far as the reader may see people.
func nameOr(v *visit, name, email string) string {
	switch {
	case !v.holds(app.ViewCustomers) || name == "" && email == "":
		return v.view.T("office.somebody")
	case name == "":
		return email
	}
	return name
}

// freeSeats are those that a ticket can be moved to: of its own row and block first, then others.
func freeSeats(v *visit, body *itemBody, it *order.Item) error {
	all, err := seating.ListSpaces(v.r.Context(), v.app, v.caller, it.EventID, 0)
	if err != nil {
		return err
	}
	own := Option{Value: number(it.Place.SpaceID), Text: it.Seat()}
	near, far := []Option{own}, []Option{}
	for i := range all.Spaces {
		s := &all.Spaces[i]
		if s.Status != seating.IsAvailable || s.General || len(near)+len(far) >= maxSeats {
			continue
		}
		at := Option{Value: number(s.SpaceID), Text: s.FullName()}
		if s.Area == it.Place.Area && s.Block == it.Place.Block {
			near = append(near, at)
		} else {
			far = append(far, at)
		}
	}
	body.Seats = len(near)+len(far) > 1
	f := v.body.form("POST order-items/move-seat").about("order_items", it.ID).fill(map[string]any{"orderItemId": it.ID, "spaceId": it.Place.SpaceID})
	f.lists["spaceId"] = append(near, far...)
	return nil
}
