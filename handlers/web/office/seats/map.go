package seats

import (
	"fmt"
	"html/template"
	"strconv"
	"strings"

	"marquee/app/company"
	"marquee/app/seating"
	"marquee/handlers/web/office/screen"
)

// drawing is a map while it is drawn. It is a picture beside the list: what can be done with
// it, can be done there. A script lets seats be chosen in it.
type drawing struct {
	text                     strings.Builder
	size                     int64 // of a seat
	some                     bool
	left, top, right, bottom int64
}

func (d *drawing) include(p seating.Point) {
	if !d.some {
		d.left, d.right, d.top, d.bottom, d.some = p.X, p.X, p.Y, p.Y, true
	}
	d.left, d.right, d.top, d.bottom = min(d.left, p.X), max(d.right, p.X), min(d.top, p.Y), max(d.bottom, p.Y)
}

// done is the map; a plan whose seats have no places has none.
func (d *drawing) done() template.HTML {
	if d.right == d.left && d.bottom == d.top {
		return ""
	}
	return template.HTML(fmt.Sprintf(`<svg class="plan-map" viewBox="%d %d %d %d" aria-hidden="true" data-map>%s</svg>`,
		d.left-d.size, d.top-d.size, d.right-d.left+2*d.size, d.bottom-d.top+2*d.size, d.text.String()))
}

// stage draws where everybody looks.
func (d *drawing) stage(at *seating.Point, name string) {
	if at == nil {
		return
	}
	p := seating.Point{X: min(max(at.X, d.left), d.right), Y: min(max(at.Y, d.top-3*d.size), d.bottom+3*d.size)}
	wide, high := max((d.right-d.left)/3, 4*d.size), 2*d.size
	d.include(seating.Point{X: p.X, Y: p.Y - high})
	d.include(seating.Point{X: p.X, Y: p.Y + high})
	fmt.Fprintf(&d.text, `<rect class="stage" x="%d" y="%d" width="%d" height="%d" rx="%d"/>`, p.X-wide/2, p.Y-high/2, wide, high, d.size/2)
	d.word(p, d.size, name)
}

func (d *drawing) word(at seating.Point, size int64, text string) {
	fmt.Fprintf(&d.text, `<text x="%d" y="%d" font-size="%d">%s</text>`, at.X, at.Y, size, template.HTMLEscapeString(text))
}

// drawSeats draws every seat where it is, in the shape of its price band.
func drawSeats(v *screen.Visit, list *seating.SpaceList, p *seating.Plan) template.HTML {
	d := &drawing{size: pitch(list.Spaces)}
	bands := map[int64]int{}
	for i, b := range list.Bands {
		bands[b.ID] = i
	}
	for i := range list.Spaces {
		if !list.Spaces[i].General {
			d.include(list.Spaces[i].At)
		}
	}
	if list.Focal != nil {
		d.stage(list.Focal, v.View.T("office.seats_stage"))
	}
	last := ""
	for i := range list.Spaces {
		s := &list.Spaces[i]
		if s.General || s.Status == seating.IsHidden {
			continue
		}
		if name := rowName(&s.Place); name != last && i+1 < len(list.Spaces) {
			last = name
			d.rowLabel(s, &list.Spaces[i+1])
		}
		d.seat(s, bands[s.BandID], p)
	}
	return d.done()
}

// rowLabel writes the name of a row before its first seat.
func (d *drawing) rowLabel(s, next *seating.SpaceView) {
	name := s.Row + s.Table
	if len(name) == 0 || len(name) > 4 {
		return
	}
	at := seating.Point{X: 2*s.At.X - next.At.X, Y: 2*s.At.Y - next.At.Y}
	d.include(at)
	d.word(at, d.size*4/5, name)
}

