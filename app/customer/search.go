package customer

import (
	"marquee/app"
	"marquee/app/list"
	"marquee/app/search"
	"marquee/indexes"
)

// Found are the customers, deleted ones too, whose name and e-mail contain all words.
func Found(r app.Reader, asked search.Asked) (indexes.Marks, error) {
	return list.Named(r, byText, asked)
}

// Named are those whose name alone contains all words.
func Named(r app.Reader, asked search.Asked) (indexes.Marks, error) {
	if len(asked) == 0 {
		return indexes.Marks{}, nil
	}
	return byText.Find(r, asked.First(), func(line []byte) bool { return asked.In(search.Text(line, 0)) })
}
