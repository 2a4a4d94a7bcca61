package sales_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/app/sales/imported"
	"marquee/app/sales/pay"
	"marquee/app/sales/refund"
	"marquee/app/sales/rules"
	"marquee/app/voucher"
	"marquee/indexes"

	"github.com/matryer/is"
)

func (h *hall) refund(in rules.Refund) ([]rules.RefundResult, error) {
	if in.Kind == "" {
		in.Kind = rules.MoneyBack
	}
	tried, refused := h.tryRefund(in)
	done, err := refund.Orders(h.t.Context(), h.App, h.A.Owner, in)
	if refused != nil && err == nil {
		h.t.Errorf("a dry run was refused, which is done: %v", refused)
	}
	tried = slices.DeleteFunc(tried, func(r rules.RefundResult) bool { // a gateway refused
		return slices.ContainsFunc(done, func(d rules.RefundResult) bool { return d.OrderID == r.OrderID && d.Err != nil })
	})
	if err == nil && moneyOf(tried) != moneyOf(done) {
		h.t.Errorf("a dry run said\n%s\nand what was done is\n%s", moneyOf(tried), moneyOf(done))
	}
	return done, err
}

// tryRefund is what a dry run says.
func (h *hall) tryRefund(in rules.Refund) (tried []rules.RefundResult, refused error) {
	h.noErr(app.DryRun(h.t.Context(), h.App, h.A.Owner, func(a *app.App) error {
		tried, refused = refund.Orders(h.t.Context(), a, h.A.Owner, in)
		return nil
	}))
	return tried, refused
}

// moneyOf is what of refunds is money: of which items it was, and where it went.
func moneyOf(all []rules.RefundResult) string {
	var b strings.Builder
	for i := range all {
		if all[i].Err != nil {
			continue
		}
		fmt.Fprintln(&b, all[i].OrderID, all[i].Items)
		for _, p := range all[i].Parts {
			fmt.Fprintln(&b, p.Of, p.Method, p.Amount, p.Gateway, p.Balance)
		}
	}
	return b.String()
}

func (h *hall) refundOf(b order.Basket, change func(*rules.Refund)) (int64, error) {
	in := rules.Refund{Order: key(b)}
	change(&in)
	all, err := h.refund(in)
	if err != nil {
		return 0, err
	}
	return all[0].Amount(), nil
}

func (h *hall) items(b order.Basket) (all []order.Item) {
	h.t.Helper()
	h.noErr(h.App.View(h.t.Context(), h.A.Owner, app.Authenticated, func(r app.Reader) error {
		o, err := order.Orders.Get(r, b.Order.ID)
		if err == nil {
			all, err = order.ItemsOf(r, &o)
		}
		return err
	}))
	return all
}

func asIs(*rules.Refund) {}

func TestADryRunChangesNothing(t *testing.T) {
	is := is.New(t)
	h := newTeller(t)
	b := h.sold(h.taxed(h.addItem(9, plain)), cash)
	before := h.Digest()
	tried, err := h.tryRefund(rules.Refund{Order: key(b), Kind: rules.MoneyBack})
	is.NoErr(err)
	is.True(tried[0].Amount() > 0)
	is.Equal(h.Digest(), before)
}

