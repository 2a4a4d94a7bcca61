package catalog

import (
	"strings"
	"testing"
	"time"

	"marquee/app/company"

	"github.com/matryer/is"
)

func TestPreviews(t *testing.T) {
	is := is.New(t)
	own := &company.Company{ID: 3, LinkKey: []byte("a key of the company")}
	other := &company.Company{ID: 3, LinkKey: []byte("a key after that one")}
	noon := time.Date(2027, 6, 1, 12, 0, 0, 0, time.UTC)
	end := time.Date(2027, 6, 9, 0, 0, 0, 0, time.UTC)
	link := Preview(own, 17, noon)
	is.Equal(Preview(own, 17, noon.Add(11*time.Hour)), link) // answers stay the same for a day
	is.True(Preview(own, 17, noon.Add(12*time.Hour)) != link)
	is.Equal(Previewed(own, 17, link, noon), end)
	is.Equal(Previewed(own, 17, link, end.Add(-time.Second)), end)

	digits, signature, _ := strings.Cut(link, ".")
	for name, shown := range map[string]time.Time{
		"when it has ended":            Previewed(own, 17, link, end),
		"another event":                Previewed(own, 18, link, noon),
		"another company":              Previewed(&company.Company{ID: 4, LinkKey: own.LinkKey}, 17, link, noon),
		"another key":                  Previewed(other, 17, link, noon),
		"a company without a key":      Previewed(&company.Company{ID: 3}, 17, link, noon),
		"longer than it was signed":    Previewed(own, 17, "9"+digits+"."+signature, noon),
		"without a signature":          Previewed(own, 17, digits, noon),
		"what staff ask for":           Previewed(own, 17, "", noon),
		"a signature that is cut off":  Previewed(own, 17, link[:len(link)-1], noon),
		"a time that is written twice": Previewed(own, 17, digits+"."+link, noon),
	} {
		if !shown.IsZero() {
			t.Errorf("shown: %s", name)
		}
	}
	is.Equal(Preview(&company.Company{ID: 3}, 17, noon), "")
}
