package catalog

import (
	"strings"
	"testing"

	"marquee/app"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

func TestTextsRead(t *testing.T) {
	de := app.Language{Asked: "de", Fallback: "fr"}
	other := func(locales ...string) (all Texts) {
		for _, l := range locales {
			all.set("n", l, "in "+l)
		}
		return all
	}
	for _, c := range []struct {
		name  string
		texts Texts
		plain string
		want  string
	}{
		{"the language asked for", other("de", "en", "fr"), "plain", "in de"},
		{"a plain text in it", Texts{Locale: "de", Others: other("en").Others}, "plain", "plain"},
		{"the fallback", Texts{Locale: "it", Others: other("en", "fr").Others}, "plain", "in fr"},
		{"a plain text of before is in the fallback", other("en"), "plain", "plain"},
		{"English", Texts{Locale: "it", Others: other("en", "es").Others}, "plain", "in en"},
		{"any", Texts{Locale: "it"}, "plain", "plain"},
		{"any, though the plain one is empty", Texts{Locale: "it", Others: other("es").Others}, "", "in es"},
		{"nothing of another field", Texts{Others: []Translation{{"o", "de", "x"}}}, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			is.New(t).Equal(c.texts.read(de, "n", c.plain), c.want)
		})
	}
	t.Run("who asks for no language reads the plain text", func(t *testing.T) {
		texts := other("de", "en")
		is.New(t).Equal(texts.read(app.Language{}, "n", "plain"), "plain")
	})
}

// A write in one language is read there, and leaves what every other one reads.
func TestTextsPut(t *testing.T) {
	locales := []string{"de", "en", "fr", "it"}
	rapid.Check(t, func(t *rapid.T) {
		texts, plain := Texts{Locale: rapid.SampledFrom([]string{"", "de", "it"}).Draw(t, "first")}, "plain"
		base := texts.Locale
		if base == "" {
			base = "fr"
		}
		want := map[string]string{base: plain}
		for range rapid.IntRange(1, 12).Draw(t, "writes") {
			l := app.Language{Asked: rapid.SampledFrom(locales).Draw(t, "language"), Fallback: "fr"}
			text := rapid.SampledFrom([]string{"a", "b", "", "\u200b"}).Draw(t, "text")
			if l.Asked == base && app.Blank(text) {
				continue // the plain text has rules of its own
			}
			before := append([]Translation(nil), texts.Others...)
			read := texts
			texts.put(l, "n", &plain, app.Is(text))
			if want[l.Asked] = text; app.Blank(text) {
				delete(want, l.Asked)
			}
			if len(before) > 0 && before[0] != read.Others[0] {
				t.Fatal("a list that others share was changed")
			}
		}
		for _, locale := range locales {
			text, ok := want[locale]
			if got := texts.read(app.Language{Asked: locale, Fallback: "fr"}, "n", plain); ok && got != text {
				t.Fatalf("%s reads %q, not %q, of %v", locale, got, text, texts)
			}
		}
	})
}

func TestTextsAreBounded(t *testing.T) {
	is := is.New(t)
	var texts Texts
	texts.set("d", "de", strings.Repeat("x", 65_000))
	var p app.Problems
	texts.problems(&p, "d", "description", maxText)
	is.NoErr(p.Err())
	texts.set("d", "fr", strings.Repeat("x", 65_001))
	texts.set("d", "it", strings.Repeat("x", 60_000))
	texts.problems(&p, "d", "description", maxText)
	is.Equal(len(p), 2)
}
