package records

import (
	"maps"
	"marquee/handlers/web/office/screen"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/app/report/sheet"
)

// What the address of a list says beside its filters.
const (
	viewQuery   = "view"
	SumQuery    = "sum" // adds up a long list
	pageQuery   = "page"
	cursorQuery = "cursor"
)

// listSize is how many rows a page of a list has.
const listSize = 50

// Body is a list as its template draws it.
type Body struct {
	Name, Query, Search, Find string
	Tabs                      []screen.Tab
	Chips                     []filterChip
	Menus                     []filterMenu
	Hidden                    []pair
	Heads                     []head
	Rows                      []listRow
	// Range says which rows these are, Sum what all come to, AsOf of when that is.
	Range, Sum, AsOf string
	// SumTo adds up a list that is too long for that to be done with its page.
	SumTo          string
	Earlier, Later string
	// Nothing says that nothing was found, Clear leads to the list without filters. None is what
	// stands there while there is nothing at all.
	Nothing, Clear string
	None           *screen.EmptyState
	Actions, Rare  []actionOf
	DoAction       string
	// Chosen are the filters, for an action on all that they leave.
	Chosen []pair
	All    string // how many fit, for choosing all
	Files  []screen.Place
	// Keep leads to where the filters are kept as a view, Kept to where the view that is shown is
	// changed; empty where there is nothing to keep, and where the reader may not change it.
	Keep, Kept string
}

type head struct {
	Text, Class, To, Sorted string
}

type listRow struct {
	Row
	Cells []cellOf
	// Decimals and Code are those of the amount.
	Decimals int64
	Code     string
}

type cellOf struct {
	Cell
	Class string
}

// actionOf is an action as it is offered; Until is filled in where it asks until when.
type actionOf struct{ Key, Text, Icon, Until string }

func sortedNames(q url.Values) []string { return slices.Sorted(maps.Keys(q)) }

// asked reads the address of a list.
func (l *List[R, F]) asked(v *screen.Visit, at string) (*asking, error) {
	q := v.R.URL.Query()
	a := &asking{at: at, own: map[string][]string{}, cursor: q.Get(cursorQuery)}
	if l.Fixed != nil {
		a.fixed = l.Fixed(v)
	}
	if key := q.Get(viewQuery); key != "" && len(l.Views) > 0 && key != l.Views[0].Key {
		i := slices.IndexFunc(l.Views, func(w View) bool { return w.Key == key })
		if i < 0 {
			return nil, app.Missing("page")
		}
		a.view, a.preset = key, l.Views[i].Set
	} else if len(l.Views) > 0 {
		a.preset = l.Views[0].Set
	}
	names := []string{l.Search, "sort"}
	for i := range l.Facets {
		names = append(names, l.Facets[i].Name)
	}
	for _, name := range names {
		if values := slices.DeleteFunc(slices.Clone(q[name]), func(s string) bool { return s == "" }); name != "" && len(values) > 0 {
			a.own[name] = values
		}
	}
	if n, err := strconv.ParseInt(q.Get(pageQuery), 10, 32); err == nil && n > 0 {
		a.page = n
	}
	return a, nil
}

// Show reads a page of the list, and says how it is drawn.
func (l *List[R, F]) Show(v *screen.Visit, at string) (*Body, error) {
	a, err := l.asked(v, at)
	if err != nil {
		return nil, err
	}
	f, err := l.filter(v, a)
	if err != nil {
		return nil, err
	}
	page, err := l.Read(v, f, list.Request{Cursor: a.cursor, Offset: a.page * listSize, Limit: listSize})
	if err != nil {
		return nil, err
	}
	body := &Body{Name: l.Name, Search: l.Search, Find: v.View.T("office." + l.Name + "_find"), Hidden: a.hidden(l.Search), AsOf: v.View.T("office.as_of", "time", v.View.Clock(v.App.Now().In(v.Zone)))}
	if own := a.own[l.Search]; len(own) > 0 {
		body.Query = own[0]
	}
	if body.Chips, body.Menus, err = l.filters(v, a); err != nil {
		return nil, err
	}
	if body.Tabs, err = l.tabs(v, a); err != nil {
		return nil, err
	}
	if err := l.addKept(v, a, body); err != nil {
		return nil, err
	}
	l.draw(v, a, body, page.Rows)
	l.turn(v, a, body, &page)
	if l.Sums != nil && page.Total > 0 && !page.TotalIsLowerBound {
		if body.Sum, err = l.Sums(v, f, page.Total); err != nil {
			return nil, err
		}
		if body.Sum == "" && page.Total <= list.MaxCounted && !v.R.URL.Query().Has(SumQuery) {
			body.SumTo = a.with(SumQuery, "1")
		}
	}
	l.offer(v, a, body, &page)
	return body, nil
}

// tabs are the views to choose from.
func (l *List[R, F]) tabs(v *screen.Visit, a *asking) (all []screen.Tab, err error) {
	for i, w := range l.Views {
		q := url.Values{}
		if i > 0 {
			q.Set(viewQuery, w.Key)
		}
		t := screen.Tab{Text: v.View.T("office." + l.Name + "_" + w.Key), To: address(a.at, q), Here: a.view == w.Key || i == 0 && a.view == ""}
		if w.Count {
			f, err := l.filter(v, &asking{preset: w.Set, fixed: a.fixed})
			if err != nil {
				return nil, err
			}
			page, err := l.Read(v, f, list.Request{Limit: 1})
			if err != nil {
				return nil, err
			}
			if page.Total > 0 {
				t.Count = AtLeast(v, page.Total, page.TotalIsLowerBound)
			}
		}
		all = append(all, t)
	}
	return all, nil
}

