package search

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/matryer/is"
)

// written are what the search of the box office and that of a phone without a network both say.
type written struct {
	Fold  []struct{ Text, Folded string }
	Words []struct {
		Text  string
		Words []string
	}
	Found []struct {
		Texts []string
		Query string
		Found bool
	}
}

func readCases(t *testing.T) (c written) {
	text, err := os.ReadFile("testdata/cases.json")
	if err == nil {
		err = json.Unmarshal(text, &c)
	}
	if err != nil || len(c.Fold) < 20 || len(c.Words) < 5 || len(c.Found) < 20 {
		t.Fatal("testdata/cases.json is not whole: ", err)
	}
	return c
}

func TestFold(t *testing.T) {
	for _, c := range readCases(t).Fold {
		t.Run(c.Text, func(t *testing.T) {
			is := is.New(t)
			is.Equal(Fold(c.Text), c.Folded)
			is.Equal(Fold(c.Folded), c.Folded)
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
	all := readCases(t).Words
	long := strings.Repeat("x", 500)
	for _, c := range append(all, struct {
		Text  string
		Words []string
	}{long, []string{long}}) {
		t.Run(c.Text, func(t *testing.T) {
			is := is.New(t)
			got := []string{}
			for _, word := range Query(c.Text) {
				got = append(got, string(word))
			}
			is.Equal(got, c.Words)
		})
	}
}

func TestMatches(t *testing.T) {
	for _, c := range readCases(t).Found {
		t.Run(strings.Join(c.Texts, ",")+"?"+c.Query, func(t *testing.T) {
			is := is.New(t)
			is.Equal(Query(c.Query).Matches(c.Texts...), c.Found)
			is.Equal(Query(c.Query).In(Texts([]byte(Line(c.Texts, 7)))), c.Found)
		})
	}
}

func TestBegins(t *testing.T) {
	for _, c := range []struct {
		text, query string
		begins      bool
	}{
		{"Lefèvre, Zoé", "zo lef", true}, {"Philippa Olefsen", "lef", false}, {"Olef Lefsen", "lef", true}, {"anna@müller.example", "mull", true},
		{"anna@müller.example", "uller", false}, {"d'Artagnan", "art", true}, {"Route66 6", "6", true}, {"", "a", false}, {"小明", "明", false},
	} {
		if got := Query(c.query).Begins([]byte(Fold(c.text))); got != c.begins {
			t.Errorf("%q begins in %q: %v", c.query, c.text, got)
		}
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
