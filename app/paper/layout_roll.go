package paper

const (
	rollWidth  = 80.0
	rollMargin = 4.0
	rollCode   = 50.0
	// rollMost is the longest ticket; what a printer cuts is as long as its text.
	rollMost = 400.0
)

// drawRoll prints in one column and in black alone, as a thermal printer does, on a
// page that ends where the ticket does.
func drawRoll(c *canvas, d *Document, t *Ticket, s *Symbol) {
	if c.scratch == nil {
		c.scratch = newCanvas(d)
		c.scratch.page(rollWidth, rollMost)
	}
	h := c.scratch.roll(d, t, s)
	c.page(rollWidth, min(h, rollMost))
	c.roll(d, t, s)
}

func (c *canvas) roll(d *Document, t *Ticket, s *Symbol) float64 {
	w := rollWidth - 2*rollMargin
	y := rollMargin
	y += c.centered(rollMargin, y, w, 2, style{9, false, black}, d.Issuer.Name) + 1
	y += c.centered(rollMargin, y, w, 3, style{16, true, black}, t.Event) + 2
	side, left := rollCode, rollMargin+(w-rollCode)/2
	if s.Linear() {
		side, left = w, rollMargin
	}
	y += c.symbol(s, left, y, side, 25) + 1
	y += c.centered(rollMargin, y, w, 2, style{9, true, black}, groups(t.Barcode)) + 2
	y = c.column(rollMargin, y, w, 10, c.fields(t))
	c.row(rollMargin, y, w, 8, c.small(t))
	y += style{8, false, black}.lineHeight()*2 + 2
	y += c.block(rollMargin, y, w, 12, style{7, false, black}, t.Terms)
	return y + rollMargin
}
