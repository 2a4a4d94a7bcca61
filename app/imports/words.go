package imports

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/indexes"
)

// Wording is a field whose cells are words of another system, with those that the file has.
type Wording struct {
	Field, Column string
	// Known are the words that are understood as they are.
	Known []string
	// Words are those of the file, what most rows have first; More: there are others.
	Words []WordOfFile
	More  bool
}

// WordOfFile is a word of a file.
type WordOfFile struct {
	Cell string
	// Rows is how many rows have it, Left how many of these were refused, for whatever reason.
	Rows, Left int64
	// Means is what it stands for, "" for itself. Known: that is understood.
	Means string
	Known bool
}

const (
	// wordsShown is how many words of a field are told, knownEvents at how many events of a file is
	// looked for what they could stand for.
	wordsShown  = 100
	knownEvents = 20
)

// Words are the words of an import that can stand for others; none once its rows are kept no longer.
func Words(ctx context.Context, a *app.App, c *app.Caller, id int64) (all []Wording, err error) {
	err = a.View(ctx, c, app.EditImports, func(r app.Reader) error {
		n, err := visible(r, c, id)
		if err != nil {
			return err
		}
		p, err := load(r, &n)
		if err != nil {
			return err
		}
		left, err := leftOf(r, id)
		if err != nil {
			return err
		}
		all = nil
		for _, f := range p.t.Fields {
			at, has := p.at[f.Name]
			if !has || !f.Worded {
				continue
			}
			w := Wording{Field: f.Name, Column: n.Headers[at]}
			if w.Known, err = p.known(r, f.Name); err != nil {
				return err
			}
			w.Words, w.More = p.wordsAt(f.Name, at, left, w.Known)
			all = append(all, w)
		}
		return nil
	})
	return all, err
}

// leftOf are the numbers of the rows that were refused.
func leftOf(r app.Reader, id int64) (map[int64]bool, error) {
	left := map[int64]bool{}
	for hit, err := range resultByProblem.Scan(r, indexes.Between(resultKey{A: id}, resultKey{A: id + 1})) {
		if err != nil {
			return nil, err
		}
		if hit.Rec.Outcome.Bad() {
			left[hit.Rec.Row] = true
		}
	}
	return left, nil
}

// wordsAt counts the words of a column.
func (p *plan) wordsAt(field string, at int, left map[int64]bool, known []string) (all []WordOfFile, more bool) {
	by := map[string]int{}
	for i := range p.units {
		u := &p.units[i]
		for j, row := range u.rows {
			if at >= len(row.Cells) || strings.TrimSpace(row.Cells[at]) == "" {
				continue
			}
			cell := strings.TrimSpace(row.Cells[at])
			n, there := by[app.Fold(cell)]
			if !there {
				n = len(all)
				by[app.Fold(cell)] = n
				means := p.words.meaning(field, cell)
				all = append(all, WordOfFile{Cell: cell, Means: means, Known: containsFold(known, cmp.Or(means, cell))})
			}
			all[n].Rows++
			if left[u.numbers[j]] {
				all[n].Left++
			}
		}
	}
	slices.SortStableFunc(all, func(a, b WordOfFile) int { return cmp.Compare(b.Rows, a.Rows) })
	return all[:min(len(all), wordsShown)], len(all) > wordsShown
}

func containsFold(all []string, text string) bool {
	return slices.ContainsFunc(all, func(one string) bool { return app.Fold(one) == app.Fold(text) })
}

// known are the words of a field that are understood: of a state all there are, of a ticket the names
// of what the events of the file sell.
func (p *plan) known(r app.Reader, field string) (names []string, err error) {
	if field != "saleItem" {
		return slices.Concat(soldWords, voidWords), nil
	}
	events, err := p.events(r)
	if err != nil {
		return nil, err
	}
	for _, id := range events {
		items, err := catalog.SharedSaleItemsOfEvent(r, id)
		if err != nil {
			return nil, err
		}
		for _, s := range items {
			item, err := catalog.SharedInventoryItem(r, s.ItemID)
			if err != nil {
				return nil, err
			}
			if s.DeletedAt == nil && !containsFold(names, item.Name) {
				names = append(names, item.Name)
			}
		}
	}
	return names, nil
}

// events are the first events that rows name.
func (p *plan) events(r app.Reader) (ids []int64, err error) {
	asked := map[string]bool{}
	for i := range p.units {
		for j := range p.units[i].rows {
			row := &p.units[i].rows[j]
			id, external, name := p.cell(row, "eventId"), p.cell(row, "eventExternalId"), p.cell(row, "event")
			key := id + "\x00" + external + "\x00" + name
			if asked[key] {
				continue
			}
			asked[key] = true
			found, err := eventsNamed(r, id, external, name)
			if err != nil {
				return nil, err
			}
			for _, id := range found {
				if !slices.Contains(ids, id) {
					ids = append(ids, id)
				}
			}
			if len(ids) >= knownEvents || len(asked) >= knownEvents {
				return ids, nil
			}
		}
	}
	return ids, nil
}

// eventsNamed are the events that there are of a number, else of a name elsewhere, else of a name.
func eventsNamed(r app.Reader, id, external, name string) (ids []int64, err error) {
	var all []catalog.Event
	switch {
	case id != "":
		n, err := strconv.ParseInt(id, 10, 64)
		if err != nil {
			return nil, nil
		}
		e, err := catalog.EventByID(r, n)
		if app.KindOf(err) == app.NotFound {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	case external != "":
		e, found, err := catalog.EventByExternalID(r, external)
		if err != nil || !found {
			return nil, err
		}
		all = append(all, e)
	case name != "":
		if all, err = catalog.EventsCalled(r, name, knownEvents); err != nil {
			return nil, err
		}
	}
	for i := range all {
		if all[i].DeletedAt == nil {
			ids = append(ids, all[i].ID)
		}
	}
	return ids, nil
}
