package sales

import (
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/fee"
	"marquee/app/order"
	"marquee/app/resale"
	"marquee/app/sales/rules"
)

// buyOffers puts what others sell on into the basket, and reserves it. All that is wrong
// is told at once.
func buyOffers(d *Draft, items []rules.AddItem) error {
	if !slices.ContainsFunc(items, func(in rules.AddItem) bool { return in.IsOffer() }) {
		return nil
	}
	if err := d.Caller.NeedSome(app.Sell); err != nil {
		return err
	}
	var r rules.Refusals
	all, err := offers(d, items, &r)
	if err != nil {
		return err
	}
	kinds, n := map[int64]bool{}, map[int64]int64{}
	var goods []*catalog.Goods
	var coming rules.Approvals
	for _, o := range all {
		g, err := d.Cache.Get(o.Item.SaleItemID)
		if err != nil {
			return err
		}
		if err := rules.NeedAt(d.Caller, app.Sell, g); err != nil {
			return err
		}
		if n[g.ID]++; !kinds[g.ID] {
			kinds[g.ID] = true
			goods = append(goods, g)
		}
		coming.Note(g.Type, false) // its seller was approved, if anybody was
	}
	rules.CheckSize(&d.Basket, &r, int64(len(all)), int64(len(all)), d.Order.Channel)
	rules.CheckEvents(&d.Basket, &r, goods)
	rules.CheckApproval(&d.Basket, &r, coming)
	rules.CheckCancelled(&d.Basket, &r, goods)
	limits, err := d.lookLimits(goods, n)
	if err != nil {
		return err
	}
	rules.CheckLimits(&d.Basket, &r, goods, n, &limits)
	if err := r.Err(); err != nil {
		return err
	}
	if err := d.nameOrder(); err != nil {
		return err
	}
	for _, o := range all {
		if err := resale.Reserve(d.Tx, o.Contract.ID, d.Order.ID); err != nil {
			return err
		}
		d.Units = append(d.Units, o.Unit(d.Order.CustomerID))
	}
	if err := checkOffers(d, &r, d.Order.CustomerID); err != nil {
		return err
	}
	d.Restart()
	return r.Err()
}

// offers finds what the lines ask for, and refuses what cannot be bought.
func offers(d *Draft, items []rules.AddItem, r *rules.Refusals) ([]rules.Offered, error) {
	var p app.Problems
	var all []rules.Offered
	offers := resale.NewOffers(d.Tx, d.Order.ID)
	for i, in := range items {
		if !in.IsOffer() {
			continue
		}
		in.CheckOffer(&p, i)
		if slices.ContainsFunc(all, func(o rules.Offered) bool { return o.OrderItemID == in.OrderItemID }) {
			p.Add(rules.Path("items", i, "orderItemId"), "is there twice")
			continue
		}
		o, found, err := findOffer(d, offers, in.OrderItemID)
		if err != nil {
			return nil, err
		}
		if !found {
			r.AddOffer(in.OrderItemID, app.Msg("This item is not offered for resale."))
			continue
		}
		rules.RefuseOffer(&d.Basket, r, &o)
		all = append(all, rules.Offered{Offer: o, AddItem: in})
	}
	return all, p.Err()
}

// findOffer finds the offer of an item. A basket of somebody else whose time is up does
// not keep it.
func findOffer(d *Draft, offers *resale.Offers, itemID int64) (resale.Offer, bool, error) {
	if _, err := order.FindItem(d.Tx, itemID); err != nil {
		return resale.Offer{}, false, err
	}
	o, found, err := offers.Of(itemID)
	if err != nil || !found || o.Contract.State != resale.Reserved || o.Contract.BasketID == d.Order.ID {
		return o, found, err
	}
	has, err := order.Orders.Get(d.Tx, o.Contract.BasketID)
	if err != nil || !has.Overdue(d.Wall) {
		return o, true, err
	}
	if err := Expire(d.Tx, d.Cache, &has); err != nil {
		return o, true, err
	}
	*offers = *resale.NewOffers(d.Tx, d.Order.ID) // more of it is free now
	return offers.Of(itemID)
}

