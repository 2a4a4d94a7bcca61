package discount

import (
	"context"

	"marquee/app"
	"marquee/app/codes"
	"marquee/app/discount"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// limitsIn is what codes of every type take. Null clears.
type limitsIn struct {
	CurrencyID         rest.Opt[rest.ID]   `json:"currencyId" doc:"Baskets of other currencies are refused; of a fixed code the company's own when absent."`
	MaxUsesPerOrder    rest.Opt[int64]     `json:"maxUsesPerOrder" doc:"Of fixed codes: take the amount off each of so many units. Of percentages: units, the dearest first unless cheapestFirst. Of bxgy: groups."`
	MaximumUses        rest.Opt[int64]     `json:"maximumUses" doc:"Finished and reserved orders in all."`
	MaxUsesPerCustomer rest.Opt[int64]     `json:"maxUsesPerCustomer"`
	MaxUsesPerEvent    rest.Opt[int64]     `json:"maxUsesPerEvent" doc:"Orders in which units of one event are reduced, counted from when the code has the limit."`
	MaxUsesPerSchedule rest.Opt[int64]     `json:"maxUsesPerSchedule" doc:"The same for all events of one schedule together."`
	NewCustomersOnly   *rest.Flag          `json:"newCustomersOnly" doc:"Only for customers without an order that stands or waits."`
	Groups             rest.Opt[[]rest.ID] `json:"customerGroups" maxitems:"100" doc:"Customer groups: only their members may use it. Null or none: everybody may."`
	MinimumSpend       rest.Opt[int64]     `json:"minimumSpend" money:"true" doc:"Minor units of currencyId, which it needs."`
	ValidFrom          rest.Opt[rest.Time] `json:"validFrom" date:"true" doc:"A day begins in the company's time zone."`
	ValidTo            rest.Opt[rest.Time] `json:"validTo" date:"true" doc:"A day counts to its end."`
	BoxOfficeOnly      *rest.Flag          `json:"boxOfficeOnly"`
	Paused             *rest.Flag          `json:"paused" doc:"Nobody can enter it until that is taken back."`
	AutoApply          *rest.Flag          `json:"autoApply" doc:"Counts by itself in baskets without an entered code; at most 10 codes do."`
	Priority           *int64              `json:"priority" min:"0" max:"1000" doc:"Of codes that count by themselves the lowest is tried first; 0 unless told."`
}

func (in *limitsIn) fields(code *string, amount *int64) discount.Fields {
	return discount.Fields{
		Fields: codes.Fields{
			Text: code, MaximumUses: wire.Maybe(in.MaximumUses), MaxUsesPerCustomer: wire.Maybe(in.MaxUsesPerCustomer),
			ValidFrom: wire.MaybeDay(in.ValidFrom), ValidTo: wire.MaybeDay(in.ValidTo), GroupIDs: wire.MaybeIDs(in.Groups),
			Paused: wire.Yes(in.Paused),
		},
		Amount: amount, CurrencyID: wire.MaybeID(in.CurrencyID),
		MaxUsesPerOrder: wire.Maybe(in.MaxUsesPerOrder), MinimumSpend: wire.Maybe(in.MinimumSpend),
		MaxUsesPerEvent: wire.Maybe(in.MaxUsesPerEvent), MaxUsesPerSchedule: wire.Maybe(in.MaxUsesPerSchedule),
		NewCustomersOnly: wire.Yes(in.NewCustomersOnly), BoxOfficeOnly: wire.Yes(in.BoxOfficeOnly),
		Auto: wire.Yes(in.AutoApply), Priority: in.Priority,
	}
}

// changeIn names the code that is changed.
type changeIn struct {
	wire.WhichCode
	wire.CodeSince
}

// targetsIn is what a code reduces: whatever is one of these, or belongs to one.
type targetsIn struct {
	SaleItems  rest.Opt[[]rest.ID] `json:"saleItems" maxitems:"500" doc:"What is reduced, beside what is made from items, is of events or eventSchedules, or has seats in priceBands; nothing named is everything that attracts discounts."`
	Items      rest.Opt[[]rest.ID] `json:"items" maxitems:"500" doc:"Inventory items."`
	Events     rest.Opt[[]rest.ID] `json:"events" maxitems:"500"`
	Schedules  rest.Opt[[]rest.ID] `json:"eventSchedules" maxitems:"500"`
	PriceBands rest.Opt[[]rest.ID] `json:"priceBands" maxitems:"500" doc:"Of the seating plans of events; a sale item must sell them."`
}

func (in *targetsIn) put(f *discount.Fields) {
	f.SaleItemIDs, f.ItemIDs, f.EventIDs = wire.MaybeIDs(in.SaleItems), wire.MaybeIDs(in.Items), wire.MaybeIDs(in.Events)
	f.ScheduleIDs, f.PriceBandIDs = wire.MaybeIDs(in.Schedules), wire.MaybeIDs(in.PriceBands)
}

type capsIn struct {
	MaximumDiscount rest.Opt[map[string]int64] `json:"maximumDiscount" maxitems:"200" doc:"The largest discount of one order in minor units, by currency code. Zero: none in that currency."`
}

// create makes the handler that creates a code of a type.
func create[In any](x *routes, typ discount.Type, fields func(In) (discount.Fields, error)) func(context.Context, *app.Caller, In) (rest.One[codeJSON], error) {
	return func(ctx context.Context, c *app.Caller, in In) (out rest.One[codeJSON], err error) {
		f, err := fields(in)
		if err != nil {
			return out, err
		}
		v, err := discount.Create(ctx, x.App, c, typ, f)
		return x.Answer(ctx, c, v, true, err)
	}
}

// update makes the handler that changes a code of a type.
func update[In any](x *routes, typ discount.Type, which func(In) changeIn, fields func(In) (discount.Fields, error)) func(context.Context, *app.Caller, In) (rest.One[codeJSON], error) {
	return func(ctx context.Context, c *app.Caller, in In) (out rest.One[codeJSON], err error) {
		named := which(in)
		k, rename, err := named.Key()
		if err != nil {
			return out, err
		}
		f, err := fields(in)
		if err != nil {
			return out, err
		}
		f.Text, f.UnchangedSince = rename, named.UnchangedSince.At()
		v, err := discount.Update(ctx, x.App, c, typ, k, f)
		return x.Answer(ctx, c, v, true, err)
	}
}
