package handlers

import (
	"context"
	"math"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/handlers/rest"
)

type taxBandsIn struct{ rest.Page }

type taxBandJSON struct {
	Name      string    `json:"name"`
	Rate      float64   `json:"rate" doc:"In percent, at most four decimals."`
	IsDefault bool      `json:"isDefault" doc:"The band of a sale item that names none."`
	CreatedAt time.Time `json:"createdAt"`
	UpdatedAt time.Time `json:"updatedAt"`
}

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
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/tax-bands", Summary: "List tax bands", Tag: "Access",
			Allow: app.ManageTaxBands, Or: []app.Ability{app.EditEvents, app.CreateEvents}, Fields: true, Limit: 100,
		}, func(ctx context.Context, c *app.Caller, in taxBandsIn) (rest.Many[taxBandJSON], error) {
			page, total, err := company.ListTaxBands(ctx, a, c, in.Offset, in.Limit)
			out := rest.List[taxBandJSON](in.Page, total)
			for _, b := range page {
				out.Data = append(out.Data, taxBandForm(b))
			}
			return out, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/tax-bands", Summary: "Create a tax band", Tag: "Access",
			Allow: app.ManageTaxBands, Status: 201, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in addTaxBandIn) (rest.One[taxBandJSON], error) {
			rate, err := rateOf(&in.Rate)
			if err != nil {
				return rest.One[taxBandJSON]{}, err
			}
			b, err := company.CreateTaxBand(ctx, a, c, company.TaxBandFields{Name: &in.Name, Rate: rate})
			return rest.One[taxBandJSON]{Data: taxBandForm(b)}, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/tax-bands/update", Summary: "Change a tax band", Tag: "Access",
			Allow: app.ManageTaxBands, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in updateTaxBandIn) (rest.One[taxBandJSON], error) {
			rate, err := rateOf(in.Rate)
			if err != nil {
				return rest.One[taxBandJSON]{}, err
			}
			b, err := company.UpdateTaxBand(ctx, a, c, int64(in.ID), company.TaxBandFields{Name: in.Name, Rate: rate})
			return rest.One[taxBandJSON]{Data: taxBandForm(b)}, err
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

func taxBandForm(b company.TaxBand) rest.Resource[taxBandJSON] {
	return rest.Resource[taxBandJSON]{
		Type: "tax_bands", ID: b.ID,
		Attributes: taxBandJSON{b.Name, float64(b.Rate) / company.RateUnit, b.Default, b.CreatedAt, b.UpdatedAt},
	}
}
