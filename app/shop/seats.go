package shop

import (
	"context"
	"slices"

	"marquee/app"
	"marquee/app/seating"
)

// Seats are the seats of an event as buyers see them.
type Seats struct {
	Event  Event
	Basket *Basket // nil without one
	Bands  []Band
	Areas  []Area
	// Stage is where everybody looks, nil: the plan does not say.
	Stage *seating.Point
}

// Band is a price band with what sells its seats.
type Band struct {
	ID    int64
	Name  string
	Items []Item
	// Free is how many of its seats can be had.
	Free int
}

// Area is a part of the house with its rows.
type Area struct {
	Name string
	Rows []Row
}

// Row is seats side by side, or those of a table.
type Row struct {
	Name  string
	Seats []Spot
}

// Spot is one seat.
type Spot struct {
	ID   int64
	Name string
	Band int // among the bands
	At   seating.Point
	Free bool
	Mine bool
}

// ReadSeats reads the seats of an event for a buyer.
func ReadSeats(ctx context.Context, a *app.App, c *app.Caller, in Ask) (out Seats, err error) {
	e, b, err := ReadEvent(ctx, a, c, in)
	if err != nil {
		return out, err
	}
	if !e.Seated || e.Ended || e.Cancelled {
		return out, app.Missing("seating plan")
	}
	all, err := seating.ListSpaces(ctx, a, c, e.ID, 0)
	if err != nil {
		return out, err
	}
	out = Seats{Event: e, Basket: b, Stage: all.Focal}
	for _, band := range all.Bands {
		out.Bands = append(out.Bands, Band{ID: band.ID, Name: band.Name, Items: e.ofBand(band.ID)})
	}
	for i := range all.Spaces {
		out.add(&all.Spaces[i])
	}
	return out, nil
}

// ofBand are the items that sell the seats of a price band.
func (e *Event) ofBand(id int64) (all []Item) {
	for _, g := range e.Groups {
		for _, it := range g.Items {
			if it.BandID == id && it.State == OnSale {
				all = append(all, it)
			}
		}
	}
	return all
}

// add puts a seat into its row. What is hidden is no seat, and areas without seats are sold
// as they are.
func (s *Seats) add(v *seating.SpaceView) {
	band := slices.IndexFunc(s.Bands, func(b Band) bool { return b.ID == v.BandID })
	if v.General || v.Status == seating.IsHidden || band < 0 {
		return
	}
	spot := Spot{ID: v.SpaceID, Name: v.Name, Band: band, At: v.At, Mine: s.mine(v.SpaceID)}
	spot.Free = !spot.Mine && v.Left > 0 && len(s.Bands[band].Items) > 0
	if spot.Free {
		s.Bands[band].Free++
	}
	area, row := v.Area, v.Row
	if v.Block != "" {
		area = v.Block
	}
	if row == "" {
		row = v.Table
	}
	if n := len(s.Areas); n == 0 || s.Areas[n-1].Name != area {
		s.Areas = append(s.Areas, Area{Name: area})
	}
	in := &s.Areas[len(s.Areas)-1]
	if n := len(in.Rows); n == 0 || in.Rows[n-1].Name != row {
		in.Rows = append(in.Rows, Row{Name: row})
	}
	last := &in.Rows[len(in.Rows)-1]
	last.Seats = append(last.Seats, spot)
}

// mine tells whether a seat lies in the buyer's basket.
func (s *Seats) mine(space int64) bool {
	if s.Basket == nil || !s.Basket.Open {
		return false
	}
	return slices.ContainsFunc(s.Basket.Lines, func(l Line) bool {
		return slices.ContainsFunc(l.Seats, func(seat Seat) bool { return seat.SpaceID == space })
	})
}

// Item finds what sells the seats of a price band: the one that is named, else the first.
func (b *Band) Item(id int64) (Item, bool) {
	if n := slices.IndexFunc(b.Items, func(i Item) bool { return i.ID == id }); n >= 0 {
		return b.Items[n], true
	}
	if len(b.Items) == 0 {
		return Item{}, false
	}
	return b.Items[0], true
}

// Of finds the price band of a seat, nil for what is none.
func (s *Seats) Of(space int64) *Band {
	for _, a := range s.Areas {
		for _, r := range a.Rows {
			for _, seat := range r.Seats {
				if seat.ID == space {
					return &s.Bands[seat.Band]
				}
			}
		}
	}
	return nil
}
