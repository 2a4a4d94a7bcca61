package discount

import (
	"context"

	"marquee/app"
	"marquee/app/discount"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// limitsIn is what codes of every type take. Null clears.
type limitsIn struct {
	CurrencyID         rest.Opt[rest.ID]   `json:"currencyId" doc:"Baskets of other currencies are refused; of a fixed code the company's own when absent."`
	MaxUsesPerOrder    rest.Opt[int64]     `json:"maxUsesPerOrder" doc:"Of fixed codes: take the amount off each of so many units. Of percentages: units, the dearest first. Of bxgy: groups."`
	MaximumUses        rest.Opt[int64]     `json:"maximumUses" doc:"Finished and reserved orders in all."`
	MaxUsesPerCustomer rest.Opt[int64]     `json:"maxUsesPerCustomer"`
	MinimumSpend       rest.Opt[int64]     `json:"minimumSpend" doc:"Minor units of currencyId, which it needs."`
	ValidFrom          rest.Opt[rest.Time] `json:"validFrom" date:"true" doc:"A day begins in the company's time zone."`
	ValidTo            rest.Opt[rest.Time] `json:"validTo" date:"true" doc:"A day counts to its end."`
	BoxOfficeOnly      *rest.Flag          `json:"boxOfficeOnly"`
}

func (in *limitsIn) fields(code *string, amount *int64) discount.Fields {
	return discount.Fields{
		Text: code, Amount: amount, CurrencyID: wire.MaybeID(in.CurrencyID),
		MaximumUses: wire.Maybe(in.MaximumUses), MaxUsesPerCustomer: wire.Maybe(in.MaxUsesPerCustomer),
		MaxUsesPerOrder: wire.Maybe(in.MaxUsesPerOrder), MinimumSpend: wire.Maybe(in.MinimumSpend),
		ValidFrom: wire.MaybeDay(in.ValidFrom), ValidTo: wire.MaybeDay(in.ValidTo), BoxOfficeOnly: wire.Yes(in.BoxOfficeOnly),
	}
}

// whichIn names the code that a change is about.
type whichIn struct {
	ID   *rest.ID `json:"id" doc:"Finds the code; without it the code does."`
	Code *string  `json:"code" maxlen:"255" doc:"Beside id, the new letters and digits."`
}

// key is the code that is meant, and its new text.
func (in *whichIn) key() (k discount.Key, rename *string, err error) {
	switch {
	case in.ID != nil:
		return discount.Key{ID: int64(*in.ID)}, in.Code, nil
	case in.Code == nil || app.Blank(*in.Code):
		return k, nil, app.Field("id", "is required")
	}
	return discount.Key{Text: *in.Code}, nil, nil
}

type saleItemsIn struct {
	SaleItems rest.Opt[[]rest.ID] `json:"saleItems" maxitems:"500" doc:"What is reduced; none is everything that attracts discounts."`
}

type capsIn struct {
	MaximumDiscount rest.Opt[map[string]int64] `json:"maximumDiscount" maxitems:"200" doc:"The largest discount of one order in minor units, by currency code. Zero: none in that currency."`
}

// create makes the handler that creates a code of a type.
func create[In any](a *app.App, typ discount.Type, fields func(In) (discount.Fields, error)) func(context.Context, *app.Caller, In) (rest.One[codeJSON], error) {
	return func(ctx context.Context, c *app.Caller, in In) (out rest.One[codeJSON], err error) {
		f, err := fields(in)
		if err != nil {
			return out, err
		}
		made, err := discount.Create(ctx, a, c, typ, f)
		if err != nil {
			return out, err
		}
		x, err := formsOf(ctx, a, c)
		return x.one(&made, true), err
	}
}

// update makes the handler that changes a code of a type.
func update[In any](a *app.App, typ discount.Type, which func(In) whichIn, fields func(In) (discount.Fields, error)) func(context.Context, *app.Caller, In) (rest.One[codeJSON], error) {
	return func(ctx context.Context, c *app.Caller, in In) (out rest.One[codeJSON], err error) {
		named := which(in)
		k, rename, err := named.key()
		if err != nil {
			return out, err
		}
		f, err := fields(in)
		if err != nil {
			return out, err
		}
		f.Text = rename
		changed, err := discount.Update(ctx, a, c, typ, k, f)
		if err != nil {
			return out, err
		}
		x, err := formsOf(ctx, a, c)
		return x.one(&changed, true), err
	}
}
