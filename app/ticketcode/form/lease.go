package form

import (
	"slices"
	"time"
)

const (
	// Parts is into how many parts the tickets of a zone fall, by their orders.
	Parts = 64
	// MaxShareItems is how many sale items a share names.
	MaxShareItems = 20
	// MaxShareGates is how many gates a share names.
	MaxShareGates = 64
	// MaxLease bounds a lease, in characters.
	MaxLease = 2500
	// AnyGate is that of a ticket to whose seat no gate of a plan leads, UnknownGate that of
	// one of which only the code is known: no share by gates has it.
	AnyGate, UnknownGate = int64(0), int64(-1)

	leasePrefix = "L:"
	// leaseFor keeps the signatures of leases apart from those of tickets.
	leaseFor = "marquee lease"
	// gateVersion is that of leases by gates; the others are of the first version for ever.
	gateVersion = 2
)

// PartOf is the part of the tickets of an order: who comes together is let in together.
func PartOf(order int64) int { return int(uint32(order) * 0x9E3779B1 >> 26) }

// Share names tickets: those of some parts, of some sale items, and of some gates.
type Share struct {
	// Parts has a bit for each part. Where tickets are shared by gates, it is for those to
	// whose seats no gate leads.
	Parts uint64 `msgpack:"p"`
	// SaleItems are what was sold; none means everything.
	SaleItems []int64 `msgpack:"s,omitempty"`
	// ByGate: tickets to whose seats gates lead are shared by the first of these. Gates has
	// what is in the share of each gate.
	ByGate bool        `msgpack:"b,omitempty"`
	Gates  []GateShare `msgpack:"g,omitempty"`
}

// GateShare is what a share has of the tickets of a gate.
type GateShare struct {
	ID    int64  `msgpack:"i"`
	Parts uint64 `msgpack:"p"`
}

// HomeGate is the gate of a ticket, of all that lead to its seat.
func HomeGate(gates []int64) int64 {
	if len(gates) == 0 {
		return AnyGate
	}
	return gates[0]
}

// parts are those that are in the share of the tickets of a gate.
func (s *Share) parts(gate int64) uint64 {
	if !s.ByGate || gate == AnyGate {
		return s.Parts
	}
	if n := slices.IndexFunc(s.Gates, func(g GateShare) bool { return g.ID == gate }); n >= 0 {
		return s.Gates[n].Parts
	}
	return 0
}

// Has tells whether a ticket is among them.
func (s *Share) Has(order, saleItem, gate int64) bool {
	return s.parts(gate)>>PartOf(order)&1 == 1 && (len(s.SaleItems) == 0 || slices.Contains(s.SaleItems, saleItem))
}

// Meets tells whether two shares can have a ticket in common.
func (s *Share) Meets(o *Share) bool {
	both := len(s.SaleItems) == 0 || len(o.SaleItems) == 0 ||
		slices.ContainsFunc(s.SaleItems, func(id int64) bool { return slices.Contains(o.SaleItems, id) })
	common := func(g GateShare) bool { return s.parts(g.ID)&o.parts(g.ID) != 0 }
	return both && (common(GateShare{}) || slices.ContainsFunc(s.Gates, common) || slices.ContainsFunc(o.Gates, common))
}

// Lease says that a device alone lets in the tickets of a share at a zone.
type Lease struct {
	KeyID, ZoneID, DeviceID, Serial int64
	// Until is when the device stops, to the second.
	Until time.Time
	Share
}

// UncheckedLease is a lease whose signature nobody checked yet.
type UncheckedLease struct {
	Lease
	// Message is what Signature is said to be over.
	Message, Signature []byte
}

// Message is what is signed of a lease.
func (l *Lease) Message() []byte {
	b := append(append(make([]byte, 0, MaxLease), leaseFor...), l.version())
	for _, n := range [...]int64{l.KeyID, l.ZoneID, l.DeviceID, l.Serial, l.Until.Unix()} {
		b = appendNumber(b, uint64(n))
	}
	b = appendNumber(appendParts(b, l.Parts), uint64(len(l.SaleItems)))
	for _, id := range l.SaleItems {
		b = appendNumber(b, uint64(id))
	}
	if !l.ByGate {
		return b
	}
	b = appendNumber(b, uint64(len(l.Gates)))
	for _, g := range l.Gates {
		b = appendParts(appendNumber(b, uint64(g.ID)), g.Parts)
	}
	return b
}

