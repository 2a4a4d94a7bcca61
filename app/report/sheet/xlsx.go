package sheet

import (
	"archive/zip"
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// maxSheetRows is how many rows one sheet has; what follows comes on another one.
// Spreadsheets take 1,048,576.
const maxSheetRows = 1_000_000

// maxCellText is how many bytes a cell of text has: spreadsheets take 32,767 characters.
const maxCellText = 32_000

// The styles of cells: their places in xl/styles.xml.
const (
	styleHeading = 1
	styleMoment  = 2
	styleWhole   = 3 // numbers without decimals
	styleCents   = 4 // with two
	stylePercent = 5
)

// xlsxWriter writes the parts of a workbook one after the other, the sheet while its rows
// come. Texts stand in their cells: no table of them has to be held.
type xlsxWriter struct {
	zip     *zip.Writer
	sheet   *bufio.Writer
	columns []Column
	look    Look
	sheets  int
	rows    int
	buf     []byte
}

func newXLSX(w io.Writer, columns []Column, look Look) (Writer, error) {
	x := &xlsxWriter{zip: zip.NewWriter(w), columns: columns, look: look}
	return x, x.nextSheet()
}

func (x *xlsxWriter) nextSheet() error {
	if err := x.endSheet(); err != nil {
		return err
	}
	x.sheets++
	part, err := x.zip.Create(fmt.Sprintf("xl/worksheets/sheet%d.xml", x.sheets))
	if err != nil {
		return err
	}
	x.sheet, x.rows = bufio.NewWriterSize(part, 64<<10), 0
	if _, err = x.sheet.WriteString(xml.Header + `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`); err != nil {
		return err
	}
	cells := make([]any, len(x.columns))
	for i := range x.columns {
		cells[i] = x.look.heading(&x.columns[i])
	}
	return x.row(cells, styleHeading)
}

func (x *xlsxWriter) endSheet() error {
	if x.sheet == nil {
		return nil
	}
	if _, err := x.sheet.WriteString("</sheetData></worksheet>"); err != nil {
		return err
	}
	return x.sheet.Flush()
}

func (x *xlsxWriter) Row(cells []any) error {
	if x.rows > maxSheetRows {
		if err := x.nextSheet(); err != nil {
			return err
		}
	}
	return x.row(cells, 0)
}

func (x *xlsxWriter) row(cells []any, style int) error {
	x.rows++
	b := append(x.buf[:0], "<row>"...)
	for _, v := range cells {
		if t, is := v.(time.Time); is {
			b = appendMomentCell(b, t, x.look.zone())
			continue
		}
		b = appendCell(b, v, style)
	}
	x.buf = append(b, "</row>"...)
	_, err := x.sheet.Write(x.buf)
	return err
}

// appendCell writes a cell; one that is empty stands there too, so that the others keep
// their columns.
func appendCell(b []byte, v any, style int) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "<c/>"...)
	case int64:
		return append(strconv.AppendInt(append(b, "<c><v>"...), v, 10), "</v></c>"...)
	case float64:
		return append(strconv.AppendFloat(append(b, "<c><v>"...), v, 'f', -1, 64), "</v></c>"...)
	case bool:
		return append(strconv.AppendInt(append(b, `<c t="b"><v>`...), map[bool]int64{true: 1}[v], 10), "</v></c>"...)
	case Number:
		return appendNumberCell(b, string(v))
	case string:
		return appendTextCell(b, v, style)
	}
	return appendTextCell(b, fmt.Sprint(v), style)
}

// appendMomentCell writes a time on the clocks of a place, to the second: a cell has no zone.
func appendMomentCell(b []byte, t time.Time, zone *time.Location) []byte {
	b = append(b, `<c s="`...)
	b = append(strconv.AppendInt(b, styleMoment, 10), `"><v>`...)
	return append(strconv.AppendFloat(b, serial(t, zone), 'f', 8, 64), "</v></c>"...)
}

