package banking_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/banking"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/app/terms"
	"marquee/indexes"
)

// clerk has orders that wait for their money, and statements of the bank.
type clerk struct {
	*apptest.World
	t      testing.TB
	ticket catalog.SaleItem
	buyers int
}

func newClerk(t testing.TB, opts ...apptest.Option) *clerk {
	t.Helper()
	c := &clerk{World: apptest.New(t, opts...), t: t}
	_, err := company.ChangeSettings(t.Context(), c.App, c.A.Owner, company.SettingsChange{Invoicing: company.InvoicingChange{
		Bank: company.BankChange{IBAN: app.Is("DE89 3704 0044 0532 0130 00"), BIC: app.Is("COBADEFFXXX")},
	}})
	c.must(err)
	_, err = terms.Set(t.Context(), c.App, c.A.Owner, terms.Change{Invoice: app.Is(terms.NewInvoice{On: terms.Channels{Office: true}, Days: 10})})
	c.must(err)
	start := c.Clock.Now().AddDate(0, 6, 0)
	e := catalog.Event{Name: "Concert", Start: start, End: start.AddDate(0, 0, 1), Timezone: "Europe/Berlin", Published: true}
	c.must(c.App.Update(t.Context(), c.A.Owner, app.Authenticated, func(tx app.Tx) error {
		if err := indexes.Forge(catalog.Events).Insert(tx, &e); err != nil {
			return err
		}
		if err := catalog.PortsOf(tx).EventCreated(tx, &e); err != nil {
			return err
		}
		i := catalog.InventoryItem{Type: catalog.Ticket, Name: "Standing"}
		if err := indexes.Forge(catalog.InventoryItems).Insert(tx, &i); err != nil {
			return err
		}
		c.ticket = catalog.SaleItem{
			EventID: e.ID, ItemID: i.ID, Type: i.Type,
			Prices: []catalog.Price{{ID: 1, CurrencyID: c.A.Company.CurrencyID, Base: 2500}},
		}
		return indexes.Forge(catalog.SaleItems).Insert(tx, &c.ticket)
	}))
	return c
}

