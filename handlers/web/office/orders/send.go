package orders

import (
	"marquee/app"
	"marquee/app/office"
	"marquee/handlers/web/office/screen"
)

// resendOp is what the page is about.
const resendOp = "POST orders/resend-confirmation"

// sendBody is a mail that is sent again, to another address.
type sendBody struct {
	O          *office.Order
	Order, Now string
	// Does is what happens with it.
	Does []doesRow
}

func orderSendScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/orders/{reference}/send", Post: "POST /office/{alias}/orders/{reference}/send", Needs: app.EditOrders,
		Template: o.Template(templates, "order_send.html"), Show: showOrderSend,
		Forms: map[string]screen.Then{resendOp: {Say: "office.sent_elsewhere", To: toOrder}},
	}
}

// showOrderSend asks for an address for this once.
func showOrderSend(v *screen.Visit) error {
	o, err := readOrder(v)
	if err != nil {
		return err
	}
	if !sendable(v, o) || o.CustomerID == 0 {
		return app.Missing("page")
	}
	v.View.Title = v.View.T("office.send_elsewhere")
	body := &sendBody{O: o, Order: orderAt(v, o, "")}
	if b := buyerOf(v, o); b != nil {
		body.Now = b.Name
	}
	for _, row := range [][2]string{{"mail", "office.does_send_there"}, {"person", "office.does_stays_theirs"}, {"note", "office.does_noted_down"}} {
		body.Does = append(body.Does, doesRow{row[0], v.View.T(row[1])})
	}
	v.Body.It = body
	v.Body.Add(resendOp).Fill(map[string]any{"orderId": o.Reference, "email": ""})
	return nil
}
