package catalog

import (
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/indexes"
)

// NewVenue asks for a venue. Name, address, city and region are required.
type NewVenue struct {
	Name, Address, City, Region string
	Postcode, ExternalID        string
	// CountryID is the number of ISO 3166-1; 0 when unknown.
	CountryID           int64
	Latitude, Longitude *string
	Capacity            *int64
}

// CreateVenue adds a venue, and its city when nobody named that before.
func CreateVenue(ctx context.Context, a *app.App, c *app.Caller, in NewVenue) (VenueView, error) {
	if err := in.problems("").Err(); err != nil {
		return VenueView{}, err
	}
	var made VenueView
	err := a.Update(ctx, c, app.CreateVenues, func(tx app.Tx) error {
		v, err := insertVenue(tx, c, in, "")
		if err != nil {
			return err
		}
		views, err := viewVenues(tx, []Venue{v})
		if err == nil {
			made = views[0]
		}
		return err
	})
	return made, err
}

// problems of a new venue; prefix is what stands before its fields.
func (in *NewVenue) problems(prefix string) app.Problems {
	var p app.Problems
	wantName(&p, prefix+"name", in.Name, maxName)
	wantSaid(&p, prefix+"address", in.Address, maxShort)
	wantName(&p, prefix+"city", in.City, maxCity)
	wantName(&p, prefix+"region", in.Region, maxRegion)
	wantText(&p, prefix+"postcode", in.Postcode, maxShort)
	wantText(&p, prefix+"externalId", in.ExternalID, maxExternal)
	if _, ok := company.CountryByID(in.CountryID); !ok && in.CountryID != 0 {
		p.Add(prefix+"countryId", "does not exist")
	}
	wantDegrees(&p, prefix+"latitude", in.Latitude, 90)
	wantDegrees(&p, prefix+"longitude", in.Longitude, 180)
	if in.Capacity != nil {
		wantRange(&p, prefix+"capacity", *in.Capacity, 0, maxStock)
	}
	return p
}

// insertVenue stores a venue whose problems were looked at.
func insertVenue(tx app.Tx, c *app.Caller, in NewVenue, prefix string) (Venue, error) {
	v := Venue{Groups: app.VisibilityOf(tx).Inherits(), CreatedBy: c.UserID}
	if err := in.put(tx, &v); err != nil {
		return Venue{}, err
	}
	err := venueTable.Insert(tx, &v)
	if errors.Is(err, indexes.ErrTaken) {
		return Venue{}, app.Field(prefix+"externalId", "is taken already")
	}
	return v, err
}

// put writes the fields into a venue, whose city is made when nobody named it before.
func (in *NewVenue) put(tx app.Tx, v *Venue) error {
	v.Name, v.Address = strings.TrimSpace(in.Name), strings.TrimSpace(in.Address)
	v.City, v.Region = strings.TrimSpace(in.City), strings.TrimSpace(in.Region)
	v.Postcode, v.CountryID, v.ExternalID = in.Postcode, in.CountryID, in.ExternalID
	v.Latitude, v.Longitude, v.Capacity = in.Latitude, in.Longitude, in.Capacity
	city, err := CityOf(tx, City{Name: v.City, Region: v.Region, CountryID: v.CountryID})
	v.CityID = city.ID
	return err
}

// VenueChange changes a venue; what is nil or not given stays as it is.
type VenueChange struct {
	Name, Address, City, Region *string
	Postcode, ExternalID        Maybe[string]
	CountryID                   Maybe[int64]
	Latitude, Longitude         Maybe[string]
	Capacity                    Maybe[int64]
}

// of is a venue as it is to be.
func (ch *VenueChange) of(v *Venue) NewVenue {
	in := NewVenue{
		Name: v.Name, Address: v.Address, City: v.City, Region: v.Region, Postcode: v.Postcode, ExternalID: v.ExternalID,
		CountryID: v.CountryID, Latitude: v.Latitude, Longitude: v.Longitude, Capacity: v.Capacity,
	}
	set(&in.Name, ch.Name)
	set(&in.Address, ch.Address)
	set(&in.City, ch.City)
	set(&in.Region, ch.Region)
	ch.Postcode.Put(&in.Postcode)
	ch.ExternalID.Put(&in.ExternalID)
	ch.CountryID.Put(&in.CountryID)
	ch.Latitude.Point(&in.Latitude)
	ch.Longitude.Point(&in.Longitude)
	ch.Capacity.Point(&in.Capacity)
	return in
}

// UpdateVenue changes a venue. What is there takes place at the venue as it is then.
func UpdateVenue(ctx context.Context, a *app.App, c *app.Caller, id int64, ch VenueChange) (VenueView, error) {
	var changed VenueView
	err := a.Update(ctx, c, app.CreateVenues, func(tx app.Tx) error {
		v, err := venueTable.Update(tx, id, func(v *Venue) error {
			if v.DeletedAt != nil {
				return app.Missing("venue")
			}
			in := ch.of(v)
			if err := in.problems("").Err(); err != nil {
				return err
			}
			return in.put(tx, v)
		})
		if err != nil {
			return missing(taken(err, "externalId"), "venue")
		}
		views, err := viewVenues(tx, []Venue{v})
		if err == nil {
			changed = views[0]
		}
		return err
	})
	return changed, err
}

// CityOf gives the city of that place, made when there is none. A name that is too
// long for one has none.
func CityOf(tx app.Tx, c City) (City, error) {
	if utf8.RuneCountInString(c.Name) > maxCity || utf8.RuneCountInString(c.Region) > maxRegion {
		return City{}, nil
	}
	known, found, err := cityByPlace.Find(tx, c.place())
	if err != nil || found {
		return known, err
	}
	err = cityTable.Insert(tx, &c)
	return c, err
}

// VenueView is a venue with what it refers to.
type VenueView struct {
	Venue
	CityRecord City
	Country    company.Country
}

// MaxVenuePage is how many venues one page of the list holds at most.
const MaxVenuePage = 100

// VenuePage is one page of the list of venues.
type VenuePage struct {
	list.Info
	Venues []VenueView
}

var venueList = &list.List[Venue, ItemFilter]{
	Needs: app.ViewVenues,
	Name:  "venues", Max: MaxVenuePage, Table: Venues, ByOffset: true,
	Plan: func(r app.Reader, f *ItemFilter) (list.Plan[Venue], error) {
		return planNamed(r, f, Venues, venueListed, venueByText, (*Venue).class)
	},
}

// ListVenues lists the company's venues by id. They are found by words of their name
// and city.
func ListVenues(ctx context.Context, a *app.App, c *app.Caller, f ItemFilter) (VenuePage, error) {
	var views []VenueView
	page, err := venueList.Read(ctx, a, c, f.trimmed(), f.Request, func(r app.Reader, _ *ItemFilter, rows []Venue) (err error) {
		views, err = viewVenues(r, rows)
		return err
	})
	return VenuePage{page.Info, views}, err
}

func viewVenues(r app.Reader, venues []Venue) ([]VenueView, error) {
	ids := make([]int64, len(venues))
	for i, v := range venues {
		ids[i] = v.CityID
	}
	cities, err := Cities.GetMany(r, ids)
	if err != nil {
		return nil, err
	}
	known := byID(cities, func(c City) int64 { return c.ID })
	views := make([]VenueView, len(venues))
	for i, v := range venues {
		country, _ := company.CountryByID(v.CountryID)
		views[i] = VenueView{Venue: v, CityRecord: known[v.CityID], Country: country}
	}
	return views, nil
}
