package sales_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/discount"
	"marquee/app/fee"
	"marquee/app/order"
	"marquee/app/resale"
	"marquee/app/sales/modification"
	"marquee/app/sales/refund"
	"marquee/app/sales/rules"
	"marquee/app/sales/sold"
	front "marquee/app/shop"
	"marquee/app/transfer"
	"marquee/app/wallet"
	"marquee/indexes"
)

// counter is a box office with random rules, which sells random orders to which random things
// happen.
type counter struct {
	*dates
	rng *rand.Rand
	// sells are all sale items.
	sells []catalog.SaleItem
	story []string // what happened, for a report
}

func (c *counter) chance(percent int) bool { return c.rng.IntN(100) < percent }

func (c *counter) note(format string, args ...any) {
	c.story = append(c.story, fmt.Sprintf(format, args...))
}

func newCounter(t *testing.T, seed uint64) *counter {
	c := &counter{dates: newDates(t, apptest.Calm(), apptest.Unchecked()), rng: rand.New(rand.NewPCG(seed, 3))}
	c.sells = slices.Concat(c.plain, c.dear)
	for range 1 + c.rng.IntN(4) {
		c.sells = append(c.sells, c.addItem(int64(c.rng.IntN(5)), c.anything))
	}
	for _, per := range []fee.Per{fee.PerItem, fee.PerEvent, fee.PerOrder} {
		if c.chance(40) {
			c.fee(string(per), fee.Fixed, per, 75)
		}
	}
	c.code(discount.Percentage, "TENTH", 10)
	c.allow(company.OrderChangesChange{SelfRebooking: new(c.chance(80)), SelfRebookingDays: new(int64(1 + c.rng.IntN(380)))})
	_, err := company.ChangeSettings(t.Context(), c.App, c.A.Owner, company.SettingsChange{SingleEventBaskets: new(c.chance(20))})
	c.noErr(err)
	_, err = wallet.ChangeSettings(t.Context(), c.App, c.A.Owner, wallet.SettingsChange{SelfRefunds: new(c.chance(80)), CutoffHours: new(int64(c.rng.IntN(8760)))})
	c.noErr(err)
	if c.chance(70) {
		payers := []resale.Payer{resale.BuyerPays, resale.SellerPays}
		c.resell(resale.Change{Enabled: app.Is(true), Payer: app.Is(payers[c.rng.IntN(len(payers))])})
	}
	for _, id := range c.events {
		c.update(func(tx app.Tx) error {
			_, err := indexes.Forge(catalog.Events).Update(tx, id, func(e *catalog.Event) error { c.rules(e); return nil })
			return err
		})
	}
	return c
}

// rules draws what may be done with the tickets of an event.
func (c *counter) rules(e *catalog.Event) {
	e.Settings = catalog.Sharing{TicketsAfter: c.chance(60), ProductsAfter: c.chance(60), PurchaserOnly: c.chance(30), Corrections: c.chance(30)}
	e.Naming = &catalog.Naming{Shop: catalog.NamesOptional, Staff: catalog.NamesOptional, Renaming: c.chance(70), RenameHours: int64(c.rng.IntN(9000)), MostRenames: int64(c.rng.IntN(3))}
	if c.chance(20) {
		e.MaxTicketsPerCustomer = new(int64(4))
	}
}

// anything is a sale item at one of the evenings, that differs from the plain ones or not.
func (c *counter) anything(s *catalog.SaleItem, i *catalog.InventoryItem) {
	s.EventID = c.events[c.rng.IntN(len(c.events))]
	i.Name = fmt.Sprint("Item ", c.rng.IntN(100))
	for _, change := range []func(){
		func() { i.Type = catalog.Product },
		func() { s.MinOrder = 2 },
		func() { s.MultiplesOf = 2 },
		func() { s.MaxPerCustomer = 3 },
		func() { i.RequiresApproval = true },
		func() { s.Sharing = catalog.SharedCompulsory },
		func() { s.Prices[0].ProcessingFee = 0 },
		func() { s.Prices[0].Base = 0; s.Prices[0].ProcessingFee = 0 },
		func() { s.Prices[0].Variable = true },
		func() { s.Prerequisites = []int64{c.plain[0].ID} },
		func() { s.OnSaleUntil = new(c.Clock.Now().AddDate(0, 6, 0)) },
	} {
		if c.chance(12) {
			change()
		}
	}
}

