package rules

import "marquee/app/catalog"

// Approvals tell what a basket holds: what is approved before it is paid for, guests, who are
// approved after the order, and what needs no approval.
type Approvals struct{ before, after, free bool }

// Note counts a unit in. Fees and donations go with whatever there is.
func (a *Approvals) Note(t catalog.ItemType, approval bool) {
	switch {
	case t.GoesWithAny():
	case !approval:
		a.free = true
	case t == catalog.GuestList:
		a.after = true
	default:
		a.before = true
	}
}

// approvalsOf are those of the lines of a request.
func approvalsOf(all []*Wanted) (a Approvals) {
	for _, w := range all {
		a.Note(w.Type, w.needsApproval())
	}
	return a
}
