package sheet

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

type csvWriter struct {
	w     *csv.Writer
	cells []string
}

// byteOrderMark tells spreadsheets that the text is UTF-8.
const byteOrderMark = "\ufeff"

func newCSV(w io.Writer, columns []Column) (Writer, error) {
	if _, err := io.WriteString(w, byteOrderMark); err != nil {
		return nil, err
	}
	c := &csvWriter{w: csv.NewWriter(w), cells: make([]string, len(columns))}
	c.w.UseCRLF = true
	for i := range columns {
		c.cells[i] = columns[i].Key
	}
	return c, c.w.Write(c.cells)
}

func (c *csvWriter) Row(cells []any) error {
	for i, v := range cells {
		c.cells[i] = plain(v)
	}
	return c.w.Write(c.cells)
}

func (c *csvWriter) Close() error {
	c.w.Flush()
	return c.w.Error()
}

// plain is a cell as text.
func plain(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return Guarded(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case bool:
		return strconv.FormatBool(v)
	case time.Time:
		return moment(v)
	}
	return Guarded(fmt.Sprint(v))
}

// Guarded is a text that no spreadsheet takes for a formula.
func Guarded(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r\n|%", rune(s[0])) {
		return "'" + s
	}
	return s
}
