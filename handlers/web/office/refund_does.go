package office

import (
	"time"

	"marquee/app/office"
	"marquee/app/order"
)

// maxCodes is how many codes are named one by one.
const maxCodes = 3

// refundDoes is what a refund does beside the money, as far as it is known.
func refundDoes(v *visit, o *office.Order, f *form, answer *refundAnswer) (all []doesRow) {
	say := func(icon, key string, pairs ...any) {
		all = append(all, doesRow{icon, v.view.T("office.does_"+key, pairs...)})
	}
	var dying []*order.Item
	for _, d := range answer.Data {
		if it := o.Item(d.OrderItemID); it != nil && it.Barcode != "" && it.Holds() && !it.IsFee() {
			dying = append(dying, it)
		}
	}
	switch {
	case len(dying) > maxCodes:
		say("ticket", "codes", "n", len(dying))
	default:
		for _, it := range dying {
			if who := holderOf(v, o, it); who != "" {
				say("ticket", "code_of", "name", who, "code", it.Barcode)
			} else {
				say("ticket", "code", "code", it.Barcode)
			}
		}
	}
	if len(dying) > 0 && runsNow(v, o) {
		say("warning", "phones")
	}
	if f.on("restock") {
		say("plus", "restock")
	} else {
		say("lock", "kept")
	}
	if c := o.Contacts[o.CustomerID]; f.on("notifyCustomer") && c != nil && c.Email != "" {
		say("mail", "mail", "name", c.Name)
	}
	for _, r := range answer.Returned {
		if r.Gateway != nil && *r.Gateway != order.SimulatedGateway {
			say("card", "gateway")
			break
		}
	}
	return all
}

// runsNow tells whether an event of an order lets people in about now.
func runsNow(v *visit, o *office.Order) bool {
	now := v.app.Now()
	for _, e := range o.Events {
		if now.After(e.Start.Add(-12*time.Hour)) && now.Before(e.End) {
			return true
		}
	}
	return false
}

// on tells whether a switch of a form is on.
func (f *form) on(path string) bool {
	now := f.values[path]
	if f.sent.Has(path) {
		now = f.sent[path]
	}
	return len(now) > 0 && now[len(now)-1] == "true"
}
