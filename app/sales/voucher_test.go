package sales_test

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/sales/rules"
	"marquee/app/voucher"
	"marquee/indexes"
)

// soldVoucher sells a voucher of 25.00 to a customer.
func (h *hall) soldVoucher() order.Item {
	h.t.Helper()
	s := h.addItem(-1, func(s *catalog.SaleItem, i *catalog.InventoryItem) {
		i.Type, s.EventID, s.Prices[0].Base = catalog.GiftVoucher, 0, 2500
	})
	in := adding(one(s, 1))
	in.Buyer = customer.Buyer{Email: "ada@example.com", Name: "Ada Lovelace"}
	b, err := h.complete(h.mustAdd(in), cash)
	if err != nil {
		h.t.Fatal(err)
	}
	return b.Items[0]
}

func TestAVoucherIsRedeemedOnce(t *testing.T) {
	const tills = 50
	t.Run("50 tills redeem it, one does", func(t *testing.T) {
		is := is.New(t)
		h := rush(t)
		sold := h.soldVoucher()
		is.True(sold.Barcode != "")
		var done, refused atomic.Int64
		together(tills, func(int) {
			v, err := patient(func() (voucher.Voucher, error) {
				return voucher.Redeem(t.Context(), h.App, h.A.Owner, sold.Barcode, sold.CustomerID)
			})
			switch {
			case err == nil && v.Amount == 2500:
				done.Add(1)
			case err != nil && strings.Contains(err.Error(), "code: has been redeemed already"):
				refused.Add(1)
			}
		})
		is.Equal(done.Load(), int64(1))
		is.Equal(refused.Load(), int64(tills-1))
	})
	t.Run("control: tills that look first redeem it many times", func(t *testing.T) {
		h := rush(t, apptest.Unchecked())
		sold := h.soldVoucher()
		var done atomic.Int64
		var looked sync.WaitGroup
		looked.Add(tills)
		together(tills, func(int) {
			v, err := voucher.Read(t.Context(), h.App, h.A.Owner, sold.Barcode)
			looked.Done()
			looked.Wait()
			if err != nil || v.Redemption != nil {
				return
			}
			_, err = patient(func() (int, error) {
				return 0, h.App.Update(t.Context(), h.A.Owner, app.Authenticated, func(tx app.Tx) error {
					return indexes.ForgeKeyed(voucher.Redemptions).Put(tx, &voucher.Redemption{
						OrderItemID: sold.ID, CustomerID: sold.CustomerID, Amount: v.Amount, CurrencyID: v.CurrencyID, At: tx.Now(),
					})
				})
			})
			if err == nil {
				done.Add(1)
			}
		})
		if done.Load() < 2 {
			t.Fatal("the race does not show: the test above proves nothing")
		}
	})
}

func TestAVoucherThatDoesNotStandIsUnknown(t *testing.T) {
	h := newHall(t)
	sold := h.soldVoucher()
	ticket, err := h.complete(h.mustAdd(adding(one(h.addItem(1, plain), 1))), cash)
	if err != nil {
		t.Fatal(err)
	}
	redeem := func(code string, customerID int64) error {
		_, err := voucher.Redeem(t.Context(), h.App, h.A.Owner, code, customerID)
		return err
	}
	for _, code := range []string{"", "NOWHERE", ticket.Items[0].Barcode} {
		if err := redeem(code, sold.CustomerID); app.KindOf(err) != app.NotFound {
			t.Errorf("%q: %v", code, err)
		}
	}
	if err := redeem(sold.Barcode, 999); app.KindOf(err) != app.Invalid {
		t.Error(err)
	}
	if err := redeem(strings.ToLower(sold.Barcode), sold.CustomerID); err != nil {
		t.Error(err)
	}
}

// A voucher that is on its way to somebody is not redeemed meanwhile.
func TestAVoucherThatIsBeingGivenIsNotRedeemed(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	sold := h.soldVoucher()
	given := func(by int64) {
		h.update(func(tx app.Tx) error {
			_, err := indexes.Forge(order.Items).Update(tx, sold.ID, func(it *order.Item) error { it.TransferID = by; return nil })
			return err
		})
	}
	given(1)
	_, err := voucher.Redeem(t.Context(), h.App, h.A.Owner, sold.Barcode, sold.CustomerID)
	is.True(err != nil && strings.Contains(err.Error(), "code: is being given to somebody else"))
	given(0)
	_, err = voucher.Redeem(t.Context(), h.App, h.A.Owner, sold.Barcode, sold.CustomerID)
	is.NoErr(err)
}

// A voucher is redeemed, or it is refunded, given another code or another holder: never two
// of these at once.
func TestRedeemingRacesWhatElseBecomesOfAVoucher(t *testing.T) {
	redeem := func(h *teller, it order.Item) error {
		_, err := patient(func() (voucher.Voucher, error) {
			return voucher.Redeem(t.Context(), h.App, h.A.Owner, it.Barcode, it.CustomerID)
		})
		return err
	}
	for name, other := range map[string]func(*teller, order.Item) error{
		"its refund": func(h *teller, it order.Item) error {
			_, err := patient(func() (int64, error) {
				return h.refundOf(order.Basket{Order: order.Order{ID: it.OrderID}}, func(in *rules.Refund) {})
			})
			return err
		},
		"another holder": func(h *teller, it order.Item) error {
			_, err := patient(func() (int64, error) { return h.handOver("grace@example.com", it.ID) })
			return err
		},
		"another code": func(h *teller, it order.Item) error {
			_, err := patient(func() (order.Item, error) { return h.reissue(it.ID) })
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newTeller(t, apptest.Calm())
			won := 0
			for round := range 20 {
				it := h.soldVoucher()
				var redeemed, changed error
				h.engine.meet(2)
				together(2, func(n int) {
					if n == round%2 {
						redeemed = redeem(h, it)
					} else {
						changed = other(h, it)
					}
				})
				if (redeemed == nil) == (changed == nil) {
					t.Fatalf("redeemed: %v; %s: %v", redeemed, name, changed)
				}
				if redeemed == nil {
					won++
				}
			}
			t.Logf("redeemed %d of 20", won)
		})
	}
	t.Run("control: a clerk who trusts what was read before gives its value twice", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t, apptest.Calm(), apptest.Unchecked())
		it := h.soldVoucher()
		v, err := voucher.Read(t.Context(), h.App, h.A.Owner, it.Barcode)
		is.NoErr(err)
		is.True(v.Redemption == nil) // it can be redeemed …
		_, err = h.refundOf(order.Basket{Order: order.Order{ID: it.OrderID}}, func(in *rules.Refund) {})
		is.NoErr(err) // … but its money is given back meanwhile
		h.update(func(tx app.Tx) error {
			return indexes.ForgeKeyed(voucher.Redemptions).Put(tx, &voucher.Redemption{
				OrderItemID: it.ID, CustomerID: it.CustomerID, Amount: v.Amount, CurrencyID: v.CurrencyID, At: tx.Now(),
			})
		})
		told := 0
		for _, inv := range voucher.Area(voucher.Ports{}).Invariants {
			is.NoErr(h.App.ViewCompany(t.Context(), h.A.Company.ID, func(r app.Reader) error {
				return inv.Check(r, func(app.Breach) { told++ })
			}))
		}
		is.Equal(told, 1)
	})
}
