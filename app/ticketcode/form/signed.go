package form

import "time"

const (
	// BarcodeLength is the length of the barcodes that can be signed.
	BarcodeLength = 23
	// MaxSigned bounds a signed code, in characters: larger ids fit than will ever be.
	MaxSigned = 240
	// SignatureSize is the size of an Ed25519 signature, in bytes.
	SignatureSize = 64

	signedPrefix = "S:"
	version      = 1
	barcodeBytes = (BarcodeLength*5 + 7) / 8
)

// signedFor keeps the signatures of tickets apart from whatever else a key might sign.
const signedFor = "marquee ticket"

// began is when the minutes of codes begin to count.
var began = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)

// Ticket is what a signed code says.
type Ticket struct {
	KeyID, EventID, OrderID, ItemID, SaleItemID int64
	// Kind is what the ticket is to a gate, at most 3.
	Kind uint8
	// Demo: it was sold in demo mode.
	Demo bool
	// From and To are when it lets in, to the minute; nil is open-ended.
	From, To *time.Time
	Barcode  string
}

// Unchecked is a signed code whose signature nobody checked yet.
type Unchecked struct {
	Ticket
	// Message is what Signature is said to be over.
	Message, Signature []byte
}

// IsSigned tells whether a text wants to be a signed code.
func IsSigned(text string) bool {
	return len(text) > len(signedPrefix) && text[:len(signedPrefix)] == signedPrefix
}

// Message is what is signed of a ticket. It is false for a barcode that is none of ours:
// those from elsewhere are printed as they are.
func (t *Ticket) Message() ([]byte, bool) {
	return t.append(append(make([]byte, 0, MaxSigned), signedFor...))
}

// Write is the code of a message and its signature.
func Write(message, signature []byte) string {
	b := append(append(make([]byte, 0, MaxSigned), message[len(signedFor):]...), signature...)
	return string(Spell([]byte(signedPrefix), b))
}

// ReadSigned takes a signed code apart. It is false for one in another form than Write
// gives it; the signature is still to be checked.
func ReadSigned(text string) (Unchecked, bool) {
	var s Unchecked
	if !IsSigned(text) || len(text) > MaxSigned {
		return s, false
	}
	b, ok := unspell(text[len(signedPrefix):])
	if !ok || len(b) <= SignatureSize {
		return s, false
	}
	said := b[:len(b)-SignatureSize]
	s.Signature = b[len(said):]
	if s.Ticket, ok = parse(said); !ok {
		return s, false
	}
	// A number that is longer than it needs to be, or bits where nothing should be, make
	// another text of the same ticket.
	if s.Message, ok = s.Ticket.Message(); !ok || Write(s.Message, s.Signature) != text {
		return s, false
	}
	return s, true
}

// append writes what is signed.
func (t *Ticket) append(b []byte) ([]byte, bool) {
	barcode, ok := unspellBarcode(t.Barcode)
	b = append(b, version)
	for _, n := range [...]int64{t.KeyID, t.EventID, t.OrderID, t.ItemID, t.SaleItemID} {
		ok = ok && n >= 0
		b = appendNumber(b, uint64(n))
	}
	if !ok || t.Kind > 3 {
		return b, false
	}
	head := t.Kind
	if t.From != nil {
		head |= 1 << 2
	}
	if t.To != nil {
		head |= 1 << 3
	}
	if t.Demo {
		head |= 1 << 4
	}
	b = append(b, head)
	if t.From != nil {
		b = appendNumber(b, minutes(*t.From, 0))
	}
	if t.To != nil {
		b = appendNumber(b, minutes(*t.To, time.Minute-time.Nanosecond))
	}
	return append(b, barcode...), true
}

// minutes counts whole minutes, rounded down after more was added; nothing is before 2020.
func minutes(t time.Time, more time.Duration) uint64 {
	return uint64(min(maxMinutes, max(0, t.Add(more).Sub(began)/time.Minute)))
}

// unspellBarcode gives the bits of a barcode of ours: 115, and five of nothing.
func unspellBarcode(s string) ([]byte, bool) {
	if len(s) != BarcodeLength {
		return nil, false
	}
	return unspell(s + alphabet[:1])
}

func appendNumber(b []byte, n uint64) []byte {
	for n >= 0x80 {
		b, n = append(b, byte(n)|0x80), n>>7
	}
	return append(b, byte(n))
}

// parse takes apart what is signed, and believes it.
func parse(b []byte) (t Ticket, ok bool) {
	if b[0] != version {
		return t, false
	}
	r := reader{b[1:], true}
	for _, n := range [...]*int64{&t.KeyID, &t.EventID, &t.OrderID, &t.ItemID, &t.SaleItemID} {
		*n = r.number()
	}
	head := r.byte()
	r.ok = r.ok && head < 1<<5
	t.Kind, t.Demo = head&3, head&(1<<4) != 0
	if head&(1<<2) != 0 {
		t.From = r.minute()
	}
	if head&(1<<3) != 0 {
		t.To = r.minute()
	}
	if !r.ok || len(r.b) != barcodeBytes {
		return t, false
	}
	t.Barcode = string(Spell(nil, r.b)[:BarcodeLength])
	return t, true
}

// reader takes bytes apart and remembers whether it could.
type reader struct {
	b  []byte
	ok bool
}

func (r *reader) byte() byte {
	if len(r.b) == 0 {
		r.ok = false
		return 0
	}
	c := r.b[0]
	r.b = r.b[1:]
	return c
}

// number reads one of at most 53 bits, which phones can hold.
func (r *reader) number() int64 {
	var n uint64
	for shift := 0; r.ok && shift < 63; shift += 7 {
		c := r.byte()
		n |= uint64(c&0x7f) << shift
		if c < 0x80 {
			r.ok = r.ok && n <= 1<<53
			return int64(n)
		}
	}
	r.ok = false
	return 0
}

// maxMinutes is far behind every event, and can be counted in nanoseconds.
const maxMinutes = 100_000_000

func (r *reader) minute() *time.Time {
	n := r.number()
	if n > maxMinutes {
		r.ok = false
		return nil
	}
	t := began.Add(time.Duration(n) * time.Minute)
	return &t
}
