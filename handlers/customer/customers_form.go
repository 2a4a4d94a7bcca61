package customer

import (
	"fmt"
	"time"

	"marquee/app/capture"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/wallet"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// customerRowJSON are the attributes of a customer in envelopes, where the
// contract spells the full phone number in two ways.
type customerRowJSON struct {
	wire.CustomerAttributes
	FullPhoneSnake *string         `json:"full_phone_number" needs:"customers.view"`
	MergedInto     rest.Opt[int64] `json:"mergedInto" needs:"customers.view" doc:"The customer who has everything of this one since they were merged; absent of all others."`
}

// editedCustomerJSON is the reduced set that creating and changing answer with.
type editedCustomerJSON struct {
	Name           string     `json:"name" needs:"customers.view"`
	Email          *string    `json:"email" needs:"customers.view"`
	Phone          *string    `json:"phone" needs:"customers.view"`
	PhoneCode      *int64     `json:"phoneCode" needs:"customers.view"`
	FullPhone      *string    `json:"fullPhoneNumber" needs:"customers.view"`
	FullPhoneSnake *string    `json:"full_phone_number" needs:"customers.view"`
	Image          *string    `json:"img" needs:"customers.view"`
	Locale         *string    `json:"locale" needs:"customers.view"`
	DOB            *time.Time `json:"dob" needs:"customers.view"`
	Line1          *string    `json:"addressLine1" needs:"customers.view"`
	Line2          *string    `json:"addressLine2" needs:"customers.view"`
	Postcode       *string    `json:"postcode" needs:"customers.view"`
	wire.Stamps
}

func editedCustomer(c *customer.Customer) rest.Resource[editedCustomerJSON] {
	phone := wire.OrNull(c.FullPhone())
	return rest.Resource[editedCustomerJSON]{
		Type: "customers", ID: c.ID, Self: customerPath(c.ID),
		Attributes: editedCustomerJSON{
			Name: c.Name, Email: wire.OrNull(c.Email), Phone: wire.OrNull(c.Phone), PhoneCode: c.PhoneCode,
			FullPhone: phone, FullPhoneSnake: phone, Image: wire.OrNull(c.Image), Locale: wire.OrNull(c.Locale), DOB: c.DOB,
			Line1: wire.OrNull(c.Address.Line1), Line2: wire.OrNull(c.Address.Line2), Postcode: wire.OrNull(c.Address.Postcode),
			Stamps: wire.StampsOf(c.CreatedAt, c.UpdatedAt),
		},
	}
}

func customerPath(id int64) string { return fmt.Sprintf("/v1/customer?id=%d", id) }

// customersAround is what customers point to.
type customersAround struct {
	include  rest.Include
	company  company.Company
	currency company.Currency
	cities   map[int64]catalog.City
	answers  map[int64][]capture.Told
	wallets  map[int64][]wallet.Wallet
	now      time.Time
	// companyID is the company of the caller.
	companyID int64
}

// row is a customer in an envelope, with what was asked for beside it.
func (x *customersAround) row(c *customer.Customer, in *rest.Included) rest.Resource[customerRowJSON] {
	row := rest.Resource[customerRowJSON]{
		Type: "customers", ID: c.ID, Self: customerPath(c.ID),
		Attributes: customerRowJSON{CustomerAttributes: wire.CustomerAttributesOf(c), FullPhoneSnake: wire.OrNull(c.FullPhone())}, Meta: wire.Changed(c.UpdatedAt),
	}
	if c.MergedInto != 0 {
		row.Attributes.MergedInto = rest.Some(c.MergedInto)
	}
	if x.include.Has("companies") {
		row.Relate("companies", rest.Ref{Type: "companies", ID: x.company.ID})
		in.Add("companies", x.company.ID, besideJSON{wire.CompanyForm(&x.company), nil})
	}
	if x.include.Has("currencies") {
		row.Relate("currencies", rest.Ref{Type: "currencies", ID: x.currency.ID})
		in.Add("currencies", x.currency.ID, wire.CurrencyForm(x.currency))
	}
	if x.include.Has("cities") {
		x.includeCity(c.Address.CityID, &row, in)
	}
	if x.include.Has(wire.ResponseType) {
		refs := []rest.Ref{}
		for _, t := range x.answers[c.ID] {
			refs = append(refs, rest.Ref{Type: wire.ResponseType, ID: t.ID})
			in.Add(wire.ResponseType, t.ID, wire.ResponseForm(&t))
		}
		row.Relate(wire.ResponseType, refs)
	}
	if x.include.Has(wire.WalletType) {
		row.Relate(wire.WalletType, wire.IncludeWallets(x.wallets[c.ID], x.companyID, x.now, in))
	}
	if x.include.Has("authenticationProviders") {
		row.Relate("authenticationProviders", []rest.Ref{})
	}
	return row
}

// includeCity relates a customer to the city of the address, or to none.
func (x *customersAround) includeCity(id int64, row *rest.Resource[customerRowJSON], in *rest.Included) {
	city, ok := x.cities[id]
	if !ok {
		row.Relate("cities", (*rest.Ref)(nil))
		return
	}
	row.Relate("cities", rest.Ref{Type: "cities", ID: id})
	in.Add("cities", id, wire.CityForm(city))
}

// besideJSON is a company beside its customers.
type besideJSON struct {
	wire.CompanyJSON
	DeletedAt *time.Time `json:"deletedAt"`
}

// Beside lists what can be asked for beside a customer.
func (customerRowJSON) Beside() []rest.Kind {
	return []rest.Kind{
		{Type: "companies", Attributes: besideJSON{}}, {Type: "currencies", Attributes: wire.PlainCurrencyJSON{}}, {Type: "cities", Attributes: wire.CityJSON{}},
		{Type: wire.ResponseType, Attributes: wire.ResponseJSON{}}, {Type: wire.WalletType, Attributes: wire.SnakeWalletJSON{}},
	}
}
