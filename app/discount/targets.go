package discount

import (
	"fmt"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
)

// checkTargets wants what a request narrows a code to to be there. A bxgy code has its
// own target.
func (in *Fields) checkTargets(p *app.Problems, r app.Reader, t Type) error {
	if t == BuyXGetY {
		return nil
	}
	for _, kind := range []struct {
		field string
		sent  app.Maybe[[]int64]
		known lookup
	}{
		{"items", in.ItemIDs, items}, {"events", in.EventIDs, events},
		{"eventSchedules", in.ScheduleIDs, schedules}, {"priceBands", in.PriceBandIDs, priceBands},
	} {
		if kind.sent.Value == nil {
			continue
		}
		if err := checkEach(p, r, kind.field, *kind.sent.Value, kind.known); err != nil {
			return err
		}
	}
	return nil
}

func checkEach(p *app.Problems, r app.Reader, field string, ids []int64, known lookup) error {
	if len(ids) > maxSaleItems {
		p.Add(field, "must not have more than %d entries", maxSaleItems)
		return nil
	}
	there, err := known(r, app.Distinct(ids))
	for i, id := range ids {
		if !slices.Contains(there, id) {
			p.Add(fmt.Sprintf("%s.%d", field, i), "does not exist")
		}
	}
	return err
}

// lookup gives those of many ids that are there and not deleted.
type lookup func(r app.Reader, ids []int64) ([]int64, error)

func items(r app.Reader, ids []int64) ([]int64, error) {
	all, err := catalog.InventoryItemsByID(r, ids)
	return standing(all, func(i catalog.InventoryItem) *time.Time { return i.DeletedAt }), err
}

func events(r app.Reader, ids []int64) ([]int64, error) {
	all, err := catalog.EventsByID(r, ids)
	return standing(all, func(e catalog.Event) *time.Time { return e.DeletedAt }), err
}

func standing[T any](all map[int64]T, deletedAt func(T) *time.Time) (ids []int64) {
	for id, rec := range all {
		if deletedAt(rec) == nil {
			ids = append(ids, id)
		}
	}
	return ids
}

func schedules(r app.Reader, ids []int64) ([]int64, error) {
	return each(ids, func(id int64) (bool, error) { return catalog.ScheduleExists(r, id) })
}

// priceBands are there when a sale item sells their seats.
func priceBands(r app.Reader, ids []int64) ([]int64, error) {
	return each(ids, func(id int64) (bool, error) {
		sellers, err := catalog.SaleItemsOfPriceBand(r, id)
		return len(sellers) > 0, err
	})
}

func each(ids []int64, there func(int64) (bool, error)) (found []int64, err error) {
	for _, id := range ids {
		ok, err := there(id)
		if err != nil {
			return nil, err
		}
		if ok {
			found = append(found, id)
		}
	}
	return found, nil
}
