package fee

import (
	"context"
	"fmt"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/fee"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// feeFields are what creating and changing a fee share. Null clears.
type feeFields struct {
	Kind             *string             `json:"kind" enum:"fixed,percent,tiers" doc:"fixed unless told."`
	Per              *string             `json:"per" enum:"order,event,item" doc:"Charged once for each; order unless told."`
	EventID          rest.Opt[rest.ID]   `json:"eventId" doc:"Charged for this event alone."`
	SaleItems        rest.Opt[[]rest.ID] `json:"saleItems" maxitems:"500" doc:"Charged for these alone, of one event."`
	Types            *[]feeTypeIn        `json:"types" maxitems:"14" doc:"Charged on these; none is all but donations, top-ups and fees."`
	CurrencyID       rest.Opt[rest.ID]   `json:"currencyId" doc:"Charged in baskets of this currency alone. Amounts are in it; of a fee with amounts the company's own when absent."`
	Amount           rest.Opt[int64]     `json:"amount" money:"true" doc:"A fixed sum, in minor units; of a percentage, what comes on top of it."`
	Percent          *float64            `json:"percent" min:"0" max:"100" doc:"Of the base price, before discounts; at most two decimals."`
	Tiers            *[]feeTierIn        `json:"tiers" maxitems:"20" doc:"By the base price that it is charged on; the first begins at 0, the last is open-ended."`
	Minimum          rest.Opt[int64]     `json:"minimum" money:"true" doc:"The least that is charged, in minor units."`
	Maximum          rest.Opt[int64]     `json:"maximum" money:"true" doc:"The most that is charged at once, in minor units."`
	MaxTimesPerOrder rest.Opt[int64]     `json:"maxTimesPerOrder"`
	IsAbsorbed       *rest.Flag          `json:"isAbsorbed" doc:"Inside the prices: shown, and not charged on top."`
	AttractsDiscount *rest.Flag          `json:"attractsDiscount" doc:"Discount codes reduce it."`
	OmitFromResale   *rest.Flag          `json:"omitFromResale"`
	OnlyOnResale     *rest.Flag          `json:"onlyOnResale" doc:"Charged on resold items alone; their seller may pay a part of it."`
	NeedsAddress     *rest.Flag          `json:"needsAddress" doc:"Whoever chooses the delivery says where to."`
	SalesChannels    *[]string           `json:"salesChannels" enum:"online,box_office"`
	Group            rest.Opt[string]    `json:"group" maxlen:"50" doc:"Of fees with the same group only the most specific is charged: of the sale item, of the event, of the company."`
	ActiveFrom       rest.Opt[rest.Time] `json:"activeFrom"`
	ActiveUntil      rest.Opt[rest.Time] `json:"activeUntil"`
	TaxBandID        rest.Opt[rest.ID]   `json:"taxBandId" doc:"The company's default when null."`
}

// feeTypeIn is a type of item that fees are charged on.
type feeTypeIn = catalog.ItemType

type feeTierIn struct {
	From    int64    `json:"from" money:"true" doc:"In minor units."`
	Amount  int64    `json:"amount" money:"true" doc:"A fixed sum, in minor units."`
	Percent *float64 `json:"percent" min:"0" max:"100"`
}

func (in *feeFields) fields(name *string) (fee.Fields, error) {
	f := fee.Fields{
		Name: name, Kind: (*fee.Kind)(in.Kind), Per: (*fee.Per)(in.Per), EventID: wire.MaybeID(in.EventID), SaleItemIDs: wire.MaybeIDs(in.SaleItems),
		CurrencyID: wire.MaybeID(in.CurrencyID), Amount: wire.Maybe(in.Amount), Min: wire.Maybe(in.Minimum), Max: wire.Maybe(in.Maximum),
		MaxTimes: wire.Maybe(in.MaxTimesPerOrder), Absorbed: wire.Yes(in.IsAbsorbed), AttractsDiscount: wire.Yes(in.AttractsDiscount),
		NotOnResale: wire.Yes(in.OmitFromResale), OnlyOnResale: wire.Yes(in.OnlyOnResale), NeedsAddress: wire.Yes(in.NeedsAddress), Channels: in.SalesChannels, Group: wire.Maybe(in.Group),
		ActiveFrom: wire.MaybeTime(in.ActiveFrom), ActiveUntil: wire.MaybeTime(in.ActiveUntil), TaxBandID: wire.MaybeID(in.TaxBandID),
	}
	if in.Types != nil {
		f.Types = app.Is(*in.Types)
	}
	percent, err := wire.Percent(in.Percent, "percent")
	if err != nil {
		return f, err
	}
	f.Percent = app.Maybe[int64]{Given: percent != nil, Value: percent}
	if in.Tiers == nil {
		return f, nil
	}
	steps := make([]fee.Step, len(*in.Tiers))
	for i, t := range *in.Tiers {
		percent, err := wire.Percent(t.Percent, fmt.Sprintf("tiers.%d.percent", i))
		if err != nil {
			return f, err
		}
		steps[i] = fee.Step{From: t.From, Fixed: t.Amount, Percent: wire.Value(percent)}
	}
	f.Steps = &steps
	return f, nil
}

type createFeeIn struct {
	Name     string       `json:"name" required:"true" maxlen:"255"`
	Delivery fee.Delivery `json:"delivery" enum:"in_person,digital,shipped" doc:"Makes it a way of delivery: charged in baskets that choose it alone, as a fulfilment fee; it may be free. Tickets by e-mail are always there, and free."`
	feeFields
}

type updateFeeIn struct {
	ID   rest.ID `json:"id" required:"true" min:"1"`
	Name *string `json:"name" maxlen:"255"`
	feeFields
}

func writes(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/fees", Summary: "Create a fee", Tag: "Fees",
			Doc: "A line of its own in baskets and orders, calculated anew at each change of a basket. producingOrderItemId of a fee for each item " +
				"is the item; of others it is null.",
			Allow: app.EditFees, Status: 201, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in createFeeIn) (out rest.One[feeJSON], err error) {
			f, err := in.fields(&in.Name)
			if err != nil {
				return out, err
			}
			f.Delivery = in.Delivery
			v, err := fee.Create(ctx, a, c, f)
			if err != nil {
				return out, err
			}
			return one(v), nil
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/fees/update", Summary: "Change a fee", Tag: "Fees",
			Doc:   "What is absent stays, null clears. Baskets follow when they change; orders keep what they were charged.",
			Allow: app.EditFees, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in updateFeeIn) (out rest.One[feeJSON], err error) {
			f, err := in.fields(in.Name)
			if err != nil {
				return out, err
			}
			v, err := fee.Update(ctx, a, c, int64(in.ID), f)
			if err != nil {
				return out, err
			}
			return one(v), nil
		}),
	}
}
