package chart_test

import (
	"strings"
	"testing"

	"marquee/app/locale"
	"marquee/app/report/chart"

	"github.com/matryer/is"
)

// TestBarsOnEachOther: stacked bars begin where those below them end, and the scale is for their sum.
func TestBarsOnEachOther(t *testing.T) {
	is := is.New(t)
	c := chart.Chart{
		ID: "x", Language: locale.English, Form: chart.Stacked, Columns: []chart.Column{{Label: "Mon"}, {Label: "Tue"}},
		Series: []chart.Series{{Name: "Shop", Values: []int64{30, 10}}, {Name: "Till", Values: []int64{20, 0}}},
	}
	svg := c.SVG()
	is.True(strings.Contains(svg, ">60</text>")) // above 30 and 20
	first, second := path(svg, "s1"), path(svg, "s2")
	// The upper bar ends below where the lower one began to rise: M x y V y h w V y z.
	top := strings.Split(strings.TrimPrefix(first, "M"), "V")[1]
	is.True(strings.HasPrefix(second, "M"))
	is.True(strings.Contains(second, " "+strings.Split(top, "h")[0]+"V"))
	is.Equal(strings.Count(second, "M"), 1) // nothing of Tuesday
}

// TestWhatIsNotOver: the last bar is drawn apart where its time is not over.
func TestWhatIsNotOver(t *testing.T) {
	is := is.New(t)
	c := chart.Chart{ID: "x", Language: locale.English, Unfinished: true, Columns: make([]chart.Column, 3), Series: []chart.Series{{Values: []int64{1, 2, 3}}}}
	is.Equal(strings.Count(path(c.SVG(), "s1"), "M"), 2)
	is.Equal(strings.Count(path(c.SVG(), "s1 open"), "M"), 1)
	c.Unfinished = false
	is.Equal(strings.Count(path(c.SVG(), "s1"), "M"), 3)
}

// path is the first drawing of a class.
func path(svg, class string) string {
	_, rest, _ := strings.Cut(svg, `<path class="`+class+`"`)
	_, rest, _ = strings.Cut(rest, ` d="`)
	d, _, _ := strings.Cut(rest, `"`)
	return d
}
