package orders

import (
	"marquee/app"
	"marquee/app/office"
	"marquee/app/order"
	"marquee/handlers/web/office/screen"
	"marquee/handlers/wire"
)

// orderBody is one order: what was bought, what happened, who bought it, and the money.
type orderBody struct {
	O       *office.Order
	Code    string
	Chip    screen.Chip
	What    string
	At      string
	Tickets []ticketRow
	Inside  string
	Tabs    []screen.Tab
	Line    []lineRow
	Without string
	Money   moneyBody
	Buyer   *buyerRow
	Answers []office.Answer
	// Print is the paper of all tickets; the others are pages, empty where they are of no use now
	// or not for this reader. NoRefund is why nothing can be given back.
	Print, Refund, Rebook, Change string
	NoRefund                      string
	// Waits is what it waits for, and DueText until when.
	Waits, DueText string
	// Elsewhere is where a mail is sent to another address, empty: there is none to send.
	Elsewhere                string
	Decide                   []ticketRow
	Payable, Lapsed, CanSend bool
	NotSent                  string
	MarkPaid                 string
}

func orderScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/orders/{reference}", Post: "POST /office/{alias}/orders/{reference}", Needs: app.ViewOrders,
		Template: o.Template(templates, "order.html"), Show: showOrder,
		Forms: map[string]screen.Then{
			"POST orders/add-note": {Say: "office.noted"}, "POST orders/notes": {Say: "office.saved", Undo: true},
			"POST orders/resend-confirmation": {Say: "office.sent_again"}, "POST orders/revoke-links": {Say: "office.links_revoked"},
			"POST orders/extend": {Say: "office.saved", Undo: true}, "POST orders/reactivate": {Say: "office.reactivated"},
			"POST orders/complete": {Say: "office.marked_paid"}, "POST order-item/approve": {Say: "office.decided"},
		},
	}
}

// readOrder reads the order that an address names.
func readOrder(v *screen.Visit) (*office.Order, error) {
	o, err := office.ReadOrder(v.R.Context(), v.App, v.Caller, order.ParseKey(v.R.PathValue("reference")), wire.TicketsPath+"/")
	if err != nil {
		return nil, err
	}
	for i := range o.Items {
		if e := o.Events[o.Items[i].EventID]; e != nil {
			v.Zone = e.Location() // times are by the clocks of what was bought
			break
		}
	}
	return &o, nil
}

// orderAt is the address of an order, or of a page of it.
func orderAt(v *screen.Visit, o *office.Order, below string) string {
	return v.Path("/orders/%s%s", o.Reference, below)
}

func showOrder(v *screen.Visit) error {
	o, err := readOrder(v)
	if err != nil {
		return err
	}
	v.View.Title = o.Reference
	body := &orderBody{O: o, Code: screen.GroupedCode(o.Reference), Chip: orderChip(v, o.View.Order), What: whatOf(v, o), At: orderAt(v, o, ""), Money: moneyOf(v, o), Buyer: buyerOf(v, o), Answers: o.Answers}
	v.Body.It = body
	for i := range o.Items {
		if it := &o.Items[i]; !it.IsFee() {
			body.Tickets = append(body.Tickets, ticketRowOf(v, o, it))
		}
	}
	body.Inside = insideText(v, o)
	tell(v, o, body)
	if v.Holds(app.ViewCustomers) && o.Status.Sold() {
		body.Print = o.Downloads.Whole
	}
	body.ways(v, o)
	body.waits(v, o)
	key := map[string]any{"orderId": o.Reference}
	for _, op := range []string{"POST orders/resend-confirmation", "POST orders/revoke-links", "POST orders/reactivate", "POST order-item/approve"} {
		v.Body.Add(op).Fill(key)
	}
	v.Body.Add("POST orders/add-note").Fill(map[string]any{"orderId": o.Reference, "text": ""})
	v.Body.Add("POST orders/notes").About("orders", o.ID).Fill(map[string]any{"orderId": o.Reference, "notes": o.Notes})
	v.Body.Add("POST orders/extend").Fill(map[string]any{"orderId": o.Reference, "expiresAt": o.ExpiresAt})
	v.Body.Add("POST orders/complete").Fill(map[string]any{"basketId": o.Reference, "paymentMethod": ""})
	body.CanSend = sendable(v, o)
	if body.CanSend && o.CustomerID == 0 {
		body.CanSend, body.NotSent = false, v.View.T("office.no_address")
	}
	if body.CanSend && v.Holds(app.EditOrders) {
		body.Elsewhere = body.At + "/send"
	}
	return nil
}

// sendable tells whether an order has a mail that can be sent again.
func sendable(v *screen.Visit, o *office.Order) bool {
	return o.Status == order.Complete || o.Status == order.PartiallyRefunded || o.Status.AwaitsPayment() && !o.Overdue(v.App.Now()) || o.Status == order.AwaitingApproval
}
