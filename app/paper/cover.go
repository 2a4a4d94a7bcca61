package paper

import (
	"context"
	"fmt"
	"io"
	"time"
)

// Cover is the sheet that lies on top of tickets that are sent by post: to whom, and what.
type Cover struct {
	Language string
	Issuer   Issuer
	// To are the lines of the address.
	To        string
	Reference string
	Date      string
	Lines     []CoverLine
	Total     string
	Notes     string
	Made      time.Time
}

// CoverLine is one kind of thing that is enclosed.
type CoverLine struct {
	Quantity int
	// What is its name, Where the event with its time.
	What, Where string
	Amount      string
}

// The sheet has its address where an envelope with a window shows it.
const (
	coverLeft, coverRight   = 25.0, 190.0
	windowTop, windowHeight = 45.0, 45.0
	windowWidth             = 80.0
	coverBody               = 105.0
	coverBottom             = 270.0
)

// WriteCover draws a cover sheet on A4, after what came before it. It names the characters
// that no font has.
func (p *Printer) WriteCover(ctx context.Context, w io.Writer, d *Cover) (missing []rune, err error) {
	leave, err := p.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	c := newCanvas(&Document{Language: d.Language, Title: d.Reference, Issuer: d.Issuer, Made: d.Made})
	c.page(a4Width, a4Height)
	c.cover(d)
	return c.lacking(), c.write(w)
}

func (c *canvas) cover(d *Cover) {
	c.block(coverLeft, windowTop, windowWidth, 1, style{7, false, grey}, d.Issuer.Name)
	c.block(coverLeft, windowTop+5, windowWidth, 7, style{11, false, black}, d.To)
	c.block(coverRight-60, windowTop, 60, 5, style{9, false, grey}, d.Issuer.Name+"\n"+d.Issuer.Address)
	y := coverBody
	c.block(coverRight-60, y, 60, 1, style{9, false, grey}, d.Date)
	y += c.block(coverLeft, y, 100, 1, style{16, true, black}, c.words.Cover) + 1
	y += c.block(coverLeft, y, 100, 1, style{10, false, grey}, c.words.Reference+" "+d.Reference) + 6
	y += c.block(coverLeft, y, 100, 1, style{9, true, grey}, c.words.Enclosed) + 1
	for i := range d.Lines {
		if y > coverBottom-25 {
			y += c.block(coverLeft, y, 100, 1, style{10, false, grey}, fmt.Sprintf("… %d", len(d.Lines)-i))
			break
		}
		y = c.coverLine(y, &d.Lines[i])
	}
	c.dashed(coverLeft, y+1, coverRight, y+1)
	y += 3
	c.block(coverLeft, y, 100, 1, style{11, true, black}, c.words.Total)
	y += c.block(coverRight-40, y, 40, 1, style{11, true, black}, d.Total) + 6
	c.block(coverLeft, y, coverRight-coverLeft, 6, style{10, false, black}, d.Notes)
}

// coverLine writes one line, and returns where it ended.
func (c *canvas) coverLine(y float64, l *CoverLine) float64 {
	c.block(coverLeft, y, 15, 1, style{10, false, black}, fmt.Sprintf("%d ×", l.Quantity))
	c.block(coverRight-40, y, 40, 1, style{10, false, black}, l.Amount)
	h := c.block(coverLeft+16, y, 105, 2, style{10, true, black}, l.What)
	h += c.block(coverLeft+16, y+h, 105, 2, style{9, false, grey}, l.Where)
	return y + h + 2
}
