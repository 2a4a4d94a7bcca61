package list

import (
	"marquee/app"
	"marquee/app/search"
	"marquee/indexes"
)

// Named marks the records whose texts contain all words of a search, in an index of lines. A
// search without a word finds nothing.
func Named[T any](r app.Reader, by *indexes.Texts[T], asked search.Asked) (indexes.Marks, error) {
	if len(asked) == 0 {
		return indexes.Marks{}, nil
	}
	return by.Find(r, asked.First(), func(line []byte) bool { return asked.In(search.Texts(line)) })
}
