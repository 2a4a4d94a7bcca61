package entry

import (
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// TicketState is all that scans know of one sold item: one small record per
// ticket, made when the order completes. It carries the feed of the offline
// list (event, last modified, item).
type TicketState struct {
	// ID is the order item's id.
	ID        int64       `msgpack:"id"`
	EventID   int64       `msgpack:"e"`
	NFC       string      `msgpack:"f,omitempty"`
	Zones     []ZoneState `msgpack:"z,omitempty"`
	ScanIDs   []int64     `msgpack:"s,omitempty"` // newest last, at most maxScanIDs
	ScannedBy int64       `msgpack:"b,omitempty"` // user of the newest admission
	ChangedAt time.Time   `msgpack:"c"`
}

// ZoneState is one ticket in one zone.
type ZoneState struct {
	ZoneID  int64      `msgpack:"z"`
	Inside  bool       `msgpack:"i,omitempty"`
	In      int64      `msgpack:"n,omitempty"`
	Out     int64      `msgpack:"o,omitempty"`
	LastIn  *time.Time `msgpack:"li,omitempty"`
	LastOut *time.Time `msgpack:"lo,omitempty"`
}

// In finds the ticket's state in a zone; the zero state when it never was there.
func (t *TicketState) In(zone int64) ZoneState {
	for _, z := range t.Zones {
		if z.ZoneID == zone {
			return z
		}
	}
	return ZoneState{ZoneID: zone}
}

var (
	ticketFeed = indexes.NewFeed("changed", kv.Int, func(t *TicketState) (int64, time.Time, bool) { return t.EventID, t.ChangedAt, true })
	ticketByNF = indexes.NewBy("nfc", kv.String, func(t *TicketState) []string {
		if t.NFC == "" {
			return nil
		}
		return []string{t.NFC}
	})
)

// TicketStates is the table of ticket states, by order item.
var TicketStates = indexes.Define(app.Schema, indexes.Spec[TicketState]{
	Name: "ticket_states", Version: 1,
	ID:    func(t *TicketState) *int64 { return &t.ID },
	Stamp: func(tx app.Tx, old, t *TicketState) { t.ChangedAt = tx.Now() },
}, ticketFeed, ticketByNF)

// Scan is one row of the scan log: an admission, a leaving, or a refusal. Rows
// are only ever appended.
type Scan struct {
	ID      int64  `msgpack:"id"`
	EventID int64  `msgpack:"e"`
	ZoneID  int64  `msgpack:"z"`
	ItemID  int64  `msgpack:"i,omitempty"` // order item; 0 when the code was unknown
	Code    string `msgpack:"c,omitempty"` // what was read, at most 64 characters
	// Status is valid, or the refusal (domain 22.3); Detail refines a denial.
	Status string `msgpack:"s"`
	Detail string `msgpack:"d,omitempty"`
	Out    bool   `msgpack:"o,omitempty"`
	// UUID is the device's key of the request or of the single upload.
	UUID      string    `msgpack:"u,omitempty"`
	ScannedOn time.Time `msgpack:"t"`
	At        time.Time `msgpack:"a"` // when the store learned of it
	UserID    int64     `msgpack:"us,omitempty"`
	GateID    int64     `msgpack:"g,omitempty"`
	Latitude  string    `msgpack:"la,omitempty"`
	Longitude string    `msgpack:"lo,omitempty"`
	Secure    bool      `msgpack:"se,omitempty"`
	Forced    bool      `msgpack:"fo,omitempty"` // capacity or age was overridden
	Uploaded  bool      `msgpack:"up,omitempty"` // from a device that was offline
	Duplicate bool      `msgpack:"du,omitempty"` // two devices admitted the same ticket
}

// Scans is the scan log.
var Scans = indexes.Define(app.Schema, indexes.Spec[Scan]{
	Name: "scans", Version: 1,
	ID: func(s *Scan) *int64 { return &s.ID },
})
