package wire

import (
	"time"

	"marquee/app/company"
	"marquee/app/customer"
	"marquee/handlers/rest"
)

// CustomerAttributes are what a customer shows everywhere.
type CustomerAttributes struct {
	ExternalID  *string    `json:"externalId"`
	Title       *string    `json:"title"`
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
	Nationality *int64     `json:"nationalityId"`
	VATNumber   *string    `json:"vatNumber"`
	VATVerified bool       `json:"vatCountryVerified"`
	Line1       *string    `json:"addressLine1"`
	Line2       *string    `json:"addressLine2"`
	CityID      *int64     `json:"cityId"`
	City        *string    `json:"city"`
	Region      *string    `json:"region"`
	Country     *string    `json:"country"`
	CountryISO  *string    `json:"countryIso"`
	CountryISO3 *string    `json:"countryIso3"`
	Postcode    *string    `json:"postcode"`
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
