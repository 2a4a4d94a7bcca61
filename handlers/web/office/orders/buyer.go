package orders

import (
	"marquee/app"
	"marquee/app/office"
	"marquee/handlers/web/office/screen"
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

func orderBuyerScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/orders/{reference}/buyer", Post: "POST /office/{alias}/orders/{reference}/buyer", Needs: app.EditOrders,
		Template: o.Template(templates, "order_buyer.html"), Show: showOrderBuyer,
		Forms: map[string]screen.Then{purchaserOp: {Say: "office.buyer_changed", To: toOrder}},
	}
}

// showOrderBuyer asks who is to have an order, and says what that would do.
func showOrderBuyer(v *screen.Visit) error {
	o, err := readOrder(v)
	if err != nil {
		return err
	}
	if !o.Status.Sold() {
		return app.Missing("page")
	}
	sent, err := v.Given()
	if err != nil {
		return err
	}
	v.View.Title = v.View.T("office.other_buyer")
	body := &buyerBody{O: o, Order: orderAt(v, o, "")}
	if b := buyerOf(v, o); b != nil {
		body.Now = b.Name
	}
	v.Body.It = body
	f := v.Body.Add(purchaserOp).Fill(map[string]any{
		"orderId": o.Reference, "customerName": "", "customerEmail": "", "moveItems": true, "newBarcodes": true, "sendMail": true,
	})
	if f.Takes(sent); sent == nil {
		return nil
	}
	var answer struct{}
	if body.Known, err = v.Try(f, f.Sent, &answer); err != nil || !body.Known {
		return err
	}
	say := func(icon, key string, pairs ...any) {
		body.Does = append(body.Does, doesRow{icon, v.View.T("office.does_"+key, pairs...)})
	}
	say("person", "buyer", "name", nameOr(v, sent.Get("customerName"), sent.Get("customerEmail")))
	say("card", "payments_stay")
	say("lock", "links_die")
	if on(f, "moveItems") && on(f, "newBarcodes") {
		say("ticket", "codes", "n", len(o.Items))
	}
	if on(f, "sendMail") {
		say("mail", "mail", "name", nameOr(v, sent.Get("customerName"), sent.Get("customerEmail")))
	}
	return nil
}