func TestARefund(t *testing.T) {
	t.Run("of everything voids everything, and leaves every account where it was", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t)
		s := h.taxed(h.addItem(9, plain))
		b := h.sold(s, cash)
		n, err := h.refundOf(b, asIs)
		is.NoErr(err)
		is.Equal(n, int64(2250))
		o := h.order(b)
		is.Equal(o.Status, order.Refunded)
		is.Equal(o.Totals.Refunded, int64(2250))
		is.Equal(h.stock(s).Sold, int64(0))
		is.True(h.items(b)[0].CancelledAt != nil)
		is.Equal(h.booked(b), "sold: sales:20% +1667 fees:20% +208 tax:20% +375 cash -2250; refunded: sales:20% -1667 fees:20% -208 tax:20% -375 cash +2250")
		_, err = h.refundOf(b, asIs)
		is.True(err != nil && strings.Contains(err.Error(), "is refunded or cancelled already"))
	})
	t.Run("of one item leaves the others", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t)
		s := h.addItem(9, plain)
		b, err := h.complete(h.mustAdd(adding(one(s, 3))), cash)
		is.NoErr(err)
		all, err := h.refund(rules.Refund{ItemIDs: []int64{b.Items[1].ID}})
		is.NoErr(err)
		is.Equal(all[0].Items, []rules.RefundedItem{{ID: b.Items[1].ID, Amount: 2250, Voids: true}})
		is.Equal(h.order(b).Status, order.PartiallyRefunded)
		is.Equal(h.stock(s).Sold, int64(2))
		all, err = h.refund(rules.Refund{ItemIDs: []int64{b.Items[1].ID}})
		is.NoErr(err)
		is.Equal(len(all), 0) // nothing is left of it
		_, err = h.refund(rules.Refund{ItemIDs: []int64{b.Items[0].ID, b.Items[2].ID}})
		is.NoErr(err)
		is.Equal(h.order(b).Status, order.Refunded)
	})
	t.Run("of a deposit gives back nothing of it", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t)
		h.offersDeposit(30)
		b, err := h.balance(h.sold(h.addItem(9, plain), inDeposit), cash)
		is.NoErr(err)
		n, err := h.refundOf(b, asIs)
		is.NoErr(err)
		is.Equal(n, int64(1400)) // 22.50 less 8.50
		is.Equal(h.order(b).Status, order.Refunded)
	})
	t.Run("keeps the stock when it is not to be sold again", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t)
		s := h.addItem(1, plain)
		b := h.sold(s, cash)
		_, err := h.refundOf(b, func(in *rules.Refund) { in.KeepStock = true })
		is.NoErr(err)
		is.Equal(h.stock(s).Sold, int64(1))
		is.Equal(*h.stock(s).Current(), int64(0))
	})
	t.Run("without money keeps it, until somebody returns it all the same", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t)
		b := h.sold(h.addItem(9, plain), cash)
		n, err := h.refundOf(b, func(in *rules.Refund) { in.Kind = rules.Void })
		is.NoErr(err)
		is.Equal(n, int64(0))
		is.Equal(h.order(b).Status, order.Cancelled)
		is.Equal(h.order(b).Totals.Total, int64(2250))
		n, err = h.refundOf(b, func(in *rules.Refund) { in.Voided = true })
		is.NoErr(err)
		is.Equal(n, int64(2250))
		is.Equal(h.order(b).Status, order.Refunded)
	})
	t.Run("leaves out a voucher that was redeemed", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t)
		it := h.soldVoucher()
		_, err := voucher.Redeem(t.Context(), h.App, h.A.Owner, it.Barcode, it.CustomerID)
		is.NoErr(err)
		_, err = h.refund(rules.Refund{Order: order.Key{ID: it.OrderID}})
		is.True(err != nil && strings.Contains(err.Error(), "has nothing that can be refunded"))
	})
	t.Run("with a uuid is done once", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t)
		b, err := h.complete(h.mustAdd(adding(one(h.addItem(9, plain), 2))), cash)
		is.NoErr(err)
		in := rules.Refund{ItemIDs: []int64{b.Items[0].ID}, UUID: "one"}
		first, err := h.refund(in)
		is.NoErr(err)
		again, err := h.refund(in)
		is.NoErr(err)
		is.Equal(again, first)
		is.Equal(h.order(b).Totals.Refunded, int64(2250))
		in.KeepStock = true
		_, err = h.refund(in)
		is.True(err != nil && strings.Contains(err.Error(), "uuid"))
	})
}

