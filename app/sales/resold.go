package sales

import (
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/fee"
	"marquee/app/money"
	"marquee/app/order"
	"marquee/app/resale"
	"marquee/app/sales/rules"
)

// isOffer tells whether a line of a request is about an item that somebody sells on.
func (in *AddItem) isOffer() bool { return in.OrderItemID != 0 }

// ordinary tells whether some of the lines are of sale items.
func ordinary(items []AddItem) bool {
	return slices.ContainsFunc(items, func(in AddItem) bool { return !in.isOffer() })
}

// fromSellers are the units that are to be bought from other buyers.
func (d *draft) fromSellers() []*unit {
	return slices.DeleteFunc(slices.Clone(d.units), func(u *unit) bool { return !u.FromSeller() })
}

// ofStock are the units that have stock and seats of their own.
func ofStock(units []*unit) []*unit {
	if !slices.ContainsFunc(units, func(u *unit) bool { return u.Borrows() }) {
		return units
	}
	return slices.DeleteFunc(slices.Clone(units), func(u *unit) bool { return u.Borrows() })
}

// offer is a line of a request with what it asks for.
type offer struct {
	resale.Offer
	AddItem
}

// buyOffers puts what others sell on into the basket, and reserves it. All that is wrong
// is told at once.
func (d *draft) buyOffers(items []AddItem) error {
	if !slices.ContainsFunc(items, func(in AddItem) bool { return in.isOffer() }) {
		return nil
	}
	if err := d.caller.NeedSome(app.Sell); err != nil {
		return err
	}
	var r refusals
	all, err := d.offers(items, &r)
	if err != nil {
		return err
	}
	kinds, n := map[int64]bool{}, map[int64]int64{}
	var goods []*catalog.Goods
	var coming approvals
	for _, o := range all {
		g, err := d.cache.Get(o.Item.SaleItemID)
		if err != nil {
			return err
		}
		if err := needAt(d.caller, app.Sell, g); err != nil {
			return err
		}
		if n[g.ID]++; !kinds[g.ID] {
			kinds[g.ID] = true
			goods = append(goods, g)
		}
		coming.note(g.Type, false) // its seller was approved, if anybody was
	}
	d.checkSize(&r, int64(len(all)), int64(len(all)), d.order.Channel)
	d.checkEvents(&r, goods)
	d.checkApproval(&r, coming)
	d.checkCancelled(&r, goods)
	if err := d.checkPurchaseLimits(&r, goods, n); err != nil {
		return err
	}
	if err := r.err(); err != nil {
		return err
	}
	if err := d.nameOrder(); err != nil {
		return err
	}
	for _, o := range all {
		if err := resale.Reserve(d.tx, o.Contract.ID, d.order.ID); err != nil {
			return err
		}
		d.units = append(d.units, o.unit(d.order.CustomerID))
	}
	if err := d.checkOffers(&r, d.order.CustomerID); err != nil {
		return err
	}
	d.restart()
	return r.err()
}

// offers finds what the lines ask for, and refuses what cannot be bought.
func (d *draft) offers(items []AddItem, r *refusals) ([]offer, error) {
	var p app.Problems
	var all []offer
	offers := resale.NewOffers(d.tx, d.order.ID)
	for i, in := range items {
		if !in.isOffer() {
			continue
		}
		in.checkOffer(&p, i)
		if slices.ContainsFunc(all, func(o offer) bool { return o.OrderItemID == in.OrderItemID }) {
			p.Add(field("items", i, "orderItemId"), "is there twice")
			continue
		}
		o, found, err := d.findOffer(offers, in.OrderItemID)
		if err != nil {
			return nil, err
		}
		if !found {
			r.addOffer(in.OrderItemID, app.Msg("This item is not offered for resale."))
			continue
		}
		d.refuseOffer(r, &o)
		all = append(all, offer{o, in})
	}
	return all, p.Err()
}

