package administer

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"marquee/handlers/cli/cmdline"
)

// section is one part of what a command answers: a list of rows under a name, or without a
// name members of the answer itself. It says what of an answer of the API stands in --json,
// and what of that in the table.
type section struct {
	name string
	// from is where the rows stand in the answer of the API: data unless told.
	from    string
	columns []column
	// table are the columns of the table in their order, with blanks between. Behind a colon
	// stands what one is headed, where that is not its name; _ is a blank.
	table string
	// upright shows one record with a line for each column.
	upright bool
}

// column is one member of a row.
type column struct {
	name string // in --json; of what stands in the table alone it begins with =
	from string // in the answer of the API, unless it is called as in --json
	as   form
	// make makes the member of --json where it is none of the API.
	make func(r row) any
	// cell makes the text of the table of the row of --json.
	cell func(r row) string
}

// form is how a member is shown, and what stands for one that is null.
type form uint8

const (
	asText    form = iota
	asNumber       // 0 for null
	asMoment       // null stays null
	asInstant      // a moment as programs write it
	asYes          // false for null
	asList         // none for null; with commas between
	asWords        // none for null; with blanks between
	asSigned       // a number with its sign
	asLong         // a long text
	asBody         // a text of many lines, below the others
)

// nothing is what stands for null.
var nothing = map[form]string{asText: `""`, asLong: `""`, asBody: `""`, asNumber: "0", asSigned: "0", asYes: "false", asList: "[]", asWords: "[]"}

// how much is shown of texts that others wrote, in characters.
const (
	shownText = 60
	shownLong = 300
)

// row is a JSON object with its members in their order.
type row []member

type member struct {
	name string
	raw  json.RawMessage
}

// rowOf reads an object. The attributes of a resource are its members.
func rowOf(raw json.RawMessage) (all row) {
	in := json.NewDecoder(bytes.NewReader(raw))
	if open, err := in.Token(); err != nil || open != json.Delim('{') {
		return nil
	}
	for in.More() {
		name, err := in.Token()
		var m member
		if err != nil || in.Decode(&m.raw) != nil {
			return all
		}
		m.name, _ = name.(string)
		all = append(all, m)
	}
	if attributes := all.get("attributes"); attributes != nil {
		for _, m := range rowOf(attributes) {
			if all.get(m.name) == nil {
				all = append(all, m)
			}
		}
	}
	return all
}

// get is a member, or one inside a member with a dot between their names; nil for none.
func (r row) get(name string) json.RawMessage {
	for _, m := range r {
		if m.name == name {
			return m.raw
		}
	}
	if above, below, deeper := strings.Cut(name, "."); deeper {
		if inner := r.get(above); inner != nil {
			return rowOf(inner).get(below)
		}
	}
	return nil
}

// text is a member as text, empty for none.
func (r row) text(name string) string {
	raw := r.get(name)
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	return string(raw)
}

// number is a member as a number, 0 for none.
func (r row) number(name string) (n int64) {
	_ = json.Unmarshal(r.get(name), &n)
	return n
}

// yes tells whether a member is true.
func (r row) yes(name string) bool { return string(r.get(name)) == "true" }

// list are the texts of a member.
func (r row) list(name string) (all []string) {
	for _, raw := range listOf(r.get(name)) {
		all = append(all, row{{"", raw}}.text(""))
	}
	return all
}

// rows are the objects of a list.
func (r row) rows(name string) (all []row) {
	for _, raw := range listOf(r.get(name)) {
		all = append(all, rowOf(raw))
	}
	return all
}

func listOf(raw json.RawMessage) (all []json.RawMessage) {
	_ = json.Unmarshal(raw, &all)
	return all
}

// project makes what a command answers of an answer of the API.
func project(sections []section, answer json.RawMessage) (json.RawMessage, error) {
	var b bytes.Buffer
	whole := rowOf(answer)
	for _, s := range sections {
		if s.name == "" {
			one := whole
			if data := whole.get(s.source()); data != nil && s.from != "." {
				one = append(rowOf(data), whole...)
			}
			if err := writeMembers(&b, s.columns, one); err != nil {
				return nil, err
			}
			continue
		}
		fmt.Fprintf(&b, ",%q:[", s.name)
		for i, r := range whole.rows(s.source()) {
			if i > 0 {
				b.WriteByte(',')
			}
			var one bytes.Buffer
			if err := writeMembers(&one, s.columns, r); err != nil {
				return nil, err
			}
			fmt.Fprintf(&b, "{%s}", bytes.TrimPrefix(one.Bytes(), []byte(",")))
		}
		b.WriteByte(']')
	}
	return fmt.Appendf(nil, "{%s}", bytes.TrimPrefix(b.Bytes(), []byte(","))), nil
}

