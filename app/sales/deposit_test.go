package sales_test

import (
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/payment"
	"marquee/app/sales"
	"marquee/app/sales/pay"
	"marquee/app/sales/rules"
	"marquee/app/terms"
	"marquee/indexes"
)

// offersDeposit lets buyers pay so many percent first; the balance is due ten days before
// the event, which is in a year.
func (h *hall) offersDeposit(percent int64) {
	h.t.Helper()
	_, err := terms.Set(h.t.Context(), h.App, h.A.Owner, terms.Change{Deposit: app.Is(terms.NewDeposit{
		On: terms.Channels{Office: true}, Percent: percent * 100, Least: map[string]int64{h.A.Currency().Code: 1}, Days: 10,
	})})
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *hall) balance(b order.Basket, p rules.Payment) (order.Basket, error) {
	done, err := sales.PayBalance(h.t.Context(), h.App, h.A.Owner, sales.Completion{Basket: key(b), Payment: p, Channel: catalog.APIChannel})
	return done.Basket, err
}

// deposited is an order of one ticket of 22.50, 8.50 of it paid.
func deposited(t *testing.T, opts ...apptest.Option) (*teller, catalog.SaleItem, order.Basket) {
	t.Helper()
	h := newTeller(t, opts...)
	h.offersDeposit(30)
	s := h.addItem(1, plain)
	b, err := h.complete(h.mustAdd(adding(one(s, 1))), inDeposit)
	if err != nil {
		t.Fatal(err)
	}
	return h, s, b
}

func TestADeposit(t *testing.T) {
	t.Run("holds the order until the balance is paid", func(t *testing.T) {
		is := is.New(t)
		h, s, b := deposited(t)
		is.Equal(b.Order.Status, order.PartiallyPaid)
		is.Equal(b.Order.Totals.Paid, int64(850))
		is.Equal(*b.Order.ExpiresAt, h.event.Start.AddDate(0, 0, -10))
		is.Equal(b.Items[0].Barcode, "")
		is.Equal(h.stock(s).Reserved, int64(1))
		h.later(300 * 24 * time.Hour)
		b, err := h.balance(b, cash)
		is.NoErr(err)
		is.Equal(b.Order.Status, order.Complete)
		is.Equal(b.Order.Totals.Paid, int64(2250))
		is.True(b.Items[0].Barcode != "")
		is.Equal(h.stock(s).Sold, int64(1))
	})
	t.Run("is kept when it is not, and the stock is free", func(t *testing.T) {
		is := is.New(t)
		h, s, b := deposited(t)
		h.later(356 * 24 * time.Hour)
		o := h.order(b)
		is.Equal(o.Status, order.Expired)
		is.Equal(o.Totals.Paid, int64(850))
		is.Equal(*h.stock(s).Current(), int64(1))
		_, err := h.balance(b, cash)
		is.Equal(app.KindOf(err), app.Invalid)
		again, err := sales.Reactivate(t.Context(), h.App, h.A.Owner, key(b))
		is.NoErr(err)
		is.Equal(again.Order.Status, order.PartiallyPaid)
		is.Equal(*again.Order.ExpiresAt, h.Clock.Now().Add(72*time.Hour))
		b, err = h.balance(b, cash)
		is.NoErr(err)
		is.Equal(b.Order.Totals.Paid, int64(2250))
	})
	t.Run("is paid by card, and so is the balance", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t)
		h.offersDeposit(30)
		b := h.mustAdd(adding(one(h.addItem(1, plain), 1)))
		i, err := h.depositIntent(b)
		is.NoErr(err)
		is.Equal(h.bank.byRef[i.Ref].amount, int64(850))
		b, err = h.payBy(b, i)
		is.NoErr(err)
		is.Equal(b.Order.Status, order.PartiallyPaid)
		again, err := h.payBy(b, i)
		is.NoErr(err)
		is.Equal(again.Order.Totals.Paid, int64(850)) // the same transaction pays once
		rest := h.mustIntent(b)
		is.Equal(h.bank.byRef[rest.Ref].amount, int64(1400))
		h.bank.refuses = "card_declined"
		_, err = h.payBy(b, rest)
		is.Equal(app.KindOf(err), app.Invalid)
		is.Equal(h.order(b).Status, order.PartiallyPaid)
		is.Equal(*h.order(b).ExpiresAt, *b.Order.ExpiresAt)
		h.bank.refuses = ""
		b, err = h.payBy(b, rest)
		is.NoErr(err)
		is.Equal(b.Order.Status, order.Complete)
		is.Equal(b.Order.Totals.Paid, int64(2250))
		h.view(func(r app.Reader) error {
			all, err := order.Transactions.GetMany(r, b.Order.TransactionIDs)
			is.True(all[0].Deposit && !all[1].Deposit)
			is.Equal(all[0].Fees, int64(250))
			is.Equal(all[1].Fees, int64(0))
			return err
		})
	})
	t.Run("whose intent was opened for another basket is refused", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t)
		h.offersDeposit(30)
		s := h.addItem(-1, plain)
		b := h.mustAdd(adding(one(s, 1)))
		i, err := h.depositIntent(b)
		is.NoErr(err)
		in := adding(one(s, 1))
		in.Basket = key(b)
		h.mustAdd(in)
		_, err = h.payBy(b, i)
		is.Equal(app.KindOf(err), app.Invalid)
		is.Equal(h.order(b).Status, order.Active)
	})
}

