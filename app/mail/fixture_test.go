package mail_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/mail"
	"marquee/app/order"
	"marquee/app/queue"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/indexes"
)

// carrier keeps what it is given, or answers as a test says.
type carrier struct {
	mu      sync.Mutex
	letters []*mail.Letter
	answer  func(l *mail.Letter) error
}

func (c *carrier) Deliver(_ context.Context, l *mail.Letter) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.answer != nil {
		if err := c.answer(l); err != nil {
			return err
		}
	}
	c.letters = append(c.letters, l)
	return nil
}

// to lists the subjects of what an address got.
func (c *carrier) to(address string) (subjects []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, l := range c.letters {
		if l.To == address {
			subjects = append(subjects, l.Subject)
		}
	}
	return subjects
}

func (c *carrier) last() *mail.Letter {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.letters) == 0 {
		return &mail.Letter{}
	}
	return c.letters[len(c.letters)-1]
}

// lastTo is the last one to an address: mails to several are sent at once.
func (c *carrier) lastTo(address string) *mail.Letter {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := len(c.letters) - 1; i >= 0; i-- {
		if c.letters[i].To == address {
			return c.letters[i]
		}
	}
	return &mail.Letter{}
}

// desk is a world that sells tickets to an event and mails about them.
type desk struct {
	*apptest.World
	t       testing.TB
	event   catalog.Event
	ticket  catalog.SaleItem
	carrier *carrier
}

const base = "https://tickets.example.com"

func newDesk(t testing.TB, opts ...apptest.Option) *desk {
	t.Helper()
	d := &desk{World: apptest.New(t, opts...), t: t, carrier: &carrier{}}
	mail.Use(d.App, mail.Post{Carrier: d.carrier, From: "office@example.com", BaseURL: base})
	d.event = d.addEvent("Night of Songs", 30*24*time.Hour)
	d.ticket = d.addItem(d.event.ID, func(*catalog.SaleItem, *catalog.InventoryItem) {})
	d.jobs()
	return d
}

func (d *desk) update(fn func(tx app.Tx) error) {
	d.t.Helper()
	d.must(d.App.Update(d.t.Context(), d.A.Owner, app.Authenticated, fn))
}

func (d *desk) must(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

func (d *desk) addEvent(name string, in time.Duration) (e catalog.Event) {
	d.t.Helper()
	d.update(func(tx app.Tx) error {
		e = catalog.Event{Name: name, Start: d.Clock.Now().Add(in), End: d.Clock.Now().Add(in + 3*time.Hour), Timezone: "Europe/Berlin", Published: true}
		if err := indexes.Forge(catalog.Events).Insert(tx, &e); err != nil {
			return err
		}
		return catalog.PortsOf(tx).EventCreated(tx, &e)
	})
	return e
}

func (d *desk) addItem(event int64, change func(*catalog.SaleItem, *catalog.InventoryItem)) (s catalog.SaleItem) {
	d.t.Helper()
	d.update(func(tx app.Tx) error {
		i := catalog.InventoryItem{Type: catalog.Ticket, Name: "Standing"}
		s = catalog.SaleItem{EventID: event, Prices: []catalog.Price{{ID: 1, CurrencyID: d.A.Company.CurrencyID, Base: 2000}}}
		change(&s, &i)
		if err := indexes.Forge(catalog.InventoryItems).Insert(tx, &i); err != nil {
			return err
		}
		s.ItemID, s.Type = i.ID, i.Type
		return indexes.Forge(catalog.SaleItems).Insert(tx, &s)
	})
	return s
}

// ada buys with her address.
var ada = customer.Buyer{Name: "Ada", Email: "ada@example.com"}

func (d *desk) basket(who customer.Buyer, items ...catalog.SaleItem) order.Basket {
	d.t.Helper()
	in := sales.AddToBasket{Channel: catalog.APIChannel, Buyer: who}
	for _, s := range items {
		in.Items = append(in.Items, rules.AddItem{SaleItemID: s.ID, Quantity: new(int64(2))})
	}
	b, err := sales.Add(d.t.Context(), d.App, d.A.Owner, in)
	d.must(err)
	return b
}

func (d *desk) buy(who customer.Buyer, items ...catalog.SaleItem) order.Order {
	d.t.Helper()
	return d.complete(d.basket(who, items...))
}

func (d *desk) complete(b order.Basket) order.Order {
	d.t.Helper()
	done, err := sales.CompleteOrder(d.t.Context(), d.App, d.A.Owner, sales.Completion{
		Basket: order.Key{ID: b.Order.ID}, Payment: rules.Payment{Method: order.Cash}, Channel: catalog.APIChannel,
	})
	d.must(err)
	return done.Order
}

// jobs writes what is due, and what goes to many, and sends it.
func (d *desk) jobs() {
	d.t.Helper()
	for _, name := range []string{mail.ClockJob, mail.WriteJob, queue.SendJob, queue.SendJob} {
		d.must(d.App.RunJob(d.t.Context(), name))
	}
}

func (d *desk) mails(f mail.Filter) []mail.Message {
	d.t.Helper()
	page, err := mail.List(d.t.Context(), d.App, d.A.Owner, f)
	d.must(err)
	return page.Rows
}

// only is the one mail that there is.
func (d *desk) only() mail.Message {
	d.t.Helper()
	all := d.mails(mail.Filter{})
	if len(all) != 1 {
		d.t.Fatalf("%d mails, want one: %+v", len(all), all)
	}
	return all[0]
}

func has(t testing.TB, text string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if !strings.Contains(text, p) {
			t.Errorf("there is no %q in:\n%s", p, text)
		}
	}
}

func hasNot(t testing.TB, text string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if strings.Contains(text, p) {
			t.Errorf("there is %q in:\n%s", p, text)
		}
	}
}
