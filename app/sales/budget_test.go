package sales_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/discount"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/imported"
	"marquee/app/sales/pay"
	"marquee/kv/kvtest"
	"marquee/kv/mem"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const budgets = "../../testdata/budgets/sales.txt"

// TestBudgets holds each command to the reads, writes and bytes it needs: a
// change shows as a difference in the golden file.
func TestBudgets(t *testing.T) {
	kvtest.SingleGoroutine(t)
	clock := apptest.NewClock()
	m := kvtest.Meter(mem.New(mem.Options{Clock: clock.Now}))
	t.Cleanup(func() { _ = m.Close() })
	h := newHall(t, apptest.On(m), apptest.Calm(), apptest.WithClock(clock))
	s := h.addItem(1000, plain)
	var out strings.Builder
	out.WriteString("# What commands of app/sales cost the store. Written by: go test ./app/sales -run TestBudgets -update\n")
	line := func(name string, run func() order.Basket) order.Basket {
		m.Reset()
		b := run()
		c := m.Reset()
		fmt.Fprintf(&out, "%-34s reads %3d  scans %2d  puts %3d  deletes %2d  bytes read %6d  written %6d\n",
			name, c.Gets, c.Scans, c.Puts, c.Deletes, c.BytesRead, c.BytesWritten)
		return b
	}
	done := func(b order.Basket, err error) order.Basket {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	buyer := adding(one(s, 1))
	buyer.Buyer = customer.Buyer{Name: "Ada", Email: "ada@example.com"}
	h.mustAdd(buyer)

	first := line("add one unit, anonymous", func() order.Basket { return h.mustAdd(adding(one(s, 1))) })
	line("add one unit to a basket of one", func() order.Basket {
		in := adding(one(s, 1))
		in.Basket = key(first)
		return h.mustAdd(in)
	})
	line("add one unit, known customer", func() order.Basket { return h.mustAdd(buyer) })
	four := line("add four units, anonymous", func() order.Basket { return h.mustAdd(adding(one(s, 4))) })
	line("read a basket of four", func() order.Basket {
		return done(order.ReadBasket(t.Context(), h.App, h.A.Owner, key(four)))
	})
	line("complete two units", func() order.Basket { return done(h.complete(first, cash)) })
	line("complete four units", func() order.Basket { return done(h.complete(four, cash)) })
	line("sell two units in one call", func() order.Basket {
		in := adding(one(s, 2))
		in.Payment, in.UUID = &cash, "budget"
		return h.mustAdd(in)
	})
	gone := h.mustAdd(adding(one(s, 2)))
	line("expire a basket of two", func() order.Basket {
		return done(order.Basket{}, sales.ExpireBasket(t.Context(), h.App, h.A.Owner, key(gone)))
	})
	line("sweep with nothing to do", func() order.Basket { return done(order.Basket{}, h.App.RunJob(t.Context(), sales.ExpireBaskets)) })
	_, err := company.ChangeSettings(t.Context(), h.App, h.A.Owner, company.SettingsChange{Demo: new(true)})
	done(order.Basket{}, err)
	two := h.mustAdd(adding(one(s, 2)))
	var i pay.Intent
	line("open a payment by card", func() order.Basket {
		i, err = pay.CreateIntent(t.Context(), h.App, h.A.Owner, pay.OpenIntent{Basket: key(two), Channel: catalog.APIChannel})
		return done(order.Basket{}, err)
	})
	line("take its money for two units", func() order.Basket {
		r, err := sales.CompleteOrder(t.Context(), h.App, h.A.Owner, sales.Completion{Basket: key(two), TransactionID: i.TransactionID, Channel: catalog.APIChannel})
		return done(r.Basket, err)
	})
	golden(t, budgets, out.String())
}

func golden(t *testing.T, path, have string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(have), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != have {
		t.Errorf("%s is out of date:\n%s\nrewrite it with: go test ./app/sales -run TestBudgets -update", path, have)
	}
}

// BenchmarkAdd adds one unit to a new basket, on the memory engine.
func BenchmarkAdd(b *testing.B) {
	h := newHall(b, apptest.Calm(), apptest.Unchecked())
	s := h.addItem(-1, plain)
	b.ReportAllocs()
	for b.Loop() {
		h.mustAdd(adding(one(s, 1)))
	}
}

// BenchmarkAddTenth adds the tenth line to a basket, without a code and with one.
func BenchmarkAddTenth(b *testing.B) {
	for _, code := range []string{"", "PERCENT", "FIXED"} {
		b.Run("code "+code, func(b *testing.B) {
			h := newHall(b, apptest.Calm(), apptest.Unchecked())
			h.code(discount.Percentage, "PERCENT", 1000)
			h.code(discount.Fixed, "FIXED", 500)
			nine, last := adding(), h.addItem(-1, plain)
			for range 9 {
				nine.Items = append(nine.Items, one(h.addItem(-1, plain), 1))
			}
			b.ReportAllocs()
			for b.Loop() {
				b.StopTimer()
				basket := h.mustAdd(nine)
				if code != "" {
					basket = h.mustEnter(basket, code)
				}
				in := adding(one(last, 1))
				in.Basket = key(basket)
				b.StartTimer()
				h.mustAdd(in)
			}
		})
	}
}

// BenchmarkComplete completes baskets of two units.
func BenchmarkComplete(b *testing.B) {
	h := newHall(b, apptest.Calm(), apptest.Unchecked())
	s := h.addItem(-1, plain)
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		basket := h.mustAdd(adding(one(s, 2)))
		b.StartTimer()
		if _, err := h.complete(basket, cash); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkImport writes completed orders of two units, a hundred a commit.
func BenchmarkImport(b *testing.B) {
	h := newHall(b, apptest.Calm(), apptest.Unchecked())
	s := h.addItem(-1, plain)
	b.ReportAllocs()
	for b.Loop() {
		orders := make([]imported.PastOrder, 100)
		for i := range orders {
			orders[i] = h.past(s, 2, order.Complete)
		}
		h.update(func(tx app.Tx) error { _, err := imported.Import(tx, orders); return err })
	}
}
