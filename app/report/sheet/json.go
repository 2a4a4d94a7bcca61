package sheet

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"time"
	"unicode/utf8"
)

type jsonWriter struct {
	w    *bufio.Writer
	keys [][]byte
	buf  []byte
	rows int
}

// newJSON writes a list of objects.
func newJSON(w io.Writer, columns []Column) (Writer, error) {
	j := &jsonWriter{w: bufio.NewWriter(w)}
	for i := range columns {
		j.keys = append(j.keys, append(appendText(nil, columns[i].Key), ':'))
	}
	_, err := j.w.WriteString("[")
	return j, err
}

func (j *jsonWriter) Row(cells []any) error {
	b := append(j.buf[:0], ",\n{"...)
	if j.rows == 0 {
		b = append(b[:0], "\n{"...)
	}
	j.rows++
	for i, v := range cells {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendValue(append(b, j.keys[i]...), v)
	}
	j.buf = append(b, '}')
	_, err := j.w.Write(j.buf)
	return err
}

func (j *jsonWriter) Close() error {
	if _, err := j.w.WriteString("\n]\n"); err != nil {
		return err
	}
	return j.w.Flush()
}

func appendValue(b []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case string:
		return appendText(b, v)
	case int64:
		return strconv.AppendInt(b, v, 10)
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return append(b, "null"...)
		}
		return strconv.AppendFloat(b, v, 'f', -1, 64)
	case bool:
		return strconv.AppendBool(b, v)
	case time.Time:
		return append(appendMoment(append(b, '"'), v), '"')
	}
	return appendText(b, fmt.Sprint(v))
}

const hexDigits = "0123456789abcdef"

// appendText writes a text with its quotes. What is no UTF-8 becomes a question mark in a
// box.
func appendText(b []byte, s string) []byte {
	b = append(b, '"')
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c < ' ' || c == 0x7f:
			b = append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		case c < utf8.RuneSelf:
			b = append(b, c)
		default:
			r, size := utf8.DecodeRuneInString(s[i:])
			b = utf8.AppendRune(b, r)
			i += size - 1
		}
		i++
	}
	return append(b, '"')
}
