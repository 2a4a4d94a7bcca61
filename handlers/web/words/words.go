package words

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"sync"

	"marquee/app/locale"
)

//go:embed *.json
var files embed.FS

// Languages are those that pages speak.
var Languages = []locale.Language{locale.English, locale.German, locale.French}

// phrase is a text, or one for one and one for other numbers.
type phrase struct{ one, other string }

// UnmarshalJSON reads a text, or an object of the two plurals.
func (p *phrase) UnmarshalJSON(b []byte) error {
	if json.Unmarshal(b, &p.other) == nil {
		return nil
	}
	var forms struct{ One, Other string }
	err := json.Unmarshal(b, &forms)
	p.one, p.other = forms.One, forms.Other
	return err
}

// all reads the files, once.
var all = sync.OnceValue(func() map[locale.Language]map[string]phrase {
	read := map[locale.Language]map[string]phrase{}
	for _, l := range Languages {
		read[l] = map[string]phrase{}
		names, _ := fs.Glob(files, "*."+string(l)+".json")
		for _, name := range names {
			b, err := files.ReadFile(name)
			if err == nil {
				err = add(read[l], path.Base(name), b)
			}
			if err != nil {
				panic(fmt.Sprintf("words: %s: %v", name, err)) // the files are part of the program
			}
		}
	}
	return read
})

// add puts the texts of an area's file beside the others.
func add(to map[string]phrase, name string, b []byte) error {
	var texts map[string]phrase
	if err := json.Unmarshal(b, &texts); err != nil {
		return err
	}
	area, _, _ := strings.Cut(name, ".")
	for key, p := range texts {
		if !strings.HasPrefix(key, area+".") {
			return fmt.Errorf("the key %s belongs into another file", key)
		}
		to[key] = p
	}
	return nil
}

// Text says something: a key, then names with what takes their place. A key that there is
// not is shown as it is.
func Text(l locale.Language, key string, pairs ...any) string {
	p, ok := all()[locale.Of(string(l))][key]
	if !ok {
		return key
	}
	text := p.other
	if n, counted := number(pairs); counted && p.one != "" && single(l, n) {
		text = p.one
	}
	if len(pairs) == 0 {
		return text
	}
	replace := make([]string, 0, len(pairs))
	for i := 0; i+1 < len(pairs); i += 2 {
		replace = append(replace, fmt.Sprintf("{%v}", pairs[i]), shown(l, pairs[i+1]))
	}
	return strings.NewReplacer(replace...).Replace(text)
}

// number is what {n} stands for.
func number(pairs []any) (int64, bool) {
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i] != "n" {
			continue
		}
		switch n := pairs[i+1].(type) {
		case int:
			return int64(n), true
		case int64:
			return n, true
		case *int64:
			return *n, true
		}
	}
	return 0, false
}

// single tells whether a language speaks of a number as of one.
func single(l locale.Language, n int64) bool {
	return n == 1 || n == 0 && locale.Of(string(l)) == locale.French
}

func shown(l locale.Language, v any) string {
	switch n := v.(type) {
	case int:
		return l.Number(int64(n))
	case int64:
		return l.Number(n)
	case *int64:
		return l.Number(*n)
	}
	return fmt.Sprint(v)
}
