package paper

import "strings"

// field is a label with its value.
type field struct {
	label, value string
	// lines is how many the value may take; strong makes it stand out.
	lines  int
	strong bool
}

// fields of a ticket in the order in which somebody at a door reads them.
func (c *canvas) fields(t *Ticket) []field {
	place := t.Venue
	if t.Address != "" {
		place += "\n" + t.Address
	}
	demo := field{c.words.Demo, "", 2, true}
	if t.Demo {
		demo.value = c.words.DemoText
	}
	if t.Voucher != "" {
		return []field{
			demo,
			{c.words.Value, t.Voucher, 1, true},
			{c.words.Voucher, t.Item, 2, true},
			{c.words.For, t.Holder, 2, true},
			{c.words.Validity, t.Validity, 2, false},
			{c.words.Notes, t.Notes, 3, false},
		}
	}
	return []field{
		demo,
		{c.words.Date, t.Date, dateLines(t.Date), true},
		{c.words.Venue, place, 3, false},
		{c.words.Item, t.Item, 2, true},
		{c.words.Seat, t.Seat, 2, true},
		{c.words.Holder, t.Holder, 2, true},
		{c.words.Doors, t.Doors, 1, false},
		{c.words.Validity, t.Validity, 2, false},
		{c.words.Notes, t.Notes, 3, false},
	}
}

// dateLines is how many lines the dates of a ticket may take: a season ticket has many.
func dateLines(dates string) int {
	if strings.ContainsAny(dates, "\n·") {
		return 12
	}
	return 2
}

// small are those that nobody looks for first.
func (c *canvas) small(t *Ticket) []field {
	return []field{
		{c.words.Order, t.Order, 1, false},
		{c.words.Ticket, t.Number, 1, false},
		{c.words.Price, t.Price, 1, false},
	}
}

const (
	// labelShare is the size of a label ÷ that of its value.
	labelShare = 0.7
	// fieldGap is the space below a field ÷ the size of its value.
	fieldGap = 0.45
)

// column writes fields below each other and returns where it ended.
func (c *canvas) column(x, y, w float64, size float64, fields []field) float64 {
	for _, f := range fields {
		if f.value == "" {
			continue
		}
		y += c.block(x, y, w, 1, style{size * labelShare, false, grey}, f.label)
		y += c.block(x, y, w, f.lines, style{size, f.strong, black}, f.value) + size*mmPerPt*fieldGap
	}
	return y
}

// columnWithin is column in type that is small enough for a height.
func (c *canvas) columnWithin(x, y, w, h, size float64, fields []field) {
	for size > 5 && c.columnHeight(w, size, fields) > h {
		size -= 0.5
	}
	c.column(x, y, w, size, fields)

}

func (c *canvas) columnHeight(w, size float64, fields []field) (h float64) {
	for _, f := range fields {
		if f.value == "" {
			continue
		}
		rows, s := c.fit(w, f.lines, style{size, f.strong, black}, f.value)
		h += style{size: size * labelShare}.lineHeight() + float64(len(rows))*s.lineHeight() + size*mmPerPt*fieldGap
	}
	return h
}

// row writes fields beside each other in equal columns.
func (c *canvas) row(x, y, w float64, size float64, fields []field) {
	n := 0
	for _, f := range fields {
		if f.value != "" {
			n++
		}
	}
	for _, f := range fields {
		if f.value == "" {
			continue
		}
		c.column(x, y, w/float64(n)-2, size, []field{f})
		x += w / float64(n)
	}
}
