package imports

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"marquee/app"
)

// Mapping says what the columns of a file are, and how its cells are written.
type Mapping struct {
	// Preset is the ready mapping that it was made from, "" for none.
	Preset  string   `msgpack:"p,omitempty"`
	Columns []Column `msgpack:"c,omitempty"`
	// Values are those of fields that have no column, or an empty cell.
	Values []Value `msgpack:"v,omitempty"`
	// Words are those of the file that stand for others.
	Words []Word `msgpack:"w,omitempty"`
	// DecimalComma: amounts are written 1.234,50. MinorUnits: they are whole cents.
	DecimalComma bool `msgpack:"dc,omitempty"`
	MinorUnits   bool `msgpack:"mu,omitempty"`
	// MonthFirst: dates are written 12/31/2027.
	MonthFirst bool `msgpack:"mf,omitempty"`
}

// Column says which field a column is.
type Column struct {
	Header string `msgpack:"h"`
	Field  string `msgpack:"f"`
}

// Value is what counts for all rows.
type Value struct {
	Field string `msgpack:"f"`
	Text  string `msgpack:"t"`
}

// over is a mapping that somebody sent, over the one that there is: columns that were not sent
// stay as they were guessed, words as they were.
func (m *Mapping) over(was *Mapping) Mapping {
	out := *m
	out.Preset = was.Preset
	if m.Columns == nil {
		out.Columns = was.Columns
	}
	if m.Words == nil {
		out.Words = was.Words
	}
	return out
}

// ValueOf is what counts for all rows, "" for nothing.
func (m *Mapping) ValueOf(field string) string {
	for i := range m.Values {
		if m.Values[i].Field == field {
			return m.Values[i].Text
		}
	}
	return ""
}

// suggest guesses which columns are what: those whose header is that of a ready mapping,
// the name of a field, or one of its other names. Each field is guessed once.
func suggest(t *Type, headers []string, preset *Preset) Mapping {
	var m Mapping
	if preset != nil {
		m = preset.mapping()
		m.Columns = nil
	}
	for _, h := range headers {
		field := preset.field(h)
		if field == "" && preset == nil {
			field = t.named(h)
		}
		if field != "" && !slices.ContainsFunc(m.Columns, func(c Column) bool { return c.Field == field }) {
			m.Columns = append(m.Columns, Column{h, field})
		}
	}
	return m
}

// named is the field that a header means, "" for none.
func (t *Type) named(header string) string {
	plain := plainHeader(header)
	for _, f := range t.Fields {
		if plainHeader(f.Name) == plain || slices.ContainsFunc(f.Also, func(a string) bool { return plainHeader(a) == plain }) {
			return f.Name
		}
	}
	return ""
}

// plainHeader is a header without what people write differently: case, space, signs.
func plainHeader(h string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, app.OneForm(h))
}

// adopt writes the columns as the file has them: one is found also when case, spaces or
// punctuation differ, if it is the only one.
func (m *Mapping) adopt(headers []string) {
	m.Columns = slices.Clone(m.Columns)
	for i, c := range m.Columns {
		if slices.Contains(headers, c.Header) {
			continue
		}
		like := slices.DeleteFunc(slices.Clone(headers), func(h string) bool { return plainHeader(h) != plainHeader(c.Header) })
		if len(like) == 1 {
			m.Columns[i].Header = like[0]
		}
	}
}

// check refuses a mapping that does not fit the file or the type.
func (m *Mapping) check(t *Type, headers []string) error {
	m.adopt(headers)
	var p app.Problems
	fields := map[string]bool{}
	for i, c := range m.Columns {
		at := fmt.Sprintf("columns.%d.", i)
		if !slices.Contains(headers, c.Header) {
			p.Add(at+"column", "does not exist")
		}
		if slices.ContainsFunc(m.Columns[:i], func(o Column) bool { return o.Header == c.Header }) {
			p.Add(at+"column", "is there twice")
		}
		m.wantField(&p, t, at+"field", c.Field, fields)
	}
	m.wantValues(&p, t)
	m.wantWords(&p, t)
	for _, v := range m.Values {
		fields[v.Field] = true
	}
	for _, f := range t.Fields {
		if f.Required && !fields[f.Name] {
			p.Add("columns", "must name the column of %s", f.Name)
		}
	}
	return p.Err()
}

// checkValues refuses values that do not fit the type.
func (m *Mapping) checkValues(t *Type) error {
	var p app.Problems
	m.wantValues(&p, t)
	m.wantWords(&p, t)
	return p.Err()
}

func (m *Mapping) wantValues(p *app.Problems, t *Type) {
	for i, v := range m.Values {
		at := fmt.Sprintf("values.%d.", i)
		if t.Field(v.Field) == nil {
			p.Add(at+"field", "does not exist")
		}
		if slices.ContainsFunc(m.Values[:i], func(o Value) bool { return o.Field == v.Field }) {
			p.Add(at+"field", "is there twice")
		}
		if app.Blank(v.Text) {
			p.Add(at+"value", "is required")
		}
		if utf8.RuneCountInString(v.Text) > MaxValue {
			p.Add(at+"value", "must not be longer than %d characters", MaxValue)
		}
	}
}

func (m *Mapping) wantField(p *app.Problems, t *Type, at, field string, seen map[string]bool) {
	switch {
	case t.Field(field) == nil:
		p.Add(at, "does not exist")
	case seen[field]:
		p.Add(at, "is there twice")
	}
	seen[field] = true
}

// columns are the places of the fields in a row.
func (m *Mapping) columns(headers []string) map[string]int {
	at := map[string]int{}
	for _, c := range m.Columns {
		if i := slices.Index(headers, c.Header); i >= 0 {
			at[c.Field] = i
		}
	}
	return at
}

// FieldOf is what a column is, "" where nobody said.
func (m *Mapping) FieldOf(header string) string {
	for _, c := range m.Columns {
		if c.Header == header {
			return c.Field
		}
	}
	return ""
}

// header is the column that a field was read from, "" where it has none.
func (m *Mapping) header(field string) string {
	for _, c := range m.Columns {
		if c.Field == field {
			return c.Header
		}
	}
	return ""
}
