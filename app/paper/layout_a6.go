package paper

const (
	a6Width, a6Height = 105.0, 148.0
	a6Margin          = 5.0
	a6Header          = 25.0
	a6Code            = 52.0
)

// drawA6 puts the code below the name of the event, what it is for below that.
func drawA6(c *canvas, d *Document, t *Ticket, s *Symbol) {
	c.page(a6Width, a6Height)
	w := a6Width - 2*a6Margin
	c.header(d, t, a6Margin, a6Margin, w, a6Header, a6Height-2*a6Margin)
	top := a6Margin + a6Header + 2
	c.stub(s, t, a6Margin+4, top, w-8, a6Code)
	top += a6Code + 1
	c.dashed(a6Margin, top, a6Margin+w, top)
	half := (w - 12) / 2
	all := c.fields(t)
	h := a6Height - a6Margin - 11 - top
	c.columnWithin(a6Margin+4, top+2, half, h, 8, all[:4])
	c.columnWithin(a6Margin+8+half, top+2, half, h, 8, all[4:])
	c.row(a6Margin+4, a6Height-a6Margin-9, w-8, 7, c.small(t))
}