// checkOffer names what makes no sense beside an item that somebody sells on.
func (in *AddItem) checkOffer(p *app.Problems, i int) {
	if in.SaleItemID != 0 {
		p.Add(field("items", i, "id"), "cannot be given together with %s", "orderItemId")
	}
	if in.Quantity != nil && *in.Quantity != 1 {
		p.Add(field("items", i, "quantity"), "must be %d", 1)
	}
	if in.Amount != nil {
		p.Add(field("items", i, "amount"), "cannot be given together with %s", "orderItemId")
	}
	if in.SpaceID != 0 || in.BestSeats || in.AreaID != 0 {
		p.Add(field("items", i, "spaceId"), "cannot be given together with %s", "orderItemId")
	}
	if a := in.Contribution; a != nil && (*a < 0 || *a > 100) {
		p.Add(field("items", i, "pointOfSaleData.resaleFeeSellerContribution"), "must be between %d and %d", 0, 100)
	}
}

// findOffer finds the offer of an item. A basket of somebody else whose time is up does
// not keep it.
func (d *draft) findOffer(offers *resale.Offers, itemID int64) (resale.Offer, bool, error) {
	if _, err := order.FindItem(d.tx, itemID); err != nil {
		return resale.Offer{}, false, err
	}
	o, found, err := offers.Of(itemID)
	if err != nil || !found || o.Contract.State != resale.Reserved || o.Contract.BasketID == d.order.ID {
		return o, found, err
	}
	has, err := order.Orders.Get(d.tx, o.Contract.BasketID)
	if err != nil || !has.Overdue(d.tx.Wall()) {
		return o, true, err
	}
	if err := expire(d.tx, d.cache, &has); err != nil {
		return o, true, err
	}
	*offers = *resale.NewOffers(d.tx, d.order.ID) // more of it is free now
	return offers.Of(itemID)
}

// refuseOffer refuses what cannot be bought on its own account.
func (d *draft) refuseOffer(r *refusals, o *resale.Offer) {
	id := o.Contract.ItemID
	switch {
	case o.Contract.State == resale.Reserved && o.Contract.BasketID == d.order.ID && d.order.ID != 0:
		r.addOffer(id, app.Msg("This item is in the basket already."))
	case o.Contract.State == resale.Reserved:
		r.addOffer(id, app.Msg("This item is in the basket of somebody else."))
	case !o.Buyable(d.order.Channel, d.tx.Wall()):
		r.addOffer(id, app.Msg("This item cannot be bought now."))
	case o.Contract.CurrencyID != d.order.CurrencyID:
		*r = append(*r, app.Reason{Type: typeCurrency, Ref: "orderItemId", ID: id, Message: app.Msg("This item is not sold in %s.", rules.Code(d.order.CurrencyID))})
	}
}

// addOffer notes a refusal of an item that somebody sells on.
func (r *refusals) addOffer(itemID int64, why app.Message) {
	*r = append(*r, app.Reason{Type: typeInvalid, Ref: "orderItemId", ID: itemID, Message: why})
}

// checkOffers holds what others sell on against the rules for all of it together: who
// buys it is not who sells it, and as many of a listing are bought as its seller wants.
func (d *draft) checkOffers(r *refusals, buyer int64) error {
	n := map[int64]int64{}
	units := d.fromSellers()
	for _, u := range units {
		n[u.Resale.ListingID]++
	}
	if len(units) == 0 {
		return nil
	}
	buyer, err := customer.Standing(d.tx, buyer) // of a merge that goes on either may be either
	if err != nil {
		return err
	}
	told, offers := map[int64]bool{}, resale.NewOffers(d.tx, d.order.ID)
	for _, u := range units {
		o, found, err := offers.Of(u.Replaced.ItemID)
		if err != nil {
			return err
		}
		seller, err := customer.Standing(d.tx, o.Listing.SellerID)
		if err != nil {
			return err
		}
		id := u.Replaced.ItemID
		switch {
		case !found || o.Apart || o.Contract.BasketID != d.order.ID:
			r.addOffer(id, app.Msg("This item is not offered for resale."))
		case buyer != 0 && buyer == seller:
			r.addOffer(id, app.Msg("Nobody buys what they sell themselves."))
		case n[o.Listing.ID] < o.Least() && !told[o.Listing.ID]:
			told[o.Listing.ID] = true
			r.addOffer(id, app.Msg("At least %d items of this seller must be bought together.", o.Least()))
		}
	}
	return nil
}

