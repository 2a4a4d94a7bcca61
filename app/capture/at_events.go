package capture

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/indexes"
)

// Kinds are the kinds of questions that are asked at a checkout.
type Kinds struct{ Mandatory, Optional bool }

func (k *Kinds) add(o Kinds) {
	k.Mandatory, k.Optional = k.Mandatory || o.Mandatory, k.Optional || o.Optional
}

// AtEvents are the kinds of questions that buyers of some events are asked: about the order,
// the event, its schedule, and what it sells.
func AtEvents(ctx context.Context, a *app.App, c *app.Caller, needs app.Requirement, events []*catalog.Event) (map[int64]Kinds, error) {
	found := make(map[int64]Kinds, len(events))
	err := a.View(ctx, c, needs, func(r app.Reader) error {
		x, err := newKindsReader(r)
		if err != nil {
			return err
		}
		for _, e := range events {
			if found[e.ID], err = x.event(e); err != nil {
				return err
			}
		}
		return nil
	})
	return found, err
}

// kindsReader reads them, each place once. used tells of which entities there are any fields:
// nothing is looked up of others.
type kindsReader struct {
	r     app.Reader
	used  map[Entity]bool
	known map[place]Kinds
}

func newKindsReader(r app.Reader) (*kindsReader, error) {
	x := &kindsReader{r: r, used: map[Entity]bool{}, known: map[place]Kinds{}}
	_, err := listedGroups(r, fieldListed, false, func(n int64) bool {
		x.used[Entities[n]] = true
		return true
	})
	return x, err
}

func (x *kindsReader) event(e *catalog.Event) (k Kinds, err error) {
	places := []place{at(OfCompany, 0), at(OfEvent, e.ID)}
	if e.ScheduleID != 0 {
		places = append(places, at(OfSchedule, e.ScheduleID))
	}
	if x.used[OfItem] || x.used[OfSaleItem] || x.used[OfUnit] {
		items, err := catalog.SharedSaleItemsOfEvent(x.r, e.ID)
		if err != nil {
			return k, err
		}
		for _, s := range items {
			places = append(places, at(OfItem, s.ItemID), at(OfSaleItem, s.ID), at(OfUnit, s.ID))
		}
	}
	for _, p := range places {
		of, err := x.at(p)
		if err != nil {
			return k, err
		}
		k.add(of)
	}
	return k, nil
}

func at(e Entity, id int64) place { return place{A: e.number(), B: id} }

// at are those of one place.
func (x *kindsReader) at(p place) (k Kinds, err error) {
	k, ok := x.known[p]
	if ok || !x.used[Entities[p.A]] {
		return k, nil
	}
	for hit, err := range fieldsAt.Scan(x.r, indexes.Equal(p).Limit(MaxFieldsAt)) {
		if err != nil {
			return k, err
		}
		if !hit.Rec.on() || hit.Rec.Hidden {
			continue
		}
		q, err := Questions.GetShared(x.r, hit.Rec.QuestionID)
		if err != nil {
			return k, err
		}
		if hit.Rec.Demands(q) {
			k.Mandatory = true
		} else {
			k.Optional = true
		}
	}
	x.known[p] = k
	return k, nil
}
