package orders

import (
	"marquee/handlers/web/office/screen"
	"time"

	"marquee/app/office"
	"marquee/app/order"
)

// maxCodes is how many codes are named one by one.
const maxCodes = 3

// refundDoes is what a refund does beside the money, as far as it is known.
func refundDoes(v *screen.Visit, o *office.Order, f *screen.Form, answer *refundAnswer) (all []doesRow) {
	say := func(icon, key string, pairs ...any) {
		all = append(all, doesRow{icon, v.View.T("office.does_"+key, pairs...)})
	}
	if f.Sent.Get("amount") != "" {
		say("ticket", "stays")
		say("lock", "stays_fixed")
		return append(all, refundTells(v, o, f, answer)...)
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
	if on(f, "restock") {
		say("plus", "restock")
	} else {
		say("lock", "kept")
	}
	return append(all, refundTells(v, o, f, answer)...)
}

// refundTells is whom a refund tells, and what it costs elsewhere.
func refundTells(v *screen.Visit, o *office.Order, f *screen.Form, answer *refundAnswer) (all []doesRow) {
	say := func(icon, key string, pairs ...any) {
		all = append(all, doesRow{icon, v.View.T("office.does_"+key, pairs...)})
	}
	if c := o.Contacts[o.CustomerID]; on(f, "notifyCustomer") && c != nil && c.Email != "" {
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
func runsNow(v *screen.Visit, o *office.Order) bool {
	now := v.App.Now()
	for _, e := range o.Events {
		if now.After(e.Start.Add(-12*time.Hour)) && now.Before(e.End) {
			return true
		}
	}
	return false
}

// on tells whether a switch of a form is on.
func on(f *screen.Form, path string) bool {
	now := f.Values[path]
	if f.Sent.Has(path) {
		now = f.Sent[path]
	}
	return len(now) > 0 && now[len(now)-1] == "true"
}
