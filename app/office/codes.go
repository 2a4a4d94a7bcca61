package office

import (
	"context"
	"errors"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/codes"
	"marquee/indexes"
)

// CodeReaders see codes of one kind or the other.
var CodeReaders = app.AnyOf{app.ViewDiscountCodes, app.ViewAccessCodes}

// NamesOfTargets are what things that codes name are called. Those that there are not any more, and
// price bands, are left out.
func NamesOfTargets(ctx context.Context, a *app.App, c *app.Caller, all []codes.Target) (names map[codes.Target]string, err error) {
	err = a.View(ctx, c, CodeReaders, func(r app.Reader) error {
		names = map[codes.Target]string{}
		return nameTargets(r, all, names)
	})
	return names, err
}

func nameTargets(r app.Reader, all []codes.Target, names map[codes.Target]string) error {
	by := map[int64][]int64{}
	for _, t := range all {
		by[t.A] = append(by[t.A], t.B)
	}
	sales, err := catalog.SaleItemsByID(r, by[codes.SaleItemTarget])
	if err != nil {
		return err
	}
	sold := by[codes.ItemTarget]
	for _, s := range sales {
		sold = append(sold, s.ItemID)
	}
	items, err := catalog.InventoryItemsByID(r, sold)
	if err != nil {
		return err
	}
	events, err := catalog.EventsByID(r, by[codes.EventTarget])
	for id, s := range sales {
		names[codes.Target{A: codes.SaleItemTarget, B: id}] = items[s.ItemID].Name
	}
	for id, it := range items {
		names[codes.Target{A: codes.ItemTarget, B: id}] = it.Name
	}
	for id, e := range events {
		names[codes.Target{A: codes.EventTarget, B: id}] = e.Name
	}
	for _, id := range by[codes.ScheduleTarget] {
		if err != nil {
			return err
		}
		var s catalog.Schedule
		if s, err = catalog.Schedules.Get(r, id); errors.Is(err, indexes.ErrNotFound) {
			err = nil
			continue
		}
		names[codes.Target{A: codes.ScheduleTarget, B: id}] = s.Name
	}
	return err
}
