package resale

import (
	"context"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// Which names a listing, by itself, by a contract or by an item in it.
type Which struct{ ListingID, ContractID, ItemID int64 }

// Ended is what became of the contracts of a listing.
type Ended struct{ Cancelled, Sold, Frozen int64 }

// Cancel ends a listing. What lies in baskets stays there, and is not offered again when
// it is not bought.
func Cancel(ctx context.Context, a *app.App, c *app.Caller, which Which) (out Ended, err error) {
	err = a.Update(ctx, c, app.EditResale, func(tx app.Tx) error {
		l, err := which.find(tx)
		if err != nil {
			return err
		}
		if !l.Open() {
			return app.Field(which.field(), "belongs to a listing that is closed already")
		}
		out, err = end(tx, &l, Cancelled)
		return err
	})
	return out, err
}

func (w Which) field() string {
	if w.ListingID+w.ContractID != 0 {
		return "id"
	}
	return itemField
}

// find reads the listing, the newest of those that the item was in.
func (w Which) find(r app.Reader) (Listing, error) {
	id := w.ListingID
	if id == 0 {
		c, err := w.contract(r)
		if err != nil {
			return Listing{}, err
		}
		id = c.ListingID
	}
	l, err := Listings.Get(r, id)
	return l, absent(err, "resale listing")
}

// contract reads the contract that is named, of an item the newest.
func (w Which) contract(r app.Reader) (Contract, error) {
	if w.ContractID != 0 {
		c, err := Contracts.Get(r, w.ContractID)
		return c, absent(err, "resale contract")
	}
	if w.ItemID == 0 {
		return Contract{}, app.Field("id", "is required")
	}
	for hit, err := range contractByItem.Scan(r, indexes.Equal(w.ItemID).Reversed().Limit(1)) {
		return hit.Rec, err
	}
	return Contract{}, app.Missing("resale contract")
}

// endPlan is what becomes of the contracts of a listing that is ended.
type endPlan struct {
	Ended
	// free are the contracts that nobody has in a basket. They are withdrawn.
	free []Contract
}

// planEnd decides what of a listing ends: what was sold stays sold, and what is in baskets
// stays there.
func planEnd(all []Contract) (p endPlan) {
	for i := range all {
		switch all[i].State {
		case Sold:
			p.Sold++
		case Reserved:
			p.Frozen++
		case Active:
			p.Cancelled++
			p.free = append(p.free, all[i])
		}
	}
	return p
}

// end withdraws what nobody has in a basket, and closes the listing when that is all.
func end(tx app.Tx, l *Listing, how Closure) (Ended, error) {
	all, err := Contracts.GetMany(tx, l.ContractIDs)
	if err != nil {
		return Ended{}, err
	}
	plan := planEnd(all)
	for i := range plan.free {
		if err := withdraw(tx, &plan.free[i]); err != nil {
			return plan.Ended, err
		}
	}
	if err := lock(tx, l.OrderID, plan.free, false); err != nil {
		return plan.Ended, err
	}
	return plan.Ended, finish(tx, l.ID, how)
}

// EndOffers ends the listings of items whose event was cancelled. What lies in a basket stays
// locked until that ends: it cannot be bought.
func EndOffers(tx app.Tx, itemIDs []int64) error {
	for _, id := range itemIDs {
		l, err := Which{ItemID: id}.find(tx)
		if err != nil {
			return err
		}
		if !l.Open() || l.Ending != "" {
			continue // with another item of it, or as soon as a basket has ended
		}
		if _, err := end(tx, &l, Cancelled); err != nil {
			return err
		}
	}
	return nil
}

func withdraw(tx app.Tx, c *Contract) error {
	_, err := contractTable.Update(tx, c.ID, func(c *Contract) error {
		c.State, c.BasketID = Withdrawn, 0
		return nil
	})
	return err
}

// closes notes how a listing is to end, unless how is empty, and closes it where nothing of it is
// offered any more.
func (l *Listing) closes(all []Contract, how Closure, now time.Time) {
	sold, offered := 0, 0
	for i := range all {
		if all[i].Offered() {
			offered++
		}
		if all[i].State == Sold {
			sold++
		}
	}
	if how != "" {
		l.Ending = how
	}
	if offered > 0 {
		return
	}
	l.ClosedAt, l.Closure = &now, l.Ending
	if sold == len(all) {
		l.Closure = SoldOut
	}
}

// finish closes a listing of which nothing is offered any more.
func finish(tx app.Tx, id int64, how Closure) error {
	_, err := listingTable.Update(tx, id, func(l *Listing) error {
		all, err := Contracts.GetMany(tx, l.ContractIDs)
		if err == nil {
			l.closes(all, how, tx.Now())
		}
		return err
	})
	return err
}

// ExpireListings is the name of the job that ends listings whose time is up.
const ExpireListings = "end resale listings whose time is up"

// expire ends the listings of a company whose time is up. Nothing waits for it: they
// cannot be bought any more.
func expire(ctx context.Context, w *app.Work) error {
	due := func(r app.Reader, limit int) ([]int64, error) {
		return indexes.Gather(listingDue.IDs(r, indexes.To(w.App.Now().Add(time.Microsecond)).Limit(limit)))
	}
	return w.UntilDone(ctx, expireBatch, due, expireAll)
}

// expireAll ends those of the listings whose time is still up.
func expireAll(tx app.Tx, ids []int64) error {
	for _, id := range ids {
		l, err := Listings.Get(tx, id)
		if err != nil {
			return err
		}
		if !l.Open() || l.Ending != "" || tx.Wall().Before(l.OnSaleUntil) {
			continue
		}
		if _, err := end(tx, &l, Expired); err != nil {
			return err
		}
	}
	return nil
}
