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
// basket, those that were listed first in front, and those of one listing together. It looks
// at the first MaxShown listings, and at so many of them as have maxLooked items.
func AtEvent(r app.Reader, eventID int64, ch catalog.Channel, now time.Time) (all []Shown, err error) {
	var q *quoter
	looked, offers := 0, NewOffers(r, 0)
	of := indexes.PrefixOf[time.Time](eventID*classes + open).Limit(MaxShown)
	for hit, err := range listingByEvent.Scan(r, of) {
		if looked += len(hit.Rec.ContractIDs); err != nil || looked > maxLooked {
			return all, err
		}
		if q == nil {
			if q, err = newQuoter(r); err != nil {
				return all, err
			}
		}
		some, err := q.shown(offers, hit.Rec, ch, now)
		if err != nil {
			return all, err
		}
		all = append(all, some...)
	}
	return all, nil
}

// shown are the contracts of a listing that can be bought.
func (q *quoter) shown(offers *Offers, l Listing, ch catalog.Channel, now time.Time) (all []Shown, err error) {
	contracts, err := Contracts.GetMany(q.r, l.ContractIDs)
	if err != nil {
		return nil, err
	}
	own := offers.note(l, contracts)
	for i := range contracts {
		c := &contracts[i]
		if c.State != Active {
			continue
		}
		o, err := offers.offer(own, c)
		if err != nil {
			return nil, err
		}
		if !o.Buyable(ch, now) {
			continue
		}
		share := Share{Payer: o.Rules.Payer, SellerPercent: o.Rules.SellerPercent, Max: c.MaxContribution}
		quote, err := q.quote(&o.Item, c.CurrencyID, c.Price, ch, share, now)
		if err != nil {
			return nil, err
		}
		all = append(all, Shown{Offer: o, Price: quote.Display()})
	}
	return all, nil
}
