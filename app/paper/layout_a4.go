package paper

import "strings"

// The ticket stands on the upper half of the sheet; folded twice, its code is on the
// outside. The lower half tells how to get in, and whose ticket it is.
const (
	a4Width, a4Height = 210.0, 297.0
	a4Margin          = 12.0
	a4Card            = 124.0 // height of the ticket
	a4Header          = 32.0
	a4Stub            = 66.0 // width of the part with the code
)

func drawA4(c *canvas, d *Document, t *Ticket, s *Symbol) {
	c.page(a4Width, a4Height)
	w := a4Width - 2*a4Margin
	c.header(d, t, a4Margin, a4Margin, w, a4Header, a4Card)
	tear := a4Margin + w - a4Stub
	body := a4Margin + a4Header
	c.dashed(tear, body, tear, a4Margin+a4Card)
	c.columnWithin(a4Margin+7, body+6, tear-a4Margin-14, a4Card-a4Header-22, 11, c.fields(t))
	c.row(a4Margin+7, a4Margin+a4Card-12, tear-a4Margin-14, 8.5, c.small(t))
	c.stub(s, t, tear+5, body+6, a4Stub-10, a4Margin+a4Card-body-12)
	c.fold(a4Height / 2)
	c.lowerHalf(d, t)
}

// header is the band with the event's name below whose it is, and its picture on the right.
func (c *canvas) header(d *Document, t *Ticket, x, y, w, h, card float64) {
	color := parseColor(d.Issuer.Color)
	c.card(x, y, w, card, h, 4, color)
	text := w - 14
	wide := min(h*1.6, w*0.28)
	if t.Picture != nil && c.picture(t.Picture, x+w-wide-4, y+4, wide, h-8) {
		text -= wide + 4
	}
	top := y + 5
	if high := c.whole(d.Issuer.Logo, x+7, y+3, text*0.6, h*0.24); high > 0 {
		top = y + 3 + high + 1
	} else {
		top += c.block(x+7, top, text, 1, style{h * 0.28, false, on(color)}, d.Issuer.Name) + 1
	}
	c.block(x+7, top, text, 2, style{h * 0.6, true, on(color)}, t.Event)
}

// stub is the code with its text in the middle of a box.
func (c *canvas) stub(s *Symbol, t *Ticket, x, y, w, h float64) {
	const bars = 30.0
	text := style{9, true, black}
	side := min(w, h-text.lineHeight()*2-2)
	left := x + (w-side)/2
	if s.Linear() {
		side, left = w, x
	}
	used := side
	if s.Linear() {
		used = bars
	}
	top := y + max(0, (h-used-text.lineHeight()*2-2)/2)
	top += c.symbol(s, left, top, side, bars) + 2
	c.centered(x, top, w, 2, text, groups(t.Barcode))
}

// groups writes a barcode in fours, as somebody reads it out. Long ones stay whole.
func groups(code string) string {
	rest := []rune(code)
	if len(rest) > 24 {
		return code
	}
	var parts []string
	for len(rest) > 4 {
		parts, rest = append(parts, string(rest[:4])), rest[4:]
	}
	return strings.Join(append(parts, string(rest)), " ")
}

func (c *canvas) fold(y float64) {
	c.dashed(0, y, a4Width, y)
	c.block(a4Margin, y+1, 60, 1, style{6.5, false, grey}, c.words.Fold)
	c.dashed(a4Width/2, y-6, a4Width/2, y+6)
	c.dashed(a4Width/2, a4Height-6, a4Width/2, a4Height)
}

func (c *canvas) lowerHalf(d *Document, t *Ticket) {
	const gap = 10
	top, w := a4Height/2+14, (a4Width-2*a4Margin-gap)/2
	y := top
	title, guide := c.words.GuideTitle, c.words.Guide
	if t.Voucher != "" {
		title, guide = c.words.VoucherTitle, c.words.VoucherGuide
	}
	y += c.block(a4Margin, y, w, 1, style{11, true, black}, title) + 2
	for _, line := range guide {
		y += c.block(a4Margin, y, w, 4, style{9.5, false, black}, line) + 2
	}
	x := a4Margin + w + gap
	left := c.column(x, top, w, 9.5, []field{
		{c.words.Issuer, d.Issuer.Name + "\n" + d.Issuer.Address, 6, false},
		{c.words.TaxNumber, d.Issuer.TaxNumber, 1, false},
		{c.words.Help, d.Issuer.Support, 2, false},
	})
	y = max(y, left) + 4
	if t.Terms == "" {
		return
	}
	y += c.block(a4Margin, y, w, 1, style{8, true, grey}, c.words.Terms) + 1
	terms := style{7.5, false, grey}
	c.block(a4Margin, y, a4Width-2*a4Margin, int((a4Height-10-y)/terms.lineHeight()), terms, t.Terms)
}
