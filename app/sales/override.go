package sales

import (
	"slices"

	"marquee/app"
)

// sign notes on the order which rules were lifted for it, and who did that last.
func (d *draft) sign() {
	for _, rule := range d.Lifting.Used {
		app.Note(d.tx, "orders", d.Order.ID, "rule lifted: "+string(rule))
		d.Order.Override = d.Lifting.UserID
		if !d.Lifted(rule) {
			// The stored order shares its list: it is not changed in place.
			d.Order.Lifted = append(slices.Clone(d.Order.Lifted), string(rule))
		}
	}
}
