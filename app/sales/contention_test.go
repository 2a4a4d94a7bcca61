package sales_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/indexes"
	"marquee/kv/kvtest"
)

// together runs n callers at once and waits for all.
func together(n int, call func(i int)) {
	var start, all sync.WaitGroup
	start.Add(1)
	for i := range n {
		all.Go(func() {
			start.Wait()
			call(i)
		})
	}
	start.Done()
	all.Wait()
}

// pool runs n calls on a few workers.
func pool(n, workers int, call func(i int)) {
	var next atomic.Int64
	together(workers, func(int) {
		for i := next.Add(1); i <= int64(n); i = next.Add(1) {
			call(int(i - 1))
		}
	})
}

// patient repeats a call while the box office says that it is busy, as a client
// that is told Retry-After does.
func patient[T any](call func() (T, error)) (T, error) {
	for {
		v, err := call()
		if app.KindOf(err) != app.TooMany {
			return v, err
		}
	}
}

// rush is a hall whose engine runs closures once, for many rivals.
func rush(t *testing.T, opts ...apptest.Option) *hall {
	return newHall(t, append(opts, apptest.Calm())...)
}

// looksFirst is the seller these tests must be able to catch: it looks whether
// there is stock, and takes it in a transaction that no longer asks.
func (h *hall) looksFirst(s catalog.SaleItem, looked *sync.WaitGroup) bool {
	c := h.stock(s)
	looked.Done()
	looked.Wait()
	if *c.Current() < 1 {
		return false
	}
	_, err := patient(func() (int, error) {
		return 0, h.App.Update(context.Background(), h.A.Owner, app.Authenticated, func(tx app.Tx) error {
			return catalog.Reserve(tx, &s, 1, true)
		})
	})
	return err == nil
}

func TestLastUnit(t *testing.T) {
	const buyers = 200
	t.Run("200 buyers want it, one gets it", func(t *testing.T) {
		is := is.New(t)
		h := rush(t)
		s := h.addItem(1, plain)
		var sold, refused atomic.Int64
		together(buyers, func(int) {
			_, err := patient(func() (order.Basket, error) {
				in := adding(one(s, 1))
				in.Payment = &cash
				return h.add(in)
			})
			if err == nil {
				sold.Add(1)
			} else if fmt.Sprint(types(err)) == "[not_enough_stock]" {
				refused.Add(1)
			}
		})
		is.Equal(sold.Load(), int64(1))
		is.Equal(refused.Load(), int64(buyers-1))
		is.Equal(h.stock(s).Sold, int64(1))
	})
	t.Run("control: a seller who looks first and takes later sells it many times", func(t *testing.T) {
		h := rush(t, apptest.Unchecked())
		s := h.addItem(1, plain)
		var sold atomic.Int64
		var looked sync.WaitGroup
		looked.Add(buyers)
		together(buyers, func(int) {
			if h.looksFirst(s, &looked) {
				sold.Add(1)
			}
		})
		if sold.Load() < 2 {
			t.Fatal("the race does not show: the test above proves nothing")
		}
	})
}

func TestOnSale(t *testing.T) {
	t.Run("1,000 units and 5,000 buyers, every tenth walks away", func(t *testing.T) {
		of := kvtest.Fewer(5)
		playOnSale(t, rush(t), 1000/int64(of), 5000/of)
	})
	t.Run("the same on the file", func(t *testing.T) { playOnSale(t, newFile(t).hall, 200, 1000) })
	t.Run("control: sellers who look first and take later sell more than there is", func(t *testing.T) {
		const units, buyers = 20, 200
		h := rush(t, apptest.Unchecked())
		s := h.addItem(units, plain)
		var sold atomic.Int64
		var looked sync.WaitGroup
		looked.Add(buyers)
		together(buyers, func(int) {
			if h.looksFirst(s, &looked) {
				sold.Add(1)
			}
		})
		if sold.Load() <= units {
			t.Fatal("the race does not show: the tests above prove nothing")
		}
	})
}

