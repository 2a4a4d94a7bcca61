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
	// Moments: its cells are times, whose clocks stand in its heading where people read it.
	Moments bool
}

// Look is how a file looks to people. The zero Look is that for programs.
type Look struct {
	// Zone are the clocks of times; nil: UTC.
	Zone *time.Location
	// Comma: CSV has decimal commas, semicolons between cells, labels for headings, and times
	// on the clocks of Zone, as spreadsheets of many countries want it.
	Comma bool
}

// zone are the clocks of times.
func (l Look) zone() *time.Location {
	if l.Zone == nil {
		return time.UTC
	}
	return l.Zone
}

// heading is what stands above a column that people read.
func (l Look) heading(c *Column) string {
	if !c.Moments {
		return c.Label
	}
	return c.Label + " (" + l.zone().String() + ")"
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
func New(f Format, w io.Writer, columns []Column, look Look) (Writer, error) {
	switch f {
	case CSV:
		return newCSV(w, columns, look)
	case XLSX:
		return newXLSX(w, columns, look)
	case JSON:
		return newJSON(w, columns)
	}
	return nil, errFormat
}

// appendMoment writes a time as programs read it, in UTC with microseconds.
func appendMoment(b []byte, t time.Time) []byte {
	t = t.UTC()
	b = append(appendClock(b, t, 'T'), '.')
	return append(appendDigits(b, t.Nanosecond()/1000, 6), 'Z')
}

// appendClock writes a time to the second, on its own clocks.
func appendClock(b []byte, t time.Time, between byte) []byte {
	year, month, day := t.Date()
	if year < 0 || year > 9999 {
		return t.AppendFormat(b, "2006-01-02"+string(rune(between))+"15:04:05")
	}
	hour, minute, second := t.Clock()
	b = append(appendDigits(b, year, 4), '-')
	b = append(appendDigits(b, int(month), 2), '-')
	b = append(appendDigits(b, day, 2), between)
	b = append(appendDigits(b, hour, 2), ':')
	b = append(appendDigits(b, minute, 2), ':')
	return appendDigits(b, second, 2)
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
