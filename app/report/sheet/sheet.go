package sheet

import (
	"errors"
	"io"
	"time"
)

// Writer writes rows below headings.
type Writer interface {
	// Row writes a row: nil, string, Number, int64, float64, bool or time.Time in each cell.
	Row(cells []any) error
	// Close ends the file. The writer below stays open.
	Close() error
}

// Number is a number as text, as people write it: it is never taken for a formula.
type Number string

// Column is a column of a file.
type Column struct {
	// Key names it for programs, Label for people.
	Key, Label string
}

// Format is a kind of file.
type Format string

// The formats.
const (
	CSV  Format = "csv"
	XLSX Format = "xlsx"
	JSON Format = "json"
)

// Formats are all of them.
var Formats = []string{string(CSV), string(XLSX), string(JSON)}

// ContentType is that of the files.
func (f Format) ContentType() string {
	switch f {
	case CSV:
		return "text/csv; charset=utf-8"
	case XLSX:
		return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	}
	return "application/json"
}

var errFormat = errors.New("sheet: no such format")

// New begins a file.
func New(f Format, w io.Writer, columns []Column) (Writer, error) {
	switch f {
	case CSV:
		return newCSV(w, columns)
	case XLSX:
		return newXLSX(w, columns)
	case JSON:
		return newJSON(w, columns)
	}
	return nil, errFormat
}

// appendMoment writes a time, in UTC with microseconds.
func appendMoment(b []byte, t time.Time) []byte {
	t = t.UTC()
	year, month, day := t.Date()
	if year < 0 || year > 9999 {
		return t.AppendFormat(b, "2006-01-02T15:04:05.000000Z")
	}
	hour, minute, second := t.Clock()
	b = append(appendDigits(b, year, 4), '-')
	b = append(appendDigits(b, int(month), 2), '-')
	b = append(appendDigits(b, day, 2), 'T')
	b = append(appendDigits(b, hour, 2), ':')
	b = append(appendDigits(b, minute, 2), ':')
	b = append(appendDigits(b, second, 2), '.')
	return append(appendDigits(b, t.Nanosecond()/1000, 6), 'Z')
}

// appendDigits writes a number with zeros in front.
func appendDigits(b []byte, n, width int) []byte {
	at := len(b)
	b = append(b, "000000"[:width]...)
	for i := at + width - 1; i >= at; i-- {
		b[i] = byte('0' + n%10)
		n /= 10
	}
	return b
}
