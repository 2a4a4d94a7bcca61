package sales_test

import (
	"strings"
	"testing"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/codes"
	"marquee/app/customer"
	"marquee/app/discount"
	"marquee/app/order"
	"marquee/app/sales"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

// byItself makes a code count without being entered.
func byItself(priority int64) func(*discount.Fields) {
	return func(f *discount.Fields) { yes := true; f.Auto, f.Priority = &yes, &priority }
}

func counts(t *testing.T, b order.Basket, text string) {
	t.Helper()
	switch {
	case text == "" && b.Code == nil && b.Order.Totals.Discount == 0 && !b.Order.AutoDiscount:
	case b.Code != nil && b.Code.Text == text && b.Order.AutoDiscount && b.Order.Totals.Discount > 0:
	default:
		t.Fatalf("code %+v takes %d off, want %q", b.Code, b.Order.Totals.Discount, text)
	}
}

// The first that takes something off counts; each change of the basket asks anew.
func TestCodesThatCountByThemselves(t *testing.T) {
	h := newHall(t)
	cheap, dear := h.addItem(100, plain), h.addItem(100, plain)
	h.code(discount.Percentage, "ALWAYS", 500, byItself(9))
	rich := h.code(discount.Fixed, "RICH", 1000, byItself(1), func(f *discount.Fields) {
		f.SaleItemIDs, f.MaximumUses = app.Is([]int64{dear.ID}), app.Is(int64(1))
	})
	h.code(discount.Percentage, "KNOWN", 5000, byItself(0), func(f *discount.Fields) { f.MaxUsesPerCustomer = app.Is(int64(1)) })
	b := h.mustAdd(adding(one(cheap, 1)))
	counts(t, b, "ALWAYS")
	in := adding(one(dear, 1))
	in.Basket = key(b)
	b = h.mustAdd(in)
	counts(t, b, "RICH")
	if _, err := h.complete(b, cash); err != nil {
		t.Fatal(err)
	}
	counts(t, h.mustAdd(adding(one(dear, 1))), "ALWAYS") // the one use of the other is gone
	known := adding(one(cheap, 1))
	known.Buyer = customer.Buyer{Email: "ada@example.org", Name: "Ada"}
	b = h.mustAdd(known)
	counts(t, b, "KNOWN")
	if _, err := h.complete(b, cash); err != nil {
		t.Fatal(err)
	}
	counts(t, h.mustAdd(known), "ALWAYS")
	if _, err := discount.Codes.Delete(t.Context(), h.App, h.A.Owner, codes.Key{ID: rich.ID}); err != nil {
		t.Fatal(err)
	}
}

// An eleventh is refused, also when it comes back from the trash; children never count
// by themselves.
func TestTenCodesCountByThemselves(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	first := h.code(discount.Fixed, "A0", 1, byItself(0))
	for _, text := range []string{"A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "A9"} {
		h.code(discount.Fixed, text, 1, byItself(0))
	}
	more := func(text string) error {
		in, amount := discount.Fields{Fields: codes.Fields{Text: &text}}, int64(1)
		in.Amount = &amount
		byItself(0)(&in)
		_, err := discount.Create(t.Context(), h.App, h.A.Owner, discount.Fixed, in)
		return err
	}
	is.Equal(app.KindOf(more("B")), app.Invalid)
	_, err := discount.Codes.Delete(t.Context(), h.App, h.A.Owner, codes.Key{ID: first.ID})
	is.NoErr(err)
	is.NoErr(more("B"))
	_, err = discount.Codes.Restore(t.Context(), h.App, h.A.Owner, first.ID)
	is.Equal(app.KindOf(err), app.Invalid)
	yes := true
	parent := h.code(discount.Fixed, "PARENT", 1)
	_, err = discount.Codes.MakeChildren(t.Context(), h.App, h.A.Owner, codes.Key{ID: parent.ID}, codes.ChildRequest{Number: 2})
	is.NoErr(err)
	_, err = discount.Update(t.Context(), h.App, h.A.Owner, discount.Fixed, codes.Key{ID: parent.ID}, discount.Fields{Auto: &yes})
	is.Equal(app.KindOf(err), app.Invalid)
}

// Entering a code and taking it off again gives the basket from before, whatever counts by
// itself: the same total, tax and discount on each unit.
func TestEnteringAndTakingOffProperty(t *testing.T) {
	h := newHall(t, apptest.Calm())
	a, b := h.addItem(-1, plain), h.addItem(-1, plain)
	h.code(discount.Percentage, "SELF", 777, byItself(0), func(f *discount.Fields) { f.MinimumSpend, f.CurrencyID = app.Is(int64(9000)), app.Is(int64(978)) })
	h.code(discount.Percentage, "P", 1733)
	h.code(discount.Fixed, "F", 1234)
	rapid.Check(t, func(rt *rapid.T) {
		in := adding(one(a, rapid.Int64Range(1, 4).Draw(rt, "a")), one(b, rapid.Int64Range(1, 4).Draw(rt, "b")))
		before := h.mustAdd(in)
		for range rapid.IntRange(1, 3).Draw(rt, "codes") {
			h.mustEnter(before, rapid.SampledFrom([]string{"P", "F"}).Draw(rt, "code"))
		}
		after, err := sales.RemoveCodes(h.t.Context(), h.App, h.A.Owner, key(before), catalog.APIChannel)
		if err != nil {
			rt.Fatal(err)
		}
		if after.Order.Totals != before.Order.Totals || len(after.Items) != len(before.Items) {
			rt.Fatalf("%+v, before %+v", after.Order.Totals, before.Order.Totals)
		}
		for i := range after.Items {
			x, y := after.Items[i], before.Items[i]
			if x.Price != y.Price || x.Tax != y.Tax || x.Discount != y.Discount {
				rt.Fatalf("unit %d: %d %d %d, before %d %d %d", i, x.Price, x.Tax, x.Discount, y.Price, y.Tax, y.Discount)
			}
		}
	})
}

// A code that counts by itself and was used up meanwhile drops out: the basket is bought for
// what it costs without it, or with the next.
func TestAUsedUpAutomaticCodeDropsOut(t *testing.T) {
	is := is.New(t)
	h := newTeller(t)
	s := h.addItem(-1, plain)
	h.code(discount.Percentage, "ONCE", 5000, byItself(0), uses(1))
	baskets := []order.Basket{h.mustAdd(adding(one(s, 1))), h.mustAdd(adding(one(s, 1))), h.mustAdd(adding(one(s, 1))), h.mustAdd(adding(one(s, 1)))}
	for _, b := range baskets {
		counts(t, b, "ONCE")
	}
	buy := func(b order.Basket) order.Basket {
		b, err := h.complete(b, cash)
		is.NoErr(err)
		return b
	}
	first := buy(baskets[0])
	counts(t, first, "ONCE")
	is.Equal(first.Order.Totals.Paid, int64(1250))
	second := buy(baskets[1])
	counts(t, second, "")
	is.Equal(second.Order.Totals.Paid, int64(2250))

	// A payment by card is opened for what is due then.
	i := h.mustIntent(baskets[2])
	_, err := h.payBy(baskets[2], i)
	is.NoErr(err)
	is.Equal(h.order(baskets[2]).Totals.Paid, int64(2250))

	h.code(discount.Percentage, "NEXT", 1000, byItself(1))
	last := buy(baskets[3])
	counts(t, last, "NEXT")
	is.Equal(last.Order.Totals.Paid, int64(2050))
}

// What was agreed with a gateway before the code was used up is not taken: the buyer would
// pay another amount.
func TestAPaymentIsOpenedAgainWhenItsAutomaticCodeIsUsedUp(t *testing.T) {
	is := is.New(t)
	h := newTeller(t)
	s := h.addItem(-1, plain)
	h.code(discount.Percentage, "ONCE", 5000, byItself(0), uses(1))
	late, quick := h.mustAdd(adding(one(s, 1))), h.mustAdd(adding(one(s, 1)))
	i := h.mustIntent(late)
	_, err := h.complete(quick, cash)
	is.NoErr(err)
	_, err = h.payBy(late, i)
	is.True(err != nil && strings.Contains(err.Error(), "transactionId: was opened when €12.50 was due, and now €22.50 is"))
	_, err = h.payBy(late, h.mustIntent(late))
	is.NoErr(err)
	is.Equal(h.order(late).Totals.Paid, int64(2250))
}
