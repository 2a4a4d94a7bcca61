package sheet_test

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"marquee/app/report/sheet"

	"github.com/matryer/is"
)

var columns = []sheet.Column{{Key: "name", Label: "Name"}, {Key: "amount", Label: "Amount"}, {Key: "at", Label: "At", Moments: true}}

func written(t *testing.T, f sheet.Format, rows ...[]any) []byte {
	t.Helper()
	return shown(t, f, sheet.Look{}, rows...)
}

func shown(t *testing.T, f sheet.Format, look sheet.Look, rows ...[]any) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := sheet.New(f, &out, columns, look)
	for _, row := range rows {
		if err == nil {
			err = w.Row(row)
		}
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

var at = time.Date(2027, 6, 1, 12, 0, 0, 0, time.UTC)

// evil are texts that a spreadsheet would take for formulas, or a file for its end.
var evil = []string{"=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "a\"b", "a,b", "a\nb", "Bob;=HYPERLINK(1)", "Bob;\"=1\"", "Bob\t+1", "; -1", "</t></is>", "]]>", "\x00", "\xff", "ß€🎟", "'=1"}

func TestCSV(t *testing.T) {
	is := is.New(t)
	var rows [][]any
	for _, s := range evil {
		rows = append(rows, []any{s, int64(-5), at})
	}
	text := written(t, sheet.CSV, rows...)
	is.True(bytes.HasPrefix(text, []byte("\ufeff\"name\",\"amount\",\"at\"\r\n")))
	all, err := csv.NewReader(bytes.NewReader(text[3:])).ReadAll()
	is.NoErr(err)
	is.Equal(len(all), len(evil)+1)
	for i, row := range all[1:] {
		if strings.ContainsAny(row[0][:1], "=+-@\t\r") {
			t.Errorf("%q is written as the formula %q", evil[i], row[0])
		}
		for _, part := range strings.FieldsFunc(row[0], func(r rune) bool { return strings.ContainsRune(";\t\r\n", r) }) {
			if part = strings.TrimLeft(part, " \""); part != "" && strings.ContainsAny(part[:1], "=+-@|%") {
				t.Errorf("%q is written as %q, which is a formula where semicolons part cells", evil[i], row[0])
			}
		}
		is.Equal(row[1], "-5") // a number is no formula
		is.Equal(row[2], "2027-06-01T12:00:00Z")
	}
}

func TestNumbersAreNoTexts(t *testing.T) {
	is := is.New(t)
	text := written(t, sheet.CSV, []any{"a,b", sheet.Number("-45.00"), nil})
	is.Equal(string(text[3:]), "\"name\",\"amount\",\"at\"\r\n\"a,b\",-45.00,\r\n")
	is.Equal(string(written(t, sheet.JSON, []any{nil, sheet.Number("-45.00"), nil})), "[\n{\"name\":null,\"amount\":\"-45.00\",\"at\":null}\n]\n")
}

// What people open has numbers that add up, and times on the clocks that its heading names.
func TestFilesThatPeopleOpen(t *testing.T) {
	is := is.New(t)
	berlin, err := time.LoadLocation("Europe/Berlin")
	is.NoErr(err)
	row := []any{"a;b", sheet.Number("-1045.50"), at.Add(123456 * time.Microsecond)}
	text := shown(t, sheet.CSV, sheet.Look{Zone: berlin, Comma: true}, row, []any{nil, 19.25, nil})
	is.Equal(string(text[3:]), "\"Name\";\"Amount\";\"At (Europe/Berlin)\"\r\n\"a;b\";-1045,50;2027-06-01 14:00:00\r\n;19,25;\r\n")

	part := func(rows ...[]any) string {
		file := shown(t, sheet.XLSX, sheet.Look{Zone: berlin}, rows...)
		z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
		is.NoErr(err)
		f, err := z.Open("xl/worksheets/sheet1.xml")
		is.NoErr(err)
		text, err := io.ReadAll(f)
		is.NoErr(err)
		return string(text)
	}
	sheet1 := part(row, []any{"x", sheet.Number("12.5%"), nil}, []any{"y", sheet.Number("1200"), nil})
	for _, cell := range []string{
		`>At (Europe/Berlin)<`, `<c s="4"><v>-1045.5</v></c>`, `<v>46539.58333333</v>`, `<c s="5"><v>0.125</v></c>`, `<c s="3"><v>1200</v></c>`,
	} {
		if !strings.Contains(sheet1, cell) {
			t.Errorf("no %s in %s", cell, sheet1)
		}
	}
}

func TestJSON(t *testing.T) {
	is := is.New(t)
	var rows [][]any
	for _, s := range evil {
		rows = append(rows, []any{s, 12.5, nil})
	}
	var all []map[string]any
	is.NoErr(json.Unmarshal(written(t, sheet.JSON, rows...), &all))
	is.Equal(len(all), len(evil))
	for i := range all {
		is.Equal(all[i]["name"], strings.ToValidUTF8(evil[i], "\ufffd"))
	}
	is.NoErr(json.Unmarshal(written(t, sheet.JSON), &all))
	is.Equal(len(all), 0)
}

func TestXLSX(t *testing.T) {
	is := is.New(t)
	var rows [][]any
	for _, s := range evil {
		rows = append(rows, []any{s, int64(7), at})
	}
	file := written(t, sheet.XLSX, rows...)
	parts, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	is.NoErr(err)
	names := map[string]bool{}
	for _, p := range parts.File {
		names[p.Name] = true
		r, err := p.Open()
		is.NoErr(err)
		text, err := io.ReadAll(r)
		is.NoErr(err)
		for d := xml.NewDecoder(bytes.NewReader(text)); ; { // each part is well formed
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", p.Name, err)
			}
		}
		if p.Name == "xl/worksheets/sheet1.xml" {
			is.Equal(strings.Count(string(text), "<row>"), len(evil)+1)
			is.True(!strings.Contains(string(text), "<f>")) // no formula
			is.True(strings.Contains(string(text), ">46539.50000000<"))
		}
	}
	for _, name := range []string{"[Content_Types].xml", "_rels/.rels", "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/styles.xml"} {
		is.True(names[name])
	}
}

func FuzzCells(f *testing.F) {
	for _, s := range evil {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if g := sheet.Guarded(s); g != "" && strings.ContainsAny(g[:1], "=+-@\t\r") {
			t.Fatalf("%q stays the formula %q", s, g)
		}
		var all []map[string]any
		if err := json.Unmarshal(written(t, sheet.JSON, []any{s, s, s}), &all); err != nil {
			t.Fatal(err)
		}
	})
}

// TestTheGuardComesOff: what our files guard is read as it was, also what begins with apostrophes.
func TestTheGuardComesOff(t *testing.T) {
	is := is.New(t)
	is.Equal(sheet.Unguarded("'+49 171 1234567"), "+49 171 1234567")
	is.Equal(sheet.Unguarded("'s-Hertogenbosch"), "'s-Hertogenbosch")
	letters := []string{"'", "=", "+", ";", "a", " ", "\t", "\""}
	var all func(prefix string, n int)
	all = func(prefix string, n int) {
		if got := sheet.Unguarded(sheet.Guarded(prefix)); got != prefix {
			t.Fatalf("%q is guarded as %q, and read as %q", prefix, sheet.Guarded(prefix), got)
		}
		for _, l := range letters {
			if n > 0 {
				all(prefix+l, n-1)
			}
		}
	}
	all("", 5)
}
