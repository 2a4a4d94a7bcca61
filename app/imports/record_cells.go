package imports

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/search"
)

// doing is what a type is given to take records in: who does it, for whom, and how cells
// are read.
type doing struct {
	app    *app.App
	caller *app.Caller
	tx     app.Tx
	own    *company.Company
	// importID names the import, and rehearsed tells that nothing is kept.
	importID int64
	mapping  *Mapping
	words    words
	// found is what rows of this step named before.
	found map[string]int64
}

// record is one row, as its type reads it. Cells are asked for by field; what is wrong
// with one is noted.
type record struct {
	d    *doing
	row  *Row
	at   map[string]int // the column of each field
	bad  *[]fault
	warn *[]fault
}

// fault is what is wrong with a field.
type fault struct{ field, reason string }

// note notes what is wrong with a field, "" for the row as a whole.
func (r record) note(field, format string, args ...any) {
	*r.bad = append(*r.bad, fault{field, fmt.Sprintf(format, args...)})
}

// leave notes that something was left out.
func (r record) leave(field, format string, args ...any) {
	*r.warn = append(*r.warn, fault{field, fmt.Sprintf(format, args...)})
}

// mapped tells whether a field has a column, or a value for all rows.
func (r record) mapped(field string) bool {
	_, ok := r.at[field]
	return ok || r.d.mapping.ValueOf(field) != ""
}

// text is a cell without the space around it, or what its word stands for; "" where there is nothing.
func (r record) text(field string) string {
	if i, ok := r.at[field]; ok && i < len(r.row.Cells) {
		if cell := strings.TrimSpace(r.row.Cells[i]); cell != "" {
			return r.d.words.of(field, cell)
		}
	}
	return r.d.mapping.ValueOf(field)
}

// given is a text, nil where there is none.
func (r record) given(field string) *string {
	if text := r.text(field); text != "" {
		return &text
	}
	return nil
}

// maybe is a text of a change: an empty cell leaves it as it is.
func (r record) maybe(field string) app.Maybe[string] { return maybe(r.given(field)) }

// maybe makes a change of what is given.
func maybe[T any](v *T) app.Maybe[T] { return app.Maybe[T]{Given: v != nil, Value: v} }

// number is a whole number, nil where there is none.
func (r record) number(field string) *int64 {
	text := r.text(field)
	if text == "" {
		return nil
	}
	n, err := strconv.ParseInt(strings.NewReplacer(" ", "", "\u00a0", "", "'", "").Replace(text), 10, 64)
	if err != nil {
		r.note(field, "must be a whole number")
		return nil
	}
	return &n
}

// id is a number above zero, 0 where there is none.
func (r record) id(field string) int64 {
	n := r.number(field)
	switch {
	case n == nil:
		return 0
	case *n < 1:
		r.note(field, "must be a whole number above 0")
		return 0
	}
	return *n
}

// flags are the words of yes and no, in the languages of the box office.
var flags = map[string]bool{
	"1": true, "true": true, "yes": true, "y": true, "ja": true, "j": true, "oui": true, "o": true, "x": true, "on": true,
	"0": false, "false": false, "no": false, "n": false, "nein": false, "non": false, "off": false,
}

// flag is a yes or a no, nil where there is neither.
func (r record) flag(field string) *bool {
	text := r.text(field)
	if text == "" {
		return nil
	}
	yes, ok := flags[strings.ToLower(text)]
	if !ok {
		r.note(field, "must be yes or no")
		return nil
	}
	return &yes
}

// yes is a flag that is no where nothing is said.
func (r record) yes(field string) bool {
	f := r.flag(field)
	return f != nil && *f
}

// list are the entries of a cell: separated by a semicolon, a bar or a comma, whichever
// of them comes first in this list.
func (r record) list(field string) (all []string) {
	text := r.text(field)
	by := ","
	for _, s := range []string{";", "|"} {
		if strings.Contains(text, s) {
			by = s
			break
		}
	}
	for entry := range strings.SplitSeq(text, by) {
		if entry = strings.TrimSpace(entry); entry != "" {
			all = append(all, entry)
		}
	}
	return all
}

// currency is the one of a field, else the company's.
func (r record) currency(field string) company.Currency {
	own, _ := company.CurrencyByID(r.d.own.CurrencyID)
	text := r.text(field)
	if text == "" {
		return own
	}
	if found, ok := company.CurrencyByCode(text); ok {
		return found
	}
	if id, err := strconv.ParseInt(text, 10, 64); err == nil {
		if found, ok := company.CurrencyByID(id); ok {
			return found
		}
	}
	r.note(field, "is no currency that there is")
	return own
}

// amount is an amount in minor units, nil where there is none.
func (r record) amount(field string, cur company.Currency) *int64 {
	text := r.text(field)
	if text == "" {
		return nil
	}
	minor, err := parseAmount(text, cur, r.d.mapping)
	if err != nil {
		r.note(field, "%s", err)
		return nil
	}
	return &minor
}

// parseAmount reads an amount as a mapping says: with or without the currency, with
// separators of thousands, with a sign. What could be read in two ways is refused: 12,50
// is no amount where the comma separates thousands.
func parseAmount(text string, cur company.Currency, m *Mapping) (int64, error) {
	point, thousands := ".", ","
	if m.DecimalComma {
		point, thousands = ",", "."
	}
	for _, noise := range []string{cur.Code, cur.Symbol} {
		if noise != "" {
			text = strings.ReplaceAll(text, noise, "")
		}
	}
	text = strings.TrimSpace(strings.ReplaceAll(text, "\u2212", "-")) // the sign of typographers
	negative := strings.HasPrefix(text, "-")
	text = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(text, "-"), "+"))
	if m.MinorUnits {
		cur.Subunit = 0
	}
	whole, part, _ := strings.Cut(text, point)
	text = ungrouped(whole, thousands)
	if int64(len(part)) > cur.Subunit && strings.Trim(part[cur.Subunit:], "0") == "" {
		part = part[:cur.Subunit] // more decimals than the currency has are fine as long as they say nothing
	}
	if part != "" {
		text += "." + part
	}
	minor, err := cur.Minor(text)
	if negative {
		minor = -minor
	}
	return minor, err
}

