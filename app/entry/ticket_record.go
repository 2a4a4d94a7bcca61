package entry

import (
	"slices"
	"time"

	"marquee/app"
	"marquee/app/entry/rules"
	"marquee/indexes"
	"marquee/kv"
)

// Kind is what a ticket state stands for; the number is stored.
type Kind = rules.Kind

// The kinds of items a gate knows.
const (
	KindTicket  = rules.KindTicket
	KindProduct = rules.KindProduct
	KindSeason  = rules.KindSeason
	KindGuest   = rules.KindGuest
)

// TicketState is all that scans know of one sold item: one small record per
// ticket, made when the order completes. It carries the feed of the offline
// list (event, last modified, item).
type TicketState struct {
	// ID is the order item's id.
	ID      int64 `msgpack:"id"`
	EventID int64 `msgpack:"e"`
	// Run are the events that a season ticket lets in at, its own too.
	Run []int64 `msgpack:"ru"`
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
	// TakenBack is when somebody last took back that this guest had come.
	TakenBack time.Time `msgpack:"tb"`
	// LastStep is the newest step of its rotating code by which it was let in.
	LastStep int64 `msgpack:"ls"`
	// Told is the time of the newest news that as many of its party came as were known to
	// have: the first unit of the party keeps it.
	Told time.Time `msgpack:"to"`
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

// At tells whether the ticket lets in at an event.
func (t *TicketState) At(event int64) bool {
	return t.EventID == event || slices.Contains(t.Run, event)
}

// events are those that the ticket lets in at.
func (t *TicketState) events() []int64 {
	if len(t.Run) == 0 {
		return []int64{t.EventID}
	}
	return t.Run
}

// rules are what decides whether the ticket may pass.
func (s ZoneState) rules() rules.State { return rules.State{Inside: s.Inside, Entries: s.In} }

// clone shares nothing with t.
func (t *TicketState) clone() TicketState {
	c := *t
	c.Run, c.Zones, c.ScanIDs = slices.Clone(t.Run), slices.Clone(t.Zones), slices.Clone(t.ScanIDs)
	return c
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

// EncodeMsgpack writes an array: id, event, sale item, flags, tag, user, time, zones,
// the rows of the log as steps from one id to the next; then, where there is more, the
// run of a season ticket, when a guest was taken back, the newest step of its code, and the
// newest news of a party.
func (t *TicketState) EncodeMsgpack(e *indexes.Encoder) {
	fields := 9
	switch {
	case !t.Told.IsZero():
		fields = 13
	case t.LastStep != 0:
		fields = 12
	case !t.TakenBack.IsZero():
		fields = 11
	case len(t.Run) > 0:
		fields = 10
	}
	e.Array(fields)
	for _, n := range [...]int64{t.ID, t.EventID, t.SaleItemID, t.flags()} {
		e.Int(n)
	}
	e.Text(t.NFC)
	e.Int(t.ScannedBy)
	e.Time(t.ChangedAt)
	e.Array(zoneFields * len(t.Zones))
	for _, z := range t.Zones {
		for _, n := range [...]int64{z.ZoneID, bit(z.Inside), z.In, z.Out} {
			e.Int(n)
		}
		e.Time(z.LastIn)
		e.Time(z.LastOut)
	}
	e.Array(len(t.ScanIDs))
	last := int64(0)
	for _, id := range t.ScanIDs {
		e.Int(id - last)
		last = id
	}
	if fields == 9 {
		return
	}
	e.Array(len(t.Run))
	for _, id := range t.Run {
		e.Int(id)
	}
	if fields > 10 {
		e.Time(t.TakenBack)
	}
	if fields > 11 {
		e.Int(t.LastStep)
	}
	if fields > 12 {
		e.Time(t.Told)
	}
}

// zoneFields is how many fields a ticket's state in one zone takes.
const zoneFields = 6

func bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// DecodeMsgpack reads what EncodeMsgpack wrote.
func (t *TicketState) DecodeMsgpack(d *indexes.Decoder) error {
	f, flags := d.Array(), int64(0)
	for _, v := range [...]*int64{&t.ID, &t.EventID, &t.SaleItemID, &flags} {
		f.Int(v)
	}
	f.Text(&t.NFC)
	f.Int(&t.ScannedBy)
	f.Time(&t.ChangedAt)
	t.Kind, t.Gone, t.Pending = Kind(flags&kindBits), flags&flagGone != 0, flags&flagPending != 0
	if f.More() {
		t.Zones = decodeZones(d.Array())
	}
	if f.More() {
		t.ScanIDs = decodeSteps(d.Array())
	}
	if f.More() {
		t.Run = decodeIDs(d.Array())
	}
	f.Time(&t.TakenBack)
	f.Int(&t.LastStep)
	f.Time(&t.Told)
	return f.Close()
}

func decodeZones(f indexes.Fields) []ZoneState {
	if f.Left() == 0 {
		return nil
	}
	zones := make([]ZoneState, f.Left()/zoneFields)
	for i := range zones {
		z, inside := &zones[i], int64(0)
		for _, v := range [...]*int64{&z.ZoneID, &inside, &z.In, &z.Out} {
			f.Int(v)
		}
		f.Time(&z.LastIn)
		f.Time(&z.LastOut)
		z.Inside = inside != 0
	}
	return zones
}

func decodeIDs(f indexes.Fields) []int64 {
	if f.Left() == 0 {
		return nil
	}
	ids := make([]int64, f.Left())
	for i := range ids {
		f.Int(&ids[i])
	}
	return ids
}

func decodeSteps(f indexes.Fields) []int64 {
	if f.Left() == 0 {
		return nil
	}
	ids := make([]int64, f.Left())
	last := int64(0)
	for i := range ids {
		f.Int(&ids[i])
		ids[i] += last
		last = ids[i]
	}
	return ids
}

// ticketClassBits is how many bits the flags take; what the lists are of stands above
// them in the keys of their indexes.
const ticketClassBits = 4

// classed is the key of the tickets with some flags under an id.
func classed(id, flags int64) int64 { return id<<ticketClassBits | flags }

var (
	// ticketChanged lists the tickets of an event in the order of their changes,
	// ticketListed those of a sale item by id, and ticketVisited those that were ever
	// scanned at a zone, by id. Each is grouped by the flags.
	ticketChanged = indexes.NewBy("changed", kv.PairOf(kv.Int, kv.Time), func(t *TicketState) []kv.Pair2[int64, time.Time] {
		keys := make([]kv.Pair2[int64, time.Time], 0, 1)
		for _, event := range t.events() {
			keys = append(keys, kv.Pair2[int64, time.Time]{A: classed(event, t.flags()), B: t.ChangedAt})
		}
		return keys
	}).Ascending().Version(2)
	ticketListed = indexes.NewBy("listed", kv.Int, func(t *TicketState) []int64 {
		return []int64{classed(t.SaleItemID, t.flags())}
	}).Counted().Ascending()
	ticketVisited = indexes.NewBy("visited", kv.Int, (*TicketState).visited)
	// ticketByTag finds the ticket of an event that a tag is paired with: never two.
	ticketByTag = indexes.NewUnique("nfc", kv.PairOf(kv.String, kv.Int), (*TicketState).paired).Version(2)
)

// paired are the keys of the tag, one for each event.
func (t *TicketState) paired() []kv.Pair2[string, int64] {
	if t.NFC == "" {
		return nil
	}
	var keys []kv.Pair2[string, int64]
	for _, event := range t.events() {
		keys = append(keys, kv.Pair2[string, int64]{A: t.NFC, B: event})
	}
	return keys
}

// visited are the keys of the zones where the ticket was scanned.
func (t *TicketState) visited() []int64 {
	var keys []int64
	for i := range t.Zones {
		if z := &t.Zones[i]; z.In+z.Out > 0 {
			keys = append(keys, classed(z.ZoneID, t.flags()))
		}
	}
	return keys
}

// ticketKeys are the groups under an id whose flags pass.
func ticketKeys(id int64, pass func(flags int64) bool) []int64 {
	var keys []int64
	for flags := range int64(1) << ticketClassBits {
		if pass(flags) {
			keys = append(keys, classed(id, flags))
		}
	}
	return keys
}

// TicketStates is the table of ticket states, by order item.
var TicketStates = stateTable.Table

var stateTable = indexes.Define(indexes.Spec[TicketState]{
	Name: "ticket_states", Version: 1,
	Person:    indexes.Nobody("who is inside, by number of the ticket"),
	Unaudited: "a counter",
	ID:        func(t *TicketState) *int64 { return &t.ID },
	Stamp: func(tx app.Tx, old, t *TicketState) {
		t.ChangedAt = app.ChangeOf(tx, old, func(t *TicketState) time.Time { return t.ChangedAt })
	},
}, ticketChanged.Index, ticketListed.Index, ticketVisited.Index, ticketByTag.Index)
