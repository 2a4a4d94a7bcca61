package sales_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/order"
	"marquee/app/payment"
	"marquee/app/sales"
	"marquee/app/sales/pay"

	"github.com/matryer/is"
)

func TestTakingTheMoneyRacesAChangeOfTheBasket(t *testing.T) {
	t.Run("what is taken is what is sold", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t, apptest.Calm())
		s := h.addItem(-1, plain)
		var paid, changed int
		for round := range 60 {
			b := h.mustAdd(adding(one(s, 1)))
			i := h.mustIntent(b)
			var paying, changing error
			together(2, func(n int) {
				if n == round%2 {
					_, paying = patient(func() (order.Basket, error) { return h.payBy(b, i) })
					return
				}
				in := adding(one(s, 1))
				in.Basket = key(b)
				_, changing = patient(func() (order.Basket, error) { return h.add(in) })
			})
			is.True((paying == nil) != (changing == nil)) // one of them
			o := h.order(b)
			if paying == nil {
				paid++
				is.Equal(o.Totals.Total, int64(2250))
				is.Equal(h.bank.byRef[i.Ref].captured, o.Totals.Total)
			} else {
				changed++
				is.Equal(o.Status, order.Active)
				is.Equal(h.bank.byRef[i.Ref].captured, int64(0))
			}
		}
		t.Logf("paid %d, changed %d", paid, changed)
	})
	t.Run("while the gateway thinks nobody touches the basket", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t, apptest.Calm())
		s := h.addItem(-1, plain)
		b := h.mustAdd(adding(one(s, 1)))
		i := h.mustIntent(b)
		in := adding(one(s, 1))
		in.Basket = key(b)
		thought := false
		h.bank.fault = func(call string) fault {
			if call == "capture" {
				thought = true
				h.Clock.Jump(14 * time.Minute)
				_, err := h.add(in)
				is.Equal(app.KindOf(err), app.Invalid)
				is.Equal(app.KindOf(sales.ExpireBasket(t.Context(), h.App, h.A.Owner, key(b))), app.Invalid)
				_, err = h.complete(b, cash)
				is.Equal(app.KindOf(err), app.Invalid)
				_, err = h.intent(b)
				is.Equal(app.KindOf(err), app.Invalid)
				_, err = h.payBy(b, i)
				is.Equal(app.KindOf(err), app.Conflict)
				is.NoErr(h.App.RunJob(t.Context(), sales.ExpireBaskets))
			}
			return fine
		}
		_, err := h.payBy(b, i)
		is.NoErr(err)
		is.True(thought)
		is.Equal(h.order(b).Totals.Paid, int64(2250))
	})
	t.Run("control: a till that compares the amount and then takes it sells two for the price of one", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t, apptest.Calm())
		s := h.addItem(-1, plain)
		b := h.mustAdd(adding(one(s, 1)))
		i := h.mustIntent(b)
		is.Equal(h.order(b).Totals.Total, h.bank.byRef[i.Ref].amount) // it fits …
		in := adding(one(s, 1))
		in.Basket = key(b)
		h.mustAdd(in) // … but the basket is in nobody's hands
		h.bank.byRef[i.Ref].take()
		is.True(h.bank.byRef[i.Ref].captured < h.order(b).Totals.Total)
	})
}

func TestCompletingRacesExpiry(t *testing.T) {
	t.Run("the order is complete with its money, or gone without", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t, apptest.Calm())
		var paid, gone int
		for round := range 60 {
			s := h.addItem(1, plain)
			b := h.mustAdd(adding(one(s, 1)))
			i := h.mustIntent(b)
			var paying, rival error
			together(3, func(n int) {
				switch (n + round) % 3 {
				case 0:
					_, paying = patient(func() (order.Basket, error) { return h.payBy(b, i) })
				case 1:
					h.Clock.Jump(time.Hour)
					_, err := patient(func() (int, error) { return 0, h.App.RunJob(context.Background(), sales.ExpireBaskets) })
					if err != nil {
						t.Error(err)
					}
				case 2:
					in := adding(one(s, 1))
					in.Payment = &cash
					_, rival = patient(func() (order.Basket, error) { return h.add(in) })
				}
			})
			is.True(paying != nil || rival != nil) // one unit, at most one has it
			h.jobs()
			switch o := h.order(b); {
			case paying == nil:
				paid++
				is.Equal(o.Status, order.Complete)
				is.Equal(h.bank.byRef[i.Ref].captured, o.Totals.Paid)
			default:
				gone++
				is.Equal(o.Status, order.Expired)
				is.Equal(h.bank.byRef[i.Ref].stage, payment.Void)
			}
		}
		t.Logf("paid %d, gone %d", paid, gone)
	})
	t.Run("control: a till that does not hold the basket meanwhile takes money for nothing", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t, apptest.Calm())
		s := h.addItem(1, plain)
		b := h.mustAdd(adding(one(s, 1)))
		i := h.mustIntent(b)
		is.Equal(h.order(b).Status, order.Active) // it is open …
		h.Clock.Jump(time.Hour)
		in := adding(one(s, 1))
		in.Payment = &cash
		h.mustAdd(in) // … while the gateway thinks, its unit is sold to another
		h.bank.byRef[i.Ref].take()
		is.Equal(h.order(b).Status, order.Expired)
		is.Equal(h.bank.byRef[i.Ref].captured, int64(2250))
	})
}

// The same payment is completed by many callers at once, and taken once.
func TestManyWhoCompleteOnePayment(t *testing.T) {
	is := is.New(t)
	h := newTeller(t, apptest.Calm())
	b := h.mustAdd(adding(one(h.addItem(1, plain), 1)))
	i := h.mustIntent(b)
	errs := make([]error, 20)
	together(len(errs), func(n int) {
		_, errs[n] = patient(func() (order.Basket, error) { return h.payBy(b, i) })
	})
	for _, err := range errs {
		is.True(err == nil || app.KindOf(err) == app.Conflict) // done, or under way
	}
	is.Equal(h.bank.byRef[i.Ref].captures, 1)
	done, err := h.payBy(b, i)
	is.NoErr(err)
	is.Equal(done.Order.Status, order.Complete)
}

// While 64 buyers wait for their gateways nobody waits for them: not each other, and not
// who pays in cash. The gateway answers only once all of them are with it.
func TestNobodyWaitsForSomebodyElsesGateway(t *testing.T) {
	is := is.New(t)
	const buyers = 64
	h := newTeller(t, apptest.Calm())
	s := h.addItem(-1, plain)
	baskets, intents := make([]order.Basket, buyers), make([]pay.Intent, buyers)
	for n := range buyers {
		baskets[n] = h.mustAdd(adding(one(s, 1)))
		intents[n] = h.mustIntent(baskets[n])
	}
	var all sync.WaitGroup
	all.Add(buyers)
	h.bank.fault = func(call string) fault {
		if call == "capture" {
			all.Done()
			all.Wait()
		}
		return fine
	}
	errs := make([]error, buyers+1)
	together(buyers+1, func(n int) {
		if n == buyers {
			in := adding(one(s, 1))
			in.Payment = &cash
			_, errs[n] = patient(func() (order.Basket, error) { return h.add(in) })
			return
		}
		_, errs[n] = h.payBy(baskets[n], intents[n])
	})
	for _, err := range errs {
		is.NoErr(err)
	}
	is.Equal(h.stock(s).Sold, int64(buyers+1))
}
