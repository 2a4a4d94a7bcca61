package sales_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/accesscode"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/discount"
	"marquee/app/fee"
	"marquee/app/order"
	"marquee/app/sales/rules"
	"marquee/indexes"
	"marquee/kv/kvtest"
)

// found is what the checks of orders find.
func (h *hall) found() (keys []string) {
	h.t.Helper()
	for _, inv := range order.Area(order.Ports{}).Invariants {
		err := h.App.ViewCompany(h.t.Context(), h.A.Company.ID, func(r app.Reader) error {
			return inv.Check(r, func(b app.Breach) { keys = append(keys, b.Key) })
		})
		if err != nil {
			h.t.Fatal(err)
		}
	}
	return keys
}

// lifting buys what rules forbid, and forgets who lifted them.
func (h *hall) lifting(s catalog.SaleItem, n int64, rule rules.Override) {
	h.t.Helper()
	in := adding(one(s, n))
	in.Overrides, in.Payment = []rules.Override{rule}, &cash
	b := h.mustAdd(in)
	if keys := h.found(); len(keys) > 0 {
		h.t.Fatal(keys)
	}
	h.alter(b, func(o *order.Order) { o.Lifted = nil })
}

// otherCode buys with a code that takes half off, and says that it was another one.
func (h *hall) otherCode(typ discount.Type, change ...func(*discount.Fields)) {
	h.t.Helper()
	s := h.addItem(-1, plain)
	h.code(discount.Percentage, "HALF", 5000)
	other := h.code(typ, "OTHER", 100, append(change, func(f *discount.Fields) {
		if typ == discount.Fixed {
			f.CurrencyID = app.Is(h.A.Company.CurrencyID)
		}
	})...)
	b, err := h.complete(h.mustEnter(h.mustAdd(adding(one(s, 1))), "HALF"), cash)
	if err != nil {
		h.t.Fatal(err)
	}
	if keys := h.found(); len(keys) > 0 {
		h.t.Fatal(keys)
	}
	h.alter(b, func(o *order.Order) { o.DiscountID = other.ID })
}

func (h *hall) alter(b order.Basket, do func(*order.Order)) {
	h.t.Helper()
	h.update(func(tx app.Tx) error {
		_, err := indexes.Forge(order.Orders).Update(tx, b.Order.ID, func(o *order.Order) error { do(o); return nil })
		return err
	})
}