// buys sells a random order, and tells whether it could be sold.
func (c *counter) buys() (b order.Basket, ok bool) {
	in := adding()
	for range 1 + c.rng.IntN(3) {
		one := one(c.sells[c.rng.IntN(len(c.sells))], 1+c.rng.Int64N(2))
		in.Items = append(in.Items, one)
		c.note("buys %d of %d", *one.Quantity, one.SaleItemID)
	}
	if in.Channel = catalog.Shop; c.chance(30) {
		in.Channel = catalog.APIChannel
	}
	if c.chance(90) {
		in.Buyer = customer.Buyer{Name: "Ada", Email: fmt.Sprintf("ada%d@example.com", c.rng.IntN(2))}
	}
	b, err := c.add(in)
	if err == nil && c.chance(15) {
		c.note("a discount")
		b, err = c.enter(b, "TENTH")
	}
	if err != nil {
		return b, false
	}
	pay := cash
	switch total := b.Order.Totals.Total; {
	case c.chance(10):
		c.note("complimentary")
		pay = rules.Payment{Method: order.ComplimentaryMethod}
	case c.chance(10) && total > 1:
		c.note("in parts")
		pay = rules.Payment{Splits: []rules.Split{{Amount: 1, Method: order.Bank}, {Amount: total - 1, Method: order.Cash}}}
	}
	b, err = c.complete(b, pay)
	return b, err == nil
}

// happens does something to an order, or around it, if it can.
func (c *counter) happens(b order.Basket) {
	items := c.items(b)
	it := items[c.rng.IntN(len(items))]
	switch c.rng.IntN(12) {
	case 0:
		c.note("%d is scanned", it.ID)
		if it.Barcode != "" {
			c.scan(it.Barcode)
		}
	case 1:
		c.note("%d is given", it.ID)
		made, err := c.give(transfer.Ask{ItemIDs: []int64{it.ID}})
		if err == nil && c.chance(50) {
			c.note("and claimed")
			_, _ = c.claim(made.Token, "grace@example.com")
		}
	case 2:
		c.note("%d is listed", it.ID)
		_, _ = c.list(1, resale.Ask{ItemID: it.ID})
	case 3:
		c.note("%d is refunded", it.ID)
		_, _ = c.refund(rules.Refund{Order: key(b), ItemIDs: []int64{it.ID}})
	case 4:
		event := c.events[c.rng.IntN(len(c.events))]
		c.note("event %d is cancelled", event)
		c.update(func(tx app.Tx) error {
			_, err := indexes.Forge(catalog.Events).Update(tx, event, func(e *catalog.Event) error { now := tx.Now(); e.CancelledAt, e.OffSale = &now, true; return nil })
			return err
		})
	case 5:
		c.note("it is changed")
		_, _ = c.modify(b)
	case 6:
		days := c.rng.IntN(380)
		c.note("%d days pass", days)
		c.Clock.Jump(time.Duration(days) * 24 * time.Hour)
	case 7:
		c.note("%d is renamed", it.ID)
		_ = sold.RenameAsBuyer(c.t.Context(), c.App, c.teller.page(b), it.ID, "Somebody")
	case 8:
		c.note("somebody else buys")
		_, _ = c.buys()
	}
}

// offers is what the page of an order offers, and what the commands take of all that could be
// asked for, as lines of text.
func (c *counter) offers(b order.Basket) (offered, taken []string) {
	page, items := c.teller.page(b), c.items(b)
	out, err := front.ReadOrder(c.t.Context(), c.App, page, "en")
	c.noErr(err)
	_, moves, err := front.ReadDates(c.t.Context(), c.App, page, "en")
	if app.KindOf(err) != app.NotFound {
		c.noErr(err)
	}
	yes := map[string]bool{}
	c.offersOfPage(yes, out, moves)
	c.noErr(c.App.ViewCompany(c.t.Context(), c.A.Company.ID, func(r app.Reader) error {
		try := func(what string, do func(a *app.App) error) bool {
			ok, err := app.Takes(r, do)
			if c.noErr(err); ok {
				taken = append(taken, what)
			}
			return ok
		}
		try("all is given back", func(a *app.App) error {
			_, err := refund.AsBuyer(c.t.Context(), a, page, nil)
			return err
		})
		moved := false
		for i := range items {
			moved = c.triesItem(try, page, &items[i], out) || moved
		}
		if moved {
			taken = append(taken, "dates are moved")
		}
		for _, p := range out.Gifts.Pending {
			try(fmt.Sprint("transfer ends ", p.ID), func(a *app.App) error {
				_, err := transfer.CancelAsBuyer(c.t.Context(), a, page, p.ID)
				return err
			})
		}
		for _, l := range out.SellOn.Listings {
			try(fmt.Sprint("listing ends ", l.ID), func(a *app.App) error {
				_, err := resale.CancelAsBuyer(c.t.Context(), a, page, l.ID)
				return err
			})
		}
		return nil
	}))
	slices.Sort(taken)
	return slices.Sorted(maps.Keys(yes)), slices.Compact(taken)
}

