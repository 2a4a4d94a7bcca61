package indexes

import (
	"errors"
	"sync"
	"time"
)

// The records that are read and written far more often than any others have
// hand-written encodings: an array of fields without their names. New fields are
// added at the end only. A shorter array is an older record whose missing fields
// stay zero; the extra fields of a longer array were added by a newer release and
// are ignored.
//
// The set of these types is frozen (TestCustomEncodings lists them):
// a new one would save a fraction of a microsecond per record and cost a second
// definition of its fields, with a field's position as its only name.
type (
	encodes interface{ EncodeMsgpack(e *Encoder) }
	decodes interface{ DecodeMsgpack(d *Decoder) error }
)

// Encoder writes the fields of one record.
type Encoder struct{ b []byte }

// Array starts a list of n fields.
func (e *Encoder) Array(n int) { e.b = appendLength(e.b, codeFixArray, codeArray16, n) }

// Int writes an integer.
func (e *Encoder) Int(n int64) { e.b = appendInt(e.b, n) }

// Text writes a text.
func (e *Encoder) Text(s string) { e.b = appendText(e.b, s) }

// Time writes a time in whole microseconds, the zero time as nil.
func (e *Encoder) Time(t time.Time) {
	if t.IsZero() {
		e.b = append(e.b, codeNil)
		return
	}
	e.Int(t.UnixMicro())
}

// Decoder reads the fields of one record. It stops at the first error and keeps it.
type Decoder struct {
	b   string
	err error
}

var errNoArray = errors.New("msgpack: a record is missing its fields")

// Array starts reading a list of fields.
func (d *Decoder) Array() Fields {
	if d.err != nil {
		return Fields{d: d}
	}
	n, rest, err := readLength(d.b, codeFixArray, codeArray16)
	if err != nil {
		d.err = errNoArray
	}
	d.b = rest
	return Fields{d, n}
}

// Fields are the fields of one list, read in order.
type Fields struct {
	d    *Decoder
	left int
}

// More reports whether there is another field, and counts it as read.
func (f *Fields) More() bool {
	if f.d.err != nil || f.left == 0 {
		return false
	}
	f.left--
	return true
}

// Left is the number of fields not yet read.
func (f *Fields) Left() int { return f.left }

// Int reads an integer into v, if there is another field.
func (f *Fields) Int(v *int64) {
	if f.More() {
		*v, f.d.b, f.d.err = readInt(f.d.b)
	}
}

// Text reads a text.
func (f *Fields) Text(v *string) {
	if f.More() {
		*v, f.d.b, f.d.err = readText(f.d.b)
	}
}

// Time reads a time, in UTC.
func (f *Fields) Time(v *time.Time) {
	if !f.More() {
		return
	}
	if len(f.d.b) > 0 && f.d.b[0] == codeNil {
		*v, f.d.b = time.Time{}, f.d.b[1:]
		return
	}
	var us int64
	if us, f.d.b, f.d.err = readInt(f.d.b); f.d.err == nil {
		*v = time.UnixMicro(us).UTC()
	}
}

// Close skips fields that a newer release added, and returns the first error.
func (f *Fields) Close() error {
	for f.More() {
		f.d.b, f.d.err = skip(f.d.b)
	}
	return f.d.err
}

var customDecoders = sync.Pool{New: func() any { return new(Decoder) }}

// readCustom decodes a record from the front of b with its own DecodeMsgpack.
func readCustom(b string, rec decodes) (rest string, err error) {
	d := customDecoders.Get().(*Decoder)
	defer customDecoders.Put(d)
	*d = Decoder{b: b}
	err = rec.DecodeMsgpack(d)
	if err == nil {
		err = d.err
	}
	rest, d.b = d.b, ""
	return rest, err
}
