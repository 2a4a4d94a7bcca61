package settings

import (
	"slices"
	"strings"

	"marquee/app/company"
	"marquee/handlers/web/office/screen"
	"marquee/handlers/web/words"
)

// lists are what fields of several are filled from, by their paths.
var lists = map[string]string{"currencies": "currencies", "locales": "locales"}

// kinds are what browsers are to make of fields of one line.
var kinds = map[string]string{
	"branding.primaryColor": "color", "branding.secondaryColor": "color", "branding.gradientBegin": "color", "branding.gradientEnd": "color", "branding.iconColor": "color",
}

// known is a list that helps to fill a field.
type known struct {
	ID      string
	Options []screen.Option
}

// knownIn are the lists that a page needs.
func knownIn(v *screen.Visit, p *pageOf) (all []known) {
	for _, part := range p.parts {
		for _, path := range part.fields {
			switch lists[path] {
			case "currencies":
				all = append(all, known{"currencies", currencies()})
			case "locales":
				all = append(all, known{"locales", locales()})
			}
		}
	}
	return all
}

func currencies() (all []screen.Option) {
	for _, c := range company.Currencies() {
		all = append(all, screen.Option{Value: c.Code, Text: c.Name})
	}
	return all
}

func locales() (all []screen.Option) {
	for _, l := range words.Languages {
		all = append(all, screen.Option{Value: string(l), Text: words.Text(l, "page.language")})
	}
	for _, other := range [][2]string{{"nl", "Nederlands"}, {"it", "Italiano"}, {"es", "Español"}, {"pl", "Polski"}, {"da", "Dansk"}, {"cs", "Čeština"}} {
		all = append(all, screen.Option{Value: other[0], Text: other[1]})
	}
	return all
}

// choices are the answers of which a field takes one, nil: anything that is declared.
func choices(v *screen.Visit, path string, now any) (all []screen.Option) {
	switch path {
	case "timezone":
		name, _ := now.(string)
		return screen.Zones(name, v.Company.Timezone)
	case "invoices.countryId":
		return countries(v)
	case "taxInput", "taxCalculation", "allInPrices", "invoices.issue", "invoices.buyerDetails":
		for _, value := range enums[path] {
			all = append(all, screen.Option{Value: value, Text: v.View.T("office.o." + path + "." + value)})
		}
	}
	return all
}

// enums are the words of choices, in the order in which they are shown.
var enums = map[string][]string{
	"taxInput": {"inclusive", "exclusive"}, "taxCalculation": {"total", "separate"}, "allInPrices": {"off", "item"},
	"invoices.issue": {"off", "asked", "always"}, "invoices.buyerDetails": {"off", "optional", "required"},
}

func countries(v *screen.Visit) []screen.Option {
	all := []screen.Option{{Text: v.View.T("office.none_said")}}
	for _, c := range company.Countries() {
		all = append(all, screen.Option{Value: screen.Number(c.ID), Text: c.NameIn(string(v.View.Lang))})
	}
	slices.SortFunc(all[1:], func(a, b screen.Option) int { return strings.Compare(fold(a.Text), fold(b.Text)) })
	return all
}

// fold lets letters with accents stand beside those without.
func fold(text string) string {
	return strings.NewReplacer("Ä", "A", "Ö", "O", "Ü", "U", "É", "E", "Î", "I", "Å", "A").Replace(text)
}
