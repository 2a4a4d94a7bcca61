package capture

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/locale"
)

// Answer is what somebody answered: text, or the options that were chosen.
type Answer struct {
	Text string
	// Chosen is nil for text.
	Chosen []int64
}

// Empty tells that nothing was answered.
func (a Answer) Empty() bool { return strings.TrimSpace(a.Text) == "" && len(a.Chosen) == 0 }

// take holds an answer against a question and gives the form in which it is kept. today
// is the first moment of the day where it is asked, as if clocks there showed UTC, and language
// that of who answers.
func (q *Question) take(p *app.Problems, field string, a Answer, today time.Time, language locale.Language) Answer {
	r, err := parseRules(q.Type, q.Rules)
	if err != nil {
		r = rules{} // a rule that a release no longer knows binds nobody
	}
	if q.Type.HasOptions() {
		return q.choose(p, field, a, &r)
	}
	if a.Chosen != nil {
		p.Add(field, "must be text")
		return a
	}
	before := len(*p)
	text := strings.TrimSpace(a.Text)
	if q.Type == Number {
		text = pointed(text, language)
	}
	text, dates := q.Type.read(p, field, text, r.format, today)
	if len(*p) == before {
		r.holdsText(p, field, q.Type, text)
		r.holdsDates(p, field, today, dates)
	}
	return Answer{Text: text}
}

// choose holds chosen options against a question. One may come as text, by its id or
// its value.
func (q *Question) choose(p *app.Problems, field string, a Answer, r *rules) Answer {
	if a.Chosen == nil {
		if id, ok := q.named(strings.TrimSpace(a.Text)); ok {
			a = Answer{Chosen: []int64{id}}
		}
	}
	many := q.Type == MultiCheckbox
	n := int64(len(a.Chosen))
	for i, id := range a.Chosen {
		if o, ok := q.option(id); !ok || !o.Offered() || slices.Contains(a.Chosen[:i], id) {
			p.Add(field, "is no option of the question")
			return a
		}
	}
	switch {
	case n == 0:
		p.Add(field, "is no option of the question")
	case !many && n > 1:
		p.Add(field, "must be one option")
	case many && r.min != nil && n < *r.min, many && r.max != nil && n > *r.max:
		p.Add(field, "must not have so many options, or so few")
	}
	return Answer{Chosen: a.Chosen}
}

// named finds an offered option by its id or its value.
func (q *Question) named(text string) (int64, bool) {
	for i := range q.Options {
		o := &q.Options[i]
		if o.Offered() && (text == decimal(o.ID) || strings.EqualFold(text, o.Value)) {
			return o.ID, true
		}
	}
	return 0, false
}

// read brings the text of an answer into the form of its type, with the moments in it.
func (t Type) read(p *app.Problems, field, text, format string, today time.Time) (string, []time.Time) {
	most := MaxText
	if t == LongText {
		most = MaxLong
	}
	if utf8.RuneCountInString(text) > most {
		p.Add(field, "must not be longer than %d characters", most)
		return text, nil
	}
	if !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool {
		return unicode.IsControl(r) && (t != LongText || r != '\n' && r != '\r' && r != '\t')
	}) {
		p.Add(field, "contains characters that are not allowed")
		return text, nil
	}
	switch t {
	case Number:
		if !number(text) {
			p.Add(field, "must be a number")
		}
	case Checkbox, YesNo:
		return t.readSwitch(p, field, text), nil
	case Phone:
		if !phone(text) {
			p.Add(field, "must be a phone number")
		}
	case Email:
		normal, err := company.NormalEmail(text)
		if err != nil {
			p.Add(field, "must be a valid e-mail address")
		}
		return normal, nil
	case Date, DateTime, DateRange, DateTimeRange:
		return t.readDates(p, field, text, format, today)
	}
	return text, nil
}

// readSwitch reads yes or no.
func (t Type) readSwitch(p *app.Problems, field, text string) string {
	switch strings.ToLower(text) {
	case "yes", "true", "1", "on":
		return "yes"
	case "no", "false", "0", "off":
		return "no"
	}
	p.Add(field, "must be yes or no")
	return text
}

