package discount

import (
	"marquee/app"
	"marquee/app/codes"
	"marquee/app/company"
	"marquee/indexes"
	"marquee/kv"
)

type kind = codes.Kind[Code]

// byPriority has the codes that count by themselves.
var byPriority = indexes.NewBy("auto", kv.Int, func(c *Code) []int64 {
	if !c.Auto || c.Gone() {
		return nil
	}
	return []int64{c.Priority}
})

// Automatic are the codes that count by themselves, in the order in which they are
// tried. They must not be changed.
func Automatic(r app.Reader) ([]*Code, error) { return automatic(Codes, r) }

func automatic(k *kind, r app.Reader) (all []*Code, err error) {
	for e, err := range byPriority.Keys(r, indexes.All[int64]()) {
		if err != nil {
			return nil, err
		}
		c, err := k.Get(r, e.ID)
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// fits refuses a code that counts by itself when there are enough of these. Baskets look
// for such codes from the first one on.
func fits(k *kind, tx app.Tx, c *Code) error {
	if !c.Auto || c.Gone() {
		return nil
	}
	if err := k.Guard(tx, 0); err != nil { // two that are made at once are rivals
		return err
	}
	all, err := automatic(k, app.Whole(tx)) // also those that others made
	if err != nil {
		return err
	}
	if len(all) > maxAutomatic {
		return app.Field("autoApply", "must not have more than %d entries", maxAutomatic)
	}
	return company.OfferDiscounts(tx)
}
