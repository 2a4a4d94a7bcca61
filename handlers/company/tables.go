package company

import (
	"context"
	"strconv"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type tableIn struct{ rest.Page }

type currenciesIn struct {
	rest.Page
	All rest.Flag `query:"all" doc:"Every currency of ISO 4217 in use, also those that the company does not sell in."`
}

type countryJSON struct {
	Name      string `json:"name"`
	ISO       string `json:"iso"`
	ISO3      string `json:"iso3"`
	PhoneCode int64  `json:"phoneCode"`
}

// currencyJSON writes subunit as text; only embedded currencies have a number.
type currencyJSON struct {
	Name       string `json:"name"`
	Symbol     string `json:"symbol"`
	Subunit    string `json:"subunit" doc:"The number of decimals of an amount."`
	IsCashless bool   `json:"isCashless"`
	IsCustom   bool   `json:"isCustom"`
}

func tables(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/countries", Summary: "List countries", Tag: "Access",
			Doc:   "Every country of ISO 3166-1, by name. The id is its ISO number.",
			Allow: app.Authenticated, Fields: true, Limit: 100,
		}, func(_ context.Context, _ *app.Caller, in tableIn) (rest.Many[countryJSON], list.Info, error) {
			return wire.PageOf(in.Page, company.Countries(), countryForm)
		}),
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/currencies", Summary: "List currencies", Tag: "Access",
			Doc:   "The currencies that the company sells in, by code. The id is the ISO number.",
			Allow: app.Authenticated, Fields: true, Limit: 100,
		}, func(ctx context.Context, c *app.Caller, in currenciesIn) (out rest.Many[currencyJSON], l list.Info, err error) {
			shown := company.Currencies()
			if !in.All {
				own, err := company.Settings(ctx, a, c)
				if err != nil {
					return out, l, err
				}
				shown = own.Currencies()
			}
			return wire.PageOf(in.Page, shown, currencyForm)
		}),
	}
}

func countryForm(c company.Country) rest.Resource[countryJSON] {
	return rest.Resource[countryJSON]{
		Type: "countries", ID: c.ID,
		Attributes: countryJSON{c.Name, c.ISO, c.ISO3, c.PhoneCode},
	}
}

func currencyForm(c company.Currency) rest.Resource[currencyJSON] {
	return rest.Resource[currencyJSON]{
		Type: "currencies", ID: c.ID,
		Attributes: currencyJSON{c.Name, c.Symbol, strconv.FormatInt(c.Subunit, 10), c.IsCashless, c.IsCustom},
	}
}
