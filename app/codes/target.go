package codes

import (
	"marquee/app"
	"marquee/app/catalog"
	"marquee/indexes"
	"marquee/kv"
)

// Target is a thing that codes name: its kind and its id.
type Target = kv.Pair2[int64, int64]

// The kinds of things that codes name. They are stored. AnythingTarget is for codes that count for
// whatever there is; its id is 0.
const (
	SaleItemTarget int64 = iota + 1
	ItemTarget
	EventTarget
	ScheduleTarget
	BandTarget
	AnythingTarget
)

// Targets are things of one kind.
func Targets(kind int64, ids []int64) []Target {
	all := make([]Target, len(ids))
	for i, id := range ids {
		all[i] = Target{A: kind, B: id}
	}
	return all
}

// namedBy are the things that a code names. A child names none: its parent does.
func (k *Kind[T]) namedBy(rec *T) []Target {
	if k.Of(rec).ParentID != 0 {
		return nil
	}
	return k.Names(rec)
}

// ofEvent marks the codes that name an event, its schedule or something that is sold there, and
// those that count for anything.
func (k *Kind[T]) ofEvent(r app.Reader, id int64) (m indexes.Marks, err error) {
	all, err := targetsOfEvent(r, id)
	for _, t := range all {
		for code, err := range k.byTarget.IDs(r, indexes.Equal(t)) {
			if err != nil {
				return m, err
			}
			m.Add(code)
		}
	}
	return m, err
}

// targetsOfEvent are what codes can name that belongs to an event.
func targetsOfEvent(r app.Reader, id int64) ([]Target, error) {
	e, err := catalog.EventByID(r, id)
	if err != nil {
		return nil, err
	}
	all := []Target{{A: AnythingTarget}, {A: EventTarget, B: id}}
	if e.ScheduleID != 0 {
		all = append(all, Target{A: ScheduleTarget, B: e.ScheduleID})
	}
	items, err := catalog.SharedSaleItemsOfEvent(r, id)
	var sold, bands []int64
	for _, s := range items {
		all = append(all, Target{A: SaleItemTarget, B: s.ID})
		if sold = append(sold, s.ItemID); s.PriceBandID != 0 {
			bands = append(bands, s.PriceBandID)
		}
	}
	all = append(all, Targets(ItemTarget, app.Distinct(sold))...)
	return append(all, Targets(BandTarget, app.Distinct(bands))...), err
}
