package firstrun

import (
	"slices"
	"strings"

	"golang.org/x/text/language"

	"marquee/app/company"
)

// Country is what somebody who sells there most likely wants. All of it is a guess that is shown
// and can be changed.
type Country struct {
	Code, Currency, Timezone string
	// Zones are other ones that it has.
	Zones []string
	// Taxes are the rates of tickets in percent, the likeliest first: those of culture where the
	// country has its own.
	Taxes []string
}

// countries that are guessed at.
var countries = []Country{
	{"DE", "EUR", "Europe/Berlin", []string{"Europe/Busingen"}, []string{"7", "19"}},
	{"AT", "EUR", "Europe/Vienna", nil, []string{"13", "10", "20"}},
	{"CH", "CHF", "Europe/Zurich", nil, []string{"2.6", "8.1"}},
	{"FR", "EUR", "Europe/Paris", nil, []string{"5.5", "2.1", "20"}},
	{"GB", "GBP", "Europe/London", []string{"Europe/Belfast"}, []string{"20"}},
	{"IE", "EUR", "Europe/Dublin", nil, []string{"13.5", "9", "23"}},
	{"NL", "EUR", "Europe/Amsterdam", nil, []string{"9", "21"}},
	{"BE", "EUR", "Europe/Brussels", nil, []string{"6", "21"}},
	{"LU", "EUR", "Europe/Luxembourg", nil, []string{"3", "17"}},
	{"IT", "EUR", "Europe/Rome", nil, []string{"10", "22"}},
	{"ES", "EUR", "Europe/Madrid", []string{"Atlantic/Canary"}, []string{"10", "21"}},
	{"PT", "EUR", "Europe/Lisbon", nil, []string{"6", "23"}},
	{"DK", "DKK", "Europe/Copenhagen", nil, []string{"25"}},
	{"SE", "SEK", "Europe/Stockholm", nil, []string{"6", "25"}},
	{"NO", "NOK", "Europe/Oslo", nil, []string{"12", "25"}},
	{"FI", "EUR", "Europe/Helsinki", nil, []string{"14", "10", "25.5"}},
	{"PL", "PLN", "Europe/Warsaw", nil, []string{"8", "23"}},
	{"CZ", "CZK", "Europe/Prague", nil, []string{"12", "21"}},
	{"US", "USD", "America/New_York", []string{"America/Chicago", "America/Denver", "America/Los_Angeles", "America/Phoenix"}, nil},
	{"CA", "CAD", "America/Toronto", []string{"America/Vancouver", "America/Montreal", "America/Edmonton"}, []string{"5", "13"}},
	{"AU", "AUD", "Australia/Sydney", []string{"Australia/Melbourne", "Australia/Brisbane", "Australia/Perth", "Australia/Adelaide"}, []string{"10"}},
	{"NZ", "NZD", "Pacific/Auckland", nil, []string{"15"}},
}

// anywhere is where nobody guesses.
var anywhere = Country{Currency: "EUR", Timezone: "UTC"}

// ID is the number of the country, 0: nobody knows which.
func (c Country) ID() int64 {
	for _, known := range company.Countries() {
		if known.ISO == c.Code {
			return known.ID
		}
	}
	return 0
}

// CountryOf is the country with a time zone.
func CountryOf(zone string) Country {
	for _, c := range countries {
		if c.Timezone == zone || slices.Contains(c.Zones, zone) {
			return c
		}
	}
	return anywhere
}

// Guess is the country of whoever asks for pages in these languages, as the header Accept-Language
// has it.
func Guess(accept string) Country {
	wishes, _, err := language.ParseAcceptLanguage(accept)
	if err != nil {
		return anywhere
	}
	for _, wish := range wishes {
		// A language alone is most often spoken where it has its name from: de is DE.
		region, _ := wish.Region()
		if at := slices.IndexFunc(countries, func(c Country) bool { return c.Code == region.String() }); at >= 0 {
			return countries[at]
		}
	}
	return anywhere
}

// Currencies and Zones are what somebody is offered first.
func Currencies() (all []string) {
	for _, c := range countries {
		if !slices.Contains(all, c.Currency) {
			all = append(all, c.Currency)
		}
	}
	slices.Sort(all)
	return all
}

// Zones are those of all countries, and UTC.
func Zones() []string {
	all := []string{"UTC"}
	for _, c := range countries {
		all = append(append(all, c.Timezone), c.Zones...)
	}
	slices.SortFunc(all, strings.Compare)
	return all
}
