package wire

import (
	"marquee/app/catalog"
	"marquee/app/company"
)

// OrderVenueJSON is the venue of an item's event.
type OrderVenueJSON struct {
	ID          int64   `json:"id"`
	Name        string  `json:"name"`
	Address     string  `json:"address"`
	City        string  `json:"city"`
	Region      *string `json:"region"`
	Latitude    *string `json:"latitude"`
	Longitude   *string `json:"longitude"`
	Postcode    *string `json:"postcode"`
	CountryISO  *string `json:"countryIso"`
	CountryISO3 *string `json:"countryIso3"`
}

// OrderVenueForm is the venue of an event that something was sold for.
func OrderVenueForm(v *catalog.Venue) *OrderVenueJSON {
	out := &OrderVenueJSON{
		ID: v.ID, Name: v.Name, Address: v.Address, City: v.City, Region: OrNull(v.Region),
		Latitude: v.Latitude, Longitude: v.Longitude, Postcode: OrNull(v.Postcode),
	}
	if country, ok := company.CountryByID(v.CountryID); ok {
		out.CountryISO, out.CountryISO3 = &country.ISO, &country.ISO3
	}
	return out
}
