package company

import (
	_ "embed"
	"strings"
)

// Country is one of ISO 3166-1.
type Country struct {
	// ID is the ISO 3166-1 number, so that it never changes.
	ID   int64
	Name string
	// ISO has two letters, ISO3 three.
	ISO, ISO3 string
	// PhoneCode is the calling code without its plus sign.
	PhoneCode int64
	// Also are its names in German and French, and what else people write for it.
	Also []string
}

//go:embed countries.tsv
var countriesTSV string

//go:embed countrynames.tsv
var countryNamesTSV string

var (
	countries     = readCountries(countriesTSV)
	countriesByID = indexBy(countries, func(c Country) int64 { return c.ID })
)

// NameIn is its name in a language: English, but for German and French.
func (c Country) NameIn(language string) string {
	n := map[string]int{"de": 1, "fr": 2}[language]
	if n == 0 || len(c.Also) < n {
		return c.Name
	}
	return c.Also[n-1]
}

// Countries lists every country, by English name.
func Countries() []Country { return countries }

// CountryByID finds a country by its ISO 3166-1 number.
func CountryByID(id int64) (Country, bool) {
	c, ok := countriesByID[id]
	return c, ok
}

func readCountries(table string) []Country {
	var all []Country
	also := map[string][]string{}
	for _, f := range rows(countryNamesTSV) {
		also[f[0]] = strings.Split(f[1], "|")
	}
	for _, f := range rows(table) {
		all = append(all, Country{ID: number(f[0]), ISO: f[1], ISO3: f[2], PhoneCode: number(f[3]), Name: f[4], Also: also[f[1]]})
	}
	return all
}