func (s *section) source() string {
	if s.from == "" {
		return "data"
	}
	return s.from
}

// writeMembers writes the members of a row, each with a comma before it.
func writeMembers(b *bytes.Buffer, columns []column, r row) error {
	for _, c := range columns {
		if strings.HasPrefix(c.name, "=") {
			continue
		}
		raw := r.get(c.source())
		if c.make != nil {
			made, err := json.Marshal(c.make(r))
			if err != nil {
				return err
			}
			raw = made
		}
		if raw == nil || string(raw) == "null" {
			raw = json.RawMessage(nothing[c.as])
		}
		if len(raw) == 0 {
			raw = json.RawMessage("null")
		}
		fmt.Fprintf(b, ",%q:%s", c.name, raw)
	}
	return nil
}

func (c *column) source() string {
	if c.from == "" {
		return c.name
	}
	return c.from
}

// shown prints what a command answers: its sections, but for later ones that are empty.
func shown(sections ...section) func(io.Writer, []byte) error {
	return func(w io.Writer, result []byte) error {
		whole := rowOf(result)
		for i, s := range sections {
			rows := []row{whole}
			if s.name != "" {
				rows = whole.rows(s.name)
			}
			if s.table == "" || i > 0 && len(rows) == 0 {
				continue
			}
			if i > 0 {
				fmt.Fprintln(w)
			}
			if err := s.print(w, rows); err != nil {
				return err
			}
		}
		return nil
	}
}

func (s *section) print(w io.Writer, rows []row) error {
	heads, columns := s.heads()
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if s.upright {
		return printUpright(w, table, rows[0], heads, columns)
	}
	fmt.Fprintln(table, strings.ToUpper(strings.Join(heads, "\t")))
	for _, r := range rows {
		cells := make([]string, len(columns))
		for i := range columns {
			cells[i] = columns[i].text(r)
		}
		fmt.Fprintln(table, strings.Join(cells, "\t"))
	}
	return table.Flush()
}

// heads are the columns of the table, and what they are headed.
func (s *section) heads() (heads []string, columns []column) {
	for word := range strings.FieldsSeq(s.table) {
		name, head, _ := strings.Cut(word, ":")
		c := column{name: name}
		if i := slices.IndexFunc(s.columns, func(c column) bool { return c.name == name }); i >= 0 {
			c = s.columns[i]
		}
		heads, columns = append(heads, strings.ReplaceAll(cmp.Or(head, name), "_", " ")), append(columns, c)
	}
	return heads, columns
}

// printUpright prints a line for each column, and a text of many lines behind them.
func printUpright(w io.Writer, table *tabwriter.Writer, r row, heads []string, columns []column) error {
	body := ""
	for i, c := range columns {
		if c.as == asBody {
			body = "\n" + cmdline.Lines(r.text(c.name))
			continue
		}
		fmt.Fprintf(table, "%s\t%s\n", heads[i], c.text(r))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := io.WriteString(w, body)
	return err
}

// text is a member of a row of --json as it stands in a table.
func (c *column) text(r row) string {
	if c.cell != nil {
		return cmdline.Printable(c.cell(r), shownLong)
	}
	switch c.as {
	case asMoment, asInstant:
		t, err := time.Parse(time.RFC3339Nano, r.text(c.name))
		switch {
		case err != nil && c.as == asInstant:
			return ""
		case err != nil:
			return cmdline.Moment(nil)
		case c.as == asInstant:
			return t.Format(time.RFC3339)
		}
		return cmdline.Moment(&t)
	case asSigned:
		return fmt.Sprintf("%+d", r.number(c.name))
	case asList:
		return cmdline.Printable(strings.Join(r.list(c.name), ","), shownLong)
	case asWords:
		return cmdline.Printable(strings.Join(r.list(c.name), " "), shownLong)
	case asLong:
		return cmdline.Printable(r.text(c.name), shownLong)
	}
	return cmdline.Printable(r.text(c.name), shownText)
}