// Each rule that was broken without anybody lifting it is found.
func TestTheCheckFindsWhatBrokeARule(t *testing.T) {
	kvtest.SingleGoroutine(t)
	for name, c := range map[string]struct {
		do   func(h *hall)
		want string
	}{
		"a code beyond its uses": {func(h *hall) {
			s := h.addItem(-1, plain)
			once := h.code(discount.Percentage, "ONCE", 1000, uses(1))
			h.code(discount.Percentage, "OTHER", 1000)
			for _, code := range []string{"ONCE", "OTHER"} {
				b := h.mustEnter(h.mustAdd(adding(one(s, 1))), code)
				if _, err := h.complete(b, cash); err != nil {
					h.t.Fatal(err)
				}
				h.alter(b, func(o *order.Order) { o.DiscountID = once.ID })
			}
		}, "discount code"},
		"a discount without a code": {func(h *hall) {
			s := h.addItem(-1, plain)
			h.code(discount.Percentage, "ONCE", 1000)
			b, err := h.complete(h.mustEnter(h.mustAdd(adding(one(s, 1))), "ONCE"), cash)
			if err != nil {
				h.t.Fatal(err)
			}
			h.alter(b, func(o *order.Order) { o.DiscountID = 0 })
		}, "order: item"},
		"a discount above its cap": {func(h *hall) {
			h.otherCode(discount.Percentage, func(f *discount.Fields) { f.Caps = app.Is(map[string]int64{"EUR": 99}) })
		}, "order: discount"},
		"more than a fixed amount": {func(h *hall) { h.otherCode(discount.Fixed) }, "order: discount"},
		"a discount before its code was valid": {func(h *hall) {
			h.otherCode(discount.Percentage, func(f *discount.Fields) { f.ValidFrom = app.Is(company.Moment{At: h.Clock.Now().Add(time.Hour)}) })
		}, "order: discount code"},
		"a discount on what its code does not reduce": {func(h *hall) {
			s := h.addItem(-1, plain)
			h.otherCode(discount.BuyXGetY, func(f *discount.Fields) {
				f.ConditionID, f.ConditionQuantity, f.TargetID, f.TargetQuantity = &s.ID, new(int64(1)), &s.ID, new(int64(1))
			})
		}, "order: item"},
		"an access code before it was valid": {func(h *hall) {
			s := h.addItem(-1, plain)
			soon := h.access("SOON", func(f *accesscode.Fields) { f.ValidFrom = app.Is(company.Moment{At: h.Clock.Now().Add(time.Hour)}) })
			b, err := h.complete(h.mustAdd(adding(one(s, 1))), cash)
			if err != nil {
				h.t.Fatal(err)
			}
			h.alter(b, func(o *order.Order) { o.AccessID = soon.ID })
		}, "order: access code"},
		"a rule that nobody lifted": {func(h *hall) {
			b, err := h.complete(h.mustAdd(adding(one(h.addItem(-1, plain), 1))), cash)
			if err != nil {
				h.t.Fatal(err)
			}
			h.alter(b, func(o *order.Order) { o.Lifted = []string{string(rules.Minimum)} })
		}, "order: lifted"},
		"a fee in another currency": {func(h *hall) {
			name, kind, per, yes := "Service", fee.Fixed, fee.PerItem, false
			_, err := fee.Create(h.t.Context(), h.App, h.A.Owner, fee.Fields{
				Name: &name, Kind: &kind, Per: &per, Amount: app.Is(int64(100)), CurrencyID: app.Is(h.A.Company.CurrencyID), Absorbed: &yes,
			})
			if err != nil {
				h.t.Fatal(err)
			}
			b, err := h.complete(h.mustAdd(adding(one(h.addItem(-1, plain), 1))), cash)
			if err != nil {
				h.t.Fatal(err)
			}
			h.alter(b, func(o *order.Order) { o.CurrencyID = 840 })
		}, "order: item"},
		"more than the maximum": {func(h *hall) {
			h.lifting(h.addItem(-1, func(s *catalog.SaleItem, _ *catalog.InventoryItem) { s.MaxOrder = 1 }), 2, rules.Maximum)
		}, "order: sale item"},
		"fewer than the minimum": {func(h *hall) {
			h.lifting(h.addItem(-1, func(s *catalog.SaleItem, _ *catalog.InventoryItem) { s.MinOrder = 3 }), 2, rules.Minimum)
		}, "order: sale item"},
		"no multiple": {func(h *hall) {
			h.lifting(h.addItem(-1, func(s *catalog.SaleItem, _ *catalog.InventoryItem) { s.MultiplesOf = 2 }), 3, rules.Multiples)
		}, "order: sale item"},
		"before its sale": {func(h *hall) {
			h.lifting(h.addItem(-1, func(s *catalog.SaleItem, _ *catalog.InventoryItem) {
				s.OnSaleFrom = new(h.Clock.Now().Add(time.Hour))
			}), 1, rules.OnSaleDates)
		}, "order: item"},
		"what needs an access code, without one": {func(h *hall) {
			s := h.addItem(-1, plain)
			h.access("FRIENDS", opens(s))
			in := inShop("FRIENDS", one(s, 1))
			in.Payment = &cash
			b := h.mustAdd(in)
			if keys := h.found(); len(keys) > 0 {
				h.t.Fatal(keys)
			}
			h.alter(b, func(o *order.Order) { o.AccessID = 0 })
		}, "order: access"},
		"a bundle without its content": {func(h *hall) {
			b := h.mustAdd(adding(one(h.mustBundle(of(h.addItem(-1, plain), 2)), 1)))
			h.update(func(tx app.Tx) error {
				_, err := indexes.Forge(order.Items).Update(tx, b.Items[1].ID, func(it *order.Item) error { it.LeadItemID = 0; return nil })
				return err
			})
		}, "order: bundle"},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHall(t, apptest.Unchecked())
			c.do(h)
			keys := h.found()
			is.New(t).True(slices.ContainsFunc(keys, func(k string) bool { return strings.HasPrefix(k, c.want) }))
		})
	}
}