// layouts are the forms in which a date is answered: that of the question, and those in which
// pages send it.
func (t Type) layouts(format string) (all []string) {
	if format != "" {
		all = append(all, format)
	}
	if t == DateTime || t == DateTimeRange {
		return append(all, time.DateTime, "2006-01-02T15:04:05", "2006-01-02 15:04", "2006-01-02T15:04", time.RFC3339)
	}
	return append(all, time.DateOnly)
}

// parseDates reads a date or a moment, or two of them; ok tells that there are as many as there
// must be.
func (t Type) parseDates(text, format string) (all []time.Time, ok bool) {
	parts, want := []string{text}, 1
	if t == DateRange || t == DateTimeRange {
		parts, want = splitRange(text), 2
	}
	for _, part := range parts {
		if at, ok := parseDate(strings.TrimSpace(part), t.layouts(format)); ok {
			all = append(all, at)
		}
	}
	return all, len(parts) == want && len(all) == want
}

// readDates reads a date or a moment, or two of them with a slash between, of which the
// first is not the later one. What a page sent is kept in the form that the question asks for.
func (t Type) readDates(p *app.Problems, field, text, format string, today time.Time) (string, []time.Time) {
	all, ok := t.parseDates(text, format)
	switch {
	case !ok:
		example := today.Format(t.layouts(format)[0])
		if t == DateRange || t == DateTimeRange {
			example += " - " + today.AddDate(0, 0, 1).Format(t.layouts(format)[0])
		}
		p.Add(field, "must be a date such as %s", example)
		return text, nil
	case len(all) == 2 && all[1].Before(all[0]):
		p.Add(field, "must not end before it begins")
		return text, nil
	}
	if format == "" {
		return text, all
	}
	parts := make([]string, len(all))
	for i := range all {
		parts[i] = all[i].Format(format)
	}
	return strings.Join(parts, " - "), all
}

// PageValues are the dates of an answer in the form in which pages send them, the second empty
// where it is no range; an answer that is no date as it was typed.
func (q *Question) PageValues(text string) (first, second string) {
	r, err := parseRules(q.Type, q.Rules)
	if err != nil {
		r = rules{}
	}
	layout := time.DateOnly
	if q.Type == DateTime || q.Type == DateTimeRange {
		layout = "2006-01-02T15:04"
	}
	switch all, ok := q.Type.parseDates(text, r.format); {
	case ok && len(all) == 2:
		return all[0].Format(layout), all[1].Format(layout)
	case ok:
		return all[0].Format(layout), ""
	}
	first, second, _ = strings.Cut(text, "/")
	return first, second
}

// splitRange cuts a range at " - ", " to " or a slash alone.
func splitRange(text string) []string {
	for _, between := range []string{" - ", " to "} {
		if a, b, ok := strings.Cut(text, between); ok {
			return []string{a, b}
		}
	}
	return strings.Split(text, "/")
}

func parseDate(text string, layouts []string) (time.Time, bool) {
	for _, l := range layouts {
		if at, err := time.Parse(l, text); err == nil {
			return at.UTC(), at.Year() >= 1
		}
	}
	return time.Time{}, false
}

// maxNumber is how many digits a number may have before its point, and behind it.
const maxNumber = 15

// pointed is a number with a point before its decimals, where it was typed with a comma. In
// English a comma before three digits separates thousands.
func pointed(text string, language locale.Language) string {
	whole, part, ok := strings.Cut(text, ",")
	if !ok || strings.ContainsAny(text, ".") || strings.Contains(part, ",") {
		return text
	}
	digits := strings.TrimPrefix(whole, "-")
	if locale.Of(string(language)) == locale.English && len(part) == 3 && len(digits) <= 3 && strings.Trim(digits, "0") != "" {
		return whole + part
	}
	return whole + "." + part
}

// number tells whether a text is a decimal number.
func number(text string) bool {
	whole, fraction, pointed := strings.Cut(strings.TrimPrefix(text, "-"), ".")
	if pointed && fraction == "" {
		return false
	}
	return whole != "" && len(whole) <= maxNumber && len(fraction) <= maxNumber && strings.Trim(whole+fraction, "0123456789") == ""
}

// phone tells whether a text can be dialled.
func phone(text string) bool {
	digits := 0
	for i, r := range text {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case r == '+' && i == 0, strings.ContainsRune(" -/().", r):
		default:
			return false
		}
	}
	return digits >= 3 && digits <= 20
}
