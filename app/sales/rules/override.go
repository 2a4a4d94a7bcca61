package rules

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

// MayLift refuses a call that wants rules lifted and may not, or names none of ours.
func MayLift(c *app.Caller, rules []Override) error {
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

// Lifting is what a command may lift of the rules, and what it did.
type Lifting struct {
	UserID  int64
	May     []Override
	Granted bool // what the order had lifted before is lifted again
	Used    []Override
}
