package sales_test

import (
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app/apptest"
	"marquee/app/order"
	"marquee/app/sales"
)

// Ten tills take the balance of one order: one of them has it.
func TestTheBalanceIsPaidOnce(t *testing.T) {
	t.Run("at ten tills at once", func(t *testing.T) {
		is := is.New(t)
		h, _, b := deposited(t, apptest.Calm())
		errs := make([]error, 10)
		together(len(errs), func(n int) {
			_, errs[n] = patient(func() (order.Basket, error) { return h.balance(b, cash) })
		})
		is.Equal(nils(errs), 1)
		is.Equal(h.order(b).Totals.Paid, int64(2250))
	})
	t.Run("by card and in cash at once", func(t *testing.T) {
		is := is.New(t)
		for range 20 {
			h, _, b := deposited(t, apptest.Calm())
			i := h.mustIntent(b)
			errs := make([]error, 2)
			together(2, func(n int) {
				_, errs[n] = patient(func() (order.Basket, error) {
					if n == 0 {
						return h.balance(b, cash)
					}
					return h.payBy(b, i)
				})
			})
			is.Equal(nils(errs), 1)
			h.jobs()
			is.Equal(h.order(b).Totals.Paid, int64(2250))
			a := h.bank.byRef[i.Ref]
			is.Equal(a.captured-a.refunded > 0, errs[1] == nil)
		}
	})
	t.Run("control: tills that look first and note the money later take it twice", func(t *testing.T) {
		is := is.New(t)
		h, _, b := deposited(t, apptest.Calm())
		first, second := h.order(b), h.order(b) // both look …
		taken := (first.Totals.Total - first.Totals.Paid) + (second.Totals.Total - second.Totals.Paid)
		is.True(first.Totals.Paid+taken > first.Totals.Total) // … and both take what they saw
	})
}

// The deadline passes while the balance is paid, and somebody else wants the ticket.
func TestTheDeadlineOfADepositRacesItsBalance(t *testing.T) {
	is := is.New(t)
	var paid, gone int
	for round := range 40 {
		h, s, b := deposited(t, apptest.Calm())
		i := h.mustIntent(b)
		h.Clock.Jump(b.Order.ExpiresAt.Sub(h.Clock.Now()) - time.Second)
		var paying, rival error
		together(3, func(n int) {
			switch (n + round) % 3 {
			case 0:
				_, paying = patient(func() (order.Basket, error) { return h.payBy(b, i) })
			case 1:
				h.Clock.Jump(time.Minute)
				_, err := patient(func() (int, error) { return 0, h.App.RunJob(t.Context(), sales.ExpireBaskets) })
				if err != nil {
					t.Error(err)
				}
			case 2:
				in := adding(one(s, 1))
				in.Payment = &cash
				_, rival = patient(func() (order.Basket, error) { return h.add(in) })
			}
		})
		h.jobs()
		o, a := h.order(b), h.bank.byRef[i.Ref]
		is.True(paying != nil || rival != nil) // one ticket, at most one has it
		if paying == nil {
			paid++
			is.Equal(o.Status, order.Complete)
			is.Equal(o.Totals.Paid, int64(2250))
			continue
		}
		gone++
		is.Equal(o.Status, order.Expired)
		is.Equal(o.Totals.Paid, int64(850)) // kept
		is.Equal(a.captured, a.refunded)
	}
	t.Logf("paid %d, gone %d", paid, gone)
}

func nils(errs []error) (n int) {
	for _, err := range errs {
		if err == nil {
			n++
		}
	}
	return n
}
