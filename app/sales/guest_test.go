package sales_test

import (
	"testing"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/payment"
	"marquee/app/sales"
	"marquee/app/sales/pay"
	"marquee/app/sales/recovery"
	"marquee/app/sales/rules"

	"github.com/matryer/is"
)

// guest is a buyer in the shop with a basket of their own.
func (t *teller) guest(s catalog.SaleItem, units int64) (*app.Caller, order.Basket) {
	t.t.Helper()
	own, err := company.Settings(t.t.Context(), t.App, t.A.Owner)
	if err != nil {
		t.t.Fatal(err)
	}
	c := own.Buyer("", "en")
	b, err := sales.Add(t.t.Context(), t.App, c, sales.AddToBasket{
		Items: []rules.AddItem{one(s, units)}, Channel: catalog.Shop, PriceChannel: catalog.Shop, Link: &sales.LinkWish{},
	})
	if err != nil {
		t.t.Fatal(err)
	}
	c.Secret = b.Order.Link.Token
	return c, b
}

// TestGuestsHaveTheirOwnBasketOnly: without its secret it does not exist, for guests and
// for users who sell; those who edit orders have it.
func TestGuestsHaveTheirOwnBasketOnly(t *testing.T) {
	is := is.New(t)
	h := newTeller(t)
	ticket := h.addItem(100, plain)
	ada, b := h.guest(ticket, 1)
	eve, _ := h.guest(ticket, 1)
	seller := &app.Caller{UserID: 99, CompanyID: ada.CompanyID, Abilities: map[app.Ability]bool{app.Sell: true}}
	for _, c := range []*app.Caller{eve, seller, {CompanyID: ada.CompanyID, Guest: true, Abilities: ada.Abilities}} {
		_, err := sales.SetQuantity(t.Context(), h.App, c, sales.ChangeItem{Basket: key(b), SaleItemID: ticket.ID, Quantity: 2})
		is.Equal(app.KindOf(err), app.NotFound)
		_, err = order.ReadBasket(t.Context(), h.App, c, key(b))
		is.Equal(app.KindOf(err), app.NotFound)
	}
	for _, c := range []*app.Caller{ada, h.A.Owner} {
		_, err := order.ReadBasket(t.Context(), h.App, c, key(b))
		is.NoErr(err)
	}
}

// TestNobodyTakesAGuestsWordForMoney: what staff take in cash, guests pay at a gateway.
func TestNobodyTakesAGuestsWordForMoney(t *testing.T) {
	is := is.New(t)
	h := newTeller(t)
	ticket := h.addItem(100, plain)
	ada, b := h.guest(ticket, 1)
	for _, m := range []order.Method{order.Cash, order.Bank, order.CardPresentOffline, order.CardNotPresentOffline, order.GiftCard, order.ComplimentaryMethod} {
		_, err := sales.CompleteOrder(t.Context(), h.App, ada, sales.Completion{
			Basket: key(b), Channel: catalog.Shop, Payment: rules.Payment{Method: m}, Buyer: customer.Buyer{Name: "Ada", Email: "ada@example.org"},
		})
		is.True(app.KindOf(err) == app.Invalid || app.KindOf(err) == app.Forbidden)
	}
	is.Equal(h.order(b).Status, order.Active)
}

// TestAStrangerWithTheSameEmailEndsNoBasket: a card that is refused gives each guest their
// basket back, whatever others did under the same address.
func TestAStrangerWithTheSameEmailEndsNoBasket(t *testing.T) {
	is := is.New(t)
	h := newTeller(t)
	ticket := h.addItem(100, plain)
	h.bank.refuses = "card_declined"
	for range 2 {
		c, b := h.guest(ticket, 1)
		h.bank.refuses = ""
		i, err := pay.CreateIntent(t.Context(), h.App, c, pay.OpenIntent{Basket: key(b), Channel: catalog.Shop})
		is.NoErr(err)
		h.bank.refuses = "card_declined"
		_, err = sales.CompleteOrder(t.Context(), h.App, c, sales.Completion{
			Basket: key(b), Channel: catalog.Shop, TransactionID: i.TransactionID, Buyer: customer.Buyer{Name: "Ada", Email: "ada@example.org"},
		})
		is.Equal(app.KindOf(err), app.Invalid)
		o := h.order(b)
		is.Equal(o.Status, order.Active) // not failed
		is.Equal(o.CustomerID, int64(0))
	}
}

