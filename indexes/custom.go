package indexes

import (
	"errors"
	"sync"
	"time"
)

// The records that are read and written far more often than anything else say
// themselves how: as a plain array of fields, without their names. A field is only
// ever added at the end. A shorter array is an older record, whose missing fields
// stay zero; what a longer one has more was added by a newer release and is passed
// over.
type (
	encodes interface{ EncodeMsgpack(e *Encoder) }
	decodes interface{ DecodeMsgpack(d *Decoder) error }
)

// Encoder writes the words of one record.
type Encoder struct{ b []byte }

// Array opens a list of n words.
func (e *Encoder) Array(n int) { e.b = appendLength(e.b, codeFixArray, codeArray16, n) }

// Int writes an integer.
func (e *Encoder) Int(n int64) { e.b = appendInt(e.b, n) }

// Text writes a text.
func (e *Encoder) Text(s string) { e.b = appendText(e.b, s) }

// Time writes a moment as whole microseconds, the zero moment as nil.
func (e *Encoder) Time(t time.Time) {
	if t.IsZero() {
		e.b = append(e.b, codeNil)
		return
	}
	e.Int(t.UnixMicro())
}

// Decoder reads the words of one record. It keeps the first error and reads nothing
// behind it.
type Decoder struct {
	b   string
	err error
}

var errNoArray = errors.New("msgpack: a record is missing its fields")

// Array opens a list of fields.
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

// Fields are those of one list, read in order.
type Fields struct {
	d    *Decoder
	left int
}

// More tells whether there is another field, and takes it.
func (f *Fields) More() bool {
	if f.d.err != nil || f.left == 0 {
		return false
	}
	f.left--
	return true
}

// Left is how many fields were not read.
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

// Time reads a moment, in UTC.
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

// Close passes over what a newer release added, and gives the first error.
func (f *Fields) Close() error {
	for f.More() {
		f.d.b, f.d.err = skip(f.d.b)
	}
	return f.d.err
}

var customDecoders = sync.Pool{New: func() any { return new(Decoder) }}

// readCustom lets a record read itself off the front of b.
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
