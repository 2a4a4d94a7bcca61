package entry

import (
	"fmt"
	"time"

	"marquee/indexes"
)

// The records a scan touches are written as plain arrays, without the names of
// their fields: they are read and written far more often than anything else. A
// field is only ever added at the end; a shorter array is an older record, and
// what a longer one has more is skipped.

// encodeInts writes numbers as one array.
func encodeInts(e *indexes.Encoder, values ...int64) error {
	if err := e.EncodeArrayLen(len(values)); err != nil {
		return err
	}
	for _, v := range values {
		if err := e.EncodeInt(v); err != nil {
			return err
		}
	}
	return nil
}

// decodeInts reads what encodeInts wrote.
func decodeInts(d *indexes.Decoder, values ...*int64) error {
	l, err := openList(d)
	if err != nil {
		return err
	}
	for _, v := range values {
		l.int(v)
	}
	return l.close()
}

// list reads one array field by field and keeps the first error.
type list struct {
	d    *indexes.Decoder
	left int
	err  error
}

func openList(d *indexes.Decoder) (*list, error) {
	n, err := d.DecodeArrayLen()
	if err == nil && n < 0 {
		err = fmt.Errorf("a record is missing its fields")
	}
	return &list{d: d, left: n}, err
}

// more tells whether there is another field, and takes it.
func (l *list) more() bool {
	if l.err != nil || l.left == 0 {
		return false
	}
	l.left--
	return true
}

func (l *list) int(v *int64) {
	if l.more() {
		*v, l.err = l.d.DecodeInt64()
	}
}

func (l *list) text(v *string) {
	if l.more() {
		*v, l.err = l.d.DecodeString()
	}
}

func (l *list) time(v *time.Time) {
	if l.more() {
		*v, l.err = indexes.DecodeTime(l.d)
	}
}

// close skips what a newer release added.
func (l *list) close() error {
	for l.more() {
		l.err = l.d.Skip()
	}
	return l.err
}

// writer writes one array field by field and keeps the first error.
type writer struct {
	e   *indexes.Encoder
	err error
}

func (w *writer) open(fields int) {
	if w.err == nil {
		w.err = w.e.EncodeArrayLen(fields)
	}
}

func (w *writer) int(v int64) {
	if w.err == nil {
		w.err = w.e.EncodeInt(v)
	}
}

func (w *writer) text(v string) {
	if w.err == nil {
		w.err = w.e.EncodeString(v)
	}
}

func (w *writer) time(v time.Time) {
	if w.err == nil {
		w.err = indexes.EncodeTime(w.e, v)
	}
}
