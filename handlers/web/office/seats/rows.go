package seats

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"marquee/app/seating"
	"marquee/handlers/web/office/screen"
)

// row is seats side by side, to be chosen.
type row struct {
	Name, About string
	Seats       []seat
}

// seat is one seat of a row.
type seat struct {
	ID                int64
	Name, Full, State string
	// Tone is its state as a class.
	Tone string
}

// placeRow is a general admission area.
type placeRow struct {
	ID          int64
	Name, About string
	Kept        []string
}

// count is how many of something are in which state.
type count struct{ free, sold, held, off int64 }

func counted(all []seating.SpaceView) (c count) {
	for i := range all {
		c.add(&all[i])
	}
	return c
}

func (c *count) add(s *seating.SpaceView) {
	if s.General {
		c.free, c.sold = c.free+s.Left, c.sold+max(s.Capacity-s.Left, 0)
		return
	}
	switch s.Status {
	case seating.IsSold, seating.IsReserved:
		c.sold++
	case seating.IsHeld:
		c.held++
	case seating.IsAvailable:
		c.free++
	default:
		c.off++
	}
}

// words says a count: "8 free, 2 sold, 1 held".
func (c count) words(v *screen.Visit) string {
	var parts []string
	for _, p := range []struct {
		key string
		n   int64
	}{{"office.seats_n_free", c.free}, {"office.seats_n_sold", c.sold}, {"office.seats_n_held", c.held}, {"office.seats_n_off", c.off}} {
		if p.n > 0 {
			parts = append(parts, v.View.T(p.key, "n", p.n))
		}
	}
	return strings.Join(parts, ", ")
}

// rowName is what people call the row or table of a seat.
func rowName(s *seating.Place) string {
	var parts []string
	for _, part := range []string{s.Area, s.Block, s.Row + s.Table} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ", ")
}

// rowsOf are the seats by row in the order of the plan, and the general admission areas.
func rowsOf(v *screen.Visit, list *seating.SpaceList, p *seating.Plan) (rows []row, places []placeRow) {
	counts := []count{}
	for i := range list.Spaces {
		s := &list.Spaces[i]
		if s.General {
			places = append(places, placeOf(v, s, list, p))
			continue
		}
		name := rowName(&s.Place)
		if n := len(rows); n == 0 || rows[n-1].Name != name {
			rows, counts = append(rows, row{Name: name}), append(counts, count{})
		}
		at := &rows[len(rows)-1]
		at.Seats = append(at.Seats, seat{s.SpaceID, s.Name, s.FullName(), stateOf(v, s, p), string(s.Status)})
		counts[len(counts)-1].add(s)
	}
	for i := range rows {
		rows[i].About = counts[i].words(v)
	}
	return rows, places
}

func placeOf(v *screen.Visit, s *seating.SpaceView, list *seating.SpaceList, p *seating.Plan) placeRow {
	out := placeRow{ID: s.SpaceID, Name: s.FullName(), About: v.View.T("office.seats_left_of", "n", v.View.Number(s.Left), "of", v.View.Number(s.Capacity))}
	for _, k := range list.Kept {
		if k.SpaceID == s.SpaceID {
			out.Kept = append(out.Kept, v.View.T("office.seats_kept", "n", k.Left, "name", holdName(p, k.HoldID)))
		}
	}
	return out
}

// stateOf says what a seat is, empty of one that is free.
func stateOf(v *screen.Visit, s *seating.SpaceView, p *seating.Plan) string {
	switch s.Status {
	case seating.IsAvailable:
		return ""
	case seating.IsHeld:
		return v.View.T("office.seats_held_for", "name", holdName(p, s.HoldID))
	}
	return v.View.T("office.seats_" + string(s.Status))
}

func holdName(p *seating.Plan, id int64) string {
	if id < 1 || id > int64(len(p.Holds)) {
		return ""
	}
	return p.Holds[id-1].Name
}

// initial is the first letter of a name.
func initial(name string) string {
	r, _ := utf8.DecodeRuneInString(name)
	if r == utf8.RuneError {
		return ""
	}
	return strings.ToUpper(string(r))
}

// holdRow is a hold with what it keeps.
type holdRow struct {
	ID                        int64
	Name, Letter, About, Back string
	To                        string
	kept                      int64
}

func holdRows(v *screen.Visit, b *sellBody, list *seating.SpaceList) (all []holdRow) {
	for _, h := range b.Plan.HoldViews() {
		kept, bought := int64(0), int64(0)
		for i := range list.Spaces {
			s := &list.Spaces[i]
			switch {
			case s.HoldID != h.ID:
			case s.Status == seating.IsSold || s.Status == seating.IsReserved:
				bought++
			default:
				kept++
			}
		}
		for _, k := range list.Kept {
			if k.HoldID == h.ID {
				kept += k.Left
			}
		}
		r := holdRow{ID: h.ID, Name: h.Name, Letter: initial(h.Name), About: v.View.T("office.seats_hold_keeps", "n", kept), kept: kept, Back: backOnSale(v, &h.Hold)}
		if bought > 0 {
			r.About += "; " + v.View.T("office.seats_hold_bought", "n", bought)
		}
		if b.Edits {
			r.To = b.At + "/holds/" + strconv.FormatInt(h.ID, 10)
		}
		all = append(all, r)
	}
	return all
}

// backOnSale says when what a hold keeps is on sale again.
func backOnSale(v *screen.Visit, h *seating.Hold) string {
	switch {
	case h.ReleaseAt != nil:
		return v.View.T("office.seats_back_on", "when", v.MomentOf(h.ReleaseAt.In(v.Zone)))
	case h.ReleasedAt != nil:
		return v.View.T("office.seats_was_given_back", "when", v.MomentOf(h.ReleasedAt.In(v.Zone)))
	}
	return v.View.T("office.seats_back_never")
}

// partsOf are the blocks of a large plan, or its areas where it has none; none where a plan
// has neither.
func partsOf(v *screen.Visit, b *sellBody, list *seating.SpaceList) (all []partRow) {
	_, chart, err := seating.OfTheEvent(v.R.Context(), v.App, v.Caller, b.E.ID)
	if err != nil {
		return nil
	}
	o, err := chart.Outline(0)
	if err != nil {
		return nil
	}
	counts := map[string]*count{}
	for i := range list.Spaces {
		s := &list.Spaces[i]
		name := partName(s)
		if counts[name] == nil {
			counts[name] = &count{}
		}
		counts[name].add(s)
	}
	parts := o.Blocks
	if b.PartID != 0 && slices.ContainsFunc(o.Blocks, func(p seating.BandedPart) bool { return p.ID == b.PartID }) {
		return nil
	}
	if len(parts) == 0 {
		parts = o.Areas
	}
	for _, p := range parts {
		if c := counts[p.Name]; c != nil {
			all = append(all, partRow{p.Name, c.words(v), b.At + "?" + partQuery + "=" + strconv.FormatInt(p.ID, 10)})
		}
	}
	return all
}

// partName is the block of a space, or its area.
func partName(s *seating.SpaceView) string {
	if s.Block != "" {
		return s.Block
	}
	return s.Area
}
