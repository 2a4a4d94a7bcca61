package resale

import (
	"fmt"

	"marquee/app"
	"marquee/app/ledger"
	"marquee/app/order"
	"marquee/app/wallet"
	"marquee/indexes"
)

// checkContracts holds each contract against the items of its seller and its buyer.
func checkContracts(r app.Reader, report func(app.Breach)) error {
	for hit, err := range Contracts.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		c := &hit.Rec
		items, err := order.Items.GetMany(r, []int64{c.ItemID, c.UnitID})
		if err != nil {
			return err
		}
		wrong := func(expected, found string) {
			report(app.Breach{ID: c.ID, Key: "resale contract", Expected: expected, Found: found})
		}
		if len(items) == 0 || items[0].ID != c.ItemID {
			wrong(fmt.Sprintf("order item %d", c.ItemID), "none")
			continue
		}
		switch own := &items[0]; {
		case c.Offered() && (!own.Frozen || own.OfferID != c.ID || !own.Admissible()):
			wrong("an item that stands and is locked", fmt.Sprintf("locked: %t for %d, stands: %t", own.Frozen, own.OfferID, own.Admissible()))
		case c.State == Reserved:
			if err := checkReserved(r, c, wrong); err != nil {
				return err
			}
		case c.State == Sold:
			if len(items) < 2 {
				wrong(fmt.Sprintf("order item %d of the buyer", c.UnitID), "none")
				continue
			}
			if err := checkSold(r, c, own, &items[1], wrong); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkReserved wants the basket that has a contract to hold it.
func checkReserved(r app.Reader, c *Contract, wrong func(expected, found string)) error {
	o, err := order.Find(r, order.Key{ID: c.BasketID})
	if err != nil {
		return err
	}
	items, err := order.ItemsOf(r, &o)
	held := 0
	for i := range items {
		if p := items[i].Resale; p != nil && p.ContractID == c.ID && items[i].Holds() {
			held++
		}
	}
	if !o.Status.Holds() || held != 1 {
		wrong("one item in an order that holds it", fmt.Sprintf("%d in one that is %s", held, o.Status.Slug()))
	}
	return err
}

// checkSold wants the item of the seller to be given up for that of the buyer, which costs
// what was asked, and whose gates know the former barcode as a historic one.
func checkSold(r app.Reader, c *Contract, own, unit *order.Item, wrong func(expected, found string)) error {
	switch {
	case own.SuccessorID != unit.ID || own.Holds() || own.Frozen || own.Barcode != "":
		wrong("an item that was given up", fmt.Sprintf("for %d, stands: %t, locked: %t", own.SuccessorID, own.Holds(), own.Frozen))
	case unit.Replaced == nil || unit.Replaced.ItemID != own.ID || unit.Replaced.Type != order.ByResale || !unit.Sold:
		wrong(fmt.Sprintf("an item of the buyer that replaces %d", own.ID), fmt.Sprint(unit.Replaced))
	case c.MovementID == 0 && !c.Owed() && c.Credited() > 0:
		wrong("a credit to its seller", "none")
	case unit.Price != c.Price:
		wrong(fmt.Sprintf("sold for %d", c.Price), fmt.Sprint(unit.Price))
	}
	former, err := order.OldBarcodesOf(r, unit.ID)
	if err == nil && len(former) == 0 {
		wrong("a historic barcode of the item of the buyer", "none")
	}
	return err
}

// checkProceeds wants each sold contract to have earned its seller the price less what the
// seller paid of the fees, once, and to be what that credit was made for. What can not be
// spent yet lies on the account of resale.
func checkProceeds(r app.Reader, report func(app.Breach)) error {
	lies, named := map[ledger.Money]int64{}, 0
	for hit, err := range Contracts.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		c := &hit.Rec
		items, err := order.Items.GetMany(r, []int64{c.ItemID})
		if err != nil {
			return err
		}
		of := ledger.Money{CurrencyID: c.CurrencyID, Demo: len(items) > 0 && items[0].Demo}
		if c.Owed() {
			lies[of] += c.Proceeds()
		}
		if c.State != Sold || c.MovementID == 0 {
			continue
		}
		named++
		all, err := wallet.Movements(r, []int64{c.MovementID})
		if err != nil {
			return err
		}
		if found := c.earned(all); found != "" {
			report(app.Breach{ID: c.ID, Key: "resale contract: proceeds", Expected: fmt.Sprintf("one credit of %d for it", c.Credited()), Found: found})
			continue
		}
		if all[0].ConfirmedAt == nil {
			lies[of] += c.Credited()
		}
	}
	n, err := wallet.CountOf(r, wallet.ResaleProceeds)
	if err != nil {
		return err
	}
	if n != named {
		report(app.Breach{Key: "resale contracts: proceeds", Expected: fmt.Sprint(named, " credits"), Found: fmt.Sprint(n)})
	}
	return ledger.Holds(r, ledger.Resale, lies, report)
}

// earned tells what is wrong with the credit of a contract; empty when nothing is.
func (c *Contract) earned(all []wallet.Movement) string {
	if len(all) == 0 {
		return "none"
	}
	m := &all[0]
	if m.Type == wallet.ResaleProceeds && m.Source == (wallet.Source{Type: wallet.ContractSource, ID: c.ID}) && m.Amount == c.Credited() && m.CancelledAt == nil {
		return ""
	}
	return fmt.Sprintf("%s of %d for %s %d", m.Type.Slug(), m.Amount, m.Source.Type, m.Source.ID)
}

// checkListings wants listings and their contracts to name each other, and a listing to be
// open as long as one of them is offered.
func checkListings(r app.Reader, report func(app.Breach)) error {
	for hit, err := range Listings.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		l := &hit.Rec
		all, err := Contracts.GetMany(r, l.ContractIDs)
		if err != nil {
			return err
		}
		offered, own := false, 0
		for i := range all {
			offered = offered || all[i].Offered()
			if all[i].ListingID == l.ID {
				own++
			}
		}
		if own != len(l.ContractIDs) {
			report(app.Breach{ID: l.ID, Key: "resale listing", Expected: fmt.Sprint(len(l.ContractIDs), " contracts"), Found: fmt.Sprint(own)})
		}
		if offered != l.Open() {
			report(app.Breach{ID: l.ID, Key: "resale listing", Expected: fmt.Sprintf("open: %t", offered), Found: fmt.Sprintf("open: %t", l.Open())})
		}
	}
	return nil
}

// checkLocks wants each item that is locked for a contract to be offered under it.
func checkLocks(r app.Reader, report func(app.Breach)) error {
	for hit, err := range order.Items.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		if hit.Rec.OfferID == 0 {
			continue
		}
		c, found, err := contractOffered.Find(r, hit.Rec.ID)
		if err != nil {
			return err
		}
		if !found || c.ID != hit.Rec.OfferID || !hit.Rec.Frozen {
			report(app.Breach{ID: hit.Rec.ID, Key: "order item", Expected: fmt.Sprintf("offered under contract %d, and locked", hit.Rec.OfferID), Found: fmt.Sprintf("offered: %t", found)})
		}
	}
	return nil
}
