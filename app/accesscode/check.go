package accesscode

import (
	"fmt"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
)

// maxTargets is how many things of each kind a code may restrict.
const maxTargets = 500

// valid names every problem of a code as a request would make it.
func (c *Code) valid(r app.Reader, in *Fields) error {
	var p app.Problems
	c.Check(&p)
	for _, kind := range []struct {
		field string
		sent  app.Maybe[[]int64]
		known lookup
	}{
		{"saleItems", in.SaleItemIDs, saleItems}, {"items", in.ItemIDs, items},
		{"events", in.EventIDs, events}, {"eventSchedules", in.ScheduleIDs, schedules},
	} {
		if kind.sent.Value == nil {
			continue
		}
		if err := checkTargets(&p, r, kind.field, *kind.sent.Value, kind.known); err != nil {
			return err
		}
	}
	if err := in.CheckGroups(&p, r); err != nil {
		return err
	}
	return p.Err()
}

// checkTargets wants what a request names to be there.
func checkTargets(p *app.Problems, r app.Reader, field string, ids []int64, known lookup) error {
	if len(ids) > maxTargets {
		p.Add(field, "must not have more than %d entries", maxTargets)
		return nil
	}
	sorted := slices.Clone(ids)
	slices.Sort(sorted)
	deleted, err := known(r, slices.Compact(sorted))
	for i, id := range ids {
		if at, found := deleted[id]; !found || at != nil {
			p.Add(fmt.Sprintf("%s.%d", field, i), "does not exist")
		}
	}
	return err
}

// lookup finds records, and tells when they were deleted.
type lookup func(r app.Reader, ids []int64) (deleted map[int64]*time.Time, err error)

func saleItems(r app.Reader, ids []int64) (map[int64]*time.Time, error) {
	all, err := catalog.SaleItemsByID(r, ids)
	return deletions(all, func(s catalog.SaleItem) *time.Time { return s.DeletedAt }), err
}

func items(r app.Reader, ids []int64) (map[int64]*time.Time, error) {
	all, err := catalog.InventoryItemsByID(r, ids)
	return deletions(all, func(i catalog.InventoryItem) *time.Time { return i.DeletedAt }), err
}

func events(r app.Reader, ids []int64) (map[int64]*time.Time, error) {
	all, err := catalog.EventsByID(r, ids)
	return deletions(all, func(e catalog.Event) *time.Time { return e.DeletedAt }), err
}

// schedules finds those that stand: one that is dissolved is gone.
func schedules(r app.Reader, ids []int64) (map[int64]*time.Time, error) {
	found := map[int64]*time.Time{}
	for _, id := range ids {
		stands, err := catalog.ScheduleExists(r, id)
		if err != nil {
			return nil, err
		}
		if stands {
			found[id] = nil
		}
	}
	return found, nil
}

func deletions[T any](all map[int64]T, of func(T) *time.Time) map[int64]*time.Time {
	out := make(map[int64]*time.Time, len(all))
	for id, rec := range all {
		out[id] = of(rec)
	}
	return out
}