// offersOfPage notes what a page offers.
func (c *counter) offersOfPage(yes map[string]bool, out *front.Order, moves []front.Movable) {
	if out.GivesBack != nil {
		yes["all is given back"] = true
	}
	if out.MovesDates {
		yes["dates are moved"] = true
	}
	for _, m := range moves {
		for _, to := range m.To {
			yes[fmt.Sprintf("%d moves to %d", m.ID, to.SaleItemID)] = true
		}
	}
	for _, g := range out.Gifts.Free {
		yes[fmt.Sprint("given: ", g.ID)] = true
		if out.Order.CustomerID != 0 && !g.Taken {
			yes[fmt.Sprint("shared: ", g.SaleItemID)] = true
		}
	}
	for _, p := range out.Gifts.Pending {
		yes[fmt.Sprint("transfer ends ", p.ID)] = true
	}
	for _, l := range out.SellOn.Listings {
		if l.Open {
			yes[fmt.Sprint("listing ends ", l.ID)] = true
		}
	}
	for _, f := range out.SellOn.Free {
		for _, price := range []int64{f.Least, f.Usual, f.Most} {
			yes[fmt.Sprintf("sold on: %d for %d", f.ID, price)] = true
		}
	}
	for _, t := range out.Tickets {
		if t.Renamable {
			yes[fmt.Sprint("renamed: ", t.ItemID)] = true
		}
	}
}

// triesItem tries all that could be asked for an item, and tells whether it can be moved.
func (c *counter) triesItem(try func(string, func(*app.App) error) bool, page string, it *order.Item, out *front.Order) (moved bool) {
	for _, to := range c.sells {
		moved = try(fmt.Sprintf("%d moves to %d", it.ID, to.ID), func(a *app.App) error {
			_, err := modification.RebookAsBuyer(c.t.Context(), a, page, []modification.RebookedItem{{ItemID: it.ID, SaleItemID: to.ID}})
			return err
		}) || moved
	}
	try(fmt.Sprint("given: ", it.ID), func(a *app.App) error {
		_, err := transfer.StartAsBuyer(c.t.Context(), a, page, transfer.Ask{ItemIDs: []int64{it.ID}})
		return err
	})
	try(fmt.Sprint("shared: ", it.SaleItemID), func(a *app.App) error {
		_, err := transfer.DistributeAsBuyer(c.t.Context(), a, page, transfer.Share{SaleItemID: it.SaleItemID, Total: 1, PerPerson: 1})
		return err
	})
	prices := []int64{it.Price}
	for _, f := range out.SellOn.Free {
		if f.ID == it.ID {
			prices = []int64{f.Least, f.Usual, f.Most}
		}
	}
	for _, price := range prices {
		try(fmt.Sprintf("sold on: %d for %d", it.ID, price), func(a *app.App) error {
			_, err := resale.ListAsBuyer(c.t.Context(), a, page, resale.NewListing{Items: []resale.Ask{{ItemID: it.ID, Price: &price}}, MinQuantity: 1})
			return err
		})
	}
	try(fmt.Sprint("renamed: ", it.ID), func(a *app.App) error {
		return sold.RenameAsBuyer(c.t.Context(), a, page, it.ID, "Another")
	})
	return moved
}

// TestThePageOffersWhatIsDone: whatever becomes of an order, its page offers all that the
// commands behind it take, and nothing else.
func TestThePageOffersWhatIsDone(t *testing.T) {
	for seed := range uint64(60) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			c := newCounter(t, seed)
			for range 4 {
				b, ok := c.buys()
				if !ok {
					continue
				}
				for range 3 {
					offered, taken := c.offers(b)
					if !slices.Equal(offered, taken) {
						t.Fatalf("%v\noffered %q\ntaken   %q", c.story, missing(offered, taken), missing(taken, offered))
					}
					c.happens(b)
				}
			}
		})
	}
}

// missing is what of some is not among others.
func missing(some, others []string) []string {
	return slices.DeleteFunc(slices.Clone(some), func(s string) bool { return slices.Contains(others, s) })
}