// AtLeast is a number of rows, of which there may be more.
func AtLeast(v *screen.Visit, n int64, more bool) string {
	if more {
		return v.View.T("office.more_than", "n", v.View.Number(n))
	}
	return v.View.Number(n)
}

// draw puts rows into their columns.
func (l *List[R, F]) draw(v *screen.Visit, a *asking, body *Body, rows []R) {
	for _, c := range l.Columns {
		h := head{Text: v.View.T(c.Word), Class: c.Class}
		if c.sort != "" {
			h.To = a.with("sort", c.sort)
			if slices.Contains(a.own["sort"], c.sort) {
				h.Sorted = "descending"
			}
		}
		body.Heads = append(body.Heads, h)
	}
	for i := range rows {
		row := listRow{Row: l.Row(v, &rows[i])}
		if cur, ok := company.CurrencyByID(row.Currency); ok {
			row.Code, row.Decimals = cur.Code, int64(cur.Subunit)
		}
		for _, c := range l.Columns {
			row.Cells = append(row.Cells, cellOf{c.Cell(v, &rows[i]), c.Class})
		}
		body.Rows = append(body.Rows, row)
	}
}

// turn says which rows a page has, and where the others are. A list whose length nobody knows goes
// on from its last row.
func (l *List[R, F]) turn(v *screen.Visit, a *asking, body *Body, page *Page[R]) {
	at := func(name, value string) string {
		q := a.query()
		q.Set(name, value)
		return address(a.at, q)
	}
	first := a.page*listSize + 1
	switch n := int64(len(page.Rows)); {
	case n == 0:
	case a.cursor != "":
		body.Range = v.View.T("office."+l.Name+"_more", "n", n)
	default:
		body.Range = v.View.T("office."+l.Name+"_range", "from", v.View.Number(first), "to", v.View.Number(first+n-1), "all", AtLeast(v, page.Total, page.TotalIsLowerBound), "n", page.Total)
	}
	switch {
	case a.page > 1:
		body.Earlier = at(pageQuery, strconv.FormatInt(a.page-1, 10))
	case a.page == 1, a.cursor != "":
		body.Earlier = address(a.at, a.query())
	}
	switch {
	case !page.HasMore:
	case page.TotalIsLowerBound && page.Cursor != "":
		body.Later = at(cursorQuery, page.Cursor)
	default:
		body.Later = at(pageQuery, strconv.FormatInt(a.page+1, 10))
	}
}

// offer says what can be done, and what stands there where there is nothing.
func (l *List[R, F]) offer(v *screen.Visit, a *asking, body *Body, page *Page[R]) {
	if len(page.Rows) == 0 {
		if len(a.own) == 0 && (a.view == "" || len(l.Views) == 0) {
			body.None = &screen.EmptyState{Title: v.View.T("office." + l.Name + "_none"), Text: v.View.T("office." + l.Name + "_none_text")}
			return
		}
		body.Nothing, body.Clear = l.nothing(v, a, body), a.at
		return
	}
	for _, format := range []sheet.Format{sheet.CSV, sheet.XLSX} {
		q := a.query()
		q.Set(formatQuery, string(format))
		body.Files = append(body.Files, screen.Place{Text: v.View.T("office.file_" + string(format)), To: address(a.at+"/file", q)})
	}
	if l.Operation == "" || !v.Body.May(l.Operation) {
		return
	}
	for _, c := range l.Actions {
		if !v.Holds(c.Needs) {
			continue
		}
		one := actionOf{Key: c.Key, Text: v.View.T("office." + l.Name + "_do_" + c.Key), Icon: c.Icon}
		if c.Until {
			one.Until = v.App.Now().In(v.Zone).AddDate(0, 0, 7).Format("2006-01-02T15:04")
		}
		if c.Apart {
			body.Rare = append(body.Rare, one)
		} else {
			body.Actions = append(body.Actions, one)
		}
	}
	if len(body.Actions)+len(body.Rare) > 0 {
		body.DoAction, body.All, body.Chosen = v.Body.Add(l.Operation).Action, v.View.T("office."+l.Name+"_every", "n", page.Total), l.chosen(v, a)
		if page.TotalIsLowerBound {
			body.All = ""
		}
	}
}

// chosen are the filters as fields of the operation: times on the clocks of the page.
func (l *List[R, F]) chosen(v *screen.Visit, a *asking) (all []pair) {
	kinds, values := filtersOf(new(F)), a.all()
	for _, name := range slices.Sorted(maps.Keys(values)) {
		for _, text := range values[name] {
			if kinds[name] == reflect.TypeFor[*time.Time]() {
				at := slices.IndexFunc(l.Facets, func(f Facet) bool { return f.Name == name })
				t, _ := momentOf(text, v.Zone, v.App.Now(), at >= 0 && l.Facets[at].Through)
				text = t.In(v.Zone).Format("2006-01-02T15:04")
			}
			all = append(all, pair{"filter." + name, text})
		}
	}
	return all
}

// nothing says what was looked for, in words.
func (l *List[R, F]) nothing(v *screen.Visit, a *asking, body *Body) string {
	said := ""
	for _, c := range body.Chips {
		said += ", " + c.Label + " " + c.Value
	}
	if body.Query != "" {
		said += ", " + v.View.T("office.quoted", "text", body.Query)
	}
	for _, t := range body.Tabs {
		if t.Here {
			said = t.Text + said
		}
	}
	return v.View.T("office.nothing_fits", "what", said)
}
