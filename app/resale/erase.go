package resale

import (
	"time"

	"marquee/app"
	"marquee/app/customer"
	"marquee/indexes"
)

const (
	// offersPlace is the area of an erasure that stands here.
	offersPlace = "resale listings"
	// eraseBatch is how many listings one step of an erasure ends.
	eraseBatch = 20
)

// EraseSeller ends what an erased customer offers. What lies in a basket can be bought still.
func EraseSeller(tx app.Tx, e *customer.Erasing) error {
	if e.Ended(offersPlace) {
		return nil
	}
	tx = app.WholeTx(tx)
	at, err := indexes.ParsePosition(e.Place(offersPlace))
	if err != nil {
		return err
	}
	var ids []int64
	for hit, err := range listingBySeller.Keys(tx, indexes.PrefixOf[time.Time](e.CustomerID*classes+open).After(at).Limit(eraseBatch)) {
		if err != nil {
			return err
		}
		ids, at = append(ids, hit.ID), hit.At
	}
	for _, id := range ids {
		l, err := Listings.Get(tx, id)
		if err == nil && l.Ending == "" {
			_, err = end(tx, &l, Cancelled)
		}
		if err != nil {
			return err
		}
	}
	if len(ids) == eraseBatch {
		e.GoOn(offersPlace, at.String())
	} else {
		e.End(offersPlace)
	}
	return nil
}
