package sales

import (
	"slices"

	"marquee/app"
	"marquee/app/sales/rules"
)

// lifting is what a command may lift of the rules, and what it did.
type lifting struct {
	userID  int64
	may     []rules.Override
	granted bool // what the order had lifted before is lifted again
	used    []rules.Override
}

// lifts tells whether a rule that is broken is lifted, and notes that it was needed.
func (d *draft) lifts(rule rules.Override) bool {
	switch {
	case slices.Contains(d.lifting.may, rule):
		if !slices.Contains(d.lifting.used, rule) {
			d.lifting.used = append(d.lifting.used, rule)
		}
		return true
	case d.lifting.granted:
		return d.lifted(rule)
	}
	return false
}

// lifted tells whether a rule was lifted for what lies in the basket.
func (d *draft) lifted(rule rules.Override) bool {
	return slices.Contains(d.order.Lifted, string(rule))
}

// unlift notes that a rule is lifted for the order no more.
func (d *draft) unlift(rule rules.Override) {
	d.order.Lifted = slices.DeleteFunc(slices.Clone(d.order.Lifted), func(s string) bool { return s == string(rule) })
	if len(d.order.Lifted) == 0 {
		d.order.Lifted, d.order.Override = nil, 0
	}
}

// sign notes on the order which rules were lifted for it, and who did that last.
func (d *draft) sign() {
	for _, rule := range d.lifting.used {
		app.Note(d.tx, "orders", d.order.ID, "rule lifted: "+string(rule))
		d.order.Override = d.lifting.userID
		if !d.lifted(rule) {
			// The stored order shares its list: it is not changed in place.
			d.order.Lifted = append(slices.Clone(d.order.Lifted), string(rule))
		}
	}
}
