package seating

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
)

// Status is what can be done with a space now.
type Status string

// The statuses of spaces.
const (
	IsAvailable   Status = "available"
	IsReserved    Status = "reserved"
	IsSold        Status = "sold"
	IsUnavailable Status = "unavailable"
	IsHidden      Status = "hidden"
	// IsHeld: kept for a hold. Restricted in other words.
	IsHeld Status = "restricted"
)

// Statuses lists them in the order of documents.
var Statuses = []Status{IsAvailable, IsReserved, IsSold, IsUnavailable, IsHidden, IsHeld}

// SpaceView is a space of an event as those see it who sell.
type SpaceView struct {
	Place
	At     Point
	Status Status
	// HoldID is the hold that it is kept for, else 0.
	HoldID int64
	// Left is how many this caller can still sell of it.
	Left, Capacity int64
}

// Offer is a sale item that sells the spaces of a price band.
type Offer struct {
	ID     int64
	Prices []catalog.Price
}

// BandView is a price band with what sells its spaces.
type BandView struct {
	NamedPart
	Offers []Offer
}

// SpaceList is the spaces of an event with what they cost.
type SpaceList struct {
	Bands  []BandView
	Spaces []SpaceView
	Kept   []KeptView
	// Focal is where everybody looks, nil: the plan does not say.
	Focal *Point
}

// KeptView is what a hold keeps of a general admission area.
type KeptView struct {
	SpaceID int64
	Kept
}

// ListSpaces shows the spaces of an event, or of one part of it (an area, block, row,
// table or price band), to those who sell.
func ListSpaces(ctx context.Context, a *app.App, c *app.Caller, eventID, partID int64) (out SpaceList, err error) {
	err = a.View(ctx, c, app.AnyOf{app.Sell, app.ViewSeating}, func(r app.Reader) error {
		s, err := ofSeller(r, eventID, c)
		if err != nil {
			return err
		}
		if s.Plan.State != Ready {
			return app.Missing("seating plan")
		}
		var place int64
		if partID != 0 {
			if place = s.Chart.Place(partID); place == 0 {
				return app.Field("partId", "does not exist")
			}
		}
		out = SpaceList{Spaces: make([]SpaceView, 0, len(s.Chart.Spaces)), Focal: s.Plan.Focal}
		for at := range s.Chart.Spaces {
			if place == 0 || s.Chart.liesIn(at, place) {
				out.Spaces = append(out.Spaces, s.view(at))
				out.Kept = append(out.Kept, s.keptOf(at)...)
			}
		}
		if s.err != nil {
			return s.err
		}
		out.Bands, err = s.bands(r)
		return err
	})
	return out, err
}

// keptOf is what holds keep of a space, if it is a general admission area.
func (s *Seats) keptOf(at int) (all []KeptView) {
	if s.Chart.Spaces[at].Capacity == 0 {
		return nil
	}
	if o, _ := s.occupancy(at); o != nil {
		for _, k := range o.Kept {
			all = append(all, KeptView{s.Chart.SpaceID(at), k})
		}
	}
	return all
}

func (s *Seats) view(at int) SpaceView {
	o, n := s.occupancy(at)
	sp := &s.Chart.Spaces[at]
	v := SpaceView{Place: *s.Chart.place(at), At: sp.At, Left: s.Left(at), Capacity: max(sp.Capacity, 1), Status: IsAvailable}
	mark := o.mark(n)
	switch {
	case sp.Capacity == 0 && o != nil && bit(o.Sold, n), sp.Capacity > 0 && o.units() >= sp.Capacity:
		v.Status = IsSold
	case sp.Capacity == 0 && o != nil && bit(o.Reserved, n):
		v.Status = IsReserved
	case mark == Unavailable:
		v.Status = IsUnavailable
	case mark == Hidden:
		v.Status = IsHidden
	case mark >= FirstHold:
		v.Status = IsHeld
	}
	if mark >= FirstHold {
		v.HoldID = int64(mark-FirstHold) + 1
	}
	return v
}

// bands are the price bands with their sale items.
func (s *Seats) bands(r app.Reader) ([]BandView, error) {
	var all []BandView
	for n := range s.Plan.Bands {
		v := BandView{NamedPart: NamedPart{s.Plan.BandID(n), s.Chart.Parts[n].Name}}
		items, err := catalog.SaleItemsOfPriceBand(r, v.ID)
		if err != nil {
			return nil, err
		}
		for i := range items {
			if items[i].DeletedAt == nil {
				v.Offers = append(v.Offers, Offer{items[i].ID, items[i].Prices})
			}
		}
		all = append(all, v)
	}
	return all, nil
}
