package search

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/matryer/is"
)

func TestFold(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Muller", "muller"},
		{"Müller", "muller"},
		{"MU\u0308LLER", "muller"}, // decomposed
		{"Zoe\u0308", "zoe"},
		{"Zoë", "zoe"},
		{"İsmail", "ismail"},
		{"Işık", "isik"},
		{"Straße", "strasse"},
		{"STRASSE", "strasse"},
		{"Ærø", "aero"},
		{"Łódź", "lodz"},
		{"Þórður Đurić", "thordur duric"},
		{"Œuvre ﬁne", "oeuvre fine"},
		{"Ἀθῆναι", "αθηναι"},
		{"Йод", "иод"},
		{"ＡＢＣ", "abc"},
		{"山田", "山田"},
		{"", ""},
	} {
		t.Run(c.text, func(t *testing.T) {
			is := is.New(t)
			is.Equal(Fold(c.text), c.want)
			is.Equal(Fold(c.want), c.want)
		})
	}
}

// TestLatinIsFoldedAsAnything: the table gives what Unicode's rules give.
func TestLatinIsFoldedAsAnything(t *testing.T) {
	for a := range rune(0x180) {
		for _, b := range []rune{'a', 'S', 0xdf, 0x130, 0x131, 0x149, 0x17f, 0xad, 0xb4} {
			text := string([]rune{a, b, a})
			if got, ok := foldLatin(text); !ok || got != foldAny(text) {
				t.Fatalf("%q: %q, want %q", text, got, foldAny(text))
			}
		}
	}
}

func TestWords(t *testing.T) {
	is := is.New(t)
	is.Equal(Words("Anna-Maria O'Brien", "anna.brien@example.org"), []string{"anna", "maria", "o", "brien", "example", "org"})
	is.Equal(Words("", " -- "), nil)
	is.Equal(Words(strings.Repeat("ä", 100)), []string{strings.Repeat("a", MaxWord)})
	is.Equal(Words(strings.Repeat("山", 100)), []string{strings.Repeat("山", MaxWord/3)})
	is.Equal(Query("an Anna"), []string{"anna"})
}

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		text, query string
		want        bool
	}{
		{"Anna Müller", "muller", true},
		{"Anna Müller", "mull ann", true},
		{"Anna Müller", "uller", false}, // the middle of a word
		{"Anna Müller", "anna schmidt", false},
		{"İsmail Çelik", "ismail celik", true},
		{"anne@example.org", "ANNE@", true},
		{"anne@example.org", "anne@example.org", true},
		{"anything", "", true},
		{"", "a", false},
	} {
		t.Run(c.text+"?"+c.query, func(t *testing.T) {
			is := is.New(t)
			is.Equal(Matches(Words(c.text), Query(c.query)), c.want)
		})
	}
}

func FuzzFold(f *testing.F) {
	for _, s := range []string{"Müller", "İsmail", "Zoe\u0308", "ß", "\xff\xfe", "ﷺ", "ǅ", "\u0345"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		folded := Fold(s)
		if !utf8.ValidString(folded) {
			if ascii(s) || utf8.ValidString(s) {
				t.Fatalf("%q folds to %q", s, folded)
			}
		}
		if again := Fold(folded); again != folded {
			t.Fatalf("%q folds to %q, and that to %q", s, folded, again)
		}
		words := Words(s)
		if !Matches(words, Query(s)) {
			t.Fatalf("%q is not found by itself", s)
		}
		for _, w := range words {
			if w == "" || len(w) > MaxWord || Fold(w) != w {
				t.Fatalf("%q has the word %q", s, w)
			}
		}
	})
}
