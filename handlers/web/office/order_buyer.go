package office

import (
	"marquee/app"
	"marquee/app/office"
)

// buyerBody is another purchaser for an order.
type buyerBody struct {
	O     *office.Order
	Order string
	Now   string
	Does  []doesRow
	Known bool
}

// purchaserOp is what the page is about.
const purchaserOp = "POST orders/purchaser"

func (o *Office) orderBuyer() *screen {
	return &screen{
		get: "GET /office/{alias}/orders/{reference}/buyer", post: "POST /office/{alias}/orders/{reference}/buyer", needs: app.EditOrders,
		template: o.template("order_buyer.html"), show: showOrderBuyer,
		forms: map[string]then{purchaserOp: {say: "office.buyer_changed", to: toOrder}},
	}
}

// showOrderBuyer asks who is to have an order, and says what that would do.
func showOrderBuyer(v *visit) error {
	o, err := readOrder(v)
	if err != nil {
		return err
	}
	if !o.Status.Sold() {
		return app.Missing("page")
	}
	sent, err := v.given()
	if err != nil {
		return err
	}
	v.view.Title = v.view.T("office.other_buyer")
	body := &buyerBody{O: o, Order: orderAt(v, o, "")}
	if b := buyerOf(v, o); b != nil {
		body.Now = b.Name
	}
	v.body.It = body
	f := v.body.form(purchaserOp).fill(map[string]any{
		"orderId": o.Reference, "customerName": "", "customerEmail": "", "moveItems": true, "newBarcodes": true, "sendMail": true,
	})
	if f.takes(sent); sent == nil {
		return nil
	}
	var answer struct{}
	if body.Known, err = v.try(f, f.sent, &answer); err != nil || !body.Known {
		return err
	}
	say := func(icon, key string, pairs ...any) {
		body.Does = append(body.Does, doesRow{icon, v.view.T("office.does_"+key, pairs...)})
	}
	say("person", "buyer", "name", nameOr(v, sent.Get("customerName"), sent.Get("customerEmail")))
	say("card", "payments_stay")
	say("lock", "links_die")
	if f.on("moveItems") && f.on("newBarcodes") {
		say("ticket", "codes", "n", len(o.Items))
	}
	if f.on("sendMail") {
		say("mail", "mail", "name", nameOr(v, sent.Get("customerName"), sent.Get("customerEmail")))
	}
	return nil
}
