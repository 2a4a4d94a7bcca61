package company

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/app/office"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type companiesIn struct {
	rest.Page
	ID *rest.ID `query:"id" doc:"Only this company."`
}

type addCompanyIn struct {
	Name         string `json:"name" required:"true" maxlen:"255"`
	CurrencyCode string `json:"currencyCode" required:"true" maxlen:"3" doc:"ISO 4217, such as EUR."`
	Timezone     string `json:"timezone" maxlen:"64" doc:"Of the IANA database, such as Europe/Berlin. UTC when absent."`
}

// companyJSON is a company with what it is below.
type companyJSON struct {
	wire.CompanyJSON
	ParentID *int64      `json:"parentId" doc:"The company that it is below; null: none."`
	Counts   *countsJSON `json:"counts" doc:"For whoever runs the installation, and where companies are listed; null else."`
}

// countsJSON is how much there is of a company.
type countsJSON struct {
	Users  int64 `json:"users" doc:"Who has access."`
	Events int64 `json:"events" doc:"That stand, drafts too."`
	Orders int64 `json:"orders" doc:"That went through and stand."`
}

type placeIn struct {
	CompanyID rest.ID  `json:"companyId" required:"true" min:"1"`
	ParentID  *rest.ID `json:"parentId" doc:"Null or 0: none."`
}

func companies(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/companies", Summary: "List companies", Tag: "Access",
			Doc:   "The companies that the caller can choose in X-SERVICE-COMPANY-ID.",
			Allow: app.Authenticated, Fields: true, Limit: 100,
		}, func(ctx context.Context, c *app.Caller, in companiesIn) (out rest.Many[companyJSON], l list.Info, err error) {
			all, err := company.Reachable(ctx, a, c)
			if err != nil {
				return out, l, err
			}
			if in.ID != nil {
				all = slices.DeleteFunc(all, func(co company.Company) bool { return co.ID != int64(*in.ID) })
			}
			var fault error
			out, l, err = wire.PageOf(in.Page, all, func(co company.Company) rest.Resource[companyJSON] {
				one := companyForm(co)
				if c.Holds(app.Installation) && fault == nil {
					var n office.CompanyCounts
					n, fault = office.CountCompany(ctx, a, c, co.ID)
					one.Attributes.Counts = new(countsJSON(n))
				}
				return one
			})
			return out, l, errors.Join(err, fault)
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
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/companies/parent", Summary: "Put a company below another", Tag: "Access",
			Doc:   "The parent lists the events of the companies below it, and announces them in its shop. There are two levels.",
			Allow: app.Installation, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in placeIn) (rest.One[companyJSON], error) {
			to := company.Placement{CompanyID: int64(in.CompanyID)}
			if in.ParentID != nil {
				to.ParentID = int64(*in.ParentID)
			}
			child, err := company.Place(ctx, a, c, to)
			return rest.One[companyJSON]{Data: companyForm(child)}, err
		}),
	}
}

func companyForm(c company.Company) rest.Resource[companyJSON] {
	return rest.Resource[companyJSON]{
		Type: "companies", ID: c.ID, Self: fmt.Sprintf("/v1/companies?id=%d", c.ID),
		Attributes: companyJSON{wire.CompanyForm(&c), wire.OrNull(c.ParentID), nil},
	}
}
