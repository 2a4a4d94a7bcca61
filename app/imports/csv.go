package imports

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"marquee/app"
	"marquee/app/report/sheet"
)

// separators are what may stand between two columns, the likeliest first.
var separators = []string{",", ";", "\t", "|"}

// table is a file that was read.
type table struct {
	format  Format
	headers []string
	rows    []Row
}

// read reads a file, or says where it cannot be read. An empty encoding or separator is
// guessed.
func read(file []byte, as Format) (*table, error) {
	if len(file) > MaxFile {
		return nil, app.Field("file", "must not be larger than %d bytes", MaxFile)
	}
	if as.Separator != "" && !slices.Contains(separators, as.Separator) {
		return nil, app.Field("separator", "is not one of the allowed values")
	}
	guessed := as.Encoding == ""
	if guessed {
		as.Encoding = encodingOf(file)
	}
	text, err := decode(file, as.Encoding, guessed)
	if err != nil {
		return nil, err
	}
	text, said := sepLine(oneEnd(text))
	if as.Separator == "" {
		as.Separator = said
	}
	if as.Separator == "" {
		as.Separator = separatorOf(text)
	}
	t := &table{format: as}
	return t, t.fill(text, said != "")
}

// oneEnd ends the lines of a text by line feeds where a carriage return alone ends them.
func oneEnd(text string) string {
	quoted, alone := false, false
	for i := range len(text) {
		switch text[i] {
		case '"':
			quoted = !quoted
		case '\n':
			if !quoted {
				return text
			}
		case '\r':
			alone = alone || !quoted
		}
	}
	if !alone {
		return text
	}
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
}

// sepLine takes away the first line by which spreadsheets tell the separator: "sep=;".
func sepLine(text string) (rest, separator string) {
	line, rest, _ := strings.Cut(text, "\n")
	line = strings.Trim(strings.TrimSpace(line), `"`)
	if s, ok := strings.CutPrefix(strings.ToLower(line), "sep="); ok && slices.Contains(separators, s) {
		return rest, s
	}
	return text, ""
}

// separatorOf guesses the separator: the one that the first line has most of, outside of
// quotes.
func separatorOf(text string) string {
	counts, quoted := make([]int, len(separators)), false
	for _, r := range text {
		if r == '"' {
			quoted = !quoted
		}
		if r == '\n' && !quoted {
			break
		}
		if i := slices.Index(separators, string(r)); i >= 0 && !quoted {
			counts[i]++
		}
	}
	return separators[slices.Index(counts, slices.Max(counts))]
}

func (t *table) fill(text string, shifted bool) error {
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, _ = utf8.DecodeRuneInString(t.format.Separator)
	r.FieldsPerRecord, r.LazyQuotes = -1, false
	head, err := r.Read()
	if errors.Is(err, io.EOF) {
		return app.Field("file", "is empty")
	}
	if err != nil {
		return unreadable(err, shifted)
	}
	if err := t.name(head); err != nil {
		return err
	}
	for {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return unreadable(err, shifted)
		}
		line, _ := r.FieldPos(0)
		if err := t.add(int64(line+btoi(shifted)), cells); err != nil {
			return err
		}
	}
	if len(t.rows) == 0 {
		return app.Field("file", "has no rows")
	}
	return nil
}

// unreadable says where a file is no table.
func unreadable(err error, shifted bool) error {
	if at, ok := errors.AsType[*csv.ParseError](err); ok {
		return app.Field("file", "cannot be read: line %d, character %d: a quote is not where it should be", at.Line+btoi(shifted), at.Column)
	}
	return err
}

// name takes the header, each column with a name of its own.
func (t *table) name(head []string) error {
	if len(head) > MaxColumns {
		return app.Field("file", "must not have more than %d columns", MaxColumns)
	}
	for i, h := range head {
		h = strings.Join(strings.Fields(app.OneForm(mended(h))), " ")
		if h == "" {
			h = fmt.Sprintf("column %d", i+1)
		}
		if runes := []rune(h); len(runes) > maxHeader {
			h = string(runes[:maxHeader])
		}
		name := h
		for n := 2; slices.Contains(t.headers, name); n++ {
			name = fmt.Sprintf("%s (%d)", h, n)
		}
		t.headers = append(t.headers, name)
	}
	return nil
}

// add takes a row that says anything.
func (t *table) add(line int64, cells []string) error {
	size := 0
	for _, c := range cells {
		size += len(c) + 5
	}
	switch {
	case size > maxRow || len(cells) > 2*MaxColumns:
		return app.Field("file", "line %d is too long", line)
	case !slices.ContainsFunc(cells, func(c string) bool { return strings.TrimSpace(c) != "" }):
		return nil
	case len(t.rows) == MaxRows:
		return app.Field("file", "must not have more than %d rows", MaxRows)
	}
	row := Row{Line: line, Cells: cells}
	for i, c := range cells {
		if !utf8.ValidString(c) {
			row.Odd, c = true, mended(c)
		}
		cells[i] = plainCell(c)
	}
	t.rows = append(t.rows, row)
	return nil
}

// plainCell is a cell without the apostrophe by which spreadsheets keep it a text: that which our
// own files have before what would be a formula, and one before digits.
func plainCell(cell string) string {
	if plain := sheet.Unguarded(cell); plain != cell {
		return plain
	}
	digits, ok := strings.CutPrefix(cell, "'")
	if ok && strings.ContainsFunc(digits, unicode.IsDigit) && !strings.ContainsFunc(digits, unicode.IsLetter) {
		return digits
	}
	return cell
}

// parts cuts the rows into what is stored in one record each.
func (t *table) parts() (all []Part) {
	size := maxPart
	for _, row := range t.rows {
		if size >= maxPart {
			all = append(all, Part{Number: int64(len(all))})
			size = 0
		}
		last := &all[len(all)-1]
		last.Rows = append(last.Rows, row)
		for _, c := range row.Cells {
			size += len(c) + 5
		}
	}
	return all
}
