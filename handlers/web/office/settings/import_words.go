package settings

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"

	"marquee/app/catalog"
	"marquee/app/imports"
	"marquee/app/list"
	"marquee/handlers/web/office/screen"
)

// wordingRows are the words of a column that can stand for others.
type wordingRows struct {
	Title string
	Rows  []wordRow
	More  bool
}

// wordRow is a word of the file with what it is here.
type wordRow struct {
	Cell, Rows, Left string
	// Odd: nothing is called so here.
	Odd bool
	// Name is in front of the fields of the form; Field is that of the column.
	Name, Field string
	Options     []screen.Option
}

// addWords shows the words of the file, how many rows have each, and what each can stand for.
func (b *importBody) addWords(v *screen.Visit, n *imports.Import, kept url.Values) error {
	if !b.CanMap {
		return nil
	}
	all, err := imports.Words(v.R.Context(), v.App, v.Caller, n.ID)
	at := 0
	for _, w := range all {
		rows := wordingRows{Title: v.View.T("office.import_words", "column", w.Column), More: w.More}
		for _, x := range w.Words {
			row := wordRow{Cell: x.Cell, Rows: v.View.Number(x.Rows), Odd: !x.Known, Name: fmt.Sprintf("words.%d.", at), Field: w.Field}
			if x.Left > 0 {
				row.Left = v.View.T("office.import_wrong", "n", x.Left)
			}
			if now, there := kept[row.Name+"means"]; there {
				x.Means = now[0]
			}
			row.Options = []screen.Option{{Text: v.View.T("office.import_word_itself"), Chosen: x.Means == ""}}
			if x.Means != "" && !slices.Contains(w.Known, x.Means) {
				w.Known = append([]string{x.Means}, w.Known...)
			}
			for _, k := range w.Known {
				row.Options = append(row.Options, screen.Option{Value: k, Text: k, Chosen: k == x.Means})
			}
			rows.Rows = append(rows.Rows, row)
			at++
		}
		if len(rows.Rows) > 0 {
			b.Words = append(b.Words, rows)
		}
	}
	return err
}

// eventsToChoose is how many events of each sort an import can be for.
const eventsToChoose = 50

// eventChoice offers the events that come and those that are over, with the one that is chosen.
func eventChoice(v *screen.Visit, chosen string) ([]screen.Option, error) {
	all := []screen.Option{{Text: v.View.T("office.import_event_none")}}
	if !v.Holds(screen.CatalogReaders) {
		return nil, nil
	}
	for _, state := range []catalog.EventState{catalog.Coming, catalog.Over, catalog.Drafts} {
		page, err := catalog.ListEvents(v.R.Context(), v.App, v.Caller,
			catalog.EventFilter{State: state, HideChildren: true, Request: list.Request{Limit: eventsToChoose}}, catalog.EventWants{})
		if err != nil {
			return nil, err
		}
		for i := range page.Events {
			e := &page.Events[i]
			all = append(all, screen.Option{Value: screen.Number(e.ID), Text: e.Name + ", " + v.View.Lang.Date(e.Start.In(e.Location())), Chosen: screen.Number(e.ID) == chosen})
		}
	}
	if !slices.ContainsFunc(all, func(o screen.Option) bool { return o.Value == chosen }) {
		all = append(all, screen.Option{Value: chosen, Text: cmp.Or(chosen, "–"), Chosen: true})
	}
	return all, nil
}
