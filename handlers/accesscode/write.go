package accesscode

import (
	"context"

	"marquee/app"
	"marquee/app/accesscode"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// fieldsIn are what creating and changing a code share. Null clears.
type fieldsIn struct {
	SaleItems          rest.Opt[[]rest.ID] `json:"saleItems" maxitems:"500" doc:"Sale items that need the code."`
	Items              rest.Opt[[]rest.ID] `json:"items" maxitems:"500" doc:"Inventory items: everything made from them needs the code."`
	Events             rest.Opt[[]rest.ID] `json:"events" maxitems:"500" doc:"Everything of these events needs the code."`
	MaximumUses        rest.Opt[int64]     `json:"maximumUses" doc:"Finished and reserved orders in all; of a parent, for each child."`
	MaxUsesPerCustomer rest.Opt[int64]     `json:"maxUsesPerCustomer"`
	ValidFrom          rest.Opt[rest.Time] `json:"validFrom" date:"true" doc:"A day begins in the company's time zone."`
	ValidTo            rest.Opt[rest.Time] `json:"validTo" date:"true" doc:"A day counts to its end."`
	HideUnrestricted   *rest.Flag          `json:"hideUnrestrictedItems" doc:"Who entered the code sees nothing but what needs it."`
	HideLate           *rest.Flag          `json:"hideRestrictedItemsAfterValidityPeriod" doc:"What needs the code stays closed after validTo."`
}

func (in *fieldsIn) fields(text *string) accesscode.Fields {
	return accesscode.Fields{
		Text: text, SaleItemIDs: wire.MaybeIDs(in.SaleItems), ItemIDs: wire.MaybeIDs(in.Items), EventIDs: wire.MaybeIDs(in.Events),
		MaximumUses: wire.Maybe(in.MaximumUses), MaxUsesPerCustomer: wire.Maybe(in.MaxUsesPerCustomer),
		ValidFrom: wire.MaybeDay(in.ValidFrom), ValidTo: wire.MaybeDay(in.ValidTo),
		HideUnrestricted: wire.Yes(in.HideUnrestricted), HideAfterwards: wire.Yes(in.HideLate),
	}
}

type createIn struct {
	Code string `json:"code" required:"true" maxlen:"255" doc:"Letters, digits, - and _, unique in the company without case."`
	fieldsIn
}

// whichIn names the code that a call is about.
type whichIn struct {
	ID   *rest.ID `json:"id" doc:"Finds the code; without it the code does."`
	Code *string  `json:"code" maxlen:"255" doc:"Beside id in a change, the new letters."`
}

// key is the code that is meant, and its new text.
func (in *whichIn) key() (k accesscode.Key, rename *string, err error) {
	switch {
	case in.ID != nil:
		return accesscode.Key{ID: int64(*in.ID)}, in.Code, nil
	case in.Code == nil || app.Blank(*in.Code):
		return k, nil, app.Field("id", "is required")
	}
	return accesscode.Key{Text: *in.Code}, nil, nil
}

type updateIn struct {
	whichIn
	fieldsIn
}

type childrenIn struct {
	whichIn
	Quantity int64  `json:"quantity" required:"true" min:"2" max:"10000" doc:"How many it has afterwards; never fewer than before. A call that was cut off is repeated as it was."`
	Prefix   string `json:"prefix" maxlen:"20" doc:"What the codes of new ones begin with."`
}

func writes(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/access-codes", Summary: "Create an access code", Tag: "Restrictions",
			Doc:   "What it names needs it from now on in shop and kiosk; the API sells it without.",
			Allow: app.EditAccessCodes, Status: 201, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in createIn) (rest.One[accessCodeAttributes], error) {
			v, err := accesscode.Create(ctx, a, c, in.fields(&in.Code))
			return one(c.CompanyID, v), err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/access-codes/update", Summary: "Change an access code", Tag: "Restrictions",
			Doc:   "Found by id or code. What is absent stays, null clears. Children follow their parent and are not changed themselves.",
			Allow: app.EditAccessCodes, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in updateIn) (out rest.One[accessCodeAttributes], err error) {
			k, rename, err := in.key()
			if err != nil {
				return out, err
			}
			v, err := accesscode.Update(ctx, a, c, k, in.fields(rename))
			return one(c.CompanyID, v), err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/access-codes/children", Summary: "Give an access code children", Tag: "Restrictions",
			Doc: "Makes the code a parent, which cannot be entered any more. Each child has random letters behind the prefix and the settings of the parent. " +
				"They are made some at a time, so that sales go on meanwhile.",
			Allow: app.EditAccessCodes, Fields: true, Turn: rest.InBulk,
		}, func(ctx context.Context, c *app.Caller, in childrenIn) (out rest.One[accessCodeAttributes], err error) {
			k, _, err := in.key()
			if err != nil {
				return out, err
			}
			v, err := accesscode.MakeChildren(ctx, a, c, k, accesscode.ChildRequest{Number: in.Quantity, Prefix: in.Prefix})
			return one(c.CompanyID, v), err
		}),
	}
}
