package resale

import (
	"errors"
	"fmt"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
)

// Offer is a contract that can be bought, with all that decides about that.
type Offer struct {
	Contract Contract
	Listing  Listing
	Item     order.Item
	Rules    Rules
	// Left is how many contracts of the listing a basket can have: those that nobody else
	// has.
	Left int64
}

// OfferOf finds the contract under which an item is offered, as one basket sees it. False:
// it is not offered.
func OfferOf(r app.Reader, itemID, basketID int64) (o Offer, found bool, err error) {
	if o.Contract, found, err = contractOffered.Find(r, itemID); err != nil || !found {
		return o, false, err
	}
	if o.Listing, err = Listings.Get(r, o.Contract.ListingID); err != nil {
		return o, false, err
	}
	if o.Item, err = order.Items.Get(r, itemID); err != nil {
		return o, false, err
	}
	if o.Rules, err = RulesFor(r, o.Item.EventID, o.Item.SaleItemID); err != nil {
		return o, false, err
	}
	all, err := Contracts.GetMany(r, o.Listing.ContractIDs)
	for i := range all {
		if all[i].State == Active || all[i].State == Reserved && all[i].BasketID == basketID {
			o.Left++
		}
	}
	return o, true, err
}

// Least is how many contracts of the listing a basket must have: what the seller wants to
// be bought together, or all that is left of it.
func (o *Offer) Least() int64 { return min(o.Listing.MinQuantity, o.Left) }

// Buyable tells whether the offer can be bought on a channel now.
func (o *Offer) Buyable(ch catalog.Channel, now time.Time) bool {
	l := &o.Listing
	return o.Rules.Enabled && o.Rules.On.has(ch) && l.Open() && l.Ending == "" && !now.Before(l.OnSaleFrom) && now.Before(l.OnSaleUntil)
}

// ShareOf is what of the fees the seller of an item in a basket pays.
func ShareOf(r app.Reader, unit *order.Item) (Share, error) {
	c, err := Contracts.Get(r, unit.Resale.ContractID)
	if err != nil {
		return Share{}, err
	}
	rules, err := RulesFor(r, unit.EventID, unit.SaleItemID)
	return Share{Payer: rules.Payer, SellerPercent: rules.SellerPercent, Max: c.MaxContribution, Asked: unit.Resale.Asked}, err
}

// Reserve gives a contract to a basket. Of two who want it the first has it.
func Reserve(tx app.Tx, contractID, basketID int64) error {
	_, err := Contracts.Update(tx, contractID, func(c *Contract) error {
		if c.State != Active {
			return fmt.Errorf("resale contract %d: is not free", c.ID)
		}
		c.State, c.BasketID = Reserved, basketID
		return nil
	})
	return err
}

// Release takes contracts back that a basket had. They are offered again, unless their
// listing is to end.
func Release(tx app.Tx, basketID int64, contracts []int64) error {
	for _, id := range contracts {
		c, err := Contracts.Get(tx, id)
		if err != nil {
			return err
		}
		if c.State != Reserved || c.BasketID != basketID {
			continue
		}
		if err := release(tx, &c); err != nil {
			return err
		}
	}
	return nil
}

func release(tx app.Tx, c *Contract) error {
	l, err := Listings.Get(tx, c.ListingID)
	if err != nil {
		return err
	}
	if l.Ending == "" {
		_, err := Contracts.Update(tx, c.ID, func(c *Contract) error { c.State, c.BasketID = Active, 0; return nil })
		return err
	}
	if err := withdraw(tx, c); err != nil {
		return err
	}
	if err := lock(tx, l.OrderID, []Contract{*c}, false); err != nil {
		return err
	}
	return finish(tx, l.ID, "")
}

// Sale is a contract that was bought.
type Sale struct {
	ContractID, BasketID int64
	// UnitID is the item of the buyer.
	UnitID int64
	Quote  Quote
	UserID int64
}

// Sell ends a contract by its sale. Whoever sells gives the item of the seller up.
func Sell(tx app.Tx, s Sale) (Contract, error) {
	c, err := Contracts.Update(tx, s.ContractID, func(c *Contract) error {
		if c.State != Reserved || c.BasketID != s.BasketID || s.Quote.Price != c.Price {
			return errors.New("a resale contract does not fit its basket")
		}
		now := tx.Now()
		c.State, c.UnitID, c.SoldAt = Sold, s.UnitID, &now
		c.Total, c.Display, c.Contribution = s.Quote.Total(), s.Quote.Display(), s.Quote.Contribution
		return nil
	})
	if err != nil {
		return c, err
	}
	if err := pay(tx, &c, s.UserID); err != nil {
		return c, err
	}
	return c, finish(tx, c.ListingID, "")
}