func (d *drawing) seat(s *seating.SpaceView, band int, p *seating.Plan) {
	r := d.size * 2 / 5
	switch s.Status {
	case seating.IsSold, seating.IsReserved:
		fmt.Fprintf(&d.text, `<circle class="sold" cx="%d" cy="%d" r="%d"/>`, s.At.X, s.At.Y, max(r/2, 1))
		return
	case seating.IsHeld:
		fmt.Fprintf(&d.text, `<g class="held hold%d" data-seat="%d"><circle cx="%d" cy="%d" r="%d"/><text x="%d" y="%d" font-size="%d">%s</text></g>`,
			s.HoldID%3, s.SpaceID, s.At.X, s.At.Y, r, s.At.X, s.At.Y, r*5/4, template.HTMLEscapeString(initial(holdName(p, s.HoldID))))
		return
	case seating.IsUnavailable:
		fmt.Fprintf(&d.text, `<circle class="off" data-seat="%d" cx="%d" cy="%d" r="%d"/>`, s.SpaceID, s.At.X, s.At.Y, r)
		return
	}
	d.text.WriteString(shape(band, s.SpaceID, s.At, r))
}

// shape is that of a price band, so that colour is not all that tells them apart.
func shape(band int, id int64, at seating.Point, r int64) string {
	data := ""
	if id != 0 {
		data = ` data-seat="` + strconv.FormatInt(id, 10) + `"`
	}
	switch band % 3 {
	case 0:
		return fmt.Sprintf(`<circle class="band%d"%s cx="%d" cy="%d" r="%d"/>`, band%5, data, at.X, at.Y, r)
	case 1:
		return fmt.Sprintf(`<rect class="band%d"%s x="%d" y="%d" width="%d" height="%d" rx="%d"/>`, band%5, data, at.X-r, at.Y-r, 2*r, 2*r, r/3)
	}
	return fmt.Sprintf(`<path class="band%d"%s d="M%d %dl%d %dl-%d %dl-%d -%dz"/>`, band%5, data, at.X, at.Y-r, r, r, r, r, r, r)
}

// drawParts draws the parts of a large plan by the places of their seats.
func drawParts(v *screen.Visit, b *sellBody, list *seating.SpaceList) template.HTML {
	d := &drawing{size: pitch(list.Spaces)}
	around := map[string]*drawing{}
	for i := range list.Spaces {
		s := &list.Spaces[i]
		if s.General {
			continue
		}
		d.include(s.At)
		name := partName(s)
		if around[name] == nil {
			around[name] = &drawing{}
		}
		around[name].include(s.At)
	}
	for _, p := range b.Parts {
		box := around[p.Name]
		if box == nil {
			continue
		}
		pad, wide := d.size/2, box.right-box.left
		fmt.Fprintf(&d.text, `<a class="part" tabindex="-1" href="%s"><rect x="%d" y="%d" width="%d" height="%d" rx="%d"/>`, template.HTMLEscapeString(p.To),
			box.left-pad, box.top-pad, wide+2*pad, box.bottom-box.top+2*pad, d.size)
		d.word(seating.Point{X: (box.left + box.right) / 2, Y: (box.top + box.bottom) / 2}, max(d.size, (wide+2*pad)/12), p.Name)
		d.text.WriteString(`</a>`)
	}
	d.stage(list.Focal, v.View.T("office.seats_stage"))
	return d.done()
}

// pitch is the least distance of two seats that follow each other.
func pitch(all []seating.SpaceView) int64 {
	least := int64(0)
	for i := 1; i < len(all); i++ {
		a, b := all[i-1].At, all[i].At
		if n := max(abs(a.X-b.X), abs(a.Y-b.Y)); n > 0 && !all[i].General && (least == 0 || n < least) {
			least = n
		}
	}
	return max(least, 10)
}

func abs(n int64) int64 { return max(n, -n) }

// legendOf says what is drawn how.
func legendOf(v *screen.Visit, list *seating.SpaceList, c count) (all []legend) {
	for i, b := range list.Bands {
		all = append(all, legend{"band" + strconv.Itoa(i%5) + " shape" + strconv.Itoa(i%3), b.Name, priceOf(v, b.Offers)})
	}
	for _, s := range []struct {
		sign string
		n    int64
	}{{"sold", c.sold}, {"held", c.held}, {"off", c.off}} {
		if s.n > 0 {
			all = append(all, legend{"is-" + s.sign, v.View.T("office.seats_legend_" + s.sign), v.View.Number(s.n)})
		}
	}
	return all
}

// priceOf is the first price of a price band.
func priceOf(v *screen.Visit, offers []seating.Offer) string {
	for _, o := range offers {
		for _, p := range o.Prices {
			if cur, ok := company.CurrencyByID(p.CurrencyID); ok {
				return v.View.Amount(cur, p.Base)
			}
		}
	}
	return ""
}
