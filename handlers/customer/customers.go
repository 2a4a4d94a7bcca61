package customer

import (
	"context"

	"marquee/app"
	"marquee/app/capture"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/entry"
	"marquee/app/list"
	"marquee/app/order"
	"marquee/app/wallet"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type customersIn struct {
	rest.Page
	wire.CursorIn
	customerExtras
	LastUpdated *rest.Time   `query:"lastUpdated" blank:"true" doc:"Only customers changed at or after this time, oldest change first."`
	Query       string       `query:"query" maxlen:"255" doc:"Parts of the name and the e-mail, in any order; case, accents and width do not matter."`
	GroupID     rest.ID      `query:"groupId" blank:"true" doc:"Who is in this customer group now."`
	Sort        customerSort `query:"sort" doc:"lastOrder: those first who ordered last, and behind all who ever did the newest. Not with lastUpdated."`
}

// customerSort is an order of the list.
type customerSort string

// Values are all orders but that by id.
func (customerSort) Values() []string { return []string{customer.ByLastOrder} }

// customerExtras is what both reads of customers take.
type customerExtras struct {
	Include     rest.Include `query:"include" enum:"companies,dataCaptureResponses,cities,currencies,wallets,authenticationProviders" needs:"wallets=wallets.view"`
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
	ID             rest.ID          `json:"id" required:"true"`
	Name           rest.Opt[string] `json:"name" maxlen:"255"`
	Email          rest.Opt[string] `json:"email" maxlen:"254"`
	UnchangedSince *rest.Time       `json:"unchangedSince" doc:"When the caller knows them to be changed last, their updatedAt: refused with 409 where somebody changed them since."`
	customerFieldsIn
}

// customerFieldsIn are the fields that creating and changing a customer share.
type customerFieldsIn struct {
	FirstName   *string             `json:"firstName" maxlen:"255" doc:"With surname, builds the name when name is absent."`
	Surname     *string             `json:"surname" maxlen:"255"`
	Password    *string             `json:"password" maxlen:"512" doc:"At least ten characters; none of the commonest, and not close to the e-mail."`
	ExternalID  rest.Opt[rest.Text] `json:"externalId" maxlen:"160" doc:"Unique in the company."`
	Title       rest.Opt[string]    `json:"title" maxlen:"50"`
	Locale      rest.Opt[string]    `json:"locale" maxlen:"35" doc:"A language tag, such as de or fr-CH."`
	DOB         rest.Opt[rest.Time] `json:"dob" date:"true" blank:"true" doc:"Date of birth; null removes it."`
	Nationality rest.Opt[rest.ID]   `json:"nationalityId" doc:"ISO number of a country."`
	VATNumber   rest.Opt[rest.Text] `json:"vatNumber" maxlen:"32"`
	VATVerified *rest.Flag          `json:"vatCountryVerified" doc:"Becomes false when vatNumber changes and this is absent."`
	Line1       rest.Opt[string]    `json:"addressLine1" maxlen:"255"`
	Line2       rest.Opt[string]    `json:"addressLine2" maxlen:"255"`
	Postcode    rest.Opt[string]    `json:"postcode" maxlen:"255"`
	City        rest.Opt[string]    `json:"city" maxlen:"255"`
	Region      rest.Opt[string]    `json:"region" maxlen:"255"`
	Country     rest.Opt[rest.ID]   `json:"countryId" blank:"true" doc:"ISO number of the country, see GET /countries."`
	Address     rest.Opt[rest.Raw]  `json:"address" doc:"Null removes the whole address; its parts are fields of their own."`
	Phone       rest.Opt[rest.Text] `json:"phone" maxlen:"40"`
	PhoneCode   rest.Opt[rest.ID]   `json:"phoneCode" doc:"Calling code; null removes it."`
}

func customers(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/customers", Summary: "List customers", Tag: "Customers",
			Doc:   "By id; with lastUpdated in the order of their changes, with sort as it says. " + wire.CursorDoc,
			Allow: app.ViewCustomers, Fields: true, Limit: customer.MaxPage,
		}, rest.OnList(a, listCustomers)),
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
			Doc: "Fields that are absent stay as they are, null clears a field; name, e-mail and password cannot be cleared, so null says nothing there. " +
				"The address stays when no part of it is sent, or only empty ones; else the parts sent are merged into it. The e-mail of a customer who signs in from your own system is changed there.",
			Allow: app.EditCustomers, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in editCustomerIn) (rest.One[editedCustomerJSON], error) {
			change := in.fields(in.Name, in.Email)
			change.UnchangedSince = in.UnchangedSince.At()
			edited, err := customer.Edit(ctx, a, c, int64(in.ID), change)
			return rest.One[editedCustomerJSON]{Data: editedCustomer(&edited)}, err
		}),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/customer", Summary: "Read a customer", Tag: "Customers",
			Doc:   "By id, email, reference, barcode or nfcId; of several the first in this order counts.",
			Allow: app.ViewCustomers, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in customerIn) (out rest.One[customerRowJSON], err error) {
			found, err := findCustomer(ctx, a, c, in)
			if err != nil {
				return out, err
			}
			around, err := in.customerExtras.load(ctx, a, c, []customer.Customer{found})
			out.Data = around.row(&found, &out.Included)
			return out, err
		}),
	}
}

