package sheet

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

type csvWriter struct {
	w    *bufio.Writer
	buf  []byte
	look Look
}

// byteOrderMark tells spreadsheets that the text is UTF-8.
const byteOrderMark = "\ufeff"

func newCSV(w io.Writer, columns []Column, look Look) (Writer, error) {
	c := &csvWriter{w: bufio.NewWriter(w), look: look}
	if _, err := c.w.WriteString(byteOrderMark); err != nil {
		return nil, err
	}
	keys := make([]any, len(columns))
	for i := range columns {
		if keys[i] = columns[i].Key; look.Comma {
			keys[i] = look.heading(&columns[i])
		}
	}
	return c, c.Row(keys)
}

func (c *csvWriter) Row(cells []any) error {
	b := c.buf[:0]
	for i, v := range cells {
		switch {
		case c.look.Comma && i > 0:
			b = append(b, ';')
		case i > 0:
			b = append(b, ',')
		}
		if c.look.Comma {
			b = c.look.appendForPeople(b, v)
		} else {
			b = appendPlain(b, v)
		}
	}
	c.buf = append(b, '\r', '\n')
	_, err := c.w.Write(c.buf)
	return err
}

func (c *csvWriter) Close() error { return c.w.Flush() }

// appendForPeople writes a cell with a decimal comma, and a time on the clocks of the look.
func (l Look) appendForPeople(b []byte, v any) []byte {
	switch v := v.(type) {
	case Number, float64:
		from := len(b)
		b = appendPlain(b, v)
		if at := bytes.IndexByte(b[from:], '.'); at >= 0 {
			b[from+at] = ','
		}
		return b
	case time.Time:
		return appendClock(b, v.In(l.zone()), ' ')
	}
	return appendPlain(b, v)
}

// appendPlain writes a cell. Every text stands in quotes, whatever is in it: where other
// characters than commas part the cells, a comma in a text says nothing either.
func appendPlain(b []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return b
	case string:
		return appendQuoted(b, Guarded(v))
	case Number:
		return append(b, v...)
	case int64:
		return strconv.AppendInt(b, v, 10)
	case float64:
		return strconv.AppendFloat(b, v, 'f', -1, 64)
	case bool:
		return strconv.AppendBool(b, v)
	case time.Time:
		return append(appendClock(b, v.UTC(), 'T'), 'Z')
	}
	return appendQuoted(b, Guarded(fmt.Sprint(v)))
}

func appendQuoted(b []byte, s string) []byte {
	b = append(b, '"')
	for {
		i := strings.IndexByte(s, '"')
		if i < 0 {
			break
		}
		b = append(append(b, s[:i+1]...), '"')
		s = s[i+1:]
	}
	b = append(b, s...)
	return append(b, '"')
}

const (
	// formulas begin what a spreadsheet takes for a formula, separators end a cell in some
	// countries, though not in this file.
	formulas   = "=+-@|%"
	separators = ";\t\r\n"
)

// Guarded is a text that no spreadsheet takes for a formula, not even one that takes
// semicolons or tabs for the ends of cells: an apostrophe stands before whatever would
// begin one, be it at the beginning or behind a separator.
func Guarded(s string) string {
	if !separated(s) && !opensFormula(s) && !guarded(s, 0) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 1)
	begins := true
	for i := range len(s) {
		isSeparator := separates[s[i]]
		if begins && (guards(s, i) || s[i] == '\'' && guarded(s, i)) {
			b.WriteByte('\'')
		}
		b.WriteByte(s[i])
		begins = isSeparator
	}
	return b.String()
}

// guards tells whether an apostrophe stands before a place where a cell may begin.
func guards(s string, i int) bool {
	return opensFormula(s[i:]) || i == 0 && s != "" && separates[s[0]] && s[0] != ';'
}

// guarded tells whether apostrophes stand before something that Guarded guards: one more is put
// before these, so that taking one off gives back what was there.
func guarded(s string, i int) bool {
	from := i
	for i < len(s) && s[i] == '\'' {
		i++
	}
	rest := s[i:]
	return i > from && rest != "" && (opensFormula(rest) || from == 0 && separates[rest[0]] && rest[0] != ';')
}

// Unguarded is the text of which Guarded made another.
func Unguarded(s string) string {
	if strings.IndexByte(s, '\'') < 0 {
		return s
	}
	var b strings.Builder
	begins := true
	for i := range len(s) {
		if begins && guarded(s, i) {
			begins = false
			continue
		}
		b.WriteByte(s[i])
		begins = separates[s[i]]
	}
	return b.String()
}

// separated tells whether a text has separators: most have none, and one look at each of
// their bytes is all that they cost.
func separated(s string) bool {
	for i := range len(s) {
		if separates[s[i]] {
			return true
		}
	}
	return false
}

var separates = func() (is [256]bool) {
	for _, c := range []byte(separators) {
		is[c] = true
	}
	return is
}()

// opensFormula tells whether a cell that begins like this is a formula. Quotes and blanks
// at its beginning may be dropped by who reads it.
func opensFormula(s string) bool {
	for i := range len(s) {
		if s[i] != '"' && s[i] != ' ' {
			return strings.IndexByte(formulas, s[i]) >= 0
		}
	}
	return false
}
