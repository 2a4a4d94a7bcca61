package entry

import (
	"fmt"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// The scan settings of a zone (domain 22.2).
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
	// SaleItemIDs are the eligible sale items; none means all with a barcode.
	SaleItemIDs    []int64    `msgpack:"si,omitempty"`
	Opening        *time.Time `msgpack:"o,omitempty"`
	Closing        *time.Time `msgpack:"cl,omitempty"`
	MinAge         *int64     `msgpack:"mi,omitempty"`
	MaxAge         *int64     `msgpack:"ma,omitempty"`
	Precision      bool       `msgpack:"p,omitempty"`
	IgnoreValidity bool       `msgpack:"iv,omitempty"`
	HideAttendees  bool       `msgpack:"h,omitempty"`
	CreatedAt      time.Time  `msgpack:"ca"`
	UpdatedAt      time.Time  `msgpack:"ua"`
	DeletedAt      *time.Time `msgpack:"da,omitempty"`
}

var zoneByEvent = indexes.NewBy("event", kv.Int, func(z *Zone) []int64 { return []int64{z.EventID} })

// Zones is the table of zones.
var Zones = indexes.Define(app.Schema, indexes.Spec[Zone]{
	Name: "zones", Version: 1,
	ID:    func(z *Zone) *int64 { return &z.ID },
	Stamp: func(tx app.Tx, old, z *Zone) { app.Stamp(tx, old == nil, &z.CreatedAt, &z.UpdatedAt) },
}, zoneByEvent)

// ZoneCounter is what scans move in a zone. It is apart from Zone so that a hot
// counter never rewrites configuration.
type ZoneCounter struct {
	ZoneID       int64 `msgpack:"z"`
	Attendance   int64 `msgpack:"a,omitempty"` // inside now; in-only zones: everyone ever in
	UniqueIn     int64 `msgpack:"u,omitempty"`
	TotalIn      int64 `msgpack:"i,omitempty"`
	TotalOut     int64 `msgpack:"o,omitempty"`
	Stays        int64 `msgpack:"n,omitempty"` // finished stays
	StaySeconds  int64 `msgpack:"s,omitempty"` // their summed length
	FailedScans  int64 `msgpack:"f,omitempty"`
	OverCapacity int64 `msgpack:"x,omitempty"` // admissions forced over capacity
}

func (c *ZoneCounter) check() error {
	if c.Attendance < 0 || c.UniqueIn < 0 || c.TotalIn < c.UniqueIn || c.TotalOut < 0 {
		return fmt.Errorf("zone %d: impossible counters %+v", c.ZoneID, *c)
	}
	return nil
}

// ZoneCounters is the table of zone counters, by zone.
var ZoneCounters = indexes.DefineKeyed(app.Schema, indexes.KeyedSpec[int64, ZoneCounter]{
	Name: "zone_counters", Version: 1,
	Key:   kv.Int,
	KeyOf: func(c *ZoneCounter) int64 { return c.ZoneID },
	Check: (*ZoneCounter).check,
})