// checkOffers holds what others sell on against the rules for all of it together: who
// buys it is not who sells it, and as many of a listing are bought as its seller wants.
func checkOffers(d *Draft, r *rules.Refusals, buyer int64) error {
	n := map[int64]int64{}
	units := d.Units.FromSellers()
	for _, u := range units {
		n[u.Resale.ListingID]++
	}
	if len(units) == 0 {
		return nil
	}
	buyer, err := customer.Standing(d.Tx, buyer) // of a merge that goes on either may be either
	if err != nil {
		return err
	}
	told, offers := map[int64]bool{}, resale.NewOffers(d.Tx, d.Order.ID)
	for _, u := range units {
		o, found, err := offers.Of(u.Replaced.ItemID)
		if err != nil {
			return err
		}
		seller, err := customer.Standing(d.Tx, o.Listing.SellerID)
		if err != nil {
			return err
		}
		id := u.Replaced.ItemID
		switch {
		case !found || o.Apart || o.Contract.BasketID != d.Order.ID:
			r.AddOffer(id, app.Msg("This item is not offered for resale."))
		case buyer != 0 && buyer == seller:
			r.AddOffer(id, app.Msg("Nobody buys what they sell themselves."))
		case n[o.Listing.ID] < o.Least() && !told[o.Listing.ID]:
			told[o.Listing.ID] = true
			r.AddOffer(id, app.Msg("At least %d items of this seller must be bought together.", o.Least()))
		}
	}
	return nil
}

// nameOrder gives a new basket its id before it is stored: others refer to it.
func (d *Draft) nameOrder() (err error) {
	if d.Order.ID == 0 {
		d.Order.ID, err = order.NextID(d.Tx)
	}
	return err
}

// contribute lets sellers pay their part of the fees on what they sell on.
func contribute(d *Draft, wanted []fee.Charge, content []*rules.Unit) error {
	for i, u := range content {
		if !u.FromSeller() {
			continue
		}
		share, err := resale.ShareOf(d.Tx, &u.Item)
		if err != nil {
			return err
		}
		var at []int
		var amounts []int64
		for k := range wanted {
			if c := &wanted[k]; c.Unit == i && c.Fee.OnlyOnResale && !c.Fee.Absorbed {
				at, amounts = append(at, k), append(amounts, c.Amount)
			}
		}
		for k, part := range share.Spread(u.Base, amounts) {
			wanted[at[k]].Amount -= part
			wanted[at[k]].Contributed = part
		}
	}
	return nil
}

// returnOffers takes units out of the basket that are offered by others. What is left of a
// listing must still be as much as its seller wants.
func returnOffers(d *Draft, gone []*rules.Unit) error {
	if slices.ContainsFunc(gone, func(u *rules.Unit) bool { return u.CannotBeReduced }) {
		return app.Field("quantity", "cannot be reduced")
	}
	if err := d.drop(gone); err != nil {
		return err
	}
	var r rules.Refusals
	if err := checkOffers(d, &r, 0); err != nil {
		return err
	}
	return r.Err()
}

// releaseOffers gives back what an order wanted to buy from other buyers.
func releaseOffers(tx app.Tx, o *order.Order) error {
	if !o.Resale {
		return nil
	}
	items, err := order.ItemsOf(tx, o)
	if err != nil {
		return err
	}
	var contracts []int64
	for i := range items {
		if it := &items[i]; it.Holds() && it.FromSeller() {
			contracts = append(contracts, it.Resale.ContractID)
		}
	}
	return resale.Release(tx, o.ID, contracts)
}

// reserveOffers takes again what an order that held nothing any more wanted to buy from
// other buyers: all of it or, answering false, nothing.
func reserveOffers(d *Draft) (bool, error) {
	if d.Order.Modifies != 0 {
		return false, nil // the order that it was to change is free again, and may be another by now
	}
	units, offers := d.Units.FromSellers(), resale.NewOffers(d.Tx, d.Order.ID)
	for _, u := range units {
		o, found, err := offers.Of(u.Replaced.ItemID)
		if err != nil {
			return false, err
		}
		if !found || o.Contract.ID != u.Resale.ContractID || o.Contract.State != resale.Active || !o.Buyable(d.Order.Channel, d.Wall) {
			return false, nil
		}
	}
	for _, u := range units {
		if err := resale.Reserve(d.Tx, u.Resale.ContractID, d.Order.ID); err != nil {
			return false, err
		}
	}
	return true, nil
}

// releaseUnits gives back units that others sell on and that were taken out of the basket.
func releaseUnits(d *Draft, gone []*rules.Unit) error {
	var contracts []int64
	for _, u := range gone {
		if u.FromSeller() {
			contracts = append(contracts, u.Resale.ContractID)
		}
	}
	return resale.Release(d.Tx, d.Order.ID, contracts)
}
