package search

import (
	"bytes"
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

func TestQuery(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"  Anna\tMÜLLER ", []string{"muller", "anna"}},
		{"an Anna", []string{"anna"}},
		{"nna Anna", []string{"anna"}},
		{"100% _", []string{"100%", "_"}},
		{"小明\u3000王", []string{"小明", "王"}},
		{" \u0301 ", nil},
		{strings.Repeat("x", 500), []string{strings.Repeat("x", 500)}},
	} {
		t.Run(c.text, func(t *testing.T) {
			is := is.New(t)
			var got []string
			for _, word := range Query(c.text) {
				got = append(got, string(word))
			}
			is.Equal(got, c.want)
		})
	}
}

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		text, query string
		want        bool
	}{
		{"Anna Müller", "muller", true},
		{"Anna Müller", "mull ann", true},
		{"Anna Müller", "üller", true}, // the middle of a word
		{"Anna Müller", "lle nna", true},
		{"Anna Müller", "na mu", true},
		{"Anna Müller", "namu", false},
		{"Anna Müller", "anna schmidt", false},
		{"Fairweather", "airweath", true},
		{"Ankunft der Gäste", "kunft", true},
		{"Sommerfest", "OMMER", true},
		{"Straße", "RASS", true},
		{"王小明", "小明", true},
		{"ＡＢＣ１２３", "bc12", true},
		{"ｼﾌﾞﾔ", "シブ", true},
		{"İsmail Çelik", "smail elik", true},
		{"anne@example.org", "NNE@EXAMPLE", true},
		{"anne.b@example.org", "anne_b", false},
		{"100% Rave", "0%", true},
		{"Rave", "%", false},
		{"Rave", "r_ve", false},
		{"anything", "", true},
		{"", "a", false},
	} {
		t.Run(c.text+"?"+c.query, func(t *testing.T) {
			is := is.New(t)
			is.Equal(Query(c.query).Matches(c.text), c.want)
			is.Equal(Query(c.query).In(Texts([]byte(Line([]string{c.text}, 7)))), c.want)
		})
	}
}

func TestLine(t *testing.T) {
	is := is.New(t)
	line := []byte(Line([]string{"Anna\nMüller\x1f", "a\x00b"}, 0, 30, 1<<40))
	is.Equal(string(Texts(line)), "anna muller \na b")
	is.Equal(string(Text(line, 0)), "anna muller ")
	is.Equal(string(Text(line, 1)), "a b")
	is.Equal(len(Text(line, 2)), 0)
	var numbers []int64
	for rest := Numbers(line); rest.Left() > 0; {
		var n int64
		n, rest = rest.Next()
		numbers = append(numbers, n)
	}
	is.Equal(numbers, []int64{0, 30, 1 << 40})
	is.True(!strings.Contains(string(line), "\x00"))
	is.Equal(Line([]string{" ", ""}), "")
	is.Equal(Numbers([]byte(Line([]string{"a"}))).Left(), 0)
	none, _ := Numbers(nil).Next()
	is.Equal(none, int64(-1))
	is.Equal(string(Texts([]byte(Line([]string{"a"}, make([]int64, 300)...)))), "a")
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
		if !Query(s).Matches(s) {
			t.Fatalf("%q is not found by itself", s)
		}
		if line := []byte(Line([]string{s}, 5)); bytes.IndexByte(line, 0) >= 0 || !Query(s).In(Texts(line)) {
			t.Fatalf("%q has the line %q", s, line)
		}
	})
}
