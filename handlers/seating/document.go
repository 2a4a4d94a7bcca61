package seating

import (
	"encoding/json"
	"slices"

	"marquee/app/seating"
)

// ReadDocument reads a seating plan. Mistakes are told with their paths behind a prefix.
// What is read is not looked at yet: see seating.Document.
func ReadDocument(b []byte, prefix string) (seating.Document, error) {
	r, d := newReader(b, prefix), seating.Document{}
	r.object(func(name string) bool {
		switch name {
		case "name":
			return r.text(&d.Name)
		case "focalPoint":
			return r.focal(&d)
		case "priceBands":
			return r.labels(&d.PriceBands)
		case "areas":
			return r.labels(&d.Areas)
		case "stands":
			return r.labels(&d.Stands)
		case "gates":
			return r.labels(&d.Gates)
		case "stairs":
			return r.labels(&d.Stairs)
		case "blocks":
			return entries(r, &d.Blocks, r.block)
		case "rows":
			return entries(r, &d.Rows, func(g *seating.Group) { r.group(g, false) })
		case "tables":
			return entries(r, &d.Tables, func(g *seating.Group) { r.group(g, true) })
		case "generalAdmissionAreas":
			return entries(r, &d.General, r.general)
		}
		return false
	})
	return d, r.end()
}

// entries reads a list of objects.
func entries[T any](r *reader, to *[]T, one func(*T)) bool {
	r.list(func() {
		var v T
		one(&v)
		*to = append(*to, v)
	})
	return true
}

func (r *reader) focal(d *seating.Document) bool {
	r.object(func(name string) bool {
		if d.Focal == nil {
			d.Focal = &seating.Position{}
		}
		return r.coordinate(name, d.Focal)
	})
	return true
}

func (r *reader) coordinate(name string, at *seating.Position) bool {
	switch name {
	case "x":
		return r.number(&at.X)
	case "y":
		return r.number(&at.Y)
	}
	return false
}

func (r *reader) labels(to *[]seating.Label) bool {
	return entries(r, to, func(l *seating.Label) {
		r.object(func(name string) bool {
			switch name {
			case "key":
				return r.text(&l.Key)
			case "name":
				return r.text(&l.Name)
			}
			return false
		})
	})
}

func (r *reader) block(b *seating.Block) {
	r.object(func(name string) bool {
		switch name {
		case "key":
			return r.text(&b.Key)
		case "name":
			return r.text(&b.Name)
		case "area":
			return r.text(&b.Area)
		case "stand":
			return r.text(&b.Stand)
		case "gates":
			return r.texts(&b.Gates)
		case "stairs":
			return r.texts(&b.Stairs)
		}
		return false
	})
}

func (r *reader) group(g *seating.Group, table bool) {
	r.object(func(name string) bool {
		switch name {
		case "name":
			return r.text(&g.Name)
		case "block":
			return r.text(&g.Block)
		case "area":
			return r.text(&g.Area)
		case "priceBand":
			return r.text(&g.Band)
		case "wholeOnly":
			return table && r.flag(&g.Whole)
		case "seats":
			return entries(r, &g.Seats, r.seat)
		}
		return false
	})
}

func (r *reader) seat(s *seating.Seat) {
	r.object(func(name string) bool {
		switch name {
		case "name":
			return r.text(&s.Name)
		case "priceBand":
			return r.text(&s.Band)
		case "gapAfter":
			return r.flag(&s.Gap)
		case "status":
			return r.mark(&s.Mark)
		}
		return r.coordinate(name, &s.At)
	})
}

func (r *reader) general(g *seating.General) {
	r.object(func(name string) bool {
		switch name {
		case "name":
			return r.text(&g.Name)
		case "areas":
			return r.texts(&g.Areas)
		case "priceBand":
			return r.text(&g.Band)
		case "capacity":
			return r.whole(&g.Capacity)
		case "status":
			return r.mark(&g.Mark)
		}
		return false
	})
}

func (r *reader) mark(to *seating.Mark) bool {
	var s string
	r.text(&s)
	at := slices.Index(seating.MarkNames, s)
	if at < 0 && s != "" {
		r.fail("must be one of %s", "available, unavailable, hidden")
	}
	*to = seating.Mark(max(at, 0))
	return true
}

