package chart

import (
	"fmt"
	"html"
	"strconv"
	"strings"
)

// The picture and what of it is drawn on, in units of its own.
const (
	width, height        = 800, 320
	left, right          = 64, 12
	top, bottom          = 36, 36
	plotWide, plotHigh   = width - left - right, height - top - bottom
	widestBar, maxLabels = 48, 8
)

// dashes tell lines apart, and density bars.
var (
	dashes  = [MaxSeries]string{"", "8 4", "2 3", "12 4 2 4", "5 5", "1 6"}
	density = [MaxSeries]string{"0.9", "0.45", "0.7", "0.3", "0.55", "0.2"}
)

// SVG is the picture, to stand in a page or alone.
func (c *Chart) SVG() string {
	d := &drawing{Chart: c.bounded()}
	d.measure()
	fmt.Fprintf(&d.b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-labelledby="%s-title %s-about" data-plot="%d %d" fill="currentColor" font-family="system-ui, sans-serif" font-size="12">`,
		width, height, escape(c.ID), escape(c.ID), left, width-right)
	fmt.Fprintf(&d.b, "\n<title id=\"%s-title\">%s</title>\n<desc id=\"%s-about\">%s</desc>\n", escape(c.ID), escape(c.Title), escape(c.ID), escape(c.about()))
	d.scale()
	switch {
	case c.empty():
		d.text(left+plotWide/2, top+plotHigh/2, "middle", c.Nothing)
	case c.Form == Lines:
		d.lines()
	case c.Form == Stacked:
		d.stacked()
	default:
		d.bars()
	}
	d.names()
	d.legend()
	d.b.WriteString("</svg>\n")
	return d.b.String()
}

// about is the description: of nothing it says so.
func (c *Chart) about() string {
	if c.empty() {
		return c.About + " " + c.Nothing
	}
	return c.About
}

// drawing is a picture being drawn.
type drawing struct {
	*Chart
	b strings.Builder
	// least and most are the ends of the scale, step is between its lines.
	least, most, step int64
}

func (d *drawing) measure() {
	for _, s := range d.Series {
		for _, v := range s.Values {
			d.least, d.most = min(d.least, v), max(d.most, v)
		}
	}
	if d.Form == Stacked {
		for _, v := range added("", d.Series, len(d.Columns)).Values {
			d.most = max(d.most, v)
		}
	}
	d.step = step(max(d.most, -d.least))
	d.most = (d.most + d.step) / d.step * d.step
	if d.least < 0 {
		d.least = -(-d.least + d.step) / d.step * d.step
	}
}

// y is where a figure stands, x where a column begins.
func (d *drawing) y(v int64) float64 {
	return top + plotHigh*float64(d.most-v)/float64(d.most-d.least)
}

func (d *drawing) x(i int) float64 {
	return left + plotWide*float64(i)/float64(max(len(d.Columns), 1))
}

// number is a length with as many decimals as can be seen.
func number(f float64) string {
	return strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(f, 'f', 1, 64), "0"), ".")
}

func escape(s string) string { return html.EscapeString(s) }

func (d *drawing) text(x, y float64, anchor, text string) {
	fmt.Fprintf(&d.b, "<text x=\"%s\" y=\"%s\" text-anchor=\"%s\">%s</text>\n", number(x), number(y), anchor, escape(text))
}

// scale draws the lines behind the picture, with what they stand for.
func (d *drawing) scale() {
	for v := d.least; v <= d.most; v += d.step {
		y, ink := number(d.y(v)), "0.15"
		if v == 0 {
			ink = "0.6"
		}
		fmt.Fprintf(&d.b, "<path d=\"M%d %sH%d\" stroke=\"currentColor\" stroke-opacity=\"%s\"/>\n", left, y, width-right, ink)
		d.text(left-8, d.y(v)+4, "end", d.Language.Number(v))
	}
}

// names are below the columns, as many as there is room for.
func (d *drawing) names() {
	every, said := max(1, (len(d.Columns)+maxLabels-1)/maxLabels), ""
	for i := 0; i < len(d.Columns); i += every {
		if name := d.Columns[i].Short; name != said { // a day is said once, not with each of its hours
			d.text((d.x(i)+d.x(i+1))/2, height-bottom+18, "middle", name)
			said = name
		}
	}
}

// legend says which series is which, where there are several.
func (d *drawing) legend() {
	if len(d.Series) < 2 {
		return
	}
	wide := float64(plotWide) / float64(len(d.Series))
	for i, s := range d.Series {
		x := left + wide*float64(i)
		if d.Form == Lines {
			fmt.Fprintf(&d.b, "<path class=\"s%d\" d=\"M%s 14h24\" stroke=\"currentColor\" stroke-width=\"2\" stroke-dasharray=\"%s\"/>\n", i+1, number(x), dashes[i])
		} else {
			fmt.Fprintf(&d.b, "<rect class=\"s%d\" x=\"%s\" y=\"8\" width=\"24\" height=\"12\" fill-opacity=\"%s\"/>\n", i+1, number(x), density[i])
		}
		d.text(x+30, 18, "start", shortened(s.Name, int(wide-34)/7))
	}
}

// shortened cuts a text to so many characters.
func shortened(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:max(most-1, 0)]) + "…"
	}
	return s
}

// bars stand beside each other in their column.
func (d *drawing) bars() {
	room := d.x(1) - d.x(0)
	wide := min(room*0.8/float64(len(d.Series)), widestBar)
	for i, s := range d.Series {
		d.series(i, s.Values, func(at int, v int64) string {
			x := d.x(at) + (room-wide*float64(len(d.Series)))/2 + wide*float64(i)
			return d.bar(x, wide, 0, v)
		})
	}
}

// stacked bars stand on each other.
func (d *drawing) stacked() {
	room := d.x(1) - d.x(0)
	wide := min(room*0.8, widestBar)
	below := make([]int64, len(d.Columns))
	for i, s := range d.Series {
		d.series(i, s.Values, func(at int, v int64) string {
			from := below[at]
			below[at] += v
			return d.bar(d.x(at)+(room-wide)/2, wide, from, from+v)
		})
	}
}

// series draws the bars of one of them. The last one is lighter where its column is not over.
func (d *drawing) series(i int, values []int64, bar func(at int, v int64) string) {
	var bars, last strings.Builder
	for at, v := range values {
		switch {
		case v == 0:
		case d.Unfinished && at == len(values)-1:
			last.WriteString(bar(at, v))
		default:
			bars.WriteString(bar(at, v))
		}
	}
	fmt.Fprintf(&d.b, "<path class=\"s%d\" fill-opacity=\"%s\" d=\"%s\"/>\n", i+1, density[i], bars.String())
	if last.Len() > 0 {
		fmt.Fprintf(&d.b, "<path class=\"s%d open\" fill-opacity=\"0.4\" d=\"%s\"/>\n", i+1, last.String())
	}
}

// bar is one from a figure up to another.
func (d *drawing) bar(x, wide float64, from, to int64) string {
	return fmt.Sprintf("M%s %sV%sh%sV%sz", number(x), number(d.y(from)), number(d.y(to)), number(wide), number(d.y(from)))
}

// lines join what stands in the middle of each column. One column alone is a dot.
func (d *drawing) lines() {
	for i, s := range d.Series {
		middle := func(at int) string { return number((d.x(at) + d.x(at+1)) / 2) }
		if len(s.Values) == 1 {
			fmt.Fprintf(&d.b, "<circle class=\"s%d\" cx=\"%s\" cy=\"%s\" r=\"4\" fill-opacity=\"%s\"/>\n", i+1, middle(0), number(d.y(s.Values[0])), density[i])
			continue
		}
		fmt.Fprintf(&d.b, "<path class=\"s%d\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\" stroke-linejoin=\"round\" stroke-dasharray=\"%s\" d=\"", i+1, dashes[i])
		for at, v := range s.Values {
			join := "L"
			if at == 0 {
				join = "M"
			}
			d.b.WriteString(join + middle(at) + " " + number(d.y(v)))
		}
		d.b.WriteString("\"/>\n")
	}
}
