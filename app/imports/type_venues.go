package imports

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
)

func venues() *Type {
	return &Type{
		Name: "venues", About: "Venues. Found by external id, else by name and city; one that is there stays as it is.",
		Needs: []app.Ability{app.CreateVenues, app.ViewVenues},
		Fields: []Field{
			{Name: "externalId", About: "What another system calls the venue.", Also: []string{"venue id", "external id"}, Unique: true},
			{Name: "name", About: "Name.", Required: true, Also: []string{"venue", "venue name", "ort", "lieu"}},
			{Name: "address", About: "Street and number.", Required: true, Also: []string{"street", "address line 1", "straße", "adresse"}},
			{Name: "city", About: "City.", Required: true, Also: []string{"town", "stadt", "ville"}},
			{Name: "region", About: "State or region.", Required: true, Also: []string{"state", "county", "bundesland", "région"}},
			{Name: "postcode", About: "Postcode.", Also: []string{"zip", "postal code", "plz", "code postal"}},
			{Name: "country", About: "Country: its name, its letters or its number.", Wire: []string{"countryId"}, Also: []string{"land", "pays"}},
			{Name: "latitude", About: "Degrees north."},
			{Name: "longitude", About: "Degrees east."},
			{Name: "capacity", About: "How many people it takes.", Also: []string{"kapazität", "capacité"}},
		},
		Apply: applyVenue,
	}
}

func applyVenue(ctx context.Context, d *doing, rows []record) (m made, err error) {
	r := rows[0]
	in := catalog.NewVenue{
		Name: r.text("name"), Address: r.text("address"), City: r.text("city"), Region: r.text("region"), Postcode: r.text("postcode"),
		ExternalID: r.text("externalId"), CountryID: r.country("country"), Latitude: r.given("latitude"), Longitude: r.given("longitude"),
		Capacity: r.number("capacity"),
	}
	if in.ExternalID != "" {
		v, found, err := catalog.VenueByExternalID(d.tx, in.ExternalID)
		if err != nil || found {
			return made{id: v.ID, did: Unchanged}, err
		}
	} else {
		all, err := catalog.VenuesCalled(d.tx, in.Name, maxCalled)
		if err != nil {
			return m, err
		}
		for _, v := range all {
			if app.Fold(v.City) == app.Fold(in.City) {
				return made{id: v.ID, did: Unchanged}, nil
			}
		}
	}
	if r.failed() {
		return m, nil
	}
	v, err := catalog.CreateVenue(ctx, d.app, d.caller, in)
	return made{id: v.Venue.ID, did: Created}, err
}
