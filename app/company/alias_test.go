package company

import (
	"testing"

	"github.com/matryer/is"
)

// TestAliases: an alias is the name as one would type it, and a company keeps those it had.
func TestAliases(t *testing.T) {
	is := is.New(t)
	for name, want := range map[string]string{
		"Seebühne & Kultur e. V.": "seebuehne-kultur-e-v", "STRASSE ß": "strasse-ss", "Café Évian": "cafe-evian",
		"Łódź Æther": "lodz-aether", "小明": "company", "U\u0308ber": "ueber", "--a--b--": "a-b",
	} {
		is.Equal(slug(name), want)
	}
	c := Company{Alias: "a"}
	to := func(alias string) error { return c.rename(&alias) }
	is.Equal(c.Key(), "a")
	is.NoErr(to("b"))
	is.NoErr(to("c"))
	is.NoErr(to("a"))
	is.Equal(c.Aliases(), []string{"a", "b", "c"})
	is.Equal(c.Key(), "a")
	for n := range maxKnown - 3 {
		is.NoErr(to("n" + string(rune('a'+n))))
	}
	is.True(to("more") != nil)
	is.NoErr(to("b"))
}
