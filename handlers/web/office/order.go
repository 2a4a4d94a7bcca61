package office

import (
	"marquee/app"
	"marquee/app/office"
	"marquee/app/order"
	"marquee/handlers/wire"
)

// orderBody is one order: what was bought, what happened, who bought it, and the money.
type orderBody struct {
	O       *office.Order
	Code    string
	Chip    chip
	What    string
	At      string
	Tickets []ticketRow
	Inside  string
	Tabs    []tab
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
	Waits, DueText           string
	Decide                   []ticketRow
	Payable, Lapsed, CanSend bool
	NotSent                  string
	MarkPaid                 string
}

func (o *Office) order() *screen {
	return &screen{
		get: "GET /office/{alias}/orders/{reference}", post: "POST /office/{alias}/orders/{reference}", needs: app.ViewOrders,
		template: o.template("order.html"), show: showOrder,
		forms: map[string]then{
			"POST orders/add-note": {say: "office.noted"}, "POST orders/notes": {say: "office.saved", undo: true},
			"POST orders/resend-confirmation": {say: "office.sent_again"}, "POST orders/revoke-links": {say: "office.links_revoked"},
			"POST orders/extend": {say: "office.saved", undo: true}, "POST orders/reactivate": {say: "office.reactivated"},
			"POST orders/complete": {say: "office.marked_paid"}, "POST order-item/approve": {say: "office.decided"},
		},
	}
}

// readOrder reads the order that an address names.
func readOrder(v *visit) (*office.Order, error) {
	o, err := office.ReadOrder(v.r.Context(), v.app, v.caller, order.ParseKey(v.r.PathValue("reference")), wire.TicketsPath+"/")
	if err != nil {
		return nil, err
	}
	for i := range o.Items {
		if e := o.Events[o.Items[i].EventID]; e != nil {
			v.zone = e.Location() // times are by the clocks of what was bought
			break
		}
	}
	return &o, nil
}

// orderAt is the address of an order, or of a page of it.
func orderAt(v *visit, o *office.Order, below string) string {
	return v.path("/orders/%s%s", o.Reference, below)
}

func showOrder(v *visit) error {
	o, err := readOrder(v)
	if err != nil {
		return err
	}
	now := v.app.Now()
	v.view.Title = o.Reference
	body := &orderBody{O: o, Code: groupedCode(o.Reference), Chip: orderChip(v, o.View.Order), What: whatOf(v, o), At: orderAt(v, o, ""), Money: moneyOf(v, o), Buyer: buyerOf(v, o), Answers: o.Answers}
	v.body.It = body
	for i := range o.Items {
		if it := &o.Items[i]; !it.IsFee() {
			body.Tickets = append(body.Tickets, v.ticketRow(o, it))
		}
	}
	body.Inside = insideText(v, o)
	tell(v, o, body)
	if v.holds(app.ViewCustomers) && o.Status.Sold() {
		body.Print = o.Downloads.Whole
	}
	body.ways(v, o)
	body.waits(v, o)
	key := map[string]any{"orderId": o.Reference}
	for _, op := range []string{"POST orders/resend-confirmation", "POST orders/revoke-links", "POST orders/reactivate", "POST order-item/approve"} {
		v.body.form(op).fill(key)
	}
	v.body.form("POST orders/add-note").fill(map[string]any{"orderId": o.Reference, "text": ""})
	v.body.form("POST orders/notes").about("orders", o.ID).fill(map[string]any{"orderId": o.Reference, "notes": o.Notes})
	v.body.form("POST orders/extend").fill(map[string]any{"orderId": o.Reference, "expiresAt": o.ExpiresAt})
	v.body.form("POST orders/complete").fill(map[string]any{"basketId": o.Reference, "paymentMethod": ""})
	body.CanSend = o.Status == order.Complete || o.Status == order.PartiallyRefunded || o.Status.AwaitsPayment() && !o.Overdue(now) || o.Status == order.AwaitingApproval
	if body.CanSend && o.CustomerID == 0 {
		body.CanSend, body.NotSent = false, v.view.T("office.no_address")
	}
	return nil
}
