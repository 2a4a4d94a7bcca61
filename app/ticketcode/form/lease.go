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
	// MaxLease bounds a lease, in characters.
	MaxLease = 500

	leasePrefix = "L:"
	// leaseFor keeps the signatures of leases apart from those of tickets.
	leaseFor = "marquee lease"
)

// PartOf is the part of the tickets of an order: who comes together is let in together.
func PartOf(order int64) int { return int(uint32(order) * 0x9E3779B1 >> 26) }

// Share names tickets: those of some parts, of some sale items.
type Share struct {
	// Parts has a bit for each part.
	Parts uint64 `msgpack:"p"`
	// SaleItems are what was sold; none means everything.
	SaleItems []int64 `msgpack:"s,omitempty"`
}

// Has tells whether a ticket is among them.
func (s *Share) Has(order, saleItem int64) bool {
	return s.Parts>>PartOf(order)&1 == 1 && (len(s.SaleItems) == 0 || slices.Contains(s.SaleItems, saleItem))
}

// Meets tells whether two shares can have a ticket in common.
func (s *Share) Meets(o *Share) bool {
	both := len(s.SaleItems) == 0 || len(o.SaleItems) == 0 ||
		slices.ContainsFunc(s.SaleItems, func(id int64) bool { return slices.Contains(o.SaleItems, id) })
	return both && s.Parts&o.Parts != 0
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
	b := append(append(make([]byte, 0, MaxLease), leaseFor...), version)
	for _, n := range [...]int64{l.KeyID, l.ZoneID, l.DeviceID, l.Serial, l.Until.Unix()} {
		b = appendNumber(b, uint64(n))
	}
	for shift := Parts - 8; shift >= 0; shift -= 8 {
		b = append(b, byte(l.Parts>>shift))
	}
	b = appendNumber(b, uint64(len(l.SaleItems)))
	for _, id := range l.SaleItems {
		b = appendNumber(b, uint64(id))
	}
	return b
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
	if b[0] != version {
		return l, false
	}
	r := reader{b[1:], true}
	l.KeyID, l.ZoneID, l.DeviceID, l.Serial = r.number(), r.number(), r.number(), r.number()
	l.Until = time.Unix(r.number(), 0).UTC()
	for range Parts / 8 {
		l.Parts = l.Parts<<8 | uint64(r.byte())
	}
	n := r.number()
	if n > MaxShareItems {
		return l, false
	}
	for range n {
		l.SaleItems = append(l.SaleItems, r.number())
	}
	return l, r.ok && len(r.b) == 0
}

// LeaseNumbers is ReadLease for a phone. It takes the characters of the text, and gives an
// empty row for what is no lease; else the id of the key, the zone, the device, the serial
// number, the end in microseconds since 1970, the parts as two numbers of 32 bits, the low
// ones first, and behind their lengths the sale items, the bytes of the message and those of
// its signature.
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
	return appendBytes(appendBytes(out, l.Message), l.Signature)
}
