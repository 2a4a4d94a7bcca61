package resale

import (
	"errors"
	"fmt"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
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
	// Apart: it was not sold in the mode in which the company is now, and nobody buys it.
	Apart bool
}

// Offers finds offers as one basket sees them. It reads each listing and its rules once, so
// that it is good until something of them changes.
type Offers struct {
	r        app.Reader
	basketID int64
	listings map[int64]*listed
	rules    map[Scope]Rules
	own      *company.Company // nil before the first offer
}

// listed is a listing, with how many of its contracts a basket can have.
type listed struct {
	Listing
	left int64
}

// NewOffers finds offers for a basket, 0 for anybody.
func NewOffers(r app.Reader, basketID int64) *Offers {
	return &Offers{r: r, basketID: basketID, listings: map[int64]*listed{}, rules: map[Scope]Rules{}}
}

// Of finds the contract under which an item is offered. False: it is not offered.
func (x *Offers) Of(itemID int64) (o Offer, found bool, err error) {
	c, found, err := contractOffered.Find(x.r, itemID)
	if err != nil || !found {
		return o, false, err
	}
	l := x.listings[c.ListingID]
	if l == nil {
		own, err := Listings.Get(x.r, c.ListingID)
		if err != nil {
			return o, false, err
		}
		all, err := Contracts.GetMany(x.r, own.ContractIDs)
		if err != nil {
			return o, false, err
		}
		l = x.note(own, all)
	}
	o, err = x.offer(l, &c)
	return o, true, err
}

// note keeps a listing whose contracts are known.
func (x *Offers) note(own Listing, all []Contract) *listed {
	l := &listed{Listing: own}
	for i := range all {
		if all[i].State == Active || all[i].State == Reserved && all[i].BasketID == x.basketID {
			l.left++
		}
	}
	x.listings[own.ID] = l
	return l
}

// offer is a contract of a listing, with all that decides about it.
func (x *Offers) offer(l *listed, c *Contract) (o Offer, err error) {
	o = Offer{Contract: *c, Listing: l.Listing, Left: l.left}
	if o.Item, err = order.Items.Get(x.r, c.ItemID); err != nil {
		return o, err
	}
	if x.own == nil {
		if x.own, err = company.SettingsOf(x.r); err != nil {
			return o, err
		}
	}
	o.Apart = o.Item.Demo != x.own.Demo
	of, known := Scope{EventID: o.Item.EventID, SaleItemID: o.Item.SaleItemID}, false
	if o.Rules, known = x.rules[of]; !known {
		o.Rules, err = RulesFor(x.r, of.EventID, of.SaleItemID)
		x.rules[of] = o.Rules
	}
	return o, err
}

// Least is how many contracts of the listing a basket must have: what the seller wants to
// be bought together, or all that is left of it.
func (o *Offer) Least() int64 { return min(o.Listing.MinQuantity, o.Left) }

// Buyable tells whether the offer can be bought on a channel now.
func (o *Offer) Buyable(ch catalog.Channel, now time.Time) bool {
	l := &o.Listing
	if o.Apart {
		return false
	}
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
	_, err := contractTable.Update(tx, contractID, func(c *Contract) error {
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
		_, err := contractTable.Update(tx, c.ID, func(c *Contract) error { c.State, c.BasketID = Active, 0; return nil })
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
	c, err := contractTable.Update(tx, s.ContractID, func(c *Contract) error {
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