func TestARefundIsRefused(t *testing.T) {
	for _, c := range []struct {
		why    string
		order  func(h *teller) order.Basket
		change func(*rules.Refund)
	}{
		{"orderId: is not complete", func(h *teller) order.Basket { return h.mustAdd(adding(one(h.addItem(9, plain), 1))) }, asIs},
		{"orderId: is locked", func(h *teller) order.Basket {
			b := h.sold(h.addItem(9, plain), cash)
			h.update(func(tx app.Tx) error {
				_, err := indexes.Forge(order.Items).Update(tx, b.Items[0].ID, func(i *order.Item) error { i.Frozen = true; return nil })
				return err
			})
			return b
		}, asIs},
		{"refundSplits: must add up to €22.50", nil, func(in *rules.Refund) { in.Splits = []rules.RefundSplit{{TransactionID: 1, Amount: 2249}} }},
		{"cancellationFee: must be at most €22.50", nil, func(in *rules.Refund) { in.CancellationFee = 2251 }},
		{"type: needs a customer", func(h *teller) order.Basket {
			b, err := h.complete(h.mustAdd(adding(one(h.addItem(9, plain), 1))), cash)
			h.noErr(err)
			return b
		}, func(in *rules.Refund) { in.Kind = rules.ToBalance }},
		{"type: is not possible: nothing was paid", func(h *teller) order.Basket {
			return h.sold(h.addItem(9, plain), rules.Payment{Method: order.ComplimentaryMethod})
		}, func(in *rules.Refund) { in.Kind = rules.ToBalance }},
		{"items.0: does not exist", nil, func(in *rules.Refund) { in.ItemIDs = []int64{999} }},
	} {
		t.Run(c.why, func(t *testing.T) {
			is := is.New(t)
			h := newTeller(t)
			if c.order == nil {
				c.order = func(h *teller) order.Basket { return h.sold(h.addItem(9, plain), cash) }
			}
			b := c.order(h)
			before := h.A.Digest()
			_, err := h.refundOf(b, c.change)
			if err == nil || !strings.Contains(err.Error(), c.why) {
				t.Errorf("refused with %v", err)
			}
			is.Equal(h.A.Digest(), before) // and nothing changed
		})
	}
}

// What a refund over a gateway does when it answers, refuses, or when its answer is lost.
func TestARefundOverTheGateway(t *testing.T) {
	online := func(in *rules.Refund) { in.Online = true }
	paid := func(t *testing.T, n int64) (*teller, order.Basket, pay.Intent) {
		h := newTeller(t)
		b := h.mustAdd(adding(one(h.addItem(9, plain), n)))
		i := h.mustIntent(b)
		done, err := h.payBy(b, i)
		h.noErr(err)
		return h, done, i
	}
	t.Run("gives back part by part", func(t *testing.T) {
		is := is.New(t)
		h, b, i := paid(t, 2)
		for n, it := range b.Items {
			_, err := h.refund(rules.Refund{ItemIDs: []int64{it.ID}, Online: true, UUID: fmt.Sprint(n)})
			is.NoErr(err)
			is.Equal(h.bank.byRef[i.Ref].refunded, int64(2250*(n+1)))
			is.Equal(h.paymentOf(i).Returned, int64(2250*(n+1)))
		}
		is.Equal(h.order(b).Status, order.Refunded)
	})
	t.Run("by hand does not ask it", func(t *testing.T) {
		is := is.New(t)
		h, b, i := paid(t, 1)
		_, err := h.refundOf(b, asIs)
		is.NoErr(err)
		is.Equal(h.bank.byRef[i.Ref].refunded, int64(0))
		is.True(strings.HasSuffix(h.booked(b), "cash +2250"))
	})
	t.Run("that is refused changes nothing, and can be tried again", func(t *testing.T) {
		is := is.New(t)
		h, b, _ := paid(t, 1)
		h.bank.refuses = "no_balance"
		_, err := h.refundOf(b, online)
		is.True(err != nil && strings.Contains(err.Error(), "online: was refused by the payment gateway: no_balance"))
		is.Equal(h.order(b).Status, order.Complete)
		is.True(h.items(b)[0].CancelledAt == nil)
		h.bank.refuses = ""
		_, err = h.refundOf(b, online)
		is.NoErr(err)
		is.Equal(h.order(b).Status, order.Refunded)
	})
	for name, f := range map[string]fault{"was done": answerLost, "never arrived": unheard} {
		t.Run("whose answer is lost, and that "+name+", is done once", func(t *testing.T) {
			is := is.New(t)
			h, b, i := paid(t, 1)
			h.bank.fails("refund", f)
			ask := func(in *rules.Refund) { in.Online, in.UUID = true, "lost" }
			_, err := h.refundOf(b, ask)
			is.Equal(app.KindOf(err), app.Unavailable)
			is.Equal(h.order(b).Status, order.Complete)
			_, err = h.refundOf(b, ask)
			is.True(err != nil && strings.Contains(err.Error(), "has a refund that is not finished"))
			_, err = h.refundOf(b, asIs) // by hand neither
			is.True(err != nil)
			h.restart()
			h.later(20 * time.Minute)
			is.Equal(h.order(b).Status, order.Refunded)
			is.Equal(h.bank.byRef[i.Ref].refunded, int64(2250))
			n, err := h.refundOf(b, ask)
			is.NoErr(err)
			is.Equal(n, int64(2250))
			is.Equal(h.bank.byRef[i.Ref].refunded, int64(2250))
		})
	}
}

