package wire

import (
	"marquee/app/catalog"
	"marquee/app/company"
)

// CityJSON is a city beside a venue or a customer.
type CityJSON struct {
	Name    string  `json:"name"`
	Region  *string `json:"region"`
	Country *string `json:"country"`
}

// CityForm is the form of a city.
func CityForm(c catalog.City) CityJSON {
	country, _ := company.CountryByID(c.CountryID)
	return CityJSON{c.Name, OrNull(c.Region), OrNull(country.Name)}
}
