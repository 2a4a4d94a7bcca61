package capture

import (
	"cmp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"marquee/app"
)

// rules are what an answer must be like.
type rules struct {
	required bool
	min, max *int64
	// before and after bound dates; a zero time is today.
	before, after *time.Time
	// format is the layout in which dates are answered, "" for the usual ones.
	format string
}

// dateFormats are the formats that a rule may name, with what they mean.
var dateFormats = map[string]string{
	"Y-m-d": time.DateOnly, "d/m/Y": "02/01/2006", "m/d/Y": "01/02/2006", "d.m.Y": "02.01.2006", "d-m-Y": "02-01-2006",
	"Y-m-d H:i": "2006-01-02 15:04", "Y-m-d H:i:s": time.DateTime,
}

// parseRules reads the rules of a question: min:1|max:20|required.
func parseRules(t Type, text string) (r rules, err error) {
	if text == "" {
		return r, nil
	}
	for _, one := range strings.Split(text, "|") {
		name, value, _ := strings.Cut(strings.TrimSpace(one), ":")
		if err := r.set(t, name, value); err != nil {
			return r, err
		}
	}
	if r.min != nil && r.max != nil && *r.min > *r.max {
		return r, app.Field("validation", "must not have a minimum above the maximum")
	}
	return r, nil
}

func (r *rules) set(t Type, name, value string) error {
	ok := false
	switch name {
	case "required":
		r.required, ok = true, value == ""
	case "min":
		r.min, ok = bound(t, value)
	case "max":
		r.max, ok = bound(t, value)
	case "date_format":
		r.format = dateFormats[value]
		ok = r.format != "" && t.dated()
	case "before_or_equal":
		r.before, ok = dateBound(t, value)
	case "after_or_equal":
		r.after, ok = dateBound(t, value)
	}
	if !ok {
		return app.Field("validation", "has no such rule for this type: %s", name)
	}
	return nil
}

// bound reads a minimum or a maximum, where the type has such a thing.
func bound(t Type, value string) (*int64, bool) {
	n, err := strconv.ParseInt(value, 10, 64)
	switch t {
	case Text, LongText, Phone, Email, MultiCheckbox:
		return &n, err == nil && n >= 0
	case Number:
		return &n, err == nil
	}
	return nil, false
}

func dateBound(t Type, value string) (*time.Time, bool) {
	if value == "today" {
		return new(time.Time), t.dated()
	}
	at, err := time.Parse(time.DateOnly, value)
	return &at, err == nil && t.dated()
}

func (t Type) dated() bool { return t == Date || t == DateTime || t == DateRange || t == DateTimeRange }

// holdsText holds an answer that is text against the rules.
func (r *rules) holdsText(p *app.Problems, field string, t Type, text string) {
	n := int64(utf8.RuneCountInString(text))
	if t == Number {
		r.holdsNumber(p, field, text)
		return
	}
	switch {
	case t != Text && t != LongText && t != Phone && t != Email:
	case r.min != nil && n < *r.min:
		p.Add(field, "must have at least %d characters", *r.min)
	case r.max != nil && n > *r.max:
		p.Add(field, "must not be longer than %d characters", *r.max)
	}
}

// holdsNumber compares a decimal number with whole bounds, however long it is.
func (r *rules) holdsNumber(p *app.Problems, field, text string) {
	switch {
	case r.min != nil && compareNumber(text, *r.min) < 0:
		p.Add(field, "must be at least %d", *r.min)
	case r.max != nil && compareNumber(text, *r.max) > 0:
		p.Add(field, "must be at most %d", *r.max)
	}
}

// compareNumber compares a number as text, which number accepted, with a whole one.
func compareNumber(text string, n int64) int {
	whole, fraction, _ := strings.Cut(text, ".")
	negative := strings.HasPrefix(whole, "-")
	w, err := strconv.ParseInt(whole, 10, 64)
	if err != nil { // maxNumber digits always fit
		return 0
	}
	if c := cmp.Compare(w, n); c != 0 || strings.Trim(fraction, "0") == "" {
		return c
	}
	if negative {
		return -1
	}
	return 1
}

// holdsDates holds moments against the bounds; today is that where they are asked for.
func (r *rules) holdsDates(p *app.Problems, field string, today time.Time, all []time.Time) {
	for _, t := range all {
		if at := dayOf(r.after, today); r.after != nil && t.Before(at) {
			p.Add(field, "must not be before %s", at.Format(r.shown()))
			return
		}
		if at := dayOf(r.before, today); r.before != nil && !t.Before(at.AddDate(0, 0, 1)) {
			p.Add(field, "must not be after %s", at.Format(r.shown()))
			return
		}
	}
}

// shown is the form in which dates are told: that in which they are asked for.
func (r *rules) shown() string { return cmp.Or(r.format, time.DateOnly) }

func dayOf(bound *time.Time, today time.Time) time.Time {
	if bound == nil || bound.IsZero() {
		return today
	}
	return *bound
}
