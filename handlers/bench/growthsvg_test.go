package bench

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// The drawing, in its own units.
const (
	svgWide, svgHigh         = 760, 420
	svgLeft, svgRight        = 60, 540
	svgTop, svgBottom        = 30, 370
	svgMost                  = 2.5 // times the cost on the smallest store
	svgLabel, svgLabelHeight = svgRight + 14, 15
)

var svgColours = []string{"#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22", "#17becf", "#393b79", "#637939", "#8c6d31"}

// drawGrowth draws the cost of each operation, as times its cost on the smallest
// store, over the size of the store.
func drawGrowth(sizes []int64, lines []growthLine) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">`+"\n", svgWide, svgHigh)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" fill="white"/>`+"\n"+`<text x="%d" y="18">cost of one request, times that on the smallest store</text>`+"\n", svgLeft)
	for _, y := range []float64{0, 0.5, 1, 1.5, 2, 2.5} {
		colour := "#ddd"
		if y == growthLimit {
			colour = "#d00"
		}
		fmt.Fprintf(&b, `<path d="M%d %.1fH%d" stroke="%s"/><text x="%d" y="%.1f" text-anchor="end">%.1f</text>`+"\n", svgLeft, svgY(y), svgRight, colour, svgLeft-8, svgY(y)+4, y)
	}
	for i, n := range sizes {
		fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle">%s</text>`+"\n", svgX(sizes, i), svgBottom+20, grouped(n))
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">order items in the store</text>`+"\n", (svgLeft+svgRight)/2, svgBottom+40)
	drawLines(&b, sizes, lines)
	b.WriteString("</svg>\n")
	return b.String()
}

// drawLines draws the operations, those that grow most on top; labels keep apart.
func drawLines(b *strings.Builder, sizes []int64, lines []growthLine) {
	last := len(sizes) - 1
	sorted := slices.Clone(lines)
	slices.SortFunc(sorted, func(a, c growthLine) int { return int(math.Copysign(1, c.over(last)-a.over(last))) })
	label := float64(svgTop)
	for n, l := range sorted {
		colour := svgColours[n%len(svgColours)]
		b.WriteString(`<polyline fill="none" stroke-width="1.5" stroke="` + colour + `" points="`)
		for i := range sizes {
			fmt.Fprintf(b, "%.1f,%.1f ", svgX(sizes, i), svgY(min(l.over(i), svgMost)))
		}
		label = max(label+svgLabelHeight, svgY(l.over(last))-float64(len(sorted)-2*n)*svgLabelHeight/2)
		fmt.Fprintf(b, `"/><path d="M%d %.1fL%d %.1f" stroke="%s" stroke-width="0.5"/>`, svgRight, svgY(min(l.over(last), svgMost)), svgLabel-2, label-4, colour)
		fmt.Fprintf(b, `<text x="%d" y="%.1f" fill="%s">%s %.2f</text>`+"\n", svgLabel, label, colour, l.name, l.over(last))
	}
}

func svgX(sizes []int64, i int) float64 {
	if len(sizes) == 1 {
		return svgLeft
	}
	at := func(i int) float64 { return math.Log(float64(sizes[i])) }
	return svgLeft + (svgRight-svgLeft)*(at(i)-at(0))/(at(len(sizes)-1)-at(0))
}

func svgY(times float64) float64 { return svgBottom - (svgBottom-svgTop)*times/svgMost }
