package records

import (
	"marquee/app"
	"marquee/app/list"
	"marquee/app/report/sheet"
	"marquee/handlers/web/office/screen"
)

// List is a list of one sort of records, as a page shows it and as a file has it: R is a row, F
// what its area narrows it by. Columns, filters, views and actions are declared; the page, its rows
// on a phone, its form and its file come of that.
type List[R, F any] struct {
	// Name is its address, and the middle of the keys of its words: office.orders_none.
	Name  string
	Needs app.Requirement
	// Search is the filter that the field for it sets.
	Search  string
	Facets  []Facet
	Views   []View
	Columns []Column[R]
	// Read gives a page of it.
	Read func(v *screen.Visit, f F, q list.Request) (Page[R], error)
	// Row names a row, and says where it leads.
	Row func(v *screen.Visit, r *R) Row
	// Sums says what all that is shown comes to, empty: nobody can say.
	Sums func(v *screen.Visit, f F, total int64) (string, error)
	// Operation is what a form asks for of rows that are chosen, and actions what it can be told to do.
	Operation string
	Actions   []Action
	// Fixed is set by the page that the list stands on: that of an event.
	Fixed func(v *screen.Visit) map[string]string
}

// Page is a page of a list.
type Page[R any] struct {
	Rows []R
	list.Info
}

// Column is a column of a list.
type Column[R any] struct {
	// Word is the key of its title, class its width and its place on a phone.
	Word, Class string
	Cell        func(v *screen.Visit, r *R) Cell
	// sort is the value of the filter "sort" that puts the list into its order, empty: there is none.
	sort string
	// Values are what stands in a file instead.
	Values []Value[R]
}

// Value is a column of a file.
type Value[R any] struct {
	Word    string
	Moments bool
	Of      func(v *screen.Visit, r *R) any
}

// Cell is what stands in a column.
type Cell struct {
	Text, Sub, To string
	Chip          *screen.Chip
	// Mono are codes, Strong is what a row is known by.
	Mono, Strong bool
}

// Row is what a list needs of a row, whatever it is.
type Row struct {
	ID, Name, To string
	// Minor is an amount in minor units of a currency, for the sum of what is chosen.
	Minor    int64
	Currency int64
}

// View is one way to look at a list, shown as a tab.
type View struct {
	Key string
	Set map[string][]string
	// Count: how many there are is said beside it.
	Count bool
}

// Action is what can be done to rows that are chosen.
type Action struct {
	Key, Icon string
	Needs     app.Requirement
	// Apart: it stands in the menu of those that are rare. until: it asks until when.
	Apart, Until bool
}

// New declares a list. A filter that its area does not have, and so has no index for, is a
// mistake of the program.
func New[R, F any](l List[R, F]) *List[R, F] {
	known := filtersOf(new(F))
	must := func(name string) {
		if _, ok := known[name]; !ok && name != "" {
			panic("office: the list " + l.Name + " has no filter " + name)
		}
	}
	must(l.Search)
	for i := range l.Facets {
		must(l.Facets[i].Name)
		l.Facets[i].kind = known[l.Facets[i].Name]
	}
	for _, v := range l.Views {
		for name := range v.Set {
			must(name)
		}
	}
	for _, c := range l.Columns {
		if c.sort != "" {
			must("sort")
		}
	}
	return &l
}

// file is the columns of a file of the list.
func (l *List[R, F]) file(v *screen.Visit) (columns []sheet.Column, values []Value[R]) {
	for _, c := range l.Columns {
		for _, one := range c.Values {
			columns = append(columns, sheet.Column{Key: v.View.T(one.Word), Label: v.View.T(one.Word), Moments: one.Moments})
			values = append(values, one)
		}
	}
	return columns, values
}
