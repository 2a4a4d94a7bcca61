package sales_test

import (
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/terms"
	"marquee/indexes"
)

// TestALimitHasOnePersonForAnAddress: no other way to write it is another customer, and those
// whom an earlier release stored with one are found.
func TestALimitHasOnePersonForAnAddress(t *testing.T) {
	is := is.New(t)
	h := newTeller(t)
	h.limitTickets(2)
	s := h.addItem(-1, plain)
	h.update(func(tx app.Tx) error {
		for _, stored := range []string{"old@example.net.", "old@bücher.example"} {
			if err := indexes.Forge(customer.Customers).Insert(tx, &customer.Customer{Name: "Old", Email: stored}); err != nil {
				return err
			}
		}
		return nil
	})
	for _, who := range []struct {
		first string
		other []string
	}{
		{"x@example.net", []string{"X@Example.NET", "ｘ@example．net", "x@example.net."}},
		{"x@bücher.example", []string{"x@xn--bcher-kva.example", "X@BÜCHER.example"}},
		{"old@example.net", nil}, {"old@xn--bcher-kva.example", []string{"old@bücher.example"}},
	} {
		h.mustAdd(buying(who.first, true, one(s, 2)))
		for _, email := range who.other {
			if _, err := h.add(buying(email, true, one(s, 1))); err == nil {
				t.Errorf("%s buys as %s again", who.first, email)
			}
		}
	}
	h.view(func(r app.Reader) error {
		for _, email := range []string{"old@example.net", "old@xn--bcher-kva.example"} {
			c, err := customer.ByEmail(r, email)
			is.NoErr(err)
			is.Equal(c.Name, "Old")
		}
		return nil
	})
}

// TestABasketUsesNoLimitUp: a stranger may type any address; only what is bought, or waits for
// its payment, counts.
func TestABasketUsesNoLimitUp(t *testing.T) {
	is := is.New(t)
	h := newTeller(t)
	h.limitTickets(2)
	s := h.addItem(-1, plain)
	h.mustAdd(buying("ada@example.com", false, one(s, 2))) // somebody's basket at an office
	stranger, b := h.guest(s, 2)
	_, err := sales.SetDetails(t.Context(), h.App, stranger, key(b), order.Details{Email: "ada@example.com", Name: "Eve"})
	is.NoErr(err)
	ada, own := h.guest(s, 2)
	buy := func(c *app.Caller, b order.Basket) error {
		_, err := sales.PayLater(t.Context(), h.App, c, sales.Later{Basket: key(b), Buyer: customer.Buyer{Name: "Ada", Email: "Ada@example.com"}, Channel: catalog.Shop, Way: sales.ByInvoice})
		return err
	}
	_, err = terms.Set(t.Context(), h.App, h.A.Owner, terms.Change{Invoice: app.Is(terms.NewInvoice{On: terms.Channels{Online: true}})})
	is.NoErr(err)
	is.NoErr(buy(ada, own))
	is.Equal(types(buy(stranger, b)), []string{"purchase_limit"}) // that waits for its payment
}

// TestAskingUsesNoLimitUp: nor does what a guest asked for and nobody approved.
func TestAskingUsesNoLimitUp(t *testing.T) {
	is := is.New(t)
	h := newTeller(t)
	h.limitTickets(2)
	stranger, b := h.guest(h.addItem(-1, approvable), 2)
	_, err := sales.CompleteOrder(t.Context(), h.App, stranger, sales.Completion{Basket: key(b), Channel: catalog.Shop, Buyer: customer.Buyer{Name: "Eve", Email: "ada@example.com"}})
	is.NoErr(err)
	is.Equal(h.order(b).Status, order.AwaitingApproval)
	h.mustAdd(buying("ada@example.com", true, one(h.addItem(-1, plain), 2)))
}

// TestGuestsPlaceSoManyOrdersWithoutPaying: whoever is named in them is mailed.
func TestGuestsPlaceSoManyOrdersWithoutPaying(t *testing.T) {
	is := is.New(t)
	h := newTeller(t)
	free := h.addItem(-1, func(s *catalog.SaleItem, _ *catalog.InventoryItem) {
		s.Prices[0].Base, s.Prices[0].ProcessingFee = 0, 0
	})
	get := func(email string) error {
		c, b := h.guest(free, 1)
		_, err := sales.CompleteOrder(t.Context(), h.App, c, sales.Completion{Basket: key(b), Channel: catalog.Shop, Buyer: customer.Buyer{Name: "Ada", Email: email}})
		return err
	}
	for range 10 {
		is.NoErr(get("victim@example.com"))
	}
	is.Equal(app.KindOf(get("Victim@example.com")), app.TooMany)
	is.NoErr(get("ada@example.com"))
	h.Clock.Jump(time.Hour + time.Minute)
	is.NoErr(get("victim@example.com"))
}

// TestABasketEnds: whoever touches it every few minutes has it for three times its time.
func TestABasketEnds(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	s := h.addItem(2, plain)
	b := h.mustAdd(adding(one(s, 2)))
	begun := h.Clock.Now()
	var err error
	for n := int64(0); err == nil && n < 100; n++ {
		h.Clock.Jump(4 * time.Minute)
		if b, err = h.setTo(b, s, 1); err == nil {
			b, err = h.setTo(b, s, 2)
		}
		if err == nil && b.Order.ExpiresAt.Sub(begun) > 30*time.Minute {
			t.Fatalf("it lives until %s, and was begun at %s", b.Order.ExpiresAt, begun)
		}
	}
	is.True(err != nil && h.Clock.Now().Sub(begun) >= 30*time.Minute)
	h.mustAdd(adding(one(s, 2))) // somebody else has a turn
}