// unit is the item of the buyer. What the seller paid with it is paid: no tax is in the
// price, which belongs to the seller.
func (o *offer) unit(holder int64) *unit {
	it := &o.Item
	u := order.Item{
		SaleItemID: it.SaleItemID, ItemID: it.ItemID, EventID: it.EventID, Run: it.Run, Type: it.Type, CustomerID: holder,
		SaleName: it.SaleName, ValidFrom: it.ValidFrom, ValidTo: it.ValidTo, GraceMinutes: it.GraceMinutes,
		CannotBeReduced: o.CannotBeReduced, SecureDisabled: o.SecureDisabled, Place: it.Place, RunPlaces: it.RunPlaces,
		TaxBandID: it.TaxBandID, Reissued: true,
		Replaced: &order.Replaced{Type: order.ByResale, ItemID: it.ID, OrderID: it.OrderID},
		Resale:   &order.Resale{ContractID: o.Contract.ID, ListingID: o.Listing.ID, Asked: o.Contribution},
	}
	u.Charge(money.Charges{Base: o.Contract.Price, Price: o.Contract.Price})
	return &unit{Item: u}
}

// nameOrder gives a new basket its id before it is stored: others refer to it.
func (d *draft) nameOrder() (err error) {
	if d.order.ID == 0 {
		d.order.ID, err = order.Orders.NextIDs(d.tx, 1)
	}
	return err
}

// contribute lets sellers pay their part of the fees on what they sell on.
func (d *draft) contribute(wanted []fee.Charge, content []*unit) error {
	for i, u := range content {
		if !u.FromSeller() {
			continue
		}
		share, err := resale.ShareOf(d.tx, &u.Item)
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
func (d *draft) returnOffers(gone []*unit) error {
	if slices.ContainsFunc(gone, func(u *unit) bool { return u.CannotBeReduced }) {
		return app.Field("quantity", "cannot be reduced")
	}
	if err := d.drop(gone); err != nil {
		return err
	}
	var r refusals
	if err := d.checkOffers(&r, 0); err != nil {
		return err
	}
	return r.err()
}

// offersOf are the units of a sale item that others sell on.
func (d *draft) offersOf(saleItem int64) []*unit {
	return slices.DeleteFunc(d.fromSellers(), func(u *unit) bool { return u.SaleItemID != saleItem })
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
func (d *draft) reserveOffers() (bool, error) {
	if d.order.Modifies != 0 {
		return false, nil // the order that it was to change is free again, and may be another by now
	}
	units, offers := d.fromSellers(), resale.NewOffers(d.tx, d.order.ID)
	for _, u := range units {
		o, found, err := offers.Of(u.Replaced.ItemID)
		if err != nil {
			return false, err
		}
		if !found || o.Contract.ID != u.Resale.ContractID || o.Contract.State != resale.Active || !o.Buyable(d.order.Channel, d.tx.Wall()) {
			return false, nil
		}
	}
	for _, u := range units {
		if err := resale.Reserve(d.tx, u.Resale.ContractID, d.order.ID); err != nil {
			return false, err
		}
	}
	return true, nil
}

// releaseUnits gives back units that others sell on and that were taken out of the basket.
func (d *draft) releaseUnits(gone []*unit) error {
	var contracts []int64
	for _, u := range gone {
		if u.FromSeller() {
			contracts = append(contracts, u.Resale.ContractID)
		}
	}
	return resale.Release(d.tx, d.order.ID, contracts)
}