// ungrouped takes the separators out of the whole units of an amount, where they stand
// between groups of digits: three in the last group, two or three in those before it. It is
// empty, which is no amount, where they stand elsewhere.
func ungrouped(whole, thousands string) string {
	for _, between := range []string{thousands, " ", "\u00a0", "\u202f", "'", "\u2019"} {
		groups := strings.Split(whole, between)
		last := len(groups) - 1
		if last == 0 {
			continue
		}
		fits := groups[0] != "" && len(groups[0]) <= 3 && len(groups[last]) == 3
		for _, g := range groups[1:last] {
			fits = fits && (len(g) == 2 || len(g) == 3)
		}
		if !fits {
			return ""
		}
		return strings.Join(groups, "")
	}
	return whole
}

// country is one by its number, its letters or one of its names, 0 for none.
func (r record) country(field string) int64 {
	text := r.text(field)
	if text == "" {
		return 0
	}
	if id, ok := countryNamed()[plainName(text)]; ok {
		return id
	}
	r.note(field, "is no country that there is")
	return 0
}

// countryNamed are the countries by everything that they are called.
var countryNamed = sync.OnceValue(func() map[string]int64 {
	all := map[string]int64{}
	for _, c := range company.Countries() {
		for _, name := range append([]string{c.Name, c.ISO, c.ISO3, strconv.FormatInt(c.ID, 10)}, c.Also...) {
			all[plainName(name)] = c.ID
		}
	}
	return all
})

// plainName is a name without what people write differently: case, accents, space, signs.
func plainName(name string) string { return plainHeader(search.Fold(name)) }

// choice is one of some words, "" for none.
func (r record) choice(field string, of ...string) string {
	text := strings.ToLower(r.text(field))
	if text == "" {
		return ""
	}
	for _, one := range of {
		if text == one || strings.ReplaceAll(strings.ReplaceAll(text, " ", "_"), "-", "_") == strings.ReplaceAll(one, "-", "_") {
			return one
		}
	}
	r.note(field, "must be one of %s", strings.Join(of, ", "))
	return ""
}

// moment is a time, nil where there is none. A time without a zone is one on the clocks of
// a place; a day alone is its beginning.
func (r record) moment(field string, where *time.Location) *time.Time {
	text := r.text(field)
	if text == "" {
		return nil
	}
	t, _, err := parseMoment(text, r.d.mapping.MonthFirst, where)
	if err != nil {
		r.note(field, "%s", err)
		return nil
	}
	return &t
}

// end is a time like moment, at which something is over: a day alone is its end.
func (r record) end(field string, where *time.Location) *time.Time {
	at := r.occasion(field, where)
	if at == nil {
		return nil
	}
	if at.day {
		at.at = at.at.AddDate(0, 0, 1)
	}
	return &at.at
}

// day is a date, at midnight UTC; nil where there is none.
func (r record) day(field string) *time.Time {
	text := r.text(field)
	if text == "" {
		return nil
	}
	t, _, err := parseMoment(text, r.d.mapping.MonthFirst, time.UTC)
	if err != nil {
		r.note(field, "%s", err)
		return nil
	}
	t = time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
	return &t
}

// occasion is a time as a file writes it: a moment, or a day alone.
type occasion struct {
	at  time.Time
	day bool
}

// occasion reads a time on the clocks of a place, nil where there is none.
func (r record) occasion(field string, where *time.Location) *occasion {
	text := r.text(field)
	if text == "" {
		return nil
	}
	t, day, err := parseMoment(text, r.d.mapping.MonthFirst, where)
	if err != nil {
		r.note(field, "%s", err)
		return nil
	}
	return &occasion{t, day}
}

// is tells that a file means the start of an event: to the minute, or the day at a place.
func (o *occasion) is(start time.Time, where *time.Location) bool {
	if o.day {
		return o.at.Format(time.DateOnly) == start.In(where).Format(time.DateOnly)
	}
	return o.at.UTC().Truncate(time.Minute).Equal(start.UTC().Truncate(time.Minute))
}

// wall is a time as package company takes it: a day of the company, or a moment.
func (r record) wall(field string) app.Maybe[company.Moment] {
	text := r.text(field)
	if text == "" {
		return app.Maybe[company.Moment]{}
	}
	t, day, err := parseMoment(text, r.d.mapping.MonthFirst, r.d.own.Location())
	if err != nil {
		r.note(field, "%s", err)
		return app.Maybe[company.Moment]{}
	}
	if day {
		t = time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
		return app.Is(company.Moment{At: t, Day: true})
	}
	return app.Is(company.Moment{At: t.UTC()})
}

// percent is a percentage in hundredths, nil where there is none.
func (r record) percent(field string) *int64 {
	text := strings.TrimSpace(strings.TrimSuffix(r.text(field), "%"))
	if text == "" {
		return nil
	}
	n, err := parseAmount(text, company.Currency{Code: "%", Subunit: 2}, &Mapping{DecimalComma: r.d.mapping.DecimalComma})
	if err != nil {
		r.note(field, "must be a percentage such as 12.5")
		return nil
	}
	return &n
}
