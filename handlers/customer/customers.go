package customer

import (
	"context"
	"strings"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type customersIn struct {
	rest.Page
	wire.CursorIn
	customerExtras
	LastUpdated *rest.Time `query:"lastUpdated" blank:"true" doc:"Only customers changed at or after this time, oldest change first."`
}

// customerExtras is what both reads of customers take.
type customerExtras struct {
	Include     rest.Include `query:"include" enum:"companies,dataCaptureResponses,cities,currencies,wallets,authenticationProviders"`
	WithTrashed rest.Trashed `query:"withTrashed"`
	Currency    rest.Text    `header:"X-SERVICE-CURRENCY-ID" maxlen:"20" doc:"Id or code of the currency to include; the company's own when absent."`
}

type customerIn struct {
	customerExtras
	ID        *rest.ID `query:"id" blank:"true"`
	Email     string   `query:"email" maxlen:"254"`
	Reference string   `query:"reference" maxlen:"64" doc:"Reference of an order: its purchaser."`
	Barcode   string   `query:"barcode" maxlen:"255" doc:"Barcode of an item: its holder."`
	NFC       string   `query:"nfcId" maxlen:"255" doc:"NFC tag of a ticket: its holder."`
}

type addCustomerIn struct {
	Name  rest.Opt[string] `json:"name" maxlen:"255"`
	Email rest.Opt[string] `json:"email" maxlen:"254"`
	customerFieldsIn
}

type editCustomerIn struct {
	ID    rest.ID          `json:"id" required:"true"`
	Name  rest.Opt[string] `json:"name" maxlen:"255"`
	Email rest.Opt[string] `json:"email" maxlen:"254"`
	customerFieldsIn
}

// customerFieldsIn are the fields that creating and changing a customer share.
type customerFieldsIn struct {
	FirstName *string           `json:"firstName" maxlen:"255" doc:"With surname, builds the name when name is absent."`
	Surname   *string           `json:"surname" maxlen:"255"`
	Password  *string           `json:"password" maxlen:"512"`
	DOB       *rest.Time        `json:"dob" date:"true" blank:"true" doc:"Date of birth."`
	Line1     *string           `json:"addressLine1" maxlen:"255"`
	Line2     *string           `json:"addressLine2" maxlen:"255"`
	Postcode  *string           `json:"postcode" maxlen:"255"`
	City      *string           `json:"city" maxlen:"255"`
	Region    *string           `json:"region" maxlen:"255"`
	Country   *rest.ID          `json:"countryId" blank:"true" doc:"ISO number of the country, see GET /countries."`
	Phone     *rest.Text        `json:"phone" maxlen:"40"`
	PhoneCode rest.Opt[rest.ID] `json:"phoneCode" doc:"Calling code; null removes it."`
}

func customers(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/customers", Summary: "List customers", Tag: "Customers",
			Doc:   "By id; with lastUpdated in the order of their changes. " + wire.CursorDoc,
			Allow: app.ViewCustomers, Fields: true, Limit: customer.MaxPage,
		}, listCustomers(a)),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/customers", Summary: "Create a customer", Tag: "Customers",
			Doc:   "Name and e-mail are required; the e-mail must not belong to another customer of the company.",
			Allow: app.CreateCustomers, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in addCustomerIn) (rest.One[editedCustomerJSON], error) {
			made, err := customer.Create(ctx, a, c, in.fields(in.Name, in.Email))
			return rest.One[editedCustomerJSON]{Data: editedCustomer(&made)}, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/customers/update", Summary: "Change a customer", Tag: "Customers",
			Doc: "Fields that are absent or null stay as they are. The address stays when no part of it is sent, " +
				"or only empty ones; else the parts sent are merged into it.",
			Allow: app.EditCustomers, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in editCustomerIn) (rest.One[editedCustomerJSON], error) {
			edited, err := customer.Edit(ctx, a, c, int64(in.ID), in.fields(in.Name, in.Email))
			return rest.One[editedCustomerJSON]{Data: editedCustomer(&edited)}, err
		}),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/customer", Summary: "Read a customer", Tag: "Customers",
			Doc:   "By id, email, reference, barcode or nfcId; of several the first in this order counts.",
			Allow: app.ViewCustomers, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in customerIn) (rest.One[customerRowJSON], error) {
			found, err := findCustomer(ctx, a, c, in)
			if err != nil {
				return rest.One[customerRowJSON]{}, err
			}
			around, err := in.customerExtras.load(ctx, a, c)
			var out rest.One[customerRowJSON]
			out.Data = around.row(&found, &out.Included)
			return out, err
		}),
	}
}

