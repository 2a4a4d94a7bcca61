package company

import (
	"marquee/app/company"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// changesJSON is what may become of orders that were paid.
type changesJSON struct {
	Reduced     bool  `json:"reducedValue"`
	ToWallet    bool  `json:"remainderToWallet"`
	ForfeitFees bool  `json:"forfeitFees"`
	CutoffDays  int64 `json:"cutoffDays"`
	Rebooking   bool  `json:"rebooking"`
	RebookDays  int64 `json:"rebookingCutoffDays"`
	Self        bool  `json:"customerRebooking"`
	SelfDays    int64 `json:"customerRebookingCutoffDays"`
}

type changesIn struct {
	Reduced     *rest.Flag `json:"reducedValue" doc:"What takes the place of an order may be worth less than was paid, but not at the box office."`
	ToWallet    *rest.Flag `json:"remainderToWallet" doc:"What was paid beyond that goes to the wallet of the customer. Else, and where there is no customer, it is kept, once the seller says acceptForfeit."`
	ForfeitFees *rest.Flag `json:"forfeitFees" doc:"No fee is carried over. Else only those are not that protected the order."`
	CutoffDays  *int64     `json:"cutoffDays" min:"0" max:"3650" doc:"Until how many days before its event an order can be changed; 0 until it begins."`
	Rebooking   *rest.Flag `json:"rebooking" doc:"Staff may move what was bought to other dates of its schedule."`
	RebookDays  *int64     `json:"rebookingCutoffDays" min:"0" max:"3650" doc:"Until how many days before the date that was bought; 0 also afterwards."`
	Self        *rest.Flag `json:"customerRebooking" doc:"Buyers may do so themselves, on the page of their order."`
	SelfDays    *int64     `json:"customerRebookingCutoffDays" min:"1" max:"3650" doc:"Until how many days before the date that they bought."`
}

func (in *changesIn) change() company.OrderChangesChange {
	return company.OrderChangesChange{
		Reduced: wire.Yes(in.Reduced), ToWallet: wire.Yes(in.ToWallet), ForfeitFees: wire.Yes(in.ForfeitFees), CutoffDays: in.CutoffDays,
		Rebooking: wire.Yes(in.Rebooking), RebookingDays: in.RebookDays, SelfRebooking: wire.Yes(in.Self), SelfRebookingDays: in.SelfDays,
	}
}

func changesForm(o company.OrderChanges) changesJSON {
	return changesJSON{
		Reduced: o.Reduced, ToWallet: o.ToWallet, ForfeitFees: o.ForfeitFees, CutoffDays: o.CutoffDays,
		Rebooking: o.Rebooking, RebookDays: o.RebookingDays, Self: o.SelfRebooking, SelfDays: o.SelfRebookingDays,
	}
}
