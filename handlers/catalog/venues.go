package catalog

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/list"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type venuesIn struct {
	rest.Page
	Query       string       `query:"query" maxlen:"255" doc:"Parts of the name or the city, in any order; case, accents and width do not matter."`
	WithTrashed rest.Trashed `query:"withTrashed"`
}

// venueFields are those of a new venue, by itself or inside an event.
type venueFields struct {
	Name       string     `json:"name" required:"true" maxlen:"255"`
	Address    string     `json:"address" required:"true" maxlen:"255"`
	City       string     `json:"city" required:"true" maxlen:"90" doc:"Made when nobody named it before."`
	Region     string     `json:"region" required:"true" maxlen:"60"`
	Postcode   rest.Text  `json:"postcode" maxlen:"255"`
	CountryID  rest.Text  `json:"countryId" maxlen:"10" doc:"ISO 3166-1: the number, or the code of two or three letters."`
	Latitude   *rest.Text `json:"latitude" maxlen:"32"`
	Longitude  *rest.Text `json:"longitude" maxlen:"32"`
	Capacity   *int64     `json:"capacity" min:"0" max:"1000000000" doc:"For information; it never limits sales."`
	ExternalID *string    `json:"externalId" maxlen:"160" doc:"Unique in the company."`
}

func (in *venueFields) venue(prefix string) (catalog.NewVenue, error) {
	country, err := wire.CountryOf(string(in.CountryID), prefix+"countryId")
	v := catalog.NewVenue{
		Name: in.Name, Address: in.Address, City: in.City, Region: in.Region,
		Postcode: string(in.Postcode), CountryID: country, Capacity: in.Capacity,
		Latitude: (*string)(in.Latitude), Longitude: (*string)(in.Longitude),
	}
	if in.ExternalID != nil {
		v.ExternalID = *in.ExternalID
	}
	return v, err
}

type updateVenueIn struct {
	ID         rest.ID             `json:"id" required:"true" min:"1"`
	Name       *string             `json:"name" maxlen:"255"`
	Address    *string             `json:"address" maxlen:"255"`
	City       *string             `json:"city" maxlen:"90" doc:"Made when nobody named it before."`
	Region     *string             `json:"region" maxlen:"60"`
	Postcode   rest.Opt[rest.Text] `json:"postcode" maxlen:"255"`
	CountryID  rest.Opt[rest.Text] `json:"countryId" maxlen:"10" doc:"ISO 3166-1: the number, or the code of two or three letters."`
	Latitude   rest.Opt[rest.Text] `json:"latitude" maxlen:"32"`
	Longitude  rest.Opt[rest.Text] `json:"longitude" maxlen:"32"`
	Capacity   rest.Opt[int64]     `json:"capacity" min:"0" max:"1000000000" doc:"For information; it never limits sales."`
	ExternalID rest.Opt[string]    `json:"externalId" maxlen:"160" doc:"Unique in the company."`
}

func (in *updateVenueIn) change() (catalog.VenueChange, error) {
	ch := catalog.VenueChange{
		Name: in.Name, Address: in.Address, City: in.City, Region: in.Region,
		Postcode: wire.MaybeText(in.Postcode), ExternalID: wire.Maybe(in.ExternalID),
		Latitude: wire.MaybeText(in.Latitude), Longitude: wire.MaybeText(in.Longitude), Capacity: wire.Maybe(in.Capacity),
	}
	if ch.CountryID.Given = in.CountryID.Set; in.CountryID.Ptr() == nil {
		return ch, nil
	}
	country, err := wire.CountryOf(string(*in.CountryID.Ptr()), "countryId")
	ch.CountryID.Value = &country
	return ch, err
}

type venueJSON struct {
	ExternalID *string `json:"externalId"`
	Name       string  `json:"name"`
	Address    string  `json:"address"`
	City       string  `json:"city"`
	Region     *string `json:"region"`
	Postcode   *string `json:"postcode"`
	Latitude   *string `json:"latitude"`
	Longitude  *string `json:"longitude"`
	Capacity   *int64  `json:"capacity"`
	Country    *string `json:"country"`
	wire.SoftStamps
}

func venues(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/venues", Summary: "List venues", Tag: "Catalogue",
			Allow: app.ViewVenues, Fields: true, Limit: catalog.MaxVenuePage,
		}, func(ctx context.Context, c *app.Caller, in venuesIn) (rest.Many[venueJSON], list.Info, error) {
			page, err := catalog.ListVenues(ctx, a, c, catalog.ItemFilter{
				Query: in.Query, WithTrashed: bool(in.WithTrashed), Request: list.Request{Offset: in.Offset, Limit: in.Limit},
			})
			out := rest.List[venueJSON](in.Page, page.Info)
			for _, v := range page.Venues {
				out.Data = append(out.Data, venueForm(v))
				includeCity(&out.Included, v)
			}
			return out, page.Info, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/venues", Summary: "Create a venue", Tag: "Catalogue",
			Allow: app.CreateVenues, Status: 201, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in venueFields) (out rest.One[venueJSON], err error) {
			fields, err := in.venue("")
			if err != nil {
				return out, err
			}
			return rest.As(venueOne)(catalog.CreateVenue(ctx, a, c, fields))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/venues/update", Summary: "Update a venue", Tag: "Catalogue",
			Doc:   "What is absent stays as it is. Pages, mails and tickets of its events show it as it is from then on.",
			Allow: app.CreateVenues, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in updateVenueIn) (out rest.One[venueJSON], err error) {
			change, err := in.change()
			if err != nil {
				return out, err
			}
			return rest.As(venueOne)(catalog.UpdateVenue(ctx, a, c, int64(in.ID), change))
		}),
	}
}

func venueForm(v catalog.VenueView) rest.Resource[venueJSON] {
	r := rest.Resource[venueJSON]{Type: "venues", ID: v.ID, Attributes: venueJSON{
		ExternalID: wire.OrNull(v.ExternalID), Name: v.Name, Address: v.Address, City: v.City,
		Region: wire.OrNull(v.Region), Postcode: wire.OrNull(v.Postcode), Latitude: v.Latitude, Longitude: v.Longitude,
		Capacity: v.Capacity, Country: wire.OrNull(v.Country.Name),
		SoftStamps: wire.SoftStampsOf(v.CreatedAt, v.UpdatedAt, v.DeletedAt),
	}}
	r.Relate("cities", rest.Ref{Type: "cities", ID: v.CityID})
	return r
}

func venueOne(v catalog.VenueView) rest.One[venueJSON] {
	out := rest.One[venueJSON]{Data: venueForm(v)}
	includeCity(&out.Included, v)
	return out
}

func includeCity(in *rest.Included, v catalog.VenueView) {
	in.Add("cities", v.CityID, wire.CityForm(v.CityRecord))
}

// Beside is the city.
func (venueJSON) Beside() []rest.Kind {
	return []rest.Kind{{Type: "cities", Attributes: wire.CityJSON{}}}
}
