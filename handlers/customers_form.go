package handlers

import (
	"fmt"
	"time"

	"marquee/app/company"
	"marquee/app/customer"
	"marquee/handlers/rest"
)

// customerAttributes are what a customer shows everywhere.
type customerAttributes struct {
	Name        string     `json:"name"`
	FirstName   string     `json:"firstName"`
	Surname     string     `json:"surname"`
	Email       *string    `json:"email"`
	Phone       *string    `json:"phone"`
	PhoneCode   *int64     `json:"phoneCode"`
	FullPhone   *string    `json:"fullPhoneNumber"`
	Image       *string    `json:"img"`
	Locale      *string    `json:"locale"`
	DOB         *time.Time `json:"dob"`
	Line1       *string    `json:"addressLine1"`
	Line2       *string    `json:"addressLine2"`
	CityID      *int64     `json:"cityId"`
	City        *string    `json:"city"`
	Region      *string    `json:"region"`
	Country     *string    `json:"country"`
	CountryISO  *string    `json:"countryIso"`
	CountryISO3 *string    `json:"countryIso3"`
	Postcode    *string    `json:"postcode"`
	CreatedAt   time.Time  `json:"createdAt"`
	UpdatedAt   time.Time  `json:"updatedAt"`
	DeletedAt   *time.Time `json:"deletedAt"`
}

// customerRowJSON are the attributes of a customer in envelopes, where the
// contract spells the full phone number in two ways.
type customerRowJSON struct {
	customerAttributes
	FullPhoneSnake *string `json:"full_phone_number"`
}

// editedCustomerJSON is the reduced set that creating and changing answer with.
type editedCustomerJSON struct {
	Name           string     `json:"name"`
	Email          *string    `json:"email"`
	Phone          *string    `json:"phone"`
	PhoneCode      *int64     `json:"phoneCode"`
	FullPhone      *string    `json:"fullPhoneNumber"`
	FullPhoneSnake *string    `json:"full_phone_number"`
	Image          *string    `json:"img"`
	Locale         *string    `json:"locale"`
	DOB            *time.Time `json:"dob"`
	Line1          *string    `json:"addressLine1"`
	Line2          *string    `json:"addressLine2"`
	Postcode       *string    `json:"postcode"`
	CreatedAt      time.Time  `json:"createdAt"`
	UpdatedAt      time.Time  `json:"updatedAt"`
}

// customerJSON is a customer as a plain object, inside and beside orders.
type customerJSON struct {
	_                  rest.Of `rest:"customers"`
	ID                 int64   `json:"id"`
	ExternalID         *string `json:"externalId"`
	Title              *string `json:"title"`
	NationalityID      *int64  `json:"nationalityId"`
	VATNumber          *string `json:"vatNumber"`
	VATCountryVerified bool    `json:"vatCountryVerified"`
	customerAttributes
}

func customerAttributesOf(c *customer.Customer) customerAttributes {
	out := customerAttributes{
		Name: c.Name, FirstName: c.FirstName(), Surname: c.Surname(), Email: orNull(c.Email),
		Phone: orNull(c.Phone), PhoneCode: c.PhoneCode, FullPhone: orNull(c.FullPhone()),
		Image: orNull(c.Image), Locale: orNull(c.Locale), DOB: c.DOB,
		Line1: orNull(c.Address.Line1), Line2: orNull(c.Address.Line2),
		City: orNull(c.Address.City), Region: orNull(c.Address.Region), Postcode: orNull(c.Address.Postcode),
		CreatedAt: c.CreatedAt, UpdatedAt: c.UpdatedAt, DeletedAt: c.DeletedAt,
	}
	if country, ok := company.CountryByID(c.Address.CountryID); ok {
		out.Country, out.CountryISO, out.CountryISO3 = &country.Name, &country.ISO, &country.ISO3
	}
	return out
}

func customerForm(c *customer.Customer) customerJSON {
	return customerJSON{
		ID: c.ID, ExternalID: orNull(c.ExternalID), Title: orNull(c.Title), NationalityID: orNull(c.NationalityID),
		VATNumber: orNull(c.VATNumber), VATCountryVerified: c.VATCountryVerified,
		customerAttributes: customerAttributesOf(c),
	}
}

func editedCustomer(c *customer.Customer) rest.Resource[editedCustomerJSON] {
	phone := orNull(c.FullPhone())
	return rest.Resource[editedCustomerJSON]{
		Type: "customers", ID: c.ID, Self: customerPath(c.ID),
		Attributes: editedCustomerJSON{
			Name: c.Name, Email: orNull(c.Email), Phone: orNull(c.Phone), PhoneCode: c.PhoneCode,
			FullPhone: phone, FullPhoneSnake: phone, Image: orNull(c.Image), Locale: orNull(c.Locale), DOB: c.DOB,
			Line1: orNull(c.Address.Line1), Line2: orNull(c.Address.Line2), Postcode: orNull(c.Address.Postcode),
			CreatedAt: c.CreatedAt, UpdatedAt: c.UpdatedAt,
		},
	}
}

func customerPath(id int64) string { return fmt.Sprintf("/v1/customer?id=%d", id) }

// changedJSON is the meta of a row that tells when it changed.
type changedJSON struct {
	LastUpdated time.Time `json:"lastUpdated"`
}

// customersAround is what customers point to.
type customersAround struct {
	include  rest.Include
	company  company.Company
	currency company.Currency
}

// plainCurrencyJSON is a currency beside what is counted in it.
type plainCurrencyJSON struct {
	Name   string `json:"name"`
	Code   string `json:"code"`
	Symbol string `json:"symbol"`
}

// row is a customer in an envelope, with what was asked for beside it.
func (x *customersAround) row(c *customer.Customer, in *rest.Included) rest.Resource[customerRowJSON] {
	row := rest.Resource[customerRowJSON]{
		Type: "customers", ID: c.ID, Self: customerPath(c.ID),
		Attributes: customerRowJSON{customerAttributesOf(c), orNull(c.FullPhone())}, Meta: changedJSON{c.UpdatedAt},
	}
	if x.include.Has("companies") {
		row.Relate("companies", rest.Ref{Type: "companies", ID: x.company.ID})
		in.Add("companies", x.company.ID, besideJSON{
			companyJSON{x.company.Name, x.company.Alias, x.company.CreatedAt, x.company.UpdatedAt}, nil,
		})
	}
	if x.include.Has("currencies") {
		row.Relate("currencies", rest.Ref{Type: "currencies", ID: x.currency.ID})
		in.Add("currencies", x.currency.ID, plainCurrencyJSON{x.currency.Name, x.currency.Code, x.currency.Symbol})
	}
	if x.include.Has("cities") {
		row.Relate("cities", (*rest.Ref)(nil))
	}
	for _, none := range []string{"dataCaptureResponses", "wallets", "authenticationProviders"} {
		if x.include.Has(none) {
			row.Relate(none, []rest.Ref{})
		}
	}
	return row
}

// besideJSON is a company beside its customers.
type besideJSON struct {
	companyJSON
	DeletedAt *time.Time `json:"deletedAt"`
}
