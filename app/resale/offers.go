package resale

import (
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/indexes"
)

// Shown is an offer with what a buyer pays for it.
type Shown struct {
	Offer
	Price int64
}

// AtEvent are the offers of an event that can be bought on a channel now and lie in no
// basket, those that were listed first in front. It looks at the first MaxShown listings.
func AtEvent(r app.Reader, eventID int64, ch catalog.Channel, now time.Time) (all []Shown, err error) {
	var q *quoter
	of := indexes.PrefixOf[time.Time](eventID*classes + open).Limit(MaxShown)
	for hit, err := range listingByEvent.Scan(r, of) {
		if err != nil {
			return all, err
		}
		if q == nil {
			if q, err = newQuoter(r); err != nil {
				return all, err
			}
		}
		for _, id := range hit.Rec.ContractIDs {
			one, ok, err := q.shown(id, ch, now)
			if err != nil {
				return all, err
			}
			if ok {
				all = append(all, one)
			}
		}
	}
	return all, nil
}

// shown is a contract as it can be bought; false: it cannot.
func (q *quoter) shown(contractID int64, ch catalog.Channel, now time.Time) (Shown, bool, error) {
	c, err := Contracts.Get(q.r, contractID)
	if err != nil || c.State != Active {
		return Shown{}, false, err
	}
	o, found, err := OfferOf(q.r, c.ItemID, 0)
	if err != nil || !found || !o.Buyable(ch, now) {
		return Shown{}, false, err
	}
	share := Share{Payer: o.Rules.Payer, SellerPercent: o.Rules.SellerPercent, Max: c.MaxContribution}
	quote, err := q.quote(&o.Item, c.CurrencyID, c.Price, ch, share, now)
	return Shown{Offer: o, Price: quote.Display()}, true, err
}