func playOnSale(t *testing.T, h *hall, units int64, buyers int) {
	const workers = 64
	is := is.New(t)
	s := h.addItem(units, plain)
	buy := func(i int) bool {
		b, err := patient(func() (order.Basket, error) { return h.add(adding(one(s, 1))) })
		if err != nil || i%10 == 0 { // every tenth walks away
			return false
		}
		_, err = patient(func() (order.Basket, error) { return h.complete(b, cash) })
		return err == nil
	}
	var sold atomic.Int64
	pool(buyers, workers, func(i int) {
		if buy(i) {
			sold.Add(1)
		}
	})
	first := h.stock(s)
	is.Equal(first.Sold, sold.Load())
	is.Equal(first.Sold+first.Reserved, units) // sold out, some of it on hold

	h.Clock.Jump(11 * time.Minute)
	pool(workers, workers, func(i int) { // without any sweep: who looks finds it free
		if buy(1) {
			sold.Add(1)
		}
	})
	is.True(first.Reserved > 0 && sold.Load() > first.Sold)
	h.Clock.Jump(11 * time.Minute)
	is.NoErr(h.App.RunJob(t.Context(), sales.ExpireBaskets))
	is.Equal(h.stock(s).Reserved, int64(0)) // nothing is stuck
	pool(buyers, workers, func(i int) {
		if buy(1) {
			sold.Add(1)
		}
	})
	is.Equal(sold.Load(), units) // and every unit has a buyer in the end
	is.Equal(h.stock(s).Sold, units)
}

