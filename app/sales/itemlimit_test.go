package sales_test

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"marquee/app"
	"marquee/app/accesscode"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"

	"github.com/matryer/is"
)

func someone(name string) customer.Buyer {
	return customer.Buyer{Email: name + "@example.com", Name: name}
}

func (h *hall) buying(who string, items ...rules.AddItem) sales.AddToBasket {
	in := adding(items...)
	if who != "" {
		in.Buyer = someone(who)
	}
	return in
}

// joins makes somebody a member of a group.
func (h *hall) joins(group int64, who string) {
	h.t.Helper()
	b := someone(who)
	if _, err := customer.AddToGroup(h.t.Context(), h.App, h.A.Owner, group, []customer.Joining{{Name: b.Name, Email: b.Email}}, true); err != nil {
		h.t.Fatal(err)
	}
}

func (h *hall) completeFor(b order.Basket, who string) error {
	_, err := sales.CompleteOrder(h.t.Context(), h.App, h.A.Owner, sales.Completion{Basket: key(b), Payment: cash, Channel: catalog.APIChannel, Buyer: someone(who)})
	return err
}

// A customer has no more of a sale item than it allows, over all orders and baskets, paid
// and waiting; whoever has said no name is held to that when the order completes.
func TestTheLimitOfASaleItemForACustomer(t *testing.T) {
	for _, typ := range []catalog.ItemType{catalog.Ticket, catalog.Product} {
		t.Run(string(typ), func(t *testing.T) {
			is := is.New(t)
			h := newHall(t)
			s := h.addItem(-1, func(s *catalog.SaleItem, i *catalog.InventoryItem) { s.MaxPerCustomer, i.Type = 3, typ })
			other := h.addItem(-1, plain)
			_, err := h.add(h.buying("ada", one(s, 4)))
			is.Equal(types(err), []string{"purchase_limit"})
			b := h.mustAdd(h.buying("ada", one(s, 1), one(other, 5)))
			_, err = h.complete(b, cash)
			is.NoErr(err)
			waits := h.mustAdd(h.buying("ada", one(s, 1)))
			_, err = sales.PayLater(t.Context(), h.App, h.A.Owner, sales.Later{Basket: key(waits), Channel: catalog.APIChannel, Way: sales.OnSite})
			is.NoErr(err)
			_, err = h.add(h.buying("ada", one(s, 2)))
			is.Equal(types(err), []string{"purchase_limit"})
			h.mustAdd(h.buying("bob", one(s, 3)))

			nobody := h.mustAdd(h.buying("", one(s, 2)))
			is.Equal(types(h.completeFor(nobody, "ada")), []string{"purchase_limit"})
			is.NoErr(h.completeFor(nobody, "eve"))

			lifted := h.buying("ada", one(s, 2))
			lifted.Overrides = []rules.Override{rules.PurchaseLimit}
			_, err = h.complete(h.mustAdd(lifted), cash)
			is.NoErr(err)
		})
	}
}

// looksAtTheLimitFirst is the till these tests must be able to catch: it looks how many
// units the customer has, and completes in a transaction that no longer asks.
func (h *hall) looksAtTheLimitFirst(s catalog.SaleItem, who customer.Customer, b order.Basket, looked *sync.WaitGroup) bool {
	n := int64(0)
	err := h.App.View(h.t.Context(), h.A.Owner, app.Authenticated, func(r app.Reader) error {
		g, err := catalog.NewCache(r).Get(s.ID)
		if err == nil {
			n, err = order.UnitsOf(r, order.Holdings{CustomerID: who.ID, Enough: 1, Now: h.Clock.Now()}, g)
		}
		return err
	})
	looked.Done()
	looked.Wait()
	if err != nil || n >= 1 {
		return false
	}
	_, err = patient(func() (int, error) { return 0, h.completeFor(b, "ada") })
	return err == nil
}

func TestTheLastOfASaleItemForACustomerIsSoldOnce(t *testing.T) {
	const tills = 50
	baskets := func(h *hall, s catalog.SaleItem) []order.Basket {
		all := make([]order.Basket, tills)
		for i := range all {
			all[i] = h.mustAdd(h.buying("", one(s, 1)))
		}
		return all
	}
	for _, c := range []struct {
		name string
		item func(*catalog.SaleItem, *catalog.InventoryItem)
	}{
		{"50 tills sell one customer the last unit that they may have, one does", func(s *catalog.SaleItem, _ *catalog.InventoryItem) { s.MaxPerCustomer = 1 }},
		{"50 tills sign one customer up for a guest list, one does", func(s *catalog.SaleItem, i *catalog.InventoryItem) {
			i.Type, s.Prices[0].Base, s.Prices[0].ProcessingFee = catalog.GuestList, 0, 0
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			h := rush(t)
			all := baskets(h, h.addItem(-1, c.item))
			var sold, refused atomic.Int64
			together(tills, func(i int) {
				_, err := patient(func() (int, error) { return 0, h.completeFor(all[i], "ada") })
				if err == nil {
					sold.Add(1)
				} else if fmt.Sprint(types(err)) == "[purchase_limit]" {
					refused.Add(1)
				}
			})
			is.Equal(sold.Load(), int64(1))
			is.Equal(refused.Load(), int64(tills-1))
		})
	}
	t.Run("control: tills that look first sell it many times", func(t *testing.T) {
		h := rush(t)
		s := h.addItem(-1, plain)
		h.mustAdd(h.buying("ada", one(h.addItem(-1, plain), 1)))
		who := h.customer("ada@example.com")
		all := baskets(h, s)
		var sold atomic.Int64
		var looked sync.WaitGroup
		looked.Add(tills)
		together(tills, func(i int) {
			if h.looksAtTheLimitFirst(s, who, all[i], &looked) {
				sold.Add(1)
			}
		})
		if sold.Load() < 2 {
			t.Fatal("the race does not show: the test above proves nothing")
		}
	})
}