func (c *clerk) must(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

// waiting is an order of 25.00 that waits for its money.
func (c *clerk) waiting() order.Order {
	c.t.Helper()
	c.buyers++
	b, err := sales.Add(c.t.Context(), c.App, c.A.Owner, sales.AddToBasket{
		Channel: catalog.APIChannel, Items: []rules.AddItem{{SaleItemID: c.ticket.ID, Quantity: new(int64(1))}},
		Buyer: customer.Buyer{Name: "Ada", Email: fmt.Sprintf("ada%d@example.com", c.buyers)},
	})
	c.must(err)
	k := order.Key{ID: b.Order.ID}
	_, err = sales.PayLater(c.t.Context(), c.App, c.A.Owner, sales.Later{Basket: k, Channel: catalog.APIChannel, Way: sales.ByInvoice})
	c.must(err)
	return c.order(k.ID)
}

func (c *clerk) order(id int64) order.Order {
	c.t.Helper()
	o, _, err := order.Read(c.t.Context(), c.App, c.A.Owner, order.Key{ID: id}, order.Include{}, false)
	c.must(err)
	return *o.Order
}

// came stores money that came, with what its payer wrote.
func (c *clerk) came(amount string, texts ...string) (ids []int64) {
	c.t.Helper()
	s := strings.Builder{}
	s.WriteString("Date;Amount;Reference;Payer\n")
	for i, text := range texts {
		fmt.Fprintf(&s, "2026-07-%02d;%s;%s;Ada\n", i+1, amount, text)
	}
	_, err := banking.Upload(c.t.Context(), c.App, c.A.Owner, []byte(s.String()))
	c.must(err)
	for id := range int64(len(texts)) {
		ids = append(ids, id+1)
	}
	return ids
}

// take confirms a transfer for an order.
func (c *clerk) take(id int64, orderIDs ...int64) error {
	in := banking.Confirmation{IDs: []int64{id}}
	for _, orderID := range orderIDs {
		in.Orders = append(in.Orders, order.Key{ID: orderID})
	}
	_, err := banking.Confirm(c.t.Context(), c.App, c.A.Owner, in)
	return err
}

// atOnce does all of these at the same time, and counts those that were not refused.
func atOnce(all ...func() error) (done int) {
	var wg sync.WaitGroup
	outcomes := make([]error, len(all))
	for i, do := range all {
		wg.Go(func() { outcomes[i] = do() })
	}
	wg.Wait()
	for _, err := range outcomes {
		if err == nil {
			done++
		}
	}
	return done
}

// TestOneTransferPaysOneOrder: two clerks take the same transfer for two orders, and one of them
// is refused.
func TestOneTransferPaysOneOrder(t *testing.T) {
	is := is.New(t)
	for range 10 {
		c := newClerk(t)
		one, two := c.waiting(), c.waiting()
		id := c.came("25.00", "tickets")[0]
		is.Equal(atOnce(func() error { return c.take(id, one.ID) }, func() error { return c.take(id, two.ID) }), 1)
		paid := 0
		for _, o := range []order.Order{one, two} {
			if c.order(o.ID).Status == order.Complete {
				paid++
			}
		}
		is.Equal(paid, 1)
	}
}

// TestOneOrderIsPaidOnce: two clerks take two transfers for the same order, and one of the
// transfers stays open.
func TestOneOrderIsPaidOnce(t *testing.T) {
	is := is.New(t)
	for range 10 {
		c := newClerk(t)
		o := c.waiting()
		ids := c.came("25.00", "tickets", "tickets again")
		is.Equal(atOnce(func() error { return c.take(ids[0], o.ID) }, func() error { return c.take(ids[1], o.ID) }), 1)
		open, err := banking.ConfirmSure(t.Context(), c.App, c.A.Owner)
		is.NoErr(err)
		is.Equal(len(open), 0)
		is.Equal(c.order(o.ID).Status, order.Complete)
	}
}

// TestTwoOrdersArePaidTogetherOrNot: while one clerk takes a transfer for two orders, another one
// takes a second transfer for one of these: one of them is refused, and nothing of it was done.
func TestTwoOrdersArePaidTogetherOrNot(t *testing.T) {
	is := is.New(t)
	for range 10 {
		c := newClerk(t)
		one, two := c.waiting(), c.waiting()
		both, again := c.came("50.00", "for both")[0], int64(2)
		_, err := banking.Upload(t.Context(), c.App, c.A.Owner, []byte("Date;Amount;Reference;Payer\n2026-07-09;25.00;for the second;Ada\n"))
		is.NoErr(err)
		is.Equal(atOnce(func() error { return c.take(both, one.ID, two.ID) }, func() error { return c.take(again, two.ID) }), 1)
		is.Equal(c.order(two.ID).Status, order.Complete)
		first := c.order(one.ID).Status
		is.True(first == order.Complete || first == one.Status)
		err = c.take(both, one.ID, two.ID) // what was taken is not taken again
		is.True(err != nil)
		is.Equal(c.order(one.ID).Status, first)
	}
}

// TestControlTwinOfTransfers: a clerk who looked at the transfer before the transaction pays a
// second order with the same money.
func TestControlTwinOfTransfers(t *testing.T) {
	is := is.New(t)
	c := newClerk(t)
	one, two := c.waiting(), c.waiting()
	id := c.came("25.00", "tickets")[0]
	var seen banking.Transfer
	c.must(c.App.View(t.Context(), c.A.Owner, app.Authenticated, func(r app.Reader) (err error) {
		seen, err = banking.See(r, id)
		return err
	}))
	for _, o := range []order.Order{one, two} {
		c.must(c.App.Update(t.Context(), c.A.Owner, app.Authenticated, func(tx app.Tx) error {
			return banking.TakeAsSeen(t.Context(), tx, c.A.Owner, seen, order.Key{ID: o.ID})
		}))
		is.Equal(c.order(o.ID).Status, order.Complete) // 25.00 for two
	}
}