// The form of a document as it is written; what is not needed is left out.
type (
	documentJSON struct {
		Name       string        `json:"name"`
		FocalPoint *positionJSON `json:"focalPoint,omitempty"`
		PriceBands []labelJSON   `json:"priceBands"`
		Areas      []labelJSON   `json:"areas,omitempty"`
		Stands     []labelJSON   `json:"stands,omitempty"`
		Gates      []labelJSON   `json:"gates,omitempty"`
		Stairs     []labelJSON   `json:"stairs,omitempty"`
		Blocks     []blockJSON   `json:"blocks,omitempty"`
		Rows       []groupJSON   `json:"rows,omitempty"`
		Tables     []groupJSON   `json:"tables,omitempty"`
		General    []generalJSON `json:"generalAdmissionAreas,omitempty"`
	}
	positionJSON struct {
		X float64 `json:"x"`
		Y float64 `json:"y"`
	}
	labelJSON struct {
		Key  string `json:"key,omitempty"`
		Name string `json:"name"`
	}
	blockJSON struct {
		labelJSON
		Area   string   `json:"area,omitempty"`
		Stand  string   `json:"stand,omitempty"`
		Gates  []string `json:"gates,omitempty"`
		Stairs []string `json:"stairs,omitempty"`
	}
	groupJSON struct {
		Name      string     `json:"name"`
		Block     string     `json:"block,omitempty"`
		Area      string     `json:"area,omitempty"`
		WholeOnly bool       `json:"wholeOnly,omitempty"`
		Seats     []seatJSON `json:"seats"`
	}
	seatJSON struct {
		Name string `json:"name"`
		positionJSON
		PriceBand string `json:"priceBand"`
		GapAfter  bool   `json:"gapAfter,omitempty"`
		Status    string `json:"status,omitempty"`
	}
	generalJSON struct {
		Name      string   `json:"name"`
		Areas     []string `json:"areas,omitempty"`
		PriceBand string   `json:"priceBand"`
		Capacity  int64    `json:"capacity"`
		Status    string   `json:"status,omitempty"`
	}
)

// WriteDocument writes a seating plan as ReadDocument reads it.
func WriteDocument(d *seating.Document) ([]byte, error) {
	out := documentJSON{
		Name: d.Name, PriceBands: labelForms(d.PriceBands), Areas: labelForms(d.Areas), Stands: labelForms(d.Stands),
		Gates: labelForms(d.Gates), Stairs: labelForms(d.Stairs), Rows: groupForms(d.Rows), Tables: groupForms(d.Tables),
	}
	if d.Focal != nil {
		out.FocalPoint = &positionJSON{d.Focal.X, d.Focal.Y}
	}
	for _, b := range d.Blocks {
		out.Blocks = append(out.Blocks, blockJSON{labelJSON{b.Key, b.Name}, b.Area, b.Stand, b.Gates, b.Stairs})
	}
	for _, g := range d.General {
		out.General = append(out.General, generalJSON{g.Name, g.Areas, g.Band, g.Capacity, markForm(g.Mark)})
	}
	return json.Marshal(out)
}

func labelForms(all []seating.Label) []labelJSON {
	var out []labelJSON
	for _, l := range all {
		out = append(out, labelJSON(l))
	}
	return out
}

func groupForms(all []seating.Group) []groupJSON {
	var out []groupJSON
	for i := range all {
		g := &all[i]
		form := groupJSON{Name: g.Name, Block: g.Block, Area: g.Area, WholeOnly: g.Whole, Seats: make([]seatJSON, 0, len(g.Seats))}
		for _, s := range g.Seats {
			form.Seats = append(form.Seats, seatJSON{s.Name, positionJSON(s.At), s.Band, s.Gap, markForm(s.Mark)})
		}
		out = append(out, form)
	}
	return out
}

func markForm(m seating.Mark) string {
	if m == seating.Available || int(m) >= len(seating.MarkNames) {
		return ""
	}
	return seating.MarkNames[m]
}
