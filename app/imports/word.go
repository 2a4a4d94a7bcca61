package imports

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"marquee/app"
)

// Word is a word of the file, in the cells of a field, and what it stands for.
type Word struct {
	Field string `msgpack:"f"`
	Cell  string `msgpack:"c"`
	Means string `msgpack:"m"`
}

// words are what cells stand for, by field and cell, without its case.
type words map[[2]string]string

func (m *Mapping) words() words {
	all := make(words, len(m.Words))
	for _, w := range m.Words {
		all[[2]string{w.Field, app.Fold(strings.TrimSpace(w.Cell))}] = w.Means
	}
	return all
}

// of is what a cell stands for: itself, where nobody says anything else.
func (w words) of(field, cell string) string {
	if len(w) == 0 {
		return cell
	}
	if means, said := w[[2]string{field, app.Fold(cell)}]; said {
		return means
	}
	return cell
}

// meaning is what somebody said that a cell stands for, "" for nothing.
func (w words) meaning(field, cell string) string { return w[[2]string{field, app.Fold(cell)}] }

// wantWords refuses words of fields that have none, and those that are blank or there twice.
func (m *Mapping) wantWords(p *app.Problems, t *Type) {
	if len(m.Words) > MaxWords {
		p.Add("words", "must not have more than %d entries", MaxWords)
		return
	}
	for i, w := range m.Words {
		at := fmt.Sprintf("words.%d.", i)
		if f := t.Field(w.Field); f == nil || !f.Worded {
			p.Add(at+"field", "does not exist")
		}
		if slices.ContainsFunc(m.Words[:i], func(o Word) bool { return o.Field == w.Field && app.Fold(o.Cell) == app.Fold(w.Cell) }) {
			p.Add(at+"cell", "is there twice")
		}
		for name, text := range map[string]string{"cell": w.Cell, "means": w.Means} {
			if app.Blank(text) {
				p.Add(at+name, "is required")
			}
			if utf8.RuneCountInString(text) > MaxValue {
				p.Add(at+name, "must not be longer than %d characters", MaxValue)
			}
		}
	}
}
