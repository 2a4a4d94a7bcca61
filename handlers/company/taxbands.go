package company

import (
	"context"
	"fmt"
	"math"
	"strings"

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
	byCountryIn
}

// byCountryIn is what makes the rate that of the buyer's country.
type byCountryIn struct {
	Abroad        *[]rateAbroadIn `json:"abroad" maxitems:"50" doc:"Rates for buyers whose address is in another country than the venue; exactly one entry without countries is for all others. An empty list makes the rate that of everybody."`
	ReverseCharge *string         `json:"reverseCharge" enum:"none,verified,named" doc:"Which buyers from abroad account for the tax themselves."`
}

type rateAbroadIn struct {
	CountryIDs []rest.ID `json:"countryIds" maxitems:"250" doc:"ISO numbers of countries, see GET /countries."`
	Rate       float64   `json:"rate" required:"true" min:"0" max:"100" doc:"In percent, at most four decimals."`
}

// fields are what a request asks of a band.
func (in *byCountryIn) fields(name *string, percent *float64) (f company.TaxBandFields, err error) {
	f.Name = name
	if f.Rate, err = rateOf(percent, "rate"); err != nil || in.Abroad == nil {
		return in.reverse(f), err
	}
	all := []company.RateAbroad{}
	for i, r := range *in.Abroad {
		rate, err := rateOf(&r.Rate, fmt.Sprintf("abroad.%d.rate", i))
		if err != nil {
			return f, err
		}
		all = append(all, company.RateAbroad{CountryIDs: wire.IDs(r.CountryIDs), Rate: *rate})
	}
	f.Abroad = &all
	return in.reverse(f), nil
}

func (in *byCountryIn) reverse(f company.TaxBandFields) company.TaxBandFields {
	if r := in.ReverseCharge; r != nil {
		f.ReverseCharge = new(company.ReverseCharge(strings.TrimPrefix(*r, wire.NoReverseCharge)))
	}
	return f
}

type updateTaxBandIn struct {
	ID   rest.ID  `json:"id" required:"true"`
	Name *string  `json:"name" maxlen:"255"`
	Rate *float64 `json:"rate" min:"0" max:"100" doc:"In percent, at most four decimals. Orders that exist keep theirs."`
	byCountryIn
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
			fields, err := in.fields(&in.Name, &in.Rate)
			if err != nil {
				return out, err
			}
			return rest.As(wire.TaxBandOne)(company.CreateTaxBand(ctx, a, c, fields))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/tax-bands/update", Summary: "Change a tax band", Tag: "Access",
			Allow: app.ManageTaxBands, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in updateTaxBandIn) (out rest.One[wire.TaxBandJSON], err error) {
			fields, err := in.fields(in.Name, in.Rate)
			if err != nil {
				return out, err
			}
			return rest.As(wire.TaxBandOne)(company.UpdateTaxBand(ctx, a, c, int64(in.ID), fields))
		}),
	}
}

// rateOf is a rate in percent as the business counts it.
func rateOf(percent *float64, field string) (*int64, error) {
	if percent == nil {
		return nil, nil
	}
	exact := *percent * company.RateUnit
	rate := math.Round(exact)
	if math.Abs(exact-rate) > 1e-6 {
		return nil, app.Field(field, "must not have more than %d decimals", 4)
	}
	whole := int64(rate)
	return &whole, nil
}
