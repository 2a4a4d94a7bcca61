package entry

import (
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/entry/rules"
	"marquee/indexes"
	"marquee/kv"
)

// The scan settings of a zone.
const (
	ScanIn    = rules.ScanIn    // in only
	ScanInOut = rules.ScanInOut // the operator chooses
	ScanAuto  = rules.ScanAuto  // out when inside, else in
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
	HideAttendees bool `msgpack:"h,omitempty"`
	// ScanOut are the moments still to come at which everybody inside is scanned out,
	// ascending.
	ScanOut []time.Time `msgpack:"so,omitempty"`
	// Emptied are the latest of those that are over, ascending: who came in before one of them
	// has left at it, whenever that is heard of.
	Emptied []time.Time `msgpack:"em,omitempty"`
	// Leased: its tickets are shared out among phones.
	Leased    bool       `msgpack:"le,omitempty"`
	CreatedAt time.Time  `msgpack:"ca"`
	UpdatedAt time.Time  `msgpack:"ua"`
	DeletedAt *time.Time `msgpack:"da,omitempty"`
}

// rules are the settings that decide who may enter.
func (z *Zone) rules() rules.Zone {
	return rules.Zone{
		Entry: z.Entry, Mode: z.Mode, ScansInMax: z.ScansInMax, Capacity: z.Capacity, SaleItemIDs: z.SaleItemIDs,
		Opening: z.Opening, Closing: z.Closing, MinAge: z.MinAge, MaxAge: z.MaxAge,
		Precision: z.Precision, IgnoreValidity: z.IgnoreValidity,
	}
}

// emptied are the moments at which everybody left, up to now, ascending.
func (z *Zone) emptied(now time.Time) []time.Time {
	all := slices.Clone(z.Emptied)
	for _, at := range z.ScanOut {
		if !at.After(now) {
			all = append(all, at)
		}
	}
	slices.SortFunc(all, time.Time.Compare)
	return all
}

// takes tells whether items of a sale item may enter at all.
func (z *Zone) takes(saleItem int64, kind Kind) bool {
	return rules.Takes(z.SaleItemIDs, saleItem, kind)
}

// maxIn is how often one ticket may enter, nil without limit.
func (z *Zone) maxIn() *int64 {
	now := z.rules()
	return now.MaxIn()
}

var (
	zoneByEvent = indexes.NewBy("event", kv.Int, func(z *Zone) []int64 { return []int64{z.EventID} })
	// zoneByScanOut finds the zones that are to be emptied next.
	zoneByScanOut = indexes.NewBy("scan_out", kv.Time, func(z *Zone) []time.Time {
		if len(z.ScanOut) == 0 || z.DeletedAt != nil {
			return nil
		}
		return z.ScanOut[:1]
	})
)

// Zones is the table of zones.
var Zones = zoneTable.Table

var zoneTable = indexes.Define(indexes.Spec[Zone]{
	Name: "zones", Version: 1, Shared: true,
	Person: indexes.Nobody("how a company sells"),
	Shown:  func(r app.Reader, z *Zone) (bool, error) { return catalog.ShownAt(r, z.EventID) },
	ID:     func(z *Zone) *int64 { return &z.ID },
	Stamp:  func(tx app.Tx, old, z *Zone) { app.Stamp(tx, old == nil, &z.CreatedAt, &z.UpdatedAt) },
}, zoneByEvent.Index, zoneByScanOut.Index)
