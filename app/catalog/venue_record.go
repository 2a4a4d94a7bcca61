package catalog

import (
	"time"

	"marquee/indexes"
	"marquee/kv"

	"marquee/app"
)

// Venue is a place. Its capacity informs; it never limits sales (domain 3).
type Venue struct {
	ID         int64      `msgpack:"id"`
	Name       string     `msgpack:"n"`
	Address    string     `msgpack:"a"`
	City       string     `msgpack:"c"`
	Region     string     `msgpack:"r,omitempty"`
	Postcode   string     `msgpack:"p,omitempty"`
	CountryID  int64      `msgpack:"co,omitempty"`
	Latitude   *string    `msgpack:"la,omitempty"`
	Longitude  *string    `msgpack:"lo,omitempty"`
	Capacity   *int64     `msgpack:"cap,omitempty"`
	ExternalID string     `msgpack:"x,omitempty"`
	CreatedAt  time.Time  `msgpack:"ca"`
	UpdatedAt  time.Time  `msgpack:"ua"`
	DeletedAt  *time.Time `msgpack:"da,omitempty"`
}

var venueByExternalID = indexes.NewUnique("external", kv.String, func(v *Venue) []string {
	if v.ExternalID == "" || v.DeletedAt != nil {
		return nil
	}
	return []string{v.ExternalID}
})

// Venues is the table of venues.
var Venues = indexes.Define(app.Schema, indexes.Spec[Venue]{
	Name: "venues", Version: 1,
	ID:    func(v *Venue) *int64 { return &v.ID },
	Stamp: func(tx app.Tx, old, v *Venue) { app.Stamp(tx, old == nil, &v.CreatedAt, &v.UpdatedAt) },
}, venueByExternalID)
