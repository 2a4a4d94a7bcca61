package accesscode

import (
	"marquee/app/accesscode"
	"marquee/app/codes"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// fieldsIn are what creating and changing a code share. Null clears.
type fieldsIn struct {
	SaleItems          rest.Opt[[]rest.ID] `json:"saleItems" maxitems:"500" doc:"Sale items that need the code."`
	Items              rest.Opt[[]rest.ID] `json:"items" maxitems:"500" doc:"Inventory items: everything made from them needs the code."`
	Events             rest.Opt[[]rest.ID] `json:"events" maxitems:"500" doc:"Everything of these events needs the code."`
	Schedules          rest.Opt[[]rest.ID] `json:"eventSchedules" maxitems:"500" doc:"Everything of the events of these schedules needs the code."`
	MaximumUses        rest.Opt[int64]     `json:"maximumUses" doc:"Finished and reserved orders in all; of a parent, for each child."`
	MaxUsesPerCustomer rest.Opt[int64]     `json:"maxUsesPerCustomer"`
	ValidFrom          rest.Opt[rest.Time] `json:"validFrom" date:"true" doc:"A day begins in the company's time zone."`
	ValidTo            rest.Opt[rest.Time] `json:"validTo" date:"true" doc:"A day counts to its end."`
	Groups             rest.Opt[[]rest.ID] `json:"customerGroups" maxitems:"100" doc:"Customer groups: only their members may use it. Null or none: everybody may."`
	Paused             *rest.Flag          `json:"paused" doc:"Nobody can enter it until that is taken back. What it closes stays closed."`
	HideUnrestricted   *rest.Flag          `json:"hideUnrestrictedItems" doc:"Who entered the code sees nothing but what needs it."`
	HideLate           *rest.Flag          `json:"hideRestrictedItemsAfterValidityPeriod" doc:"What needs the code stays closed after validTo."`
}

func (in *fieldsIn) fields(text *string) accesscode.Fields {
	return accesscode.Fields{
		Fields: codes.Fields{
			Text: text, MaximumUses: wire.Maybe(in.MaximumUses), MaxUsesPerCustomer: wire.Maybe(in.MaxUsesPerCustomer),
			ValidFrom: wire.MaybeDay(in.ValidFrom), ValidTo: wire.MaybeDay(in.ValidTo), GroupIDs: wire.MaybeIDs(in.Groups),
			Paused: wire.Yes(in.Paused),
		},
		SaleItemIDs: wire.MaybeIDs(in.SaleItems), ItemIDs: wire.MaybeIDs(in.Items), EventIDs: wire.MaybeIDs(in.Events),
		ScheduleIDs:      wire.MaybeIDs(in.Schedules),
		HideUnrestricted: wire.Yes(in.HideUnrestricted), HideAfterwards: wire.Yes(in.HideLate),
	}
}

type createIn struct {
	Code string `json:"code" required:"true" maxlen:"255" doc:"Letters, digits, - and _, unique in the company without case."`
	fieldsIn
}

type updateIn struct {
	wire.WhichCode
	wire.CodeSince
	fieldsIn
}
