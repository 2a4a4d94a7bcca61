package office

import (
	"marquee/app"
	"marquee/app/list"
	"marquee/app/report/sheet"
)

// records is a list of one sort of records, as a page shows it and as a file has it: R is a row, F
// what its area narrows it by. Columns, filters, views and actions are declared; the page, its rows
// on a phone, its form and its file come of that.
type records[R, F any] struct {
	// name is its address, and the middle of the keys of its words: office.orders_none.
	name  string
	needs app.Requirement
	// search is the filter that the field for it sets.
	search  string
	facets  []facet
	views   []listView
	columns []column[R]
	// read gives a page of it.
	read func(v *visit, f F, q list.Request) (listed[R], error)
	// row names a row, and says where it leads.
	row func(v *visit, r *R) rowOf
	// sums says what all that is shown comes to, empty: nobody can say.
	sums func(v *visit, f F, total int64) (string, error)
	// operation is what a form asks for of rows that are chosen, and actions what it can be told to do.
	operation string
	actions   []action
	// fixed is set by the page that the list stands on: that of an event.
	fixed func(v *visit) map[string]string
}

// listed is a page of a list.
type listed[R any] struct {
	Rows []R
	list.Info
}

// column is a column of a list.
type column[R any] struct {
	// word is the key of its title, class its width and its place on a phone.
	word, class string
	cell        func(v *visit, r *R) cell
	// sort is the value of the filter "sort" that puts the list into its order, empty: there is none.
	sort string
	// values are what stands in a file instead.
	values []value[R]
}

// value is a column of a file.
type value[R any] struct {
	word    string
	moments bool
	of      func(v *visit, r *R) any
}

// cell is what stands in a column.
type cell struct {
	Text, Sub, To string
	Chip          *chip
	// Mono are codes, Strong is what a row is known by.
	Mono, Strong bool
}

// rowOf is what a list needs of a row, whatever it is.
type rowOf struct {
	ID, Name, To string
	// Minor is an amount in minor units of a currency, for the sum of what is chosen.
	Minor    int64
	Currency int64
}

// listView is one way to look at a list, shown as a tab.
type listView struct {
	key string
	set map[string][]string
	// count: how many there are is said beside it.
	count bool
}

// action is what can be done to rows that are chosen.
type action struct {
	key, icon string
	needs     app.Requirement
	// apart: it stands in the menu of those that are rare. until: it asks until when.
	apart, until bool
}

// newRecords declares a list. A filter that its area does not have, and so has no index for, is a
// mistake of the program.
func newRecords[R, F any](l records[R, F]) *records[R, F] {
	known := filtersOf(new(F))
	must := func(name string) {
		if _, ok := known[name]; !ok && name != "" {
			panic("office: the list " + l.name + " has no filter " + name)
		}
	}
	must(l.search)
	for i := range l.facets {
		must(l.facets[i].name)
		l.facets[i].kind = known[l.facets[i].name]
	}
	for _, v := range l.views {
		for name := range v.set {
			must(name)
		}
	}
	for _, c := range l.columns {
		if c.sort != "" {
			must("sort")
		}
	}
	return &l
}

// file is the columns of a file of the list.
func (l *records[R, F]) file(v *visit) (columns []sheet.Column, values []value[R]) {
	for _, c := range l.columns {
		for _, one := range c.values {
			columns = append(columns, sheet.Column{Key: v.view.T(one.word), Label: v.view.T(one.word), Moments: one.moments})
			values = append(values, one)
		}
	}
	return columns, values
}
