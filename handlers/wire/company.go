package wire

import "marquee/app/company"

// CompanyJSON is a company in lists, and beside its customers.
type CompanyJSON struct {
	Name  string `json:"name"`
	Alias string `json:"alias"`
	Stamps
}

// CompanyForm is the form of a company.
func CompanyForm(c *company.Company) CompanyJSON {
	return CompanyJSON{c.Name, c.Alias, StampsOf(c.CreatedAt, c.UpdatedAt)}
}

// PlainCurrencyJSON is a currency beside what is counted in it.
type PlainCurrencyJSON struct {
	Name   string `json:"name"`
	Code   string `json:"code"`
	Symbol string `json:"symbol"`
}

// CurrencyForm is a currency beside what is counted in it.
func CurrencyForm(c company.Currency) PlainCurrencyJSON {
	return PlainCurrencyJSON{c.Name, c.Code, c.Symbol}
}
