package company

import (
	"slices"
	"strings"

	"marquee/app"
)

// A custom currency counts tokens that are no money: three letters that are no code of ISO
// 4217, no decimals. Its number says its letters, so that it needs no record.
const firstCustom = 1_000_000

const letters = 'Z' - 'A' + 1

// customByID is the custom currency with a number.
func customByID(id int64) (Currency, bool) {
	n := id - firstCustom
	if n < 0 || n >= letters*letters*letters {
		return Currency{}, false
	}
	code := string([]byte{byte('A' + n/(letters*letters)), byte('A' + n/letters%letters), byte('A' + n%letters)})
	if _, money := currenciesByLetter[code]; money {
		return Currency{}, false
	}
	return Currency{ID: id, Code: code, Name: code, Symbol: code + " ", IsCashless: true, IsCustom: true}, true
}

// customByCode is the custom currency with these letters, in either case.
func customByCode(code string) (Currency, bool) {
	code = strings.ToUpper(code)
	if len(code) != 3 || strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return Currency{}, false
	}
	n := int64(0)
	for i := range len(code) {
		n = n*letters + int64(code[i]-'A')
	}
	return customByID(firstCustom + n)
}

// CurrencyOfCode finds a currency that the company sells in by its letters.
func (c *Company) CurrencyOfCode(code string) (Currency, bool) {
	if cur, ok := CurrencyByCode(code); ok {
		return cur, true
	}
	cur, ok := customByCode(code)
	return cur, ok && c.Sells(cur.ID)
}

// checkCustom finds the custom currencies of a change.
func (in *SettingsChange) checkCustom(p *app.Problems) (ids []int64) {
	if len(in.CustomCurrencies) > MaxCustomCurrencies {
		p.Add("customCurrencies", "must not have more than %d entries", MaxCustomCurrencies)
		return nil
	}
	for _, code := range in.CustomCurrencies {
		cur, ok := customByCode(code)
		switch {
		case !ok:
			p.Add("customCurrencies", "must be three letters that are no currency of ISO 4217")
			return nil
		case slices.Contains(ids, cur.ID):
			p.Add("customCurrencies", "is there twice")
		}
		ids = append(ids, cur.ID)
	}
	return ids
}