// appendNumberCell writes a number with as many decimals as it has. A percentage is a part of
// one, as spreadsheets count it.
func appendNumberCell(b []byte, number string) []byte {
	text, percent := strings.CutSuffix(number, "%")
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return appendTextCell(b, number, 0)
	}
	_, decimals, some := strings.Cut(text, ".")
	style := 0
	switch {
	case percent:
		style, n = stylePercent, n/100
	case !some:
		style = styleWhole
	case len(decimals) == 2:
		style = styleCents
	}
	b = append(strconv.AppendInt(append(b, `<c s="`...), int64(style), 10), `"><v>`...)
	return append(strconv.AppendFloat(b, n, 'f', -1, 64), "</v></c>"...)
}

func appendTextCell(b []byte, s string, style int) []byte {
	b = append(b, `<c t="inlineStr" s="`...)
	b = append(strconv.AppendInt(b, int64(style), 10), `"><is><t xml:space="preserve">`...)
	if len(s) > maxCellText {
		s = s[:maxCellText]
	}
	return append(appendEscaped(b, s), "</t></is></c>"...)
}

// appendEscaped writes a text as XML has it. What XML cannot hold becomes a replacement
// character.
func appendEscaped(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '&' || c == '<' || c == '>' || c == '"' || c == '\'' {
			w := byteAppender{b}
			_ = xml.EscapeText(&w, []byte(s))
			return w.b
		}
	}
	return append(b, s...)
}

type byteAppender struct{ b []byte }

func (a *byteAppender) Write(p []byte) (int, error) {
	a.b = append(a.b, p...)
	return len(p), nil
}

// serial is a time as spreadsheets count it: days since the end of 1899 on the clocks of a
// place.
func serial(t time.Time, zone *time.Location) float64 {
	_, offset := t.In(zone).Zone()
	t = t.Truncate(time.Second).Add(time.Duration(offset) * time.Second)
	return t.Sub(time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)).Hours() / 24
}

// Close writes what says which sheets there are.
func (x *xlsxWriter) Close() error {
	if err := x.endSheet(); err != nil {
		return err
	}
	const (
		main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
		rels = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
		pack = "http://schemas.openxmlformats.org/package/2006/"
		kind = "application/vnd.openxmlformats-officedocument.spreadsheetml."
	)
	var sheets, links, types string
	for n := 1; n <= x.sheets; n++ {
		sheets += fmt.Sprintf(`<sheet name="Report %d" sheetId="%d" r:id="rId%d"/>`, n, n, n)
		links += fmt.Sprintf(`<Relationship Id="rId%d" Type="%s/worksheet" Target="worksheets/sheet%d.xml"/>`, n, rels, n)
		types += fmt.Sprintf(`<Override PartName="/xl/worksheets/sheet%d.xml" ContentType="%sworksheet+xml"/>`, n, kind)
	}
	for _, part := range [][2]string{
		{"xl/styles.xml", `<styleSheet xmlns="` + main + `"><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="22" applyNumberFormat="1"/><xf numFmtId="1" applyNumberFormat="1"/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="10" applyNumberFormat="1"/></cellXfs></styleSheet>`},
		{"xl/workbook.xml", `<workbook xmlns="` + main + `" xmlns:r="` + rels + `"><sheets>` + sheets + `</sheets></workbook>`},
		{"xl/_rels/workbook.xml.rels", `<Relationships xmlns="` + pack + `relationships">` + links + `<Relationship Id="styles" Type="` + rels + `/styles" Target="styles.xml"/></Relationships>`},
		{"_rels/.rels", `<Relationships xmlns="` + pack + `relationships"><Relationship Id="rId1" Type="` + rels + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
		{"[Content_Types].xml", `<Types xmlns="` + pack + `content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="` + kind + `sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="` + kind + `styles+xml"/>` + types + `</Types>`},
	} {
		w, err := x.zip.Create(part[0])
		if err == nil {
			_, err = io.WriteString(w, xml.Header+part[1])
		}
		if err != nil {
			return err
		}
	}
	return x.zip.Close()
}