// TestAStrangerWithTheSameEmailKeepsNobodyFromRecovering: a gateway that did not decide in time
// leaves each guest a basket that has expired, and they take it up again.
func TestAStrangerWithTheSameEmailKeepsNobodyFromRecovering(t *testing.T) {
	is := is.New(t)
	h := newTeller(t)
	ticket := h.addItem(100, plain)
	h.bank.fault = func(string) fault { return settling }
	var guests []*app.Caller
	var baskets []order.Basket
	for range 2 {
		c, b := h.guest(ticket, 1)
		i, err := pay.CreateIntent(t.Context(), h.App, c, pay.OpenIntent{Basket: key(b), Channel: catalog.Shop})
		is.NoErr(err)
		_, err = sales.CompleteOrder(t.Context(), h.App, c, sales.Completion{
			Basket: key(b), Channel: catalog.Shop, TransactionID: i.TransactionID, Buyer: customer.Buyer{Name: "Ada", Email: "ada@example.org"},
		})
		is.Equal(app.KindOf(err), app.Unavailable)
		guests, baskets = append(guests, c), append(baskets, b)
	}
	h.later(20 * time.Minute)
	h.bank.settle(payment.Void)
	h.later(20 * time.Minute)
	for i, c := range guests {
		is.Equal(h.order(baskets[i]).Status, order.Expired)
		again, missing, err := recovery.RecoverBasket(t.Context(), h.App, c, recovery.Recovery{Basket: key(baskets[i]), Channel: catalog.Shop})
		is.NoErr(err)
		is.Equal(len(missing), 0)
		is.Equal(again.Order.Status, order.Active)
		is.Equal(again.Order.CustomerID, int64(0))
	}
}

// TestMembersAreNotTakenAtTheirWord: whoever knows the address of a member is none.
func TestMembersAreNotTakenAtTheirWord(t *testing.T) {
	is := is.New(t)
	h := newTeller(t)
	g, err := customer.CreateGroup(t.Context(), h.App, h.A.Owner, customer.GroupFields{Name: new("Members")})
	is.NoErr(err)
	h.joins(g.ID, "ada")
	s := h.addItem(9, func(s *catalog.SaleItem, _ *catalog.InventoryItem) {
		s.CustomerGroups, s.Prices[0].Base, s.Prices[0].ProcessingFee = []int64{g.ID}, 0, 0
	})
	c, b := h.guest(s, 1)
	complete := func() error {
		_, err := sales.CompleteOrder(t.Context(), h.App, c, sales.Completion{Basket: key(b), Buyer: someone("ada"), Channel: catalog.Shop})
		return err
	}
	is.Equal(types(complete()), []string{"order_item_invalid"})
	c.CustomerID = h.customer("ada@example.com").ID
	is.NoErr(complete())
}

// TestARejectedGuestEndsAnOrder as what became of its money says.
func TestARejectedGuestEndsAnOrder(t *testing.T) {
	for name, c := range map[string]struct {
		kind rules.RefundKind
		want order.Status
	}{
		"the others were refunded":           {rules.MoneyBack, order.Refunded},
		"the others were voided for nothing": {rules.Void, order.Cancelled},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			h := newHall(t)
			guests := func(price int64) catalog.SaleItem {
				return h.addItem(9, func(s *catalog.SaleItem, i *catalog.InventoryItem) {
					approvable(s, i)
					s.Type, i.Type, s.Prices[0].Base, s.Prices[0].ProcessingFee = catalog.GuestList, catalog.GuestList, price, 0
				})
			}
			b, err := h.complete(h.mustAdd(adding(one(guests(0), 1), one(guests(500), 1))), cash)
			is.NoErr(err)
			_, err = h.refund(rules.Refund{ItemIDs: []int64{b.Items[1].ID}, Kind: c.kind})
			is.NoErr(err)
			is.NoErr(h.decide(b, false))
			is.Equal(h.stored(b).Status, c.want)
		})
	}
}
