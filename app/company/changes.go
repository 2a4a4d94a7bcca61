package company

import "marquee/app"

// OrderChanges are the rules by which orders are changed that were paid.
type OrderChanges struct {
	// Reduced: what takes the place of an order may be worth less. What was paid beyond it
	// goes to the wallet of the customer with ToWallet, and is kept else.
	Reduced  bool `msgpack:"r,omitempty"`
	ToWallet bool `msgpack:"w,omitempty"`
	// ForfeitFees: no fee of the order is carried over, not only those that protected it.
	ForfeitFees bool `msgpack:"f,omitempty"`
	// CutoffDays is until how many days before an event its orders can be changed, 0 until
	// it begins.
	CutoffDays int64 `msgpack:"c,omitempty"`
	// Rebooking: staff may move what was bought to other dates of its schedule, until
	// RebookingDays before its date; 0 also afterwards.
	Rebooking     bool  `msgpack:"b,omitempty"`
	RebookingDays int64 `msgpack:"bd,omitempty"`
	// SelfRebooking: buyers may, too, until SelfRebookingDays before its date, one at least.
	SelfRebooking     bool  `msgpack:"sb,omitempty"`
	SelfRebookingDays int64 `msgpack:"sd,omitempty"`
}

// MovesDates tells whether staff, or buyers themselves, may move what was bought to other
// dates, and until how many days before its date; 0: also afterwards.
func (o *OrderChanges) MovesDates(self bool) (allowed bool, days int64) {
	if self {
		return o.SelfRebooking, max(1, o.SelfRebookingDays)
	}
	return o.Rebooking, o.RebookingDays
}

// OrderChangesChange changes these rules.
type OrderChangesChange struct {
	Reduced, ToWallet, ForfeitFees, Rebooking, SelfRebooking *bool
	CutoffDays, RebookingDays, SelfRebookingDays             *int64
}

func (in *OrderChangesChange) check(p *app.Problems) {
	between(p, "orderChanges.cutoffDays", in.CutoffDays, 0, MaxCutoffDays)
	between(p, "orderChanges.rebookingCutoffDays", in.RebookingDays, 0, MaxCutoffDays)
	between(p, "orderChanges.customerRebookingCutoffDays", in.SelfRebookingDays, 1, MaxCutoffDays)
}

func (in *OrderChangesChange) apply(o *OrderChanges) {
	set(&o.Reduced, in.Reduced)
	set(&o.ToWallet, in.ToWallet)
	set(&o.ForfeitFees, in.ForfeitFees)
	set(&o.CutoffDays, in.CutoffDays)
	set(&o.Rebooking, in.Rebooking)
	set(&o.RebookingDays, in.RebookingDays)
	set(&o.SelfRebooking, in.SelfRebooking)
	set(&o.SelfRebookingDays, in.SelfRebookingDays)
}
