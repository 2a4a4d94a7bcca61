package entry

import (
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// Kind is what a ticket state stands for; the number is stored.
type Kind uint8

// The kinds of items a gate knows.
const (
	KindTicket Kind = iota
	KindProduct
	KindSeason
	KindGuest
)

// TicketState is all that scans know of one sold item: one small record per
// ticket, made when the order completes. It carries the feed of the offline
// list (event, last modified, item).
type TicketState struct {
	// ID is the order item's id.
	ID      int64 `msgpack:"id"`
	EventID int64 `msgpack:"e"`
	// SaleItemID decides which zones take the ticket.
	SaleItemID int64 `msgpack:"si"`
	Kind       Kind  `msgpack:"k"`
	// Gone: refunded, cancelled or removed, so no longer anybody's.
	Gone bool `msgpack:"g"`
	// Pending: approval is due or was refused, so the list leaves it out.
	Pending bool `msgpack:"p"`
	// NFC is the paired tag, in upper case without separators.
	NFC string `msgpack:"f"`
	// ScannedBy is the user of the latest admission.
	ScannedBy int64 `msgpack:"b"`
	// ChangedAt is the last modification a device must hear of.
	ChangedAt time.Time   `msgpack:"c"`
	Zones     []ZoneState `msgpack:"z"`
	// ScanIDs are the admissions and leavings in the log, by id, at most maxScanIDs.
	ScanIDs []int64 `msgpack:"s"`
}

// ZoneState is one ticket in one zone. It follows from the ticket's rows in the
// log alone, in the order of their times, whatever order they arrived in.
type ZoneState struct {
	ZoneID int64 `msgpack:"z"`
	Inside bool  `msgpack:"i"`
	In     int64 `msgpack:"n"` // admissions, doubled ones included
	Out    int64 `msgpack:"o"`
	// LastIn and LastOut are zero when it never happened.
	LastIn  time.Time `msgpack:"li"`
	LastOut time.Time `msgpack:"lo"`
}

// In finds the ticket's state in a zone; the zero state when it never was there.
func (t TicketState) In(zone int64) ZoneState {
	for _, z := range t.Zones {
		if z.ZoneID == zone {
			return z
		}
	}
	return ZoneState{ZoneID: zone}
}

// set replaces the ticket's state in one zone.
func (t *TicketState) set(s ZoneState) {
	for i := range t.Zones {
		if t.Zones[i].ZoneID == s.ZoneID {
			t.Zones[i] = s
			return
		}
	}
	t.Zones = append(t.Zones, s)
}

// lastIn is the latest admission anywhere, zero when there was none.
func (t *TicketState) lastIn() time.Time {
	var last time.Time
	for _, z := range t.Zones {
		if z.LastIn.After(last) {
			last = z.LastIn
		}
	}
	return last
}

// The bits of a ticket's flags; the kind takes the two lowest.
const (
	kindBits    = 3
	flagGone    = 4
	flagPending = 8
)

func (t *TicketState) flags() int64 {
	f := int64(t.Kind) & kindBits
	if t.Gone {
		f |= flagGone
	}
	if t.Pending {
		f |= flagPending
	}
	return f
}

// EncodeMsgpack writes an array: id, event, sale item, flags, tag, user, time, zones, and
// the rows of the log as steps from one id to the next.
func (t *TicketState) EncodeMsgpack(e *indexes.Encoder) error {
	w := &writer{e: e}
	w.open(9)
	w.int(t.ID)
	w.int(t.EventID)
	w.int(t.SaleItemID)
	w.int(t.flags())
	w.text(t.NFC)
	w.int(t.ScannedBy)
	w.time(t.ChangedAt)
	w.open(6 * len(t.Zones))
	for _, z := range t.Zones {
		w.int(z.ZoneID)
		w.int(bit(z.Inside))
		w.int(z.In)
		w.int(z.Out)
		w.time(z.LastIn)
		w.time(z.LastOut)
	}
	w.open(len(t.ScanIDs))
	last := int64(0)
	for _, id := range t.ScanIDs {
		w.int(id - last)
		last = id
	}
	return w.err
}

func bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// DecodeMsgpack reads what EncodeMsgpack wrote.
func (t *TicketState) DecodeMsgpack(d *indexes.Decoder) error {
	l, err := openList(d)
	if err != nil {
		return err
	}
	var flags int64
	l.int(&t.ID)
	l.int(&t.EventID)
	l.int(&t.SaleItemID)
	l.int(&flags)
	l.text(&t.NFC)
	l.int(&t.ScannedBy)
	l.time(&t.ChangedAt)
	t.Kind, t.Gone, t.Pending = Kind(flags&kindBits), flags&flagGone != 0, flags&flagPending != 0
	if l.more() {
		t.Zones, l.err = decodeZones(d)
	}
	if l.more() {
		t.ScanIDs, l.err = decodeSteps(d)
	}
	return l.close()
}

func decodeZones(d *indexes.Decoder) ([]ZoneState, error) {
	l, err := openList(d)
	if err != nil || l.left == 0 {
		return nil, err
	}
	zones := make([]ZoneState, 0, min(l.left/6, MaxZones))
	for l.left > 0 && l.err == nil {
		var z ZoneState
		var inside int64
		l.int(&z.ZoneID)
		l.int(&inside)
		l.int(&z.In)
		l.int(&z.Out)
		l.time(&z.LastIn)
		l.time(&z.LastOut)
		z.Inside = inside != 0
		zones = append(zones, z)
	}
	return zones, l.err
}

func decodeSteps(d *indexes.Decoder) ([]int64, error) {
	l, err := openList(d)
	if err != nil || l.left == 0 {
		return nil, err
	}
	ids := make([]int64, 0, min(l.left, maxScanIDs))
	last := int64(0)
	for l.left > 0 && l.err == nil {
		var step int64
		l.int(&step)
		last += step
		ids = append(ids, last)
	}
	return ids, l.err
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
