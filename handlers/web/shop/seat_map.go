package shop

import (
	"fmt"
	"html/template"
	"strings"
	"unicode/utf8"

	"marquee/app/seating"
	"marquee/app/shop"
	"marquee/handlers/web/page"
)

// seatMap draws the seats where they are, the names of the rows at their ends, and the stage. It
// is a picture beside the list: what can be done with it, can be done there. A script lets seats
// be chosen in it.
func seatMap(v *page.View, rows []shop.Row, stage *seating.Point) template.HTML {
	m := seatDrawing{size: pitch(rows)}
	for _, r := range rows {
		for _, s := range r.Seats {
			m.include(s.At)
		}
	}
	if m.right == m.left && m.bottom == m.top {
		return "" // a plan without places
	}
	if stage != nil {
		m.drawStage(*stage, v.T("shop.stage"))
	}
	for _, r := range rows {
		m.drawNames(&r)
	}
	for _, r := range rows {
		for _, s := range r.Seats {
			m.drawSeat(&s)
		}
	}
	around := fmt.Sprintf(`<svg class="seat-map" viewBox="%d %d %d %d" aria-hidden="true">`, m.left-m.size, m.top-m.size, m.right-m.left+2*m.size, m.bottom-m.top+2*m.size)
	return template.HTML(around + m.text.String() + `</svg>`)
}

// seatDrawing is a map while it is drawn.
type seatDrawing struct {
	text                     strings.Builder
	size                     int64 // the least distance of two neighbours
	some                     bool
	left, top, right, bottom int64 // what is drawn lies between
}

// include makes room for a place.
func (m *seatDrawing) include(p seating.Point) {
	if !m.some {
		m.left, m.right, m.top, m.bottom, m.some = p.X, p.X, p.Y, p.Y, true
	}
	m.left, m.right, m.top, m.bottom = min(m.left, p.X), max(m.right, p.X), min(m.top, p.Y), max(m.bottom, p.Y)
}

// drawStage draws where everybody looks: across, unless it lies beside the seats. What is far
// away is drawn nearer, as the seats are what the map is for.
func (m *seatDrawing) drawStage(at seating.Point, name string) {
	far := 4 * m.size
	at.X, at.Y = min(max(at.X, m.left-far), m.right+far), min(max(at.Y, m.top-far), m.bottom+far)
	wide, high, turn := (m.right-m.left)*2/5, 2*m.size, ""
	if beside := at.X < m.left || at.X > m.right; beside && at.Y >= m.top && at.Y <= m.bottom {
		wide, high = high, (m.bottom-m.top)*2/5
		turn = fmt.Sprintf(` transform="rotate(-90 %d %d)"`, at.X, at.Y)
	}
	wide, high = max(wide, 2*m.size), max(high, 2*m.size)
	m.include(seating.Point{X: at.X - wide/2, Y: at.Y - high/2})
	m.include(seating.Point{X: at.X + wide/2, Y: at.Y + high/2})
	fmt.Fprintf(&m.text, `<rect class="stage" x="%d" y="%d" width="%d" height="%d" rx="%d"/>`, at.X-wide/2, at.Y-high/2, wide, high, m.size/2)
	m.word(at, m.size, template.HTMLEscapeString(name), turn)
}

// drawNames writes the name of a row before its first and behind its last seat.
func (m *seatDrawing) drawNames(r *shop.Row) {
	name := r.Name[strings.LastIndex(r.Name, " ")+1:]
	n := len(r.Seats)
	if n < 2 || name == "" || utf8.RuneCountInString(name) > maxRowName {
		return
	}
	for _, end := range [][2]seating.Point{{r.Seats[0].At, r.Seats[1].At}, {r.Seats[n-1].At, r.Seats[n-2].At}} {
		at := seating.Point{X: 2*end[0].X - end[1].X, Y: 2*end[0].Y - end[1].Y}
		m.include(at)
		m.word(at, m.size*4/5, template.HTMLEscapeString(name), "")
	}
}

// maxRowName is how long the name of a row may be to stand on the map.
const maxRowName = 4

func (m *seatDrawing) word(at seating.Point, size int64, escaped, turn string) {
	fmt.Fprintf(&m.text, `<text x="%d" y="%d" font-size="%d"%s>%s</text>`, at.X, at.Y, size, turn, escaped)
}

// pitch is the least distance of two neighbours.
func pitch(rows []shop.Row) int64 {
	least := int64(0)
	for _, r := range rows {
		for i := 1; i < len(r.Seats); i++ {
			a, b := r.Seats[i-1].At, r.Seats[i].At
			if d := abs(a.X-b.X) + abs(a.Y-b.Y); d > 0 && (least == 0 || d < least) {
				least = d
			}
		}
	}
	return max(least, 4)
}

func abs(n int64) int64 {
	if n < 0 {
		return -n
	}
	return n
}

// drawSeat draws a seat in the shape and the colour of its price band. What is taken is a dot.
func (m *seatDrawing) drawSeat(s *shop.Spot) {
	r := m.size * 2 / 5
	class := fmt.Sprintf("band%d", s.Band%bandColours)
	switch {
	case s.Mine:
		class = "mine"
	case !s.Free:
		fmt.Fprintf(&m.text, `<circle class="taken" cx="%d" cy="%d" r="%d"/>`, s.At.X, s.At.Y, max(r/3, 1))
		return
	}
	switch s.Band % bandShapes {
	case 0:
		fmt.Fprintf(&m.text, `<circle class="%s" data-seat="%d" cx="%d" cy="%d" r="%d"/>`, class, s.ID, s.At.X, s.At.Y, r)
	case 1:
		fmt.Fprintf(&m.text, `<path class="%s" data-seat="%d" d="M%d %dh%dv%dh-%dz"/>`, class, s.ID, s.At.X-r, s.At.Y-r, 2*r, 2*r, 2*r)
	default:
		fmt.Fprintf(&m.text, `<path class="%s" data-seat="%d" d="M%d %dl%d %dl-%d %dl-%d -%dz"/>`, class, s.ID, s.At.X, s.At.Y-r, r, r, r, r, r, r)
	}
}
