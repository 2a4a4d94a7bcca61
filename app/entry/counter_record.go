package entry

import (
	"fmt"

	"marquee/indexes"
	"marquee/kv"
)

// CounterKey names one counter: a zone, and one of its sale items, or 0 for the
// zone as a whole.
type CounterKey = kv.Pair2[int64, int64]

// ZoneCounter is what scans move in a zone. It is apart from Zone so that a hot
// counter never rewrites configuration. The counter of a zone is the sum of the
// counters of its sale items.
type ZoneCounter struct {
	ZoneID     int64 `msgpack:"z"`
	SaleItemID int64 `msgpack:"i"`
	Tally
	// Over is how far the attendance may lie above the capacity without anything
	// being wrong: forced and uploaded admissions, and those who were inside when
	// the limit was lowered.
	Over int64 `msgpack:"o"`
}

// Tally is what is counted. Every number is a sum over the tickets of the zone.
type Tally struct {
	Attendance  int64 `msgpack:"a"` // inside now
	UniqueIn    int64 `msgpack:"u"` // tickets that were ever let in, and guests of whom it was not taken back
	TotalIn     int64 `msgpack:"in"`
	TotalOut    int64 `msgpack:"out"`
	Stays       int64 `msgpack:"n"` // finished stays
	StaySeconds int64 `msgpack:"s"` // their summed length
}

// plus adds, minus subtracts.
func (t Tally) plus(o Tally) Tally {
	return Tally{
		t.Attendance + o.Attendance, t.UniqueIn + o.UniqueIn, t.TotalIn + o.TotalIn,
		t.TotalOut + o.TotalOut, t.Stays + o.Stays, t.StaySeconds + o.StaySeconds,
	}
}

func (t Tally) minus(o Tally) Tally {
	return t.plus(Tally{-o.Attendance, -o.UniqueIn, -o.TotalIn, -o.TotalOut, -o.Stays, -o.StaySeconds})
}

// Average is the mean length of the finished stays in seconds, nil before the
// first one ends.
func (t Tally) Average() *int64 {
	if t.Stays == 0 {
		return nil
	}
	a := t.StaySeconds / t.Stays
	return &a
}

// Present is the attendance that people are shown: who is inside, or, where
// nobody is ever scanned out, everyone who came in.
func (t Tally) Present(mode string) int64 {
	if mode == ScanIn {
		return t.UniqueIn
	}
	return t.Attendance
}

func (c *ZoneCounter) check() error {
	t := c.Tally
	if t.Attendance < 0 || t.UniqueIn < t.Attendance || t.TotalIn < t.UniqueIn || t.TotalOut < 0 ||
		t.Stays < 0 || t.Stays > t.TotalOut || t.StaySeconds < 0 || c.Over < 0 {
		return fmt.Errorf("zone %d, sale item %d: impossible counters %+v", c.ZoneID, c.SaleItemID, *c)
	}
	return nil
}

// EncodeMsgpack writes the key and the seven numbers as one array.
func (c *ZoneCounter) EncodeMsgpack(e *indexes.Encoder) {
	encodeInts(e, c.ZoneID, c.SaleItemID, c.Attendance, c.UniqueIn, c.TotalIn, c.TotalOut, c.Stays, c.StaySeconds, c.Over)
}

// DecodeMsgpack reads what EncodeMsgpack wrote; numbers it does not know yet are
// those of a newer release and are skipped.
func (c *ZoneCounter) DecodeMsgpack(d *indexes.Decoder) error {
	return decodeInts(d, &c.ZoneID, &c.SaleItemID, &c.Attendance, &c.UniqueIn, &c.TotalIn, &c.TotalOut, &c.Stays, &c.StaySeconds, &c.Over)
}

// ZoneCounters is the table of counters.
var ZoneCounters = zoneCounterTable.Keyed

var zoneCounterTable = indexes.DefineKeyed(indexes.KeyedSpec[CounterKey, ZoneCounter]{
	Name: "zone_counters", Version: 1,
	Person:    indexes.Nobody("who is inside, by number of the ticket"),
	Unaudited: "a counter",
	Key:       kv.PairOf(kv.Int, kv.Int),
	KeyOf:     func(c *ZoneCounter) CounterKey { return CounterKey{A: c.ZoneID, B: c.SaleItemID} },
	Check:     (*ZoneCounter).check,
})

// TicketCount is how many tickets the offline list of an event holds that still
// stand.
type TicketCount struct {
	EventID  int64 `msgpack:"e"`
	Tickets  int64 `msgpack:"t"`
	Products int64 `msgpack:"p"`
}

// add counts n tickets of the kind of t.
func (c *TicketCount) add(t *TicketState, n int64) {
	if t.Kind == KindProduct {
		c.Products += n
	} else {
		c.Tickets += n
	}
}

// EncodeMsgpack writes three numbers.
func (c *TicketCount) EncodeMsgpack(e *indexes.Encoder) {
	encodeInts(e, c.EventID, c.Tickets, c.Products)
}

// DecodeMsgpack reads them.
func (c *TicketCount) DecodeMsgpack(d *indexes.Decoder) error {
	return decodeInts(d, &c.EventID, &c.Tickets, &c.Products)
}

// TicketCounts is the table of those counts, by event.
var TicketCounts = ticketCountTable.Keyed

var ticketCountTable = indexes.DefineKeyed(indexes.KeyedSpec[int64, TicketCount]{
	Name: "ticket_counts", Version: 1,
	Person:    indexes.Nobody("who is inside, by number of the ticket"),
	Unaudited: "a counter",
	Key:       kv.Int,
	KeyOf:     func(c *TicketCount) int64 { return c.EventID },
	Check: func(c *TicketCount) error {
		if c.Tickets < 0 || c.Products < 0 {
			return fmt.Errorf("event %d: impossible count of tickets %+v", c.EventID, *c)
		}
		return nil
	},
})
