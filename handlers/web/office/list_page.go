package office

import (
	"maps"
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
	sumQuery    = "sum" // adds up a long list
	pageQuery   = "page"
	cursorQuery = "cursor"
)

// listSize is how many rows a page of a list has.
const listSize = 50

// listBody is a list as its template draws it.
type listBody struct {
	Name, Query, Search, Find string
	Tabs                      []tab
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
	None           *emptyState
	Actions, Rare  []actionOf
	DoAction       string
	// Chosen are the filters, for an action on all that they leave.
	Chosen []pair
	All    string // how many fit, for choosing all
	Files  []place
}

type head struct {
	Text, Class, To, Sorted string
}

type listRow struct {
	rowOf
	Cells []cellOf
	// Decimals and Code are those of the amount.
	Decimals int64
	Code     string
}

type cellOf struct {
	cell
	Class string
}

// actionOf is an action as it is offered; Until is filled in where it asks until when.
type actionOf struct{ Key, Text, Icon, Until string }

func sortedNames(q url.Values) []string { return slices.Sorted(maps.Keys(q)) }

// asked reads the address of a list.
func (l *records[R, F]) asked(v *visit, at string) (*asking, error) {
	q := v.r.URL.Query()
	a := &asking{at: at, own: map[string][]string{}, cursor: q.Get(cursorQuery)}
	if l.fixed != nil {
		a.fixed = l.fixed(v)
	}
	if key := q.Get(viewQuery); key != "" && len(l.views) > 0 && key != l.views[0].key {
		i := slices.IndexFunc(l.views, func(w listView) bool { return w.key == key })
		if i < 0 {
			return nil, app.Missing("page")
		}
		a.view, a.preset = key, l.views[i].set
	} else if len(l.views) > 0 {
		a.preset = l.views[0].set
	}
	names := []string{l.search, "sort"}
	for i := range l.facets {
		names = append(names, l.facets[i].name)
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

// show reads a page of the list, and says how it is drawn.
func (l *records[R, F]) show(v *visit, at string) (*listBody, error) {
	a, err := l.asked(v, at)
	if err != nil {
		return nil, err
	}
	f, err := l.filter(v, a)
	if err != nil {
		return nil, err
	}
	page, err := l.read(v, f, list.Request{Cursor: a.cursor, Offset: a.page * listSize, Limit: listSize})
	if err != nil {
		return nil, err
	}
	body := &listBody{Name: l.name, Search: l.search, Find: v.view.T("office." + l.name + "_find"), Hidden: a.hidden(l.search), AsOf: v.view.T("office.as_of", "time", v.view.Clock(v.app.Now().In(v.zone)))}
	if own := a.own[l.search]; len(own) > 0 {
		body.Query = own[0]
	}
	if body.Chips, body.Menus, err = l.filters(v, a); err != nil {
		return nil, err
	}
	if body.Tabs, err = l.tabs(v, a); err != nil {
		return nil, err
	}
	l.draw(v, a, body, page.Rows)
	l.turn(v, a, body, &page)
	if l.sums != nil && page.Total > 0 && !page.TotalIsLowerBound {
		if body.Sum, err = l.sums(v, f, page.Total); err != nil {
			return nil, err
		}
		if body.Sum == "" && page.Total <= list.MaxCounted && !v.r.URL.Query().Has(sumQuery) {
			body.SumTo = a.with(sumQuery, "1")
		}
	}
	l.offer(v, a, body, &page)
	return body, nil
}

// tabs are the views to choose from.
func (l *records[R, F]) tabs(v *visit, a *asking) (all []tab, err error) {
	for i, w := range l.views {
		q := url.Values{}
		if i > 0 {
			q.Set(viewQuery, w.key)
		}
		t := tab{Text: v.view.T("office." + l.name + "_" + w.key), To: address(a.at, q), Here: a.view == w.key || i == 0 && a.view == ""}
		if w.count {
			f, err := l.filter(v, &asking{preset: w.set, fixed: a.fixed})
			if err != nil {
				return nil, err
			}
			page, err := l.read(v, f, list.Request{Limit: 1})
			if err != nil {
				return nil, err
			}
			if page.Total > 0 {
				t.Count = v.atLeast(page.Total, page.TotalIsLowerBound)
			}
		}
		all = append(all, t)
	}
	return all, nil
}

// atLeast is a number of rows, of which there may be more.
func (v *visit) atLeast(n int64, more bool) string {
	if more {
		return v.view.T("office.more_than", "n", v.view.Number(n))
	}
	return v.view.Number(n)
}

// draw puts rows into their columns.
func (l *records[R, F]) draw(v *visit, a *asking, body *listBody, rows []R) {
	for _, c := range l.columns {
		h := head{Text: v.view.T(c.word), Class: c.class}
		if c.sort != "" {
			h.To = a.with("sort", c.sort)
			if slices.Contains(a.own["sort"], c.sort) {
				h.Sorted = "descending"
			}
		}
		body.Heads = append(body.Heads, h)
	}
	for i := range rows {
		row := listRow{rowOf: l.row(v, &rows[i])}
		if cur, ok := company.CurrencyByID(row.Currency); ok {
			row.Code, row.Decimals = cur.Code, int64(cur.Subunit)
		}
		for _, c := range l.columns {
			row.Cells = append(row.Cells, cellOf{c.cell(v, &rows[i]), c.class})
		}
		body.Rows = append(body.Rows, row)
	}
}

// turn says which rows a page has, and where the others are. A list whose length nobody knows goes
// on from its last row.
func (l *records[R, F]) turn(v *visit, a *asking, body *listBody, page *listed[R]) {
	at := func(name, value string) string {
		q := a.query()
		q.Set(name, value)
		return address(a.at, q)
	}
	first := a.page*listSize + 1
	switch n := int64(len(page.Rows)); {
	case n == 0:
	case a.cursor != "":
		body.Range = v.view.T("office."+l.name+"_more", "n", n)
	default:
		body.Range = v.view.T("office."+l.name+"_range", "from", v.view.Number(first), "to", v.view.Number(first+n-1), "all", v.atLeast(page.Total, page.TotalIsLowerBound), "n", page.Total)
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
func (l *records[R, F]) offer(v *visit, a *asking, body *listBody, page *listed[R]) {
	if len(page.Rows) == 0 {
		if len(a.own) == 0 && (a.view == "" || len(l.views) == 0) {
			body.None = &emptyState{Title: v.view.T("office." + l.name + "_none"), Text: v.view.T("office." + l.name + "_none_text")}
			return
		}
		body.Nothing, body.Clear = l.nothing(v, a, body), a.at
		return
	}
	for _, format := range []sheet.Format{sheet.CSV, sheet.XLSX} {
		q := a.query()
		q.Set(formatQuery, string(format))
		body.Files = append(body.Files, place{Text: v.view.T("office.file_" + string(format)), To: address(a.at+"/file", q)})
	}
	if l.operation == "" || !v.body.May(l.operation) {
		return
	}
	for _, c := range l.actions {
		if !v.holds(c.needs) {
			continue
		}
		one := actionOf{Key: c.key, Text: v.view.T("office." + l.name + "_do_" + c.key), Icon: c.icon}
		if c.until {
			one.Until = v.app.Now().In(v.zone).AddDate(0, 0, 7).Format("2006-01-02T15:04")
		}
		if c.apart {
			body.Rare = append(body.Rare, one)
		} else {
			body.Actions = append(body.Actions, one)
		}
	}
	if len(body.Actions)+len(body.Rare) > 0 {
		body.DoAction, body.All, body.Chosen = v.body.form(l.operation).Action, v.view.T("office."+l.name+"_every", "n", page.Total), l.chosen(v, a)
		if page.TotalIsLowerBound {
			body.All = ""
		}
	}
}

// chosen are the filters as fields of the operation: times on the clocks of the page.
func (l *records[R, F]) chosen(v *visit, a *asking) (all []pair) {
	kinds, values := filtersOf(new(F)), a.all()
	for _, name := range slices.Sorted(maps.Keys(values)) {
		for _, text := range values[name] {
			if kinds[name] == reflect.TypeFor[*time.Time]() {
				at := slices.IndexFunc(l.facets, func(f facet) bool { return f.name == name })
				t, _ := momentOf(text, v.zone, v.app.Now(), at >= 0 && l.facets[at].through)
				text = t.In(v.zone).Format("2006-01-02T15:04")
			}
			all = append(all, pair{"filter." + name, text})
		}
	}
	return all
}

// nothing says what was looked for, in words.
func (l *records[R, F]) nothing(v *visit, a *asking, body *listBody) string {
	said := ""
	for _, c := range body.Chips {
		said += ", " + c.Label + " " + c.Value
	}
	if body.Query != "" {
		said += ", " + v.view.T("office.quoted", "text", body.Query)
	}
	for _, t := range body.Tabs {
		if t.Here {
			said = t.Text + said
		}
	}
	return v.view.T("office.nothing_fits", "what", said)
}
