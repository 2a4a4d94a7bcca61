package chart

import "marquee/app/locale"

const (
	// MaxColumns is how many columns a picture and its table have.
	MaxColumns = 400
	// MaxSeries is how many series are told apart; the others are added up.
	MaxSeries = 6
)

// Form is how the figures are drawn.
type Form int

// The forms.
const (
	Bars Form = iota
	Lines
	// Stacked bars stand on each other: their sum counts, too. None is below zero.
	Stacked
)

// Column is a place along the picture.
type Column struct {
	// Label is its name in the table, Short the one below the picture.
	Label, Short string
}

// Series is one figure in every column.
type Series struct {
	Name   string
	Values []int64
}

// Chart is what is drawn.
type Chart struct {
	// ID tells pictures on one page apart.
	ID       string
	Language locale.Language
	Title    string
	// About says in a sentence what the picture shows, Nothing that there is nothing yet.
	About, Nothing string
	// Head is what the columns are, Others what the series are called that are added up.
	Head, Others string
	Form         Form
	// Unfinished: the last column is not over, and is drawn lighter. Of bars alone.
	Unfinished bool
	Columns    []Column
	Series     []Series
	// Beside stands in the table alone, written by Amount where that is not nil.
	Beside *Series
	Amount func(int64) string
}

// empty tells that there is nothing to be drawn.
func (c *Chart) empty() bool {
	for _, s := range c.Series {
		for _, v := range s.Values {
			if v != 0 {
				return false
			}
		}
	}
	return true
}

// bounded is the chart with no more columns and series than are drawn.
func (c *Chart) bounded() *Chart {
	out := *c
	if len(c.Series) > MaxSeries {
		out.Series = append([]Series{}, c.Series[:MaxSeries-1]...)
		out.Series = append(out.Series, added(c.Others, c.Series[MaxSeries-1:], len(c.Columns)))
	}
	size := (len(c.Columns) + MaxColumns - 1) / MaxColumns
	if size < 2 {
		return &out
	}
	out.Columns = nil
	for i := 0; i < len(c.Columns); i += size {
		last := c.Columns[min(i+size, len(c.Columns))-1]
		out.Columns = append(out.Columns, Column{c.Columns[i].Label + " – " + last.Label, c.Columns[i].Short})
	}
	series := out.Series
	out.Series = nil
	for _, s := range series {
		out.Series = append(out.Series, Series{s.Name, c.together(s.Values, size)})
	}
	if c.Beside != nil {
		out.Beside = &Series{c.Beside.Name, c.together(c.Beside.Values, size)}
	}
	return &out
}

// together puts columns together, size at a time.
func (c *Chart) together(values []int64, size int) (out []int64) {
	for i := 0; i < len(values); i += size {
		some := values[i:min(i+size, len(values))]
		sum := some[len(some)-1]
		if c.Form != Lines {
			sum = 0
			for _, v := range some {
				sum += v
			}
		}
		out = append(out, sum)
	}
	return out
}

// added is the sum of some series.
func added(name string, all []Series, columns int) Series {
	out := Series{name, make([]int64, columns)}
	for _, s := range all {
		for i, v := range s.Values {
			out.Values[i] += v
		}
	}
	return out
}

// step is the distance of the lines behind the picture: 1, 2 or 5 times a power of ten, so
// that there are five of them at most.
func step(most int64) int64 {
	for power := int64(1); ; power *= 10 {
		for _, n := range [...]int64{1, 2, 5} {
			if most/(n*power) < 5 {
				return n * power
			}
		}
	}
}
