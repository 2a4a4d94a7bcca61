package company

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
)

// Currency is a kind of money. Amounts are integers of its minor unit.
type Currency struct {
	// ID is the ISO 4217 number, so that it never changes.
	ID int64
	// Code has three letters: "EUR".
	Code   string
	Name   string
	Symbol string
	// Subunit is the number of decimals between the minor and the major unit.
	Subunit    int64
	IsCashless bool
	IsCustom   bool
}

//go:embed currencies.tsv
var currenciesTSV string

var (
	currencies         = readCurrencies(currenciesTSV)
	currenciesByID     = indexBy(currencies, func(c Currency) int64 { return c.ID })
	currenciesByLetter = indexBy(currencies, func(c Currency) string { return c.Code })
)

// Currencies lists every currency, by code. The slice is the caller's to keep,
// not to change.
func Currencies() []Currency { return currencies }

// CurrencyByID finds a currency by its ISO 4217 number, or a custom one by its own.
func CurrencyByID(id int64) (Currency, bool) {
	if c, ok := currenciesByID[id]; ok {
		return c, ok
	}
	return customByID(id)
}

// CurrencyByCode finds a currency by its three letters, in either case.
func CurrencyByCode(code string) (Currency, bool) {
	c, ok := currenciesByLetter[strings.ToUpper(code)]
	return c, ok
}

func readCurrencies(table string) []Currency {
	var all []Currency
	for _, f := range rows(table) {
		all = append(all, Currency{ID: number(f[0]), Code: f[1], Subunit: number(f[2]), Symbol: f[3], Name: f[4]})
	}
	return all
}

// rows splits an embedded table of tab-separated values after its heading. The
// tables are part of the program: a damaged one stops it at start.
func rows(table string) [][]string {
	var all [][]string
	for _, line := range strings.Split(strings.TrimSpace(table), "\n")[1:] {
		all = append(all, strings.Split(line, "\t"))
	}
	return all
}

func number(s string) int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		panic("embedded table: " + err.Error())
	}
	return n
}

func indexBy[T any, K comparable](all []T, key func(T) K) map[K]T {
	m := make(map[K]T, len(all))
	for _, v := range all {
		m[key(v)] = v
	}
	return m
}

// Amount writes an amount of minor units with the symbol in front and all decimals:
// €12.50, ¥1200.
func (c Currency) Amount(minor int64) string {
	sign := ""
	if minor < 0 {
		sign, minor = "-", -minor
	}
	unit := int64(1)
	for range c.Subunit {
		unit *= 10
	}
	if unit == 1 {
		return fmt.Sprintf("%s%s%d", sign, c.Symbol, minor)
	}
	return fmt.Sprintf("%s%s%d.%0*d", sign, c.Symbol, minor/unit, int(c.Subunit), minor%unit)
}

// Minor reads an amount as people write it, with a point before the decimals or
// without any: 12.50 or 12. It refuses more decimals than the currency has.
func (c Currency) Minor(text string) (int64, error) {
	whole, part, pointed := strings.Cut(strings.TrimSpace(text), ".")
	if whole == "" || int64(len(part)) > c.Subunit || pointed && part == "" || strings.Trim(whole+part, "0123456789") != "" {
		return 0, fmt.Errorf("must be an amount of %s such as %s", c.Code, strings.TrimPrefix(c.Amount(1250), c.Symbol))
	}
	minor, err := strconv.ParseInt(whole+part+strings.Repeat("0", int(c.Subunit)-len(part)), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("must be an amount of %s that is not so large", c.Code)
	}
	return minor, nil
}
