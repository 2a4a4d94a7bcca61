package catalog

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"marquee/app"
	"marquee/app/locale"
)

// wantText checks a text that may be empty.
func wantText(p *app.Problems, field, s string, most int) {
	switch {
	case !utf8.ValidString(s) || strings.ContainsRune(s, 0):
		p.Add(field, "contains characters that are not allowed")
	case utf8.RuneCountInString(s) > most:
		p.Add(field, "must not be longer than %d characters", most)
	}
}

// wantSaid checks a text that must say something.
func wantSaid(p *app.Problems, field, s string, most int) {
	if app.Blank(s) {
		p.Add(field, "is required")
		return
	}
	wantText(p, field, s, most)
}

// wantName checks a text that names something, in one line.
func wantName(p *app.Problems, field, s string, most int) {
	wantSaid(p, field, s, most)
	wantLine(p, field, s)
}

func wantLine(p *app.Problems, field, s string) {
	if !app.OneLine(s) {
		p.Add(field, "must be one line")
	}
}

// wantRange checks a number against its bounds, both included.
func wantRange(p *app.Problems, field string, n, least, most int64) {
	switch {
	case n < least:
		p.Add(field, "must be at least %d", least)
	case n > most:
		p.Add(field, "must be at most %d", most)
	}
}

// absent is the answer for a field whose value means a thing that is not there:
// the noun says what.
func absent(field, model string) error {
	e := app.Missing(model)
	e.Fields = []app.FieldError{{Field: field, Message: app.Msg("does not exist")}}
	return e
}

// wantOneOf checks a choice; an empty one is no choice at all.
func wantOneOf(p *app.Problems, field, s string, choices []string) {
	if s != "" && !slices.Contains(choices, s) {
		p.Add(field, "must be one of: %s", strings.Join(choices, ", "))
	}
}

// wantDegrees checks a coordinate, which is kept as it was written.
func wantDegrees(p *app.Problems, field string, s *string, most float64) {
	if s == nil || *s == "" {
		return
	}
	n, err := strconv.ParseFloat(*s, 64)
	if err != nil || math.IsNaN(n) || len(*s) > maxDegrees {
		p.Add(field, "must be a number")
		return
	}
	if n < -most || n > most {
		p.Add(field, "is out of range")
	}
}

// wantMoney checks an amount against the least there may be, and the most that there can be.
func wantMoney(p *app.Problems, field string, currencyID, n, least int64) {
	switch {
	case n < least:
		p.Add(field, "must be at least %s", locale.Money{CurrencyID: currencyID, Minor: least})
	case n > maxAmount:
		p.Add(field, "must be at most %s", locale.Money{CurrencyID: currencyID, Minor: maxAmount})
	}
}

// Maybe is [app.Maybe].
type Maybe[T any] = app.Maybe[T]

// Is is [app.Is].
func Is[T any](v T) Maybe[T] { return app.Is(v) }

// Cleared is [app.Cleared].
func Cleared[T any]() Maybe[T] { return app.Cleared[T]() }

// given is a Maybe of a field that cannot be cleared.
func given[T any](v *T) Maybe[T] { return Maybe[T]{Given: v != nil, Value: v} }

// set writes a value into a field that cannot be cleared.
func set[T any](dst *T, v *T) {
	if v != nil {
		*dst = *v
	}
}

// flip writes a yes into a field that stores the exception.
func flip(dst *bool, v *bool) {
	if v != nil {
		*dst = !*v
	}
}