// untilUnknown lets so much time pass that the gateway is not asked any more.
func (h *teller) untilUnknown() {
	for range 40 {
		h.later(2 * time.Hour)
	}
}

// A gateway that never tells what became of a refund keeps its order from others, until
// somebody looks there.
func TestARefundThatNobodyKnowsOf(t *testing.T) {
	for _, c := range []struct {
		must     string
		verdict  pay.Verdict
		status   order.Status
		refunded int64
	}{
		{"is done when the money went back", pay.WasTaken, order.Refunded, 2250},
		{"is nothing when it did not", pay.WasNotTaken, order.Complete, 0},
	} {
		t.Run(c.must, func(t *testing.T) {
			is := is.New(t)
			h := newTeller(t)
			b := h.mustAdd(adding(one(h.addItem(9, plain), 1)))
			_, err := h.payBy(b, h.mustIntent(b))
			is.NoErr(err)
			h.bank.fault = func(call string) fault {
				if call == "refund" {
					return unheard
				}
				return fine
			}
			_, err = h.refundOf(b, func(in *rules.Refund) { in.Online = true })
			is.Equal(app.KindOf(err), app.Unavailable)
			settle := func(v pay.Verdict) (order.Order, error) {
				return refund.SettleReturn(t.Context(), h.App, h.A.Owner, key(b), v)
			}
			o, _ := settle(pay.AskGateway)
			is.Equal(o.Status, order.Complete) // it still does not tell
			_, err = settle(c.verdict)         // it may just be giving the money back
			is.True(err != nil && strings.Contains(err.Error(), "has a refund that the gateway is still asked about"))
			is.Equal(h.order(b).Status, order.Complete)
			h.untilUnknown()
			o, err = settle(c.verdict)
			is.NoErr(err)
			is.Equal(o.Status, c.status)
			is.Equal(o.Totals.Refunded, c.refunded)
			_, err = settle(c.verdict)
			is.True(err != nil && strings.Contains(err.Error(), "has no refund that is not finished"))
		})
	}
}

// TestFreeItemsOfAReturnedSale: a till gave all of its money back, and the free items of
// the sale, which stand, are voided one by one.
func TestFreeItemsOfAReturnedSale(t *testing.T) {
	is, h := is.New(t), newTeller(t)
	s := h.addItem(9, plain)
	err := h.upload([]imported.UploadedOrder{{
		UUID: "till", CurrencyID: h.A.Company.CurrencyID, Date: h.Clock.Now(), Method: order.Cash,
		Items: []imported.UploadedItem{{SaleItemID: s.ID, Price: 100, Refunded: true}, {SaleItemID: s.ID}, {SaleItemID: s.ID}},
	}})
	is.NoErr(err)
	for _, free := range []int64{2, 3} {
		_, err := h.refund(rules.Refund{ItemIDs: []int64{free}})
		is.NoErr(err)
	}
}

// A voucher whose money may be on its way back is not redeemed: its value would be given
// twice.
func TestAVoucherIsNotRedeemedWhileItIsRefunded(t *testing.T) {
	is, h := is.New(t), newTeller(t)
	in := adding(one(h.addItem(9, func(s *catalog.SaleItem, i *catalog.InventoryItem) {
		i.Type, s.EventID, s.Prices[0].Base = catalog.GiftVoucher, 0, 2500
	}), 1))
	in.Buyer = customer.Buyer{Email: "ada@example.com", Name: "Ada Lovelace"}
	b := h.mustAdd(in)
	sold, err := h.payBy(b, h.mustIntent(b))
	is.NoErr(err)
	it := sold.Items[0]
	h.bank.fault = func(call string) fault {
		if call == "refund" {
			return unheard
		}
		return fine
	}
	_, err = h.refundOf(b, func(in *rules.Refund) { in.Online = true })
	is.Equal(app.KindOf(err), app.Unavailable)
	_, err = voucher.Redeem(t.Context(), h.App, h.A.Owner, it.Barcode, it.CustomerID)
	is.True(err != nil && strings.Contains(err.Error(), "code: is being refunded"))
	h.untilUnknown()
	_, err = refund.SettleReturn(t.Context(), h.App, h.A.Owner, key(b), pay.WasNotTaken)
	is.NoErr(err)
	_, err = voucher.Redeem(t.Context(), h.App, h.A.Owner, it.Barcode, it.CustomerID)
	is.NoErr(err)
}