func listCustomers(ctx context.Context, a *app.App, c *app.Caller, in customersIn) (out rest.Many[customerRowJSON], l list.Info, err error) {
	page, err := customer.List(ctx, a, c, customer.Filter{
		LastUpdated: in.LastUpdated.At(), WithTrashed: bool(in.WithTrashed),
		Query: in.Query, GroupID: int64(in.GroupID), Sort: string(in.Sort),
		Cursor: in.Cursor, Offset: in.Offset, Limit: in.Limit,
	})
	if err != nil {
		return out, l, err
	}
	around, err := in.customerExtras.load(ctx, a, c, page.Rows)
	out = rest.List[customerRowJSON](in.Page, page.Info)
	for i := range page.Rows {
		out.Data = append(out.Data, around.row(&page.Rows[i], &out.Included))
	}
	return out, page.Info, err
}

func findCustomer(ctx context.Context, a *app.App, c *app.Caller, in customerIn) (out customer.Customer, err error) {
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
			return out, err
		}
		return order.ReadHolder(ctx, a, c, item, "")
	}
	return customer.Customer{}, app.Field("id", "is required")
}

// load reads what the includes of customers show.
func (x customerExtras) load(ctx context.Context, a *app.App, c *app.Caller, found []customer.Customer) (customersAround, error) {
	around := customersAround{include: x.Include, now: a.Now(), companyID: c.CompanyID}
	var err error
	if x.Include.Has(wire.WalletType) {
		ids := make([]int64, len(found))
		for i := range found {
			ids[i] = found[i].ID
		}
		if around.wallets, err = wallet.OfCustomers(ctx, a, c, ids); err != nil {
			return around, err
		}
	}
	if x.Include.Has("cities") {
		if around.cities, err = customer.CitiesOf(ctx, a, c, found); err != nil {
			return around, err
		}
	}
	if x.Include.Has(wire.ResponseType) {
		ids := make([]int64, len(found))
		for i := range found {
			ids[i] = found[i].ID
		}
		if around.answers, err = capture.OfCustomers(ctx, a, c, ids); err != nil {
			return around, err
		}
	}
	if !x.Include.Has("companies") && !x.Include.Has("currencies") && x.Currency == "" {
		return around, nil
	}
	if around.company, err = company.Settings(ctx, a, c); err != nil {
		return around, err
	}
	around.currency, err = wire.CurrencyOf(string(x.Currency), "X-SERVICE-CURRENCY-ID", around.company)
	return around, err
}

// fields are the input as the business takes it. An explicit null of name or
// e-mail says nothing.
func (in *customerFieldsIn) fields(name, email rest.Opt[string]) customer.Fields {
	return customer.Fields{
		Name: name.Ptr(), Email: email.Ptr(), FirstName: in.FirstName, Surname: in.Surname, Password: in.Password,
		ExternalID: wire.MaybeText(in.ExternalID), Title: wire.Maybe(in.Title), Locale: wire.Maybe(in.Locale),
		DOB: wire.MaybeTime(in.DOB), NationalityID: wire.MaybeID(in.Nationality),
		VATNumber: wire.MaybeText(in.VATNumber), VATVerified: wire.Yes(in.VATVerified),
		Phone: wire.MaybeText(in.Phone), PhoneCode: wire.MaybeID(in.PhoneCode),
		Line1: wire.Maybe(in.Line1), Line2: wire.Maybe(in.Line2), City: wire.Maybe(in.City),
		Region: wire.Maybe(in.Region), Postcode: wire.Maybe(in.Postcode), CountryID: wire.MaybeID(in.Country),
		ClearAddress: in.Address.Set && in.Address.Null,
	}
}
