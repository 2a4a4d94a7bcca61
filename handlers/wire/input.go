package wire

import (
	"context"
	"math"
	"strconv"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/money"
	"marquee/handlers/rest"
)

// Maybe is a field of a change as the business takes it.
func Maybe[T any](o rest.Opt[T]) app.Maybe[T] {
	return app.Maybe[T]{Given: o.Set, Value: o.Ptr()}
}

// MaybeText is a text of a change: one that may also come as a number, or a word of
// an enumeration.
func MaybeText[T ~string](o rest.Opt[T]) app.Maybe[string] {
	m := app.Maybe[string]{Given: o.Set}
	if word, ok := o.Get(); ok {
		text := string(word)
		m.Value = &text
	}
	return m
}

// MaybeTime is a moment of a change.
func MaybeTime(o rest.Opt[rest.Time]) app.Maybe[time.Time] {
	return app.Maybe[time.Time]{Given: o.Set, Value: o.Ptr().At()}
}

// MaybeDay is a moment, or a whole day of the company, of a change.
func MaybeDay(o rest.Opt[rest.Time]) app.Maybe[company.Moment] {
	m := app.Maybe[company.Moment]{Given: o.Set}
	if t, ok := o.Get(); ok {
		m.Value = &company.Moment{At: t.Time, Day: t.Day}
	}
	return m
}

// MaybeID is an identifier in a change.
func MaybeID(o rest.Opt[rest.ID]) app.Maybe[int64] {
	m := app.Maybe[int64]{Given: o.Set}
	if id, ok := o.Get(); ok {
		n := int64(id)
		m.Value = &n
	}
	return m
}

// MaybeIDs are identifiers in a change.
func MaybeIDs(o rest.Opt[[]rest.ID]) app.Maybe[[]int64] {
	m := app.Maybe[[]int64]{Given: o.Set}
	if ids, ok := o.Get(); ok {
		all := IDs(ids)
		m.Value = &all
	}
	return m
}

// Off tells that a flag which is on where nobody says otherwise was switched off.
func Off(f rest.Opt[bool]) bool { return f.Set && !f.Null && !f.Value }

// Yes is an optional boolean.
func Yes(f *rest.Flag) *bool {
	if f == nil {
		return nil
	}
	b := bool(*f)
	return &b
}

// IDs are identifiers as the business takes them.
func IDs(in []rest.ID) []int64 {
	out := make([]int64, len(in))
	for i, id := range in {
		out[i] = int64(id)
	}
	return out
}

// CountryOf reads a country: its number, or its code of two or three letters.
func CountryOf(text, field string) (int64, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return 0, nil
	}
	if id, err := strconv.ParseInt(text, 10, 64); err == nil {
		if _, ok := company.CountryByID(id); ok {
			return id, nil
		}
	}
	for _, c := range company.Countries() {
		if strings.EqualFold(c.ISO, text) || strings.EqualFold(c.ISO3, text) {
			return c.ID, nil
		}
	}
	return 0, app.Field(field, "does not exist")
}

// Asked gives the caller's company, and the currency that a request asks for.
func Asked(ctx context.Context, a *app.App, c *app.Caller, currency rest.Text, field string) (own company.Company, cur company.Currency, err error) {
	if own, err = company.Settings(ctx, a, c); err != nil {
		return own, cur, err
	}
	cur, err = CurrencyOf(string(currency), field, own)
	return own, cur, err
}

// CurrencyOf reads a currency of a request: its number or code, one that the company
// has enabled; the company's primary one when nothing is said.
func CurrencyOf(text, field string, own company.Company) (company.Currency, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return own.Currency(), nil
	}
	c, ok := own.CurrencyOfCode(text)
	if id, err := strconv.ParseInt(text, 10, 64); err == nil {
		c, ok = company.CurrencyByID(id)
	}
	if !ok {
		return company.Currency{}, app.Field(field, "is not a known currency")
	}
	if !own.Sells(c.ID) {
		return company.Currency{}, app.Field(field, "is not enabled: the company sells no %s", c.Code)
	}
	return c, nil
}

// ReadChannel is the channel whose prices and flags a reader of the API sees:
// the box office's, or the kiosk's.
func ReadChannel(kiosk bool) catalog.Channel {
	if kiosk {
		return catalog.Kiosk
	}
	return catalog.BoxOffice
}

// Percent is a percentage as the business counts it, in hundredths; nil stays nil.
func Percent(percent *float64, field string) (*int64, error) {
	if percent == nil {
		return nil, nil
	}
	exact := *percent * money.PercentUnit
	whole := math.Round(exact)
	if math.Abs(exact-whole) > 1e-6 {
		return nil, app.Field(field, "must not have more than %d decimals", 2)
	}
	n := int64(whole)
	return &n, nil
}

// WholeNumber reads a number that came as text.
func WholeNumber(text, field string) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, app.Field(field, "must be an integer")
	}
	return n, nil
}
