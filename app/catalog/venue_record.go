package catalog

import (
	"time"

	"marquee/app"
	"marquee/app/search"
	"marquee/indexes"
	"marquee/kv"
)

// Venue is a place. Its capacity informs; it never limits sales.
type Venue struct {
	ID         int64   `msgpack:"id"`
	Name       string  `msgpack:"n"`
	Address    string  `msgpack:"a"`
	City       string  `msgpack:"c"`
	CityID     int64   `msgpack:"ci"`
	Region     string  `msgpack:"r,omitempty"`
	Postcode   string  `msgpack:"p,omitempty"`
	CountryID  int64   `msgpack:"co,omitempty"`
	Latitude   *string `msgpack:"la,omitempty"`
	Longitude  *string `msgpack:"lo,omitempty"`
	Capacity   *int64  `msgpack:"cap,omitempty"`
	ExternalID string  `msgpack:"x,omitempty"`
	// Passes tells whether phones are offered passes of tickets to what is there; nil: as the
	// company says.
	Passes *bool `msgpack:"ps,omitempty"`
	// Groups are the visibility groups that see it, besides whoever sees an event there.
	Groups []int64 `msgpack:"vg,omitempty"`
	// CreatedBy is the user who made it, 0: nobody knows.
	CreatedBy int64      `msgpack:"cb,omitempty"`
	CreatedAt time.Time  `msgpack:"ca"`
	UpdatedAt time.Time  `msgpack:"ua"`
	DeletedAt *time.Time `msgpack:"da,omitempty"`
}

var venueByExternalID = indexes.NewUnique("external", kv.String, func(v *Venue) []string {
	if v.ExternalID == "" || v.DeletedAt != nil {
		return nil
	}
	return []string{v.ExternalID}
})

func (v *Venue) class() int64 { return bitIf(v.DeletedAt != nil, deleted) }

var (
	venueListed = indexes.NewBy("listed", kv.Int, func(v *Venue) []int64 { return []int64{v.class()} }).Counted().Ascending()
	venueByText = indexes.NewTexts("text", func(v *Venue) string { return search.Line([]string{v.Name, v.City}) }).Version(2)
	// venueByGroup finds the venues of a visibility group.
	venueByGroup = indexes.NewBy("group", kv.Int, func(v *Venue) []int64 { return v.Groups })
)

// Venues is the table of venues.
var Venues = venueTable.Table

var venueTable = indexes.Define(indexes.Spec[Venue]{
	Name: "venues", Version: 1, Shared: true,
	Person: indexes.Nobody("places"),
	ID:     func(v *Venue) *int64 { return &v.ID },
	Stamp:  func(tx app.Tx, old, v *Venue) { app.Stamp(tx, old == nil, &v.CreatedAt, &v.UpdatedAt) },
	Shown:  func(r app.Reader, v *Venue) (bool, error) { return v.shown(r) },
}, venueByExternalID.Index, venueListed.Index, venueByText.Index, venueByGroup.Index)

// City is a town that a venue stands in: made when a venue first names it, and
// known by its name, region and country.
type City struct {
	ID        int64     `msgpack:"id"`
	Name      string    `msgpack:"n"`
	Region    string    `msgpack:"r,omitempty"`
	CountryID int64     `msgpack:"c,omitempty"`
	CreatedAt time.Time `msgpack:"ca"`
	UpdatedAt time.Time `msgpack:"ua"`
}

type place = kv.Triple[int64, string, string]

func (c *City) place() place {
	return place{A: c.CountryID, B: app.Fold(c.Region), C: app.Fold(c.Name)}
}

var cityByPlace = indexes.NewUnique("place", kv.TripleOf(kv.Int, kv.String, kv.String), func(c *City) []place {
	return []place{c.place()}
})

// Cities is the table of cities.
var Cities = cityTable.Table

var cityTable = indexes.Define(indexes.Spec[City]{
	Name: "cities", Version: 1, Shared: true,
	Person:    indexes.Nobody("places"),
	Unaudited: "follows from venues",
	ID:        func(c *City) *int64 { return &c.ID },
	Stamp:     func(tx app.Tx, old, c *City) { app.Stamp(tx, old == nil, &c.CreatedAt, &c.UpdatedAt) },
}, cityByPlace.Index)
