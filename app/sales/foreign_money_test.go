package sales_test

import (
	"testing"

	"marquee/app"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/sales/imported"
	"marquee/app/sales/refund"
	"marquee/app/sales/rules"
	"marquee/app/wallet"

	"github.com/matryer/is"
)

// foreign takes in an order that was paid for elsewhere.
func (t *teller) foreign(c *app.Caller, method order.Method, price int64) (order.Order, error) {
	s := t.addItem(5, plain)
	return imported.ImportOrder(t.t.Context(), t.App, c, order.ForeignOrder{
		Buyer: customer.Buyer{Name: "Ada", Email: "ada@example.com"}, CurrencyID: t.A.Currency().ID, Date: t.Clock.Now(), Method: method,
		Items: []order.ForeignItem{{SaleItemID: s.ID, Price: price}},
	})
}

// TestWhoTakesInWhatIsPaid: somebody who may sell it, and say that it was paid in this way.
func TestWhoTakesInWhatIsPaid(t *testing.T) {
	h := newTeller(t)
	for method, needs := range map[order.Method]app.Ability{
		"": app.PayOtherOffline, order.Cash: app.PayCash, order.Bank: app.PayBank, order.CardPresentOffline: app.PayCard, order.ComplimentaryMethod: app.Complimentary,
	} {
		is := is.New(t)
		for _, lacks := range [][]app.Ability{{app.EditOrders, needs}, {app.EditOrders, app.Sell}, {app.Sell, needs}} {
			_, err := h.foreign(h.A.With(lacks...), method, 1000)
			is.Equal(app.KindOf(err), app.Forbidden)
		}
		_, err := h.foreign(h.A.With(app.EditOrders, app.Sell, needs), method, 1000)
		is.NoErr(err)
	}
}

// TestWhatWasPaidElsewhereCreditsNothingHere: neither by its buyer nor by who refunds, nor by
// changing it, but by those who may change accounts.
func TestWhatWasPaidElsewhereCreditsNothingHere(t *testing.T) {
	is := is.New(t)
	h := newTeller(t)
	_, err := wallet.ChangeSettings(t.Context(), h.App, h.A.Owner, wallet.SettingsChange{SelfRefunds: new(true)})
	is.NoErr(err)
	o, err := h.foreign(h.A.Owner, "", 99_999_900)
	is.NoErr(err)
	credit := func(c *app.Caller) error {
		_, err := refund.Orders(t.Context(), h.App, c, rules.Refund{Order: order.Key{ID: o.ID}, Kind: rules.ToBalance})
		return err
	}
	refusedWith(t, credit(h.A.With(app.Refund)), "type: is not possible: it was paid for in another system")
	_, err = refund.AsBuyer(t.Context(), h.App, h.page(order.Basket{Order: o}), nil)
	refusedWith(t, err, "cannot be given back by its buyer")
	is.NoErr(credit(h.A.With(app.Refund, app.EditWallets)))

	o, err = h.foreign(h.A.Owner, order.Cash, 5000)
	is.NoErr(err)
	_, err = h.modify(order.Basket{Order: o}) // nor does it become another one
	refusedWith(t, err, "orderId: has a price that the buyer named")
}
