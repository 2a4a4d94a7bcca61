package entry

import (
	"slices"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// The scan settings of a zone.
const (
	ScanIn    = "in"     // in only
	ScanInOut = "in&out" // the operator chooses
	ScanAuto  = "auto"   // out when inside, else in
)

// EntryZoneName is the fixed name of the zone every event owns.
const EntryZoneName = "Entry"

// Zone is a place with a gate. Every event owns one undeletable Entry zone.
type Zone struct {
	ID      int64  `msgpack:"id"`
	EventID int64  `msgpack:"e"`
	Name    string `msgpack:"n"`
	// Entry marks the event's own zone.
	Entry bool   `msgpack:"en,omitempty"`
	Mode  string `msgpack:"m"`
	// ScansInMax limits the entries of one ticket; nil is no limit.
	ScansInMax *int64 `msgpack:"mx,omitempty"`
	// Capacity limits the people inside at once; nil is no limit.
	Capacity *int64 `msgpack:"c,omitempty"`
	// SaleItemIDs are the eligible sale items; none means every ticket, season ticket
	// and guest, but no product.
	SaleItemIDs []int64 `msgpack:"si,omitempty"`
	// Opening and Closing bound the hours of the gate, half open; nil is open-ended.
	Opening *time.Time `msgpack:"o,omitempty"`
	Closing *time.Time `msgpack:"cl,omitempty"`
	// MinAge and MaxAge are full years on the day the event starts.
	MinAge *int64 `msgpack:"mi,omitempty"`
	MaxAge *int64 `msgpack:"ma,omitempty"`
	// Precision: the gate asks when a ticket and its add-ons could both be meant.
	Precision bool `msgpack:"p,omitempty"`
	// IgnoreValidity: the windows of the items do not count here.
	IgnoreValidity bool `msgpack:"iv,omitempty"`
	// HideAttendees: nobody lists who is inside.
	HideAttendees bool       `msgpack:"h,omitempty"`
	CreatedAt     time.Time  `msgpack:"ca"`
	UpdatedAt     time.Time  `msgpack:"ua"`
	DeletedAt     *time.Time `msgpack:"da,omitempty"`
}

// open tells whether the gate is open at a moment.
func (z *Zone) open(now time.Time) bool {
	if z.Opening != nil && now.Before(*z.Opening) {
		return false
	}
	return z.Closing == nil || now.Before(*z.Closing)
}

// takes tells whether items of a sale item may enter at all. Products are no tickets:
// they enter only where a zone names them.
func (z *Zone) takes(saleItem int64, kind Kind) bool {
	if len(z.SaleItemIDs) == 0 {
		return kind != KindProduct
	}
	return slices.Contains(z.SaleItemIDs, saleItem)
}

// maxIn is how often one ticket may enter, nil without limit. An Entry zone that only
// lets in does so once, unless it is told otherwise.
func (z *Zone) maxIn() *int64 {
	if z.ScansInMax == nil && z.Entry && z.Mode == ScanIn {
		once := int64(1)
		return &once
	}
	return z.ScansInMax
}

var zoneByEvent = indexes.NewBy("event", kv.Int, func(z *Zone) []int64 { return []int64{z.EventID} })

// Zones is the table of zones.
var Zones = indexes.Define(indexes.Spec[Zone]{
	Name: "zones", Version: 1, Shared: true,
	ID:    func(z *Zone) *int64 { return &z.ID },
	Stamp: func(tx app.Tx, old, z *Zone) { app.Stamp(tx, old == nil, &z.CreatedAt, &z.UpdatedAt) },
}, zoneByEvent)
