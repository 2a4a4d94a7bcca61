package sales_test

import (
	"testing"
	"time"

	"marquee/app/discount"
	"marquee/app/order"
	"marquee/app/payment"
	"marquee/app/sales"
	"marquee/app/sales/rules"

	"github.com/matryer/is"
)

// takesTheLast uses the code up with another order.
func (h *hall) takesTheLast(code string) {
	h.t.Helper()
	other := h.mustEnter(h.mustAdd(adding(one(h.addItem(-1, plain), 1))), code)
	if _, err := h.complete(other, cash); err != nil {
		h.t.Fatal(err)
	}
}

// An order that is taken up again counts for its code anew: when somebody else had the
// last use meanwhile it is refused.
func TestAnOrderThatIsTakenUpAgainUsesItsCodeAgain(t *testing.T) {
	is := is.New(t)
	h := newTeller(t)
	h.offersDeposit(30)
	h.code(discount.Percentage, "LAST", 1000, uses(1))
	b := h.mustEnter(h.mustAdd(adding(one(h.addItem(1, plain), 1))), "LAST")
	b, err := h.complete(b, inDeposit)
	is.NoErr(err)
	h.later(356 * 24 * time.Hour)
	is.Equal(h.order(b).Status, order.Expired)
	h.takesTheLast("LAST")
	_, err = sales.Reactivate(t.Context(), h.App, h.A.Owner, key(b))
	says(t, err, "has been used up")
	is.Equal(h.order(b).Status, order.Expired)
}

// Money that comes late buys at the price that was paid, though the code is used up by
// then; the order says so.
func TestLateMoneyKeepsItsPrice(t *testing.T) {
	is := is.New(t)
	h := newTeller(t)
	h.code(discount.Percentage, "LAST", 1000, uses(1))
	b := h.mustEnter(h.mustAdd(adding(one(h.addItem(1, plain), 1))), "LAST")
	i := h.mustIntent(b)
	h.bank.fails("capture", settling)
	_, err := h.payBy(b, i)
	is.True(err != nil)
	h.later(5 * time.Minute)
	h.later(20 * time.Minute)
	is.Equal(h.order(b).Status, order.Expired)
	h.takesTheLast("LAST")
	h.bank.settle(payment.Taken)
	h.later(2 * time.Hour)
	o := h.order(b)
	is.Equal(o.Status, order.Complete)
	is.Equal(o.Totals.Discount, int64(200))
	is.Equal(o.Lifted, []string{string(rules.CodeUses)})
}