func TestWhatADepositIsNot(t *testing.T) {
	for _, c := range []struct {
		must string
		try  func(h *teller, b order.Basket) error
	}{
		{"a second deposit", func(h *teller, b order.Basket) error { _, err := h.complete(b, inDeposit); return err }},
		{"an intent for a second deposit", func(h *teller, b order.Basket) error { _, err := h.depositIntent(b); return err }},
		{"complimentary", func(h *teller, b order.Basket) error {
			_, err := h.balance(b, rules.Payment{Method: order.ComplimentaryMethod})
			return err
		}},
		{"paid in parts that do not add up to the balance", func(h *teller, b order.Basket) error {
			_, err := h.balance(b, rules.Payment{Splits: []rules.Split{{Amount: 1000, Method: order.Cash}, {Amount: 1250, Method: order.Bank}}})
			return err
		}},
		{"a balance of a basket", func(h *teller, _ order.Basket) error {
			_, err := h.balance(h.mustAdd(adding(one(h.addItem(1, plain), 1))), cash)
			return err
		}},
		{"a basket that can be changed", func(h *teller, b order.Basket) error {
			in := adding(one(h.addItem(1, plain), 1))
			in.Basket = key(b)
			_, err := h.add(in)
			return err
		}},
		{"a plan beside a transaction", func(h *teller, b order.Basket) error {
			_, err := sales.CompleteOrder(h.t.Context(), h.App, h.A.Owner, sales.Completion{
				Basket: key(b), TransactionID: 1, Payment: rules.Payment{Plan: rules.PayDeposit}, Channel: catalog.APIChannel,
			})
			return err
		}},
	} {
		t.Run(c.must, func(t *testing.T) {
			is := is.New(t)
			h, _, b := deposited(t)
			before := h.order(b)
			is.Equal(app.KindOf(c.try(h, b)), app.Invalid)
			is.Equal(h.order(b), before)
		})
	}
}

func (t *teller) depositIntent(b order.Basket) (pay.Intent, error) {
	return pay.CreateIntent(t.t.Context(), t.App, t.A.Owner, pay.OpenIntent{Basket: key(b), Plan: rules.PayDeposit, Channel: catalog.APIChannel})
}

// Money for a balance that is in doubt keeps the order, however long; and money that comes
// when somebody else has paid it goes back.
func TestABalanceInDoubt(t *testing.T) {
	t.Run("keeps the order", func(t *testing.T) {
		is := is.New(t)
		h, s, b := deposited(t)
		i := h.mustIntent(b)
		h.bank.fails("capture", settling)
		_, err := h.payBy(b, i)
		is.Equal(app.KindOf(err), app.Unavailable)
		h.later(2 * time.Hour)
		is.Equal(h.order(b).Status, order.Processing)
		is.Equal(h.stock(s).Reserved, int64(1))
		h.bank.settle(payment.Void)
		h.later(2 * time.Hour)
		is.Equal(h.order(b).Status, order.PartiallyPaid)
		is.Equal(h.order(b).Totals.Paid, int64(850))
	})
	t.Run("that nobody knows of is decided by hand, and the deposit stays", func(t *testing.T) {
		is := is.New(t)
		h, _, b := deposited(t)
		i := h.mustIntent(b)
		h.bank.fault = func(string) fault { return unheard }
		_, _ = h.payBy(b, i)
		for range 40 {
			h.later(2 * time.Hour)
		}
		is.Equal(h.order(b).Status, order.Unknown)
		h.bank.fault = nil
		_, err := pay.SettlePayment(t.Context(), h.App, i.TransactionID, pay.WasNotTaken)
		is.NoErr(err)
		is.Equal(h.order(b).Status, order.PartiallyPaid)
	})
	t.Run("that comes after the deadline buys the tickets again", func(t *testing.T) {
		is := is.New(t)
		h, _, b := deposited(t)
		i := h.mustIntent(b)
		h.bank.byRef[i.Ref].take()
		h.later(356 * 24 * time.Hour)
		is.Equal(h.order(b).Status, order.Complete)
		is.Equal(h.order(b).Totals.Paid, int64(2250))
		is.Equal(h.paymentOf(i).State, payment.Paid)
	})
	t.Run("that comes when the tickets are gone goes back, and the deposit is kept", func(t *testing.T) {
		is := is.New(t)
		h, s, b := deposited(t)
		i := h.mustIntent(b)
		h.bank.byRef[i.Ref].take()
		h.Clock.Jump(356 * 24 * time.Hour)
		in := adding(one(s, 1))
		in.Payment = &cash
		h.update(func(tx app.Tx) error { // still on sale
			_, err := indexes.Forge(catalog.Events).Update(tx, h.event.ID, func(e *catalog.Event) error { e.End = e.End.AddDate(1, 0, 0); return nil })
			return err
		})
		h.mustAdd(in)
		h.jobs()
		is.Equal(h.order(b).Status, order.Expired)
		is.Equal(h.order(b).Totals.Paid, int64(850))
		is.Equal(h.bank.byRef[i.Ref].refunded, int64(1400))
	})
}

// A deposit whose intent was given up pays nothing when another one was paid.
func TestADepositThatWasPaidTwice(t *testing.T) {
	is := is.New(t)
	h := newTeller(t)
	h.offersDeposit(30)
	b := h.mustAdd(adding(one(h.addItem(1, plain), 1)))
	i, err := h.depositIntent(b)
	is.NoErr(err)
	h.bank.byRef[i.Ref].take()
	_, err = h.complete(b, inDeposit)
	is.NoErr(err)
	h.later(time.Minute)
	is.Equal(h.order(b).Totals.Paid, int64(850))
	is.Equal(h.bank.byRef[i.Ref].refunded, int64(850))
}
