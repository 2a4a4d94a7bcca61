package handlers

import (
	"context"
	"fmt"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/handlers/rest"
)

type companiesIn struct {
	rest.Page
	ID *rest.ID `query:"id" doc:"Only this company."`
}

type companyJSON struct {
	Name      string    `json:"name"`
	Alias     string    `json:"alias"`
	CreatedAt time.Time `json:"createdAt"`
	UpdatedAt time.Time `json:"updatedAt"`
}

type addCompanyIn struct {
	Name         string `json:"name" required:"true" maxlen:"255"`
	CurrencyCode string `json:"currencyCode" required:"true" maxlen:"3" doc:"ISO 4217, such as EUR."`
	Timezone     string `json:"timezone" maxlen:"64" doc:"Of the IANA database, such as Europe/Berlin. UTC when absent."`
}

func companies(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/companies", Summary: "List companies", Tag: "Access",
			Doc:   "The companies that the caller can choose in X-SERVICE-COMPANY-ID.",
			Allow: app.Authenticated, Fields: true, Limit: 100,
		}, func(ctx context.Context, c *app.Caller, in companiesIn) (rest.Many[companyJSON], error) {
			all, err := company.Reachable(ctx, a, c)
			if err != nil {
				return rest.Many[companyJSON]{}, err
			}
			if in.ID != nil {
				all = slices.DeleteFunc(all, func(co company.Company) bool { return co.ID != int64(*in.ID) })
			}
			return pageOf(in.Page, all, companyForm), nil
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/companies", Summary: "Create a company", Tag: "Access",
			Doc:   "The caller becomes its super user. It starts with one tax band of 0 %.",
			Allow: app.Installation, Status: 201, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in addCompanyIn) (rest.One[companyJSON], error) {
			made, err := company.CreateCompany(ctx, a, c, company.NewCompany{
				Name: in.Name, CurrencyCode: in.CurrencyCode, Timezone: in.Timezone,
			})
			return rest.One[companyJSON]{Data: companyForm(made)}, err
		}),
	}
}

func companyForm(c company.Company) rest.Resource[companyJSON] {
	return rest.Resource[companyJSON]{
		Type: "companies", ID: c.ID, Self: fmt.Sprintf("/v1/companies?id=%d", c.ID),
		Attributes: companyJSON{c.Name, c.Alias, c.CreatedAt, c.UpdatedAt},
	}
}

// pageOf cuts one page out of a list that is short enough to hold.
func pageOf[T, A any](p rest.Page, all []T, form func(T) rest.Resource[A]) rest.Many[A] {
	out := rest.List[A](p, int64(len(all)))
	from := min(p.Offset, int64(len(all)))
	for _, v := range all[from:min(from+p.Limit, int64(len(all)))] {
		out.Data = append(out.Data, form(v))
	}
	return out
}