func appendParts(b []byte, parts uint64) []byte {
	for shift := Parts - 8; shift >= 0; shift -= 8 {
		b = append(b, byte(parts>>shift))
	}
	return b
}

func (l *Lease) version() byte {
	if l.ByGate {
		return gateVersion
	}
	return version
}

// WriteLease is the text of a message and its signature.
func WriteLease(message, signature []byte) string {
	return string(Spell([]byte(leasePrefix), slices.Concat(message[len(leaseFor):], signature)))
}

// ReadLease takes a lease apart. It is false for one in another form than WriteLease gives
// it; the signature is still to be checked.
func ReadLease(text string) (UncheckedLease, bool) {
	var l UncheckedLease
	if len(text) <= len(leasePrefix) || len(text) > MaxLease || text[:len(leasePrefix)] != leasePrefix {
		return l, false
	}
	b, ok := unspell(text[len(leasePrefix):])
	if !ok || len(b) <= SignatureSize {
		return l, false
	}
	said := b[:len(b)-SignatureSize]
	if l.Lease, ok = parseLease(said); !ok {
		return l, false
	}
	l.Message, l.Signature = l.Lease.Message(), b[len(said):]
	return l, WriteLease(l.Message, l.Signature) == text
}

func parseLease(b []byte) (l Lease, ok bool) {
	if b[0] != version && b[0] != gateVersion {
		return l, false
	}
	l.ByGate = b[0] == gateVersion
	r := reader{b[1:], true}
	l.KeyID, l.ZoneID, l.DeviceID, l.Serial = r.number(), r.number(), r.number(), r.number()
	l.Until = time.Unix(r.number(), 0).UTC()
	l.Parts = r.parts()
	n := r.number()
	if n > MaxShareItems {
		return l, false
	}
	for range n {
		l.SaleItems = append(l.SaleItems, r.number())
	}
	ok = true
	if l.ByGate {
		l.Gates, ok = r.gates()
	}
	return l, ok && r.ok && len(r.b) == 0
}

func (r *reader) parts() (parts uint64) {
	for range Parts / 8 {
		parts = parts<<8 | uint64(r.byte())
	}
	return parts
}

func (r *reader) gates() (all []GateShare, ok bool) {
	n := r.number()
	if n > MaxShareGates {
		return nil, false
	}
	for range n {
		all = append(all, GateShare{r.number(), r.parts()})
	}
	return all, true
}

// LeaseNumbers is ReadLease for a phone. It takes the characters of the text, and gives an
// empty row for what is no lease; else the id of the key, the zone, the device, the serial
// number, the end in microseconds since 1970, the parts as two numbers of 32 bits, the low
// ones first, and behind their lengths the sale items, what it has of gates, the bytes of the
// message and those of its signature. What it has of a gate is the gate and its parts in three
// numbers, behind a 0; there is nothing where tickets are not shared by gates.
func LeaseNumbers(row []float64) []float64 {
	text, ok := textOf(row, MaxLease)
	l, isLease := ReadLease(text)
	if !ok || !isLease {
		return nil
	}
	out := []float64{
		float64(l.KeyID), float64(l.ZoneID), float64(l.DeviceID), float64(l.Serial), float64(l.Until.UnixMicro()),
		float64(uint32(l.Parts)), float64(l.Parts >> 32), float64(len(l.SaleItems)),
	}
	for _, id := range l.SaleItems {
		out = append(out, float64(id))
	}
	return appendBytes(appendBytes(appendGates(out, &l.Share), l.Message), l.Signature)
}

// appendGates writes what a share has of gates, behind the length of that.
func appendGates(out []float64, s *Share) []float64 {
	if !s.ByGate {
		return append(out, 0)
	}
	out = append(out, float64(1+3*len(s.Gates)), 0)
	for _, g := range s.Gates {
		out = append(out, float64(g.ID), float64(uint32(g.Parts)), float64(g.Parts>>32))
	}
	return out
}
