package seating

import (
	"errors"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/indexes"
)

// BandSize is a price band with how many people its spaces take.
type BandSize struct {
	NamedPart
	Spaces int64
}

// BandsOf are the price bands of an event in the order of its plan; none where it is not
// sold by seats.
func BandsOf(r app.Reader, e *catalog.Event) ([]BandSize, error) {
	if e.Seats == nil || e.Seats.Copying {
		return nil, nil
	}
	p, err := OfEvent(r, e.ID)
	if err != nil {
		return nil, err
	}
	chart, err := ChartOf(r, p)
	if err != nil {
		return nil, err
	}
	bands := make([]BandSize, p.Bands)
	for i := range bands {
		bands[i].NamedPart = NamedPart{chart.PartID(int64(i + 1)), chart.Parts[i].Name}
	}
	for i := range chart.Spaces {
		s := &chart.Spaces[i]
		bands[s.Band-1].Spaces += max(1, s.Capacity)
	}
	return bands, nil
}

// SpotsOf tells where spaces lie. What is gone is left out.
func SpotsOf(r app.Reader, places []*Place) (map[int64]*Spot, error) {
	out := map[int64]*Spot{}
	for _, p := range places {
		chart, err := chartNow(r, p.PlanID)
		if errors.Is(err, indexes.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if at, ok := chart.Index(p.SpaceID); ok && out[p.SpaceID] == nil {
			out[p.SpaceID] = chart.spot(at)
		}
	}
	return out, nil
}

// chartNow is the chart of a plan, or of that which took its place.
func chartNow(r app.Reader, planID int64) (*Chart, error) {
	p, err := Plans.GetShared(r, planID)
	if err == nil && p.State == Former && p.EventID != 0 {
		p, err = OfEvent(r, p.EventID)
	}
	if err != nil {
		return nil, err
	}
	return ChartOf(r, p)
}
