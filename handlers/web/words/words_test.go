package words

import (
	"encoding/json"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app/locale"
)

var braces = regexp.MustCompile(`\{[a-z]+\}`)

// names are those in braces, each once.
func names(text string) []string {
	found := braces.FindAllString(text, -1)
	slices.Sort(found)
	return slices.Compact(found)
}

// TestEveryLanguageSaysEverything: the same keys with the same names in braces, and
// plurals where English has them.
func TestEveryLanguageSaysEverything(t *testing.T) {
	english := all()[locale.English]
	for _, l := range Languages {
		texts := all()[l]
		for _, key := range slices.Sorted(maps.Keys(texts)) {
			if _, ok := english[key]; !ok {
				t.Errorf("%s: %s is not in English", l, key)
			}
		}
		for _, key := range slices.Sorted(maps.Keys(english)) {
			want, got := english[key], texts[key]
			switch {
			case strings.TrimSpace(got.other) == "":
				t.Errorf("%s: %s is missing", l, key)
			case (want.one == "") != (got.one == ""):
				t.Errorf("%s: %s has plurals in one language only", l, key)
			case !slices.Equal(names(want.other), names(got.other)):
				t.Errorf("%s: %s has other names in braces", l, key)
			case got.one != "" && !subset(names(got.one), names(got.other)):
				t.Errorf("%s: %s has other names in braces for one", l, key)
			}
		}
	}
}

func subset(some, all []string) bool {
	return !slices.ContainsFunc(some, func(s string) bool { return !slices.Contains(all, s) })
}

// TestFilesAreSorted: two who add texts at the same time meet in few places.
func TestFilesAreSorted(t *testing.T) {
	is := is.New(t)
	found, err := fs.Glob(files, "*.json")
	is.NoErr(err)
	is.Equal(len(found)%len(Languages), 0)
	key := regexp.MustCompile(`(?m)^\s*"([a-z]+\.[^"]+)":`)
	for _, name := range found {
		b, err := files.ReadFile(name)
		is.NoErr(err)
		is.True(json.Valid(b))
		var keys []string
		for _, m := range key.FindAllStringSubmatch(string(b), -1) {
			keys = append(keys, m[1])
		}
		if !slices.IsSorted(keys) || len(slices.Compact(slices.Clone(keys))) != len(keys) {
			t.Errorf("%s: the keys are not sorted, or one is there twice", name)
		}
	}
}

// TestNoTextIsSaidTwice: of two files with one key the later one would speak on the pages of the other.
// French has the apostrophe of print.
func TestNoTextIsSaidTwice(t *testing.T) {
	is := is.New(t)
	for _, l := range Languages {
		found, err := fs.Glob(files, "*."+string(l)+".json")
		is.NoErr(err)
		said := map[string]string{}
		for _, name := range found {
			b, err := files.ReadFile(name)
			is.NoErr(err)
			var texts map[string]phrase
			is.NoErr(json.Unmarshal(b, &texts))
			for key, p := range texts {
				if said[key] != "" {
					t.Errorf("%s: %s says it, too: %s", name, said[key], key)
				}
				said[key] = name
				if l == locale.French && strings.Contains(p.one+p.other, "'") {
					t.Errorf("%s: %s has a straight apostrophe", name, key)
				}
			}
		}
	}
}

func TestPlurals(t *testing.T) {
	for _, c := range []struct {
		l    locale.Language
		n    int64
		want string
	}{
		{locale.English, 1, "1 ticket"}, {locale.English, 0, "0 tickets"}, {locale.English, 1284, "1,284 tickets"},
		{locale.German, 1, "1 Ticket"}, {locale.German, 2, "2 Tickets"}, {locale.German, 1284, "1.284 Tickets"},
		{locale.French, 0, "0 billet"}, {locale.French, 2, "2 billets"},
	} {
		is := is.New(t)
		is.Equal(Text(c.l, "page.tickets", "n", c.n), c.want)
		is.Equal(Text(c.l, "page.tickets", "n", &c.n), c.want) // as templates have it
	}
	is := is.New(t)
	is.Equal(Text(locale.English, "page.nothing_like_it"), "page.nothing_like_it")
}