func TestExpiryRacesCheckout(t *testing.T) {
	t.Run("a basket is sold or gone, never both, and never twice", func(t *testing.T) {
		is := is.New(t)
		h := rush(t)
		var paid, resold int
		for range 60 {
			s := h.addItem(1, plain)
			b := h.mustAdd(adding(one(s, 1)))
			var checkout, rival error
			together(3, func(i int) {
				switch i {
				case 0:
					_, checkout = patient(func() (order.Basket, error) { return h.complete(b, cash) })
				case 1:
					h.Clock.Jump(10*time.Minute + time.Second)
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
			is.True(checkout != nil || rival != nil) // one unit, at most one buyer
			if checkout == nil {
				paid++
			}
			if rival == nil {
				resold++
			}
			is.True(h.stock(s).Sold <= 1)
		}
		t.Logf("paid in time %d, sold to the next %d, gone %d", paid, resold, 60-paid-resold)
	})
	t.Run("control: a checkout that trusts what it read before sells twice", func(t *testing.T) {
		is := is.New(t)
		h := rush(t, apptest.Unchecked())
		s := h.addItem(1, plain)
		b := h.mustAdd(adding(one(s, 1)))
		is.True(!b.Expired) // read in time …
		h.Clock.Jump(11 * time.Minute)
		in := adding(one(s, 1))
		in.Payment = &cash
		h.mustAdd(in) // … but the unit is somebody else's now
		h.update(func(tx app.Tx) error {
			if err := catalog.Reserve(tx, &s, 1, true); err != nil {
				return err
			}
			return catalog.Sell(tx, &s, 1)
		})
		is.Equal(h.stock(s).Sold, int64(2))
	})
}

func TestCompleteRaces(t *testing.T) {
	const tills = 20
	t.Run("of many tills that complete a basket one wins", func(t *testing.T) {
		is := is.New(t)
		h := rush(t)
		s := h.addItem(5, plain)
		b := h.mustAdd(adding(one(s, 2)))
		var won atomic.Int64
		together(tills, func(int) {
			if _, err := patient(func() (order.Basket, error) { return h.complete(b, cash) }); err == nil {
				won.Add(1)
			}
		})
		is.Equal(won.Load(), int64(1))
		is.Equal(h.stock(s).Sold, int64(2))
		done, err := order.ReadBasket(t.Context(), h.App, h.A.Owner, key(b))
		is.NoErr(err)
		is.Equal(len(done.Order.TransactionIDs), 1)
	})
	t.Run("control: tills that look at the status first all take money", func(t *testing.T) {
		is := is.New(t)
		h := rush(t, apptest.Unchecked())
		b := h.mustAdd(adding(one(h.addItem(5, plain), 2)))
		var looked sync.WaitGroup
		looked.Add(tills)
		var paid atomic.Int64
		together(tills, func(int) {
			seen, err := order.ReadBasket(context.Background(), h.App, h.A.Owner, key(b))
			looked.Done()
			looked.Wait()
			if err != nil || seen.Order.Status != order.Active {
				return
			}
			_, err = patient(func() (int, error) {
				return 0, h.App.Update(context.Background(), h.A.Owner, app.Authenticated, func(tx app.Tx) error {
					return indexes.Forge(order.Transactions).Insert(tx, &order.Transaction{OrderID: b.Order.ID, Total: 4500, Status: order.TransactionSuccess})
				})
			})
			if err == nil {
				paid.Add(1)
			}
		})
		is.Equal(paid.Load(), int64(tills))
	})
}

func TestSameUUID(t *testing.T) {
	const calls = 50
	orders := func(t *testing.T, h *hall, s catalog.SaleItem, uuid string) int {
		var mu sync.Mutex
		ids := map[int64]bool{}
		together(calls, func(int) {
			in := adding(one(s, 1))
			in.Payment, in.UUID = &cash, uuid
			b, err := patient(func() (order.Basket, error) { return h.add(in) })
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			ids[b.Order.ID] = true
		})
		return len(ids)
	}
	t.Run("sent 50 times at once it is one order", func(t *testing.T) {
		is := is.New(t)
		h := rush(t)
		s := h.addItem(100, plain)
		is.Equal(orders(t, h, s, "b5f1"), 1)
		is.Equal(h.stock(s).Sold, int64(1))
	})
	t.Run("control: without uuid they are 50", func(t *testing.T) {
		h := rush(t)
		is.New(t).Equal(orders(t, h, h.addItem(100, plain), ""), calls)
	})
}

// TestAReusedUUIDSellsNothing: a uuid is of one sale, and its receipt is for those who
// may take the money.
func TestAReusedUUIDSellsNothing(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	s := h.addItem(100, plain)
	first := adding(one(s, 1))
	first.Payment, first.UUID = &cash, "b5f1"
	sold := h.mustAdd(first)
	again := first
	again.InhibitMail = true
	is.Equal(h.mustAdd(again).Order.ID, sold.Order.ID)

	two := int64(2)
	for _, change := range []func(*sales.AddToBasket){
		func(in *sales.AddToBasket) { in.Items = []rules.AddItem{{SaleItemID: s.ID, Quantity: &two}} },
		func(in *sales.AddToBasket) { in.Items = append(in.Items, in.Items...) },
		func(in *sales.AddToBasket) { in.Buyer.Email = "ada@example.com" },
		func(in *sales.AddToBasket) { in.Payment = &rules.Payment{Method: "bank"} },
		func(in *sales.AddToBasket) { in.Basket.ID = 7 },
	} {
		other := first
		change(&other)
		_, err := h.add(other)
		is.True(app.Reused(err))
	}
	is.Equal(h.stock(s).Sold, int64(1))
	_, err := sales.Add(t.Context(), h.App, h.A.With(app.Sell), first)
	is.Equal(app.KindOf(err), app.Forbidden)
}

func TestCapacityChangesDuringSale(t *testing.T) {
	t.Run("what is sold stays within it", func(t *testing.T) {
		is := is.New(t)
		h := rush(t)
		s := h.addItem(50, plain)
		together(65, func(i int) {
			if i >= 60 { // the promoter cannot decide
				total := int64(i%2*60 + 10)
				_, err := patient(func() (int, error) {
					return 0, h.App.Update(context.Background(), h.A.Owner, app.Authenticated, func(tx app.Tx) error {
						_, err := catalog.SetTotal(tx, catalog.LayerSaleItem, s.ID, &total)
						return err
					})
				})
				if err != nil {
					t.Error(err)
				}
				return
			}
			in := adding(one(s, 1))
			in.Payment = &cash
			_, _ = patient(func() (order.Basket, error) { return h.add(in) })
		})
		c := h.stock(s)
		is.True(c.Sold+c.Reserved <= *c.Total)
	})
	t.Run("control: a promoter who looks first and lowers later would go below what is sold", func(t *testing.T) {
		h := rush(t)
		s := h.addItem(50, plain)
		var looked, sold sync.WaitGroup
		looked.Add(1)
		sold.Add(20)
		together(21, func(i int) {
			if i < 20 {
				defer sold.Done()
				looked.Wait()
				in := adding(one(s, 1))
				in.Payment = &cash
				_, _ = patient(func() (order.Basket, error) { return h.add(in) })
				return
			}
			c := h.stock(s)
			lowered := max(10, c.Sold+c.Reserved)
			looked.Done()
			sold.Wait()
			err := h.App.Update(context.Background(), h.A.Owner, app.Authenticated, func(tx app.Tx) error {
				_, err := indexes.ForgeKeyed(catalog.Stocks).Update(tx, catalog.StockKey{A: int64(catalog.LayerSaleItem), B: s.ID}, func(c *catalog.Stock) error {
					c.Total = &lowered
					return nil
				})
				return err
			})
			if err == nil { // the counter's own check is what sees it
				t.Error("the race does not show: the test above proves nothing")
			}
		})
	})
}