// Each customer is signed up for a guest list once, with as many guests as come along.
func TestOneSignUpForAGuestList(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	list := func() catalog.SaleItem {
		return h.addItem(-1, func(s *catalog.SaleItem, i *catalog.InventoryItem) {
			i.Type, i.Name, s.Prices[0].Base, s.Prices[0].ProcessingFee = catalog.GuestList, "Friends", 0, 0
		})
	}
	first, second := list(), list()
	b := h.mustAdd(h.buying("ada", one(first, 2)))
	in := h.buying("ada", one(first, 1))
	in.Basket = key(b)
	_, err := h.complete(h.mustAdd(in), cash) // one more guest of the same sign-up
	is.NoErr(err)
	_, err = h.add(h.buying("ada", one(first, 1)))
	is.Equal(types(err), []string{"purchase_limit"})
	h.mustAdd(h.buying("ada", one(second, 1)))
	h.mustAdd(h.buying("bob", one(first, 1)))
}

// A sale item of a group is for its members; a stranger may put it into a basket and has to
// be one of them to buy it.
func TestASaleItemOfACustomerGroup(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	name := "Members"
	g, err := customer.CreateGroup(t.Context(), h.App, h.A.Owner, customer.GroupFields{Name: &name})
	is.NoErr(err)
	s := h.addItem(-1, func(s *catalog.SaleItem, _ *catalog.InventoryItem) { s.CustomerGroups = []int64{g.ID} })
	_, err = h.add(h.buying("ada", one(s, 1)))
	is.Equal(types(err), []string{"order_item_invalid"})
	b := h.mustAdd(h.buying("", one(s, 1)))
	_, err = h.complete(b, cash)
	is.Equal(types(err), []string{"order_item_invalid"})
	is.Equal(types(h.completeFor(b, "ada")), []string{"order_item_invalid"})
	h.joins(g.ID, "ada")
	is.NoErr(h.completeFor(b, "ada"))

	unknown := []int64{g.ID, 99}
	_, err = catalog.UpdateSaleItem(t.Context(), h.App, h.A.Owner, catalog.Ticket, s.ID, catalog.SaleItemChange{CustomerGroups: &unknown}, catalog.ItemChange{})
	is.True(err != nil && strings.Contains(err.Error(), "saleItemData.customerGroups.1: does not exist"))
}

// Membership is asked of whoever gets the basket: an order that waits for its payment keeps
// what it has, and nobody gets it who was never asked.
func TestAMembershipThatEndsAfterTheOrder(t *testing.T) {
	is := is.New(t)
	h := newTeller(t)
	h.offersDeposit(30)
	name := "Members"
	g, err := customer.CreateGroup(t.Context(), h.App, h.A.Owner, customer.GroupFields{Name: &name})
	is.NoErr(err)
	s := h.addItem(-1, func(s *catalog.SaleItem, _ *catalog.InventoryItem) { s.CustomerGroups = []int64{g.ID} })
	h.joins(g.ID, "ada")
	partly, err := h.complete(h.mustAdd(h.buying("ada", one(s, 1))), inDeposit)
	is.NoErr(err)
	waits := h.mustAdd(h.buying("ada", one(s, 1)))
	_, err = h.payLater(waits, sales.OnSite)
	is.NoErr(err)
	_, err = customer.RemoveFromGroup(t.Context(), h.App, h.A.Owner, g.ID, []string{"ada@example.com"})
	is.NoErr(err)

	is.Equal(types(h.completeFor(waits, "bob")), []string{"order_item_invalid"})
	_, err = h.balance(partly, cash)
	is.NoErr(err)
	_, err = h.complete(waits, cash)
	is.NoErr(err)
	_, err = h.add(h.buying("ada", one(s, 1)))
	is.Equal(types(err), []string{"order_item_invalid"})
}

// An access code of a schedule closes everything of its events, and opens it.
func TestAnAccessCodeOfASchedule(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	second := h.addEvent(func(*catalog.Event) {})
	run, err := catalog.CreateSchedule(t.Context(), h.App, h.A.Owner, catalog.ScheduleChange{Name: new("Run"), EventIDs: &[]int64{h.event.ID, second.ID}})
	is.NoErr(err)
	s := h.addItem(-1, plain)
	later := h.addItem(-1, func(s *catalog.SaleItem, _ *catalog.InventoryItem) { s.EventID = second.ID })
	elsewhere := h.addEvent(func(*catalog.Event) {})
	free := h.addItem(-1, func(s *catalog.SaleItem, _ *catalog.InventoryItem) { s.EventID = elsewhere.ID })
	h.access("RUN", func(f *accesscode.Fields) { f.ScheduleIDs = app.Is([]int64{run.ID}) })
	for _, one := range []rules.AddItem{one(s, 1), one(later, 1)} {
		_, err := h.add(inShop("", one))
		is.Equal(types(err), []string{"not_on_sale"})
		_, err = h.add(inShop("RUN", one))
		is.NoErr(err)
	}
	_, err = h.add(inShop("", one(free, 1)))
	is.NoErr(err)
	text := "NONE"
	in := accesscode.Fields{ScheduleIDs: app.Is([]int64{run.ID, 99})}
	in.Text = &text
	_, err = accesscode.Create(t.Context(), h.App, h.A.Owner, in)
	is.True(err != nil && strings.Contains(err.Error(), "eventSchedules.1: does not exist"))
}
