package seating

import (
	"context"

	"marquee/app"
	"marquee/indexes"
)

// GatesOfEvents lists the gates on the plans of events, by event: those who scan choose the
// one where they stand. An event without a plan, or with one without gates, has none.
func GatesOfEvents(ctx context.Context, a *app.App, c *app.Caller, events []int64) (all map[int64][]NamedPart, err error) {
	err = a.View(ctx, c, viewers(), func(r app.Reader) error {
		all = map[int64][]NamedPart{}
		for _, id := range events {
			gates, err := GatesOf(r, id)
			if err != nil {
				return err
			}
			if len(gates) > 0 {
				all[id] = gates
			}
		}
		return nil
	})
	return all, err
}

// GatesOf lists the gates on the plan of an event, none without a plan.
func GatesOf(r app.Reader, event int64) ([]NamedPart, error) {
	p, err := OfEvent(r, event)
	if err != nil {
		if app.KindOf(err) == app.NotFound {
			err = nil
		}
		return nil, err
	}
	return p.gates(r)
}

// gates reads no more of the plan than it has to: they lie in front of blocks, rows and seats.
func (p *Plan) gates(r app.Reader) (all []NamedPart, err error) {
	place := int64(0)
	for hit, err := range PartPieces.Scan(r, indexes.Between(p.FirstPart, p.FirstPart+p.Parts)) {
		if err != nil {
			return nil, err
		}
		for i := range hit.Rec.Parts {
			switch part := &hit.Rec.Parts[i]; {
			case part.Kind == Gate:
				id := p.FirstPart + place
				if part.ID != 0 {
					id = part.ID
				}
				all = append(all, NamedPart{id, part.Name})
			case part.Kind > Gate:
				return all, nil
			}
			place++
		}
	}
	return all, nil
}

// WaysIn tells through which gates people come to their seats at one event.
type WaysIn struct{ chart *Chart }

// WaysInOf are those of an event; without a plan every ticket may come through any gate.
func WaysInOf(r app.Reader, event int64) (*WaysIn, error) {
	p, err := OfEvent(r, event)
	if app.KindOf(err) == app.NotFound {
		return &WaysIn{}, nil
	}
	if err != nil {
		return nil, err
	}
	chart, err := ChartOf(r, p)
	return &WaysIn{chart}, err
}

// Gates are the ids of the gates that lead to the seat of a ticket; none means any.
func (w *WaysIn) Gates(claims []Claim) (ids []int64) {
	if w.chart == nil {
		return nil
	}
	for _, c := range claims {
		at, ok := w.chart.Index(c.SpaceID)
		if !ok {
			continue // of another event
		}
		for _, place := range w.chart.part(w.chart.part(w.chart.Spaces[at].In).Block).Gates {
			ids = append(ids, w.chart.PartID(place))
		}
		return ids
	}
	return nil
}
