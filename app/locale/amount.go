package locale

import (
	"fmt"
	"strings"

	"marquee/app/company"
)

// Amount writes an amount of minor units. The spaces in it do not break.
func (l Language) Amount(cur company.Currency, minor int64) string {
	sign, value := "", uint64(minor)
	if minor < 0 {
		sign, value = "-", -uint64(minor)
	}
	unit := uint64(1)
	for range cur.Subunit {
		unit *= 10
	}
	thousands, point := ",", "."
	switch Of(string(l)) {
	case German:
		thousands, point = ".", ","
	case French:
		thousands, point = "\u202f", ","
	}
	text := grouped(value/unit, thousands)
	if cur.Subunit > 0 {
		text += fmt.Sprintf("%s%0*d", point, int(cur.Subunit), value%unit)
	}
	if Of(string(l)) == English {
		return sign + cur.Symbol + text
	}
	return sign + text + "\u00a0" + cur.Symbol
}

// grouped writes a number in groups of three digits.
func grouped(n uint64, sep string) string {
	digits := fmt.Sprint(n)
	var parts []string
	for len(digits) > 3 {
		parts, digits = append([]string{digits[len(digits)-3:]}, parts...), digits[:len(digits)-3]
	}
	return strings.Join(append([]string{digits}, parts...), sep)
}

// Money is an amount as an argument of a message: each language writes it in its own way.
type Money struct {
	CurrencyID, Minor int64
}

// Say writes the amount.
func (m Money) Say(language string) string {
	cur, _ := company.CurrencyByID(m.CurrencyID)
	return Language(language).Amount(cur, m.Minor)
}

// String writes it in English.
func (m Money) String() string { return m.Say(string(English)) }
