package codes

import (
	"maps"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/indexes"
)

// Copied lets the codes that name an event, or something of it, count at copies of it too: a code
// is there once, whatever it is for. extend names the copies in a code, and tells whether that is
// another one then. Codes that are over stay as they are.
func Copied[T any](k *Kind[T], tx app.Tx, in catalog.CopiedCodes, extend func(c *T) bool) error {
	first := in.All[0]
	if !first.Wants(catalog.CopyCodes) {
		return nil
	}
	var ids []int64
	at := slices.Concat([]Target{{A: EventTarget, B: first.From.ID}}, Targets(SaleItemTarget, slices.Collect(maps.Keys(first.Items))),
		Targets(ItemTarget, slices.Collect(maps.Keys(first.Goods))), Targets(BandTarget, slices.Collect(maps.Keys(first.Bands))))
	for _, t := range at {
		for id, err := range k.byTarget.IDs(tx, indexes.Equal(t)) {
			if err != nil {
				return err
			}
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	n := 0
	for _, id := range slices.Compact(ids) {
		code, err := k.Table.Get(tx, id)
		if err != nil {
			return k.absent(err)
		}
		own := k.Of(&code)
		if own.DeletedAt != nil || own.ValidTo != nil && !own.ValidTo.After(tx.Wall()) || !extend(&code) {
			continue
		}
		if _, err := k.table.Update(tx, id, func(c *T) error { *c = code; return nil }); err != nil {
			return err
		}
		n++
	}
	first.Made(catalog.CopyCodes, n)
	return nil
}
