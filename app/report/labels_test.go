package report

import (
	"testing"

	"marquee/app/locale"

	"github.com/matryer/is"
)

// Every column of every report has a name in each language.
func TestColumnsHaveNamesInEveryLanguage(t *testing.T) {
	known := map[string]bool{}
	for _, p := range Presets() {
		for _, c := range p.family.columns() {
			known[c.Key] = true
			if l := labels[c.Key]; l.de == "" || l.fr == "" {
				t.Errorf("%s has no name in German or French", c.Key)
			}
		}
	}
	for key := range labels {
		if !known[key] {
			t.Errorf("there is no column %s", key)
		}
	}
}

func TestHeadingsInTheLanguageAskedFor(t *testing.T) {
	is := is.New(t)
	p := prepared{columns: []Column{labelled("sales_tax", Cash), labelled("total_net_currency_978", Cash)}}
	p.translate(locale.English)
	is.Equal(p.columns[0].Label, "Sales tax")
	p.translate(locale.German)
	is.Equal(p.columns[0].Label, "Umsatzsteuer")
	is.Equal(p.columns[1].Label, "Netto EUR")
}