// Twenty clerks refund one item at once: it is refunded once.
func TestOneItemIsRefundedOnce(t *testing.T) {
	t.Run("by one of twenty clerks", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t, apptest.Calm())
		b := h.sold(h.addItem(9, plain), cash)
		errs := make([]error, 20)
		together(len(errs), func(n int) {
			_, errs[n] = patient(func() (int64, error) { return h.refundOf(b, asIs) })
		})
		is.Equal(nils(errs), 1)
		is.Equal(h.order(b).Totals.Refunded, int64(2250))
	})
	t.Run("by card and by hand at once", func(t *testing.T) {
		is := is.New(t)
		for range 10 {
			h := newTeller(t, apptest.Calm())
			b := h.mustAdd(adding(one(h.addItem(9, plain), 1)))
			i := h.mustIntent(b)
			_, err := h.payBy(b, i)
			is.NoErr(err)
			errs := make([]error, 2)
			together(2, func(n int) {
				_, errs[n] = patient(func() (int64, error) {
					return h.refundOf(b, func(in *rules.Refund) { in.Online = n == 0 })
				})
			})
			is.Equal(nils(errs), 1)
			is.Equal(h.bank.byRef[i.Ref].refunded > 0, errs[0] == nil)
			is.Equal(h.order(b).Totals.Refunded, int64(2250))
		}
	})
	t.Run("control: clerks who look first and note the money later give it back twice", func(t *testing.T) {
		h := newTeller(t, apptest.Calm(), apptest.Unchecked())
		b := h.sold(h.addItem(9, plain), cash)
		var looked sync.WaitGroup
		errs := make([]error, 2)
		looked.Add(len(errs))
		together(len(errs), func(n int) {
			once := sync.OnceFunc(looked.Done)
			// Half of the price, so that no limit of the record itself stands in the way.
			in := rules.Refund{Order: key(b), Kind: rules.MoneyBack, CancellationFee: 1200}
			_, errs[n] = patient(func() (int, error) {
				return 0, refundAsLooked(t.Context(), h.App, h.A.Owner, in, func() { once(); looked.Wait() })
			})
		})
		if nils(errs) < 2 || h.order(b).Totals.Refunded != 2*1050 {
			t.Fatalf("the race does not show: the tests above prove nothing (%v, %d)", errs, h.order(b).Totals.Refunded)
		}
	})
}

// A ticket is refunded while its holder stands at the gate: whoever is let in was let in
// before, and a refunded ticket is refused.
func TestARefundRacesAScan(t *testing.T) {
	is := is.New(t)
	var before, refused int
	for round := range 20 {
		h := newTeller(t, apptest.Calm())
		b := h.sold(h.addItem(9, plain), cash)
		zone := h.entryZone()
		scan := func() (entry.Status, error) {
			out, err := entry.ScanZone(t.Context(), h.App, h.A.Owner, entry.ScanRequest{ZoneID: zone, Barcodes: []string{b.Items[0].Barcode}, Direction: "in"})
			return out.Status, err
		}
		var status entry.Status
		var scanning, refunding error
		together(2, func(n int) {
			if (n+round)%2 == 0 {
				status, scanning = patient(scan)
			} else {
				_, refunding = patient(func() (int64, error) { return h.refundOf(b, asIs) })
			}
		})
		is.NoErr(scanning)
		is.NoErr(refunding)
		if status == entry.Valid {
			before++
		} else {
			refused++
			is.Equal(status, entry.Denied)
		}
		after, err := scan()
		is.NoErr(err)
		is.Equal(after, entry.Denied)
	}
	t.Logf("let in before %d, refused %d", before, refused)
}

// entryZone is the gate that the event owns.
func (h *hall) entryZone() (id int64) {
	h.t.Helper()
	h.noErr(h.App.View(h.t.Context(), h.A.Owner, app.Authenticated, func(r app.Reader) error {
		for hit, err := range entry.Zones.Scan(r, indexes.All[int64]()) {
			if err != nil {
				return err
			}
			if hit.Rec.EventID == h.event.ID {
				id = hit.Rec.ID
			}
		}
		return nil
	}))
	return id
}
