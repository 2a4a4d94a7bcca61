package report

import (
	"encoding/binary"
	"time"

	"marquee/indexes"
	"marquee/kv"
)

// cube is a kind of sums. The number is stored.
type cube int64

const (
	// salesCube sums what was sold, by event; its dimensions are those of a sale.
	salesCube cube = iota + 1
	// moneyCube sums movements of money of the company.
	moneyCube
	// gateCube counts scans, by event.
	gateCube
	// phoneCube counts scans, by event: which phone made them, and why it turned somebody away. It
	// is asked for a day alone.
	phoneCube
)

// level is the length of the periods of some sums. The number is stored.
type level int64

const (
	total   level = iota // all of time: the period 0
	hours                // since 1970, in UTC
	minutes              // the same
	days                 // since 1970, on the clocks of the event, or of the company where there is none
)

// kept are the levels in which sums of a cube are.
func (c cube) kept() []level {
	if c == phoneCube {
		return []level{days}
	}
	return []level{total, hours, minutes, days}
}

// dimensions say what a sum is of. Those that a cube does not use are 0.
type dimensions [8]int64

// The dimensions of the salesCube. The sale item 0 has what is counted once for an order:
// its orders.
const (
	byCurrency = iota
	bySaleItem
	byChannel
	byMethod // a number of order.MethodNumber
	byPrice  // of one unit as it was sold; ownPrice where the buyer named it
	byUser
	bySimulated
	byRate // of the tax, in ten-thousandths of a percent
)

// ownPrice stands for the prices that buyers named.
const ownPrice = -1

// The dimensions of the moneyCube.
const (
	moneyCurrency = iota
	moneyMethod
	moneyChannel
	moneyUser
	moneySimulated
	moneyRate
)

// The dimensions of the gateCube.
const (
	gateZone = iota
	gateGate
	gateOutcome
)

// The dimensions of the phoneCube: the token of who scanned, the outcome, and the status of what was
// refused.
const (
	phoneToken = iota
	phoneOutcome
	phoneStatus
)

// The outcomes of the gateCube and of the phoneCube.
const (
	wentIn = iota + 1
	wentOut
	wasRefused
)

// figure is one of the numbers that are summed together. The number is stored.
type figure int

const (
	orders figure = iota
	issued
	live
	given // units of complimentary orders that are live
	gross // before discounts and refunds
	discounts
	complimentary // what would have been paid for units of complimentary orders
	refundedOnline
	refundedOffline
	refundedBalance
	processingFees
	resellerFees
	tax
	volume  // of live units, without fees and what was refunded
	netFees // fees without their tax
	figures
)

// The figures of the moneyCube and of the gateCube.
const (
	moneyCount figure = iota
	moneyAmount
	moneyTax
	moneyFees
	moneyNetFees

	gateCount figure = 0
)

// sums are the figures of one kind of thing in one period.
type sums [figures]int64

func (s *sums) add(o *sums, sign int64) {
	for i := range s {
		s[i] += sign * o[i]
	}
}

// refunded is what went back, whichever way.
func (s *sums) refunded() int64 { return s[refundedOnline] + s[refundedOffline] + s[refundedBalance] }

// net is what was kept of the price.
func (s *sums) net() int64 { return s[gross] - s[discounts] - s.refunded() }

// cellKey names a sum.
type cellKey struct {
	Cube   cube
	Level  level
	Scope  int64
	Period int64
	Dims   dimensions
}

// group is how cube and level stand in a key.
func group(c cube, l level) int64 { return int64(c)*8 + int64(l) }

// storedKey is how a cellKey is stored.
type storedKey = kv.Pair2[kv.Triple[int64, int64, int64], []byte]

func (k *cellKey) stored() storedKey {
	return storedKey{A: kv.Triple[int64, int64, int64]{A: group(k.Cube, k.Level), B: k.Scope, C: k.Period}, B: packInts(nil, k.Dims[:])}
}

// cell is a sum as it is stored. One that is zero is not.
type cell struct {
	Group  int64  `msgpack:"g"`
	Scope  int64  `msgpack:"o"`
	Period int64  `msgpack:"p"`
	Dims   []byte `msgpack:"d"`
	Sums   []byte `msgpack:"s"`
}

func (c *cell) key() storedKey {
	return storedKey{A: kv.Triple[int64, int64, int64]{A: c.Group, B: c.Scope, C: c.Period}, B: c.Dims}
}

var cells = indexes.DefineKeyed(indexes.KeyedSpec[storedKey, cell]{
	Name: cellTable, Version: 1,
	Person:    indexes.Nobody("sums"),
	Unaudited: "follows from orders",
	Key:       kv.PairOf(kv.TripleOf(kv.Int, kv.Int, kv.Int), kv.Bytes),
	KeyOf:     (*cell).key,
})

// minuteOf is the period of a moment among minutes.
func minuteOf(t time.Time) int64 { return t.Unix() / 60 }

// period is where a count lies in a level.
func (l level) period(c *count) int64 {
	switch l {
	case hours:
		return c.Minute / 60
	case minutes:
		return c.Minute
	case days:
		return c.Day
	}
	return 0
}

// dayOf is the period of a moment among days.
func dayOf(t time.Time, zone *time.Location) int64 {
	y, m, d := t.In(zone).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60)
}

// midnight is the beginning of a day on the clocks of a place.
func midnight(day int64, zone *time.Location) time.Time {
	y, m, d := time.Unix(day*24*60*60, 0).UTC().Date()
	t := time.Date(y, m, d, 0, 0, 0, 0, zone)
	for dayOf(t, zone) < day { // the clocks skip midnight there
		t = t.Add(15 * time.Minute)
	}
	return t
}

// packInts appends numbers, without the zeros at the end.
func packInts(b []byte, all []int64) []byte {
	n := len(all)
	for n > 0 && all[n-1] == 0 {
		n--
	}
	for _, v := range all[:n] {
		b = binary.AppendVarint(b, v)
	}
	return b
}

// unpackInts reads what packInts wrote alone; false when it is something else.
func unpackInts(b []byte, into []int64) bool {
	for i := range into {
		if len(b) == 0 {
			return true
		}
		v, n := binary.Varint(b)
		if n <= 0 {
			return false
		}
		into[i], b = v, b[n:]
	}
	return len(b) == 0
}
