package sales

import (
	"slices"
	"strconv"

	"marquee/app"
)

// Override is a rule of the basket that those who hold app.Override may lift for one
// call. Each lifts exactly one.
type Override string

// The rules that can be lifted.
const (
	// Oversell takes stock that is not there, in every layer.
	Oversell Override = "oversell"
	// OnSaleDates sells before and after the windows of sale items and timeslots; what
	// is cancelled, over or a draft stays unsold.
	OnSaleDates Override = "on_sale_dates"
	// Minimum, Maximum and Multiples are those of a sale item.
	Minimum   Override = "minimum"
	Maximum   Override = "maximum"
	Multiples Override = "multiples"
	// PurchaseLimit is the tickets of an event for one customer.
	PurchaseLimit Override = "purchase_limit"
	// Companions are what a sale item is an add-on of, and its prerequisites.
	Companions Override = "companions"
	// WholeTables sells some seats of a table that is sold as a whole only.
	WholeTables Override = "whole_tables"

	// CodeUses are the limits of the uses of a discount code. They are lifted by whoever
	// enters it, not in the calls that lift the others.
	CodeUses Override = "code_uses"
)

// Overrides are those that a call may name.
var Overrides = []Override{Oversell, OnSaleDates, Minimum, Maximum, Multiples, PurchaseLimit, Companions, WholeTables}

// mayLift refuses a call that wants rules lifted and may not, or names none of ours.
func mayLift(c *app.Caller, rules []Override) error {
	if len(rules) == 0 {
		return nil
	}
	if err := c.Need(app.Override); err != nil {
		return err
	}
	var p app.Problems
	for i, r := range rules {
		if !slices.Contains(Overrides, r) {
			p.Add("overrides."+strconv.Itoa(i), "is not a known rule")
		}
	}
	return p.Err()
}

// lifting is what a command may lift of the rules, and what it did.
type lifting struct {
	userID  int64
	may     []Override
	granted bool // what the order had lifted before is lifted again
	used    []Override
}

// lifts tells whether a rule that is broken is lifted, and notes that it was needed.
func (d *draft) lifts(rule Override) bool {
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
func (d *draft) lifted(rule Override) bool { return slices.Contains(d.order.Lifted, string(rule)) }

// unlift notes that a rule is lifted for the order no more.
func (d *draft) unlift(rule Override) {
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
