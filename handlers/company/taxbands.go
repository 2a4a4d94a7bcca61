package company

import (
	"context"
	"math"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type taxBandsIn struct{ rest.Page }

type addTaxBandIn struct {
	Name string  `json:"name" required:"true" maxlen:"255"`
	Rate float64 `json:"rate" required:"true" min:"0" max:"100" doc:"In percent, at most four decimals."`
}

type updateTaxBandIn struct {
	ID   rest.ID  `json:"id" required:"true"`
	Name *string  `json:"name" maxlen:"255"`
	Rate *float64 `json:"rate" min:"0" max:"100" doc:"In percent, at most four decimals. Orders that exist keep theirs."`
}

func taxBands(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/tax-bands", Summary: "List tax bands", Tag: "Access",
			Allow: app.ManageTaxBands, Or: []app.Ability{app.EditEvents, app.CreateEvents}, Fields: true, Limit: 100,
		}, func(ctx context.Context, c *app.Caller, in taxBandsIn) (rest.Many[wire.TaxBandJSON], list.Info, error) {
			page, err := company.ListTaxBands(ctx, a, c, list.Request{Offset: in.Offset, Limit: in.Limit})
			return rest.ListOf(in.Page, page.Info, page.Rows, wire.TaxBandForm), page.Info, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/tax-bands", Summary: "Create a tax band", Tag: "Access",
			Allow: app.ManageTaxBands, Status: 201, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in addTaxBandIn) (out rest.One[wire.TaxBandJSON], err error) {
			rate, err := rateOf(&in.Rate)
			if err != nil {
				return out, err
			}
			return rest.As(wire.TaxBandOne)(company.CreateTaxBand(ctx, a, c, company.TaxBandFields{Name: &in.Name, Rate: rate}))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/tax-bands/update", Summary: "Change a tax band", Tag: "Access",
			Allow: app.ManageTaxBands, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in updateTaxBandIn) (out rest.One[wire.TaxBandJSON], err error) {
			rate, err := rateOf(in.Rate)
			if err != nil {
				return out, err
			}
			return rest.As(wire.TaxBandOne)(company.UpdateTaxBand(ctx, a, c, int64(in.ID), company.TaxBandFields{Name: in.Name, Rate: rate}))
		}),
	}
}

// rateOf is a rate in percent as the business counts it.
func rateOf(percent *float64) (*int64, error) {
	if percent == nil {
		return nil, nil
	}
	exact := *percent * company.RateUnit
	rate := math.Round(exact)
	if math.Abs(exact-rate) > 1e-6 {
		return nil, app.Field("rate", "must not have more than %d decimals", 4)
	}
	whole := int64(rate)
	return &whole, nil
}
