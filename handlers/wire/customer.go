package wire

import (
	"time"

	"marquee/app/company"
	"marquee/app/customer"
	"marquee/handlers/rest"
)

// CustomerAttributes are what a customer shows everywhere.
type CustomerAttributes struct {
	ExternalID  *string    `json:"externalId" needs:"customers.view"`
	Title       *string    `json:"title" needs:"customers.view"`
	Name        string     `json:"name" needs:"customers.view"`
	FirstName   string     `json:"firstName" needs:"customers.view"`
	Surname     string     `json:"surname" needs:"customers.view"`
	Email       *string    `json:"email" needs:"customers.view"`
	Phone       *string    `json:"phone" needs:"customers.view"`
	PhoneCode   *int64     `json:"phoneCode" needs:"customers.view"`
	FullPhone   *string    `json:"fullPhoneNumber" needs:"customers.view"`
	Image       *string    `json:"img" needs:"customers.view"`
	Locale      *string    `json:"locale" needs:"customers.view"`
	DOB         *time.Time `json:"dob" needs:"customers.view"`
	Nationality *int64     `json:"nationalityId" needs:"customers.view"`
	VATNumber   *string    `json:"vatNumber" needs:"customers.view"`
	VATVerified bool       `json:"vatCountryVerified" needs:"customers.view"`
	Line1       *string    `json:"addressLine1" needs:"customers.view"`
	Line2       *string    `json:"addressLine2" needs:"customers.view"`
	CityID      *int64     `json:"cityId" needs:"customers.view"`
	City        *string    `json:"city" needs:"customers.view"`
	Region      *string    `json:"region" needs:"customers.view"`
	Country     *string    `json:"country" needs:"customers.view"`
	CountryISO  *string    `json:"countryIso" needs:"customers.view"`
	CountryISO3 *string    `json:"countryIso3" needs:"customers.view"`
	Postcode    *string    `json:"postcode" needs:"customers.view"`
	SoftStamps
}

// CustomerJSON is a customer as a plain object, inside and beside orders.
type CustomerJSON struct {
	_  rest.Of `rest:"customers"`
	ID int64   `json:"id"`
	CustomerAttributes
}

// CustomerAttributesOf gives what a customer shows everywhere.
func CustomerAttributesOf(c *customer.Customer) CustomerAttributes {
	out := CustomerAttributes{
		ExternalID: OrNull(c.ExternalID), Title: OrNull(c.Title),
		Nationality: OrNull(c.NationalityID), VATNumber: OrNull(c.VATNumber), VATVerified: c.VATCountryVerified,
		Name: c.Name, FirstName: c.FirstName(), Surname: c.Surname(), Email: OrNull(c.Email),
		Phone: OrNull(c.Phone), PhoneCode: c.PhoneCode, FullPhone: OrNull(c.FullPhone()),
		Image: OrNull(c.Image), Locale: OrNull(c.Locale), DOB: c.DOB,
		Line1: OrNull(c.Address.Line1), Line2: OrNull(c.Address.Line2),
		CityID: OrNull(c.Address.CityID), City: OrNull(c.Address.City), Region: OrNull(c.Address.Region), Postcode: OrNull(c.Address.Postcode),
		SoftStamps: SoftStampsOf(c.CreatedAt, c.UpdatedAt, c.DeletedAt),
	}
	if country, ok := company.CountryByID(c.Address.CountryID); ok {
		out.Country, out.CountryISO, out.CountryISO3 = &country.Name, &country.ISO, &country.ISO3
	}
	return out
}

// CustomerForm is a customer as a plain object.
func CustomerForm(c *customer.Customer) CustomerJSON {
	return CustomerJSON{ID: c.ID, CustomerAttributes: CustomerAttributesOf(c)}
}