func listCustomers(a *app.App) func(context.Context, *app.Caller, customersIn) (rest.Many[customerRowJSON], error) {
	return func(ctx context.Context, c *app.Caller, in customersIn) (rest.Many[customerRowJSON], error) {
		page, err := customer.List(ctx, a, c, customer.Filter{
			LastUpdated: in.LastUpdated.At(), WithTrashed: bool(in.WithTrashed),
			Cursor: in.Cursor, Offset: in.Offset, Limit: in.Limit,
		})
		if err != nil {
			return rest.Many[customerRowJSON]{}, err
		}
		around, err := in.customerExtras.load(ctx, a, c)
		out := rest.List[customerRowJSON](in.Page, page.Total)
		for i := range page.Rows {
			out.Data = append(out.Data, around.row(&page.Rows[i], &out.Included))
		}
		out.Links = in.CursorLinks(in.Page, page.Total, page.Cursor, page.HasMore, in.LastUpdated != nil)
		return out, err
	}
}

func findCustomer(ctx context.Context, a *app.App, c *app.Caller, in customerIn) (customer.Customer, error) {
	switch {
	case in.ID != nil:
		return customer.Read(ctx, a, c, int64(*in.ID), "", bool(in.WithTrashed))
	case in.Email != "":
		return customer.Read(ctx, a, c, 0, in.Email, bool(in.WithTrashed))
	case in.Reference != "":
		return order.ReadPurchaser(ctx, a, c, in.Reference)
	case in.Barcode != "":
		return order.ReadHolder(ctx, a, c, 0, in.Barcode)
	case in.NFC != "":
		item, found, err := entry.PairedItem(ctx, a, c, in.NFC)
		if err == nil && !found {
			err = app.Missing("customer")
		}
		if err != nil {
			return customer.Customer{}, err
		}
		return order.ReadHolder(ctx, a, c, item, "")
	}
	return customer.Customer{}, app.Field("id", "is required")
}

// load reads what the includes of customers show.
func (x customerExtras) load(ctx context.Context, a *app.App, c *app.Caller) (customersAround, error) {
	around := customersAround{include: x.Include}
	if !x.Include.Has("companies") && !x.Include.Has("currencies") {
		return around, nil
	}
	own, err := company.Settings(ctx, a, c)
	if err != nil {
		return around, err
	}
	around.company = own
	around.currency, err = wire.CurrencyOf(string(x.Currency), "X-SERVICE-CURRENCY-ID", own)
	return around, err
}

// fields are the input as the business takes it. An explicit null of name or
// e-mail says nothing.
func (in *customerFieldsIn) fields(name, email rest.Opt[string]) customer.Fields {
	f := customer.Fields{
		Name: name.Ptr(), Email: email.Ptr(), FirstName: in.FirstName, Surname: in.Surname,
		Password: in.Password, DOB: in.DOB.At(), SetPhoneCode: in.PhoneCode.Set,
		Line1: in.Line1, Line2: in.Line2, City: in.City, Region: in.Region, Postcode: in.Postcode,
	}
	if in.Phone != nil {
		phone := strings.TrimSpace(string(*in.Phone))
		f.Phone = &phone
	}
	if code, ok := in.PhoneCode.Get(); ok {
		n := int64(code)
		f.PhoneCode = &n
	}
	if in.Country != nil {
		n := int64(*in.Country)
		f.CountryID = &n
	}
	return f
}
