package sales_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/app/resale"
	"marquee/app/sales"
	"marquee/app/sales/modification"
	"marquee/app/sales/rules"
	"marquee/app/transfer"
	"marquee/indexes"
	"marquee/kv/kvtest"
)

func (h *hall) modify(b order.Basket) (order.Basket, error) {
	return modification.Modify(h.t.Context(), h.App, h.A.Owner, key(b), catalog.APIChannel)
}

func (h *hall) mustModify(b order.Basket) order.Basket {
	h.t.Helper()
	changed, err := h.modify(b)
	h.noErr(err)
	return changed
}

// addTo puts units into a basket that is there.
func (h *hall) addTo(b order.Basket, items ...rules.AddItem) (order.Basket, error) {
	in := adding(items...)
	in.Basket = key(b)
	return h.add(in)
}

// setTo sets how many units of a sale item a basket holds.
func (h *hall) setTo(b order.Basket, s catalog.SaleItem, n int64) (order.Basket, error) {
	return sales.SetQuantity(h.t.Context(), h.App, h.A.Owner, sales.ChangeItem{Basket: key(b), SaleItemID: s.ID, Quantity: n, Channel: catalog.APIChannel})
}

func TestChangingAnOrder(t *testing.T) {
	t.Run("what stays has its stock, other barcodes, and is paid", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t)
		h.stockOf(s, 4)
		b := h.soldTo("ada@example.com", s, 3)
		before := h.items(b)
		m := h.mustModify(b)
		is.Equal(h.stock(s).Sold, int64(3))
		is.Equal(h.stock(s).Reserved, int64(0))
		_, err := h.setTo(m, s, 4)
		is.NoErr(err)
		is.Equal(h.stock(s).Reserved, int64(1))
		done, err := h.complete(m, cash)
		is.NoErr(err)
		is.Equal(done.Order.Totals.Paid, int64(4*2250))
		is.Equal(h.stock(s).Sold, int64(4))
		is.Equal(h.order(b).Status, order.Refunded)
		is.True(h.order(done).Modified)
		for i, it := range h.items(done)[:3] {
			is.Equal(it.Replaced.ItemID, before[i].ID)
			is.Equal(h.scan(before[i].Barcode), entry.Denied)
			h.Clock.Jump(time.Second)
			is.Equal(h.scan(it.Barcode), entry.Valid)
		}
		n, err := h.refundOf(done, asIs)
		is.NoErr(err)
		is.Equal(n, int64(4*2250)) // everything goes back, and nothing twice
		_, err = h.refundOf(b, asIs)
		is.True(err != nil)
	})
	t.Run("what is taken out is back when the basket is bought", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t)
		vip := h.addItem(3, func(s *catalog.SaleItem, i *catalog.InventoryItem) { s.Prices[0].Base, i.Name = 5000, "VIP" })
		b := h.soldTo("ada@example.com", s, 2)
		gone := h.items(b)[0].Barcode
		m := h.mustModify(b)
		_, err := h.setTo(m, s, 0)
		is.NoErr(err)
		is.Equal(h.stock(s).Sold, int64(2))
		_, err = h.addTo(m, one(vip, 1))
		is.NoErr(err)
		_, err = h.complete(m, cash)
		is.NoErr(err)
		is.Equal(h.stock(s).Sold, int64(0))
		is.Equal(h.stock(vip).Sold, int64(1))
		is.Equal(h.scan(gone), entry.Denied)
	})
	t.Run("that is not bought after all stays as it was", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t)
		b := h.soldTo("ada@example.com", s, 2)
		m := h.mustModify(b)
		_, err := h.setTo(m, s, 1)
		is.NoErr(err)
		is.Equal(h.scan(h.items(b)[0].Barcode), entry.Denied) // locked meanwhile
		_, err = h.refundOf(b, asIs)
		is.True(err != nil && strings.Contains(err.Error(), "is locked"))
		_, err = h.give(transfer.Ask{ItemIDs: []int64{b.Items[0].ID}})
		is.True(err != nil && strings.Contains(err.Error(), "is locked"))
		_, err = h.reissue(b.Items[0].ID)
		is.True(err != nil && strings.Contains(err.Error(), "is locked"))
		_, err = h.modify(b)
		is.True(err != nil && strings.Contains(err.Error(), "is locked"))
		h.later(time.Hour)
		is.Equal(h.order(m).Status, order.Expired)
		is.Equal(h.order(b).Status, order.Complete)
		is.Equal(h.stock(s).Sold, int64(2))
		is.Equal(h.scan(h.items(b)[0].Barcode), entry.Valid)
		_, err = sales.Reactivate(t.Context(), h.App, h.A.Owner, key(m))
		is.True(err != nil)
	})
	t.Run("over the gateway takes the difference alone", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t)
		b := h.soldTo("ada@example.com", s, 2)
		m := h.mustModify(b)
		_, err := h.intent(m)
		is.True(err != nil && strings.Contains(err.Error(), "has nothing that is to be paid now"))
		m, err = h.setTo(m, s, 3)
		is.NoErr(err)
		i := h.mustIntent(m)
		done, err := h.payBy(m, i)
		is.NoErr(err)
		is.Equal(h.bank.byRef[i.Ref].amount, int64(2250))
		is.Equal(done.Order.Totals.Paid, int64(3*2250))
		_, err = h.refundOf(done, func(in *rules.Refund) { in.Online = true })
		is.NoErr(err)
		is.Equal(h.bank.byRef[i.Ref].refunded, int64(2250)) // the rest is handed over
	})
	t.Run("within the limit per customer counts what is given up once", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t)
		h.share(func(e *catalog.Event) { e.MaxTicketsPerCustomer = new(int64(3)) })
		m := h.mustModify(h.soldTo("ada@example.com", s, 2))
		_, err := h.setTo(m, s, 4)
		is.True(err != nil && strings.Contains(err.Error(), "At most 3 tickets"))
		_, err = h.setTo(m, s, 3)
		is.NoErr(err)
		_, err = h.complete(m, cash)
		is.NoErr(err)
	})
	t.Run("is paid at once", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t)
		m := h.mustModify(h.soldTo("ada@example.com", s, 1))
		m, err := h.setTo(m, s, 2)
		is.NoErr(err)
		_, err = h.complete(m, rules.Payment{Method: order.ComplimentaryMethod})
		is.True(err != nil && strings.Contains(err.Error(), "paymentMethod"))
		_, err = sales.PayLater(t.Context(), h.App, h.A.Owner, sales.Later{Basket: key(m), Channel: catalog.APIChannel, Way: sales.OnSite})
		is.True(err != nil && strings.Contains(err.Error(), "is paid at once"))
	})
	t.Run("again and again", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t)
		b := h.soldTo("ada@example.com", s, 1)
		for n := int64(2); n < 5; n++ {
			m, err := h.setTo(h.mustModify(b), s, n)
			is.NoErr(err)
			b, err = h.complete(m, cash)
			is.NoErr(err)
		}
		n, err := h.refundOf(b, asIs)
		is.NoErr(err)
		is.Equal(n, int64(4*2250))
	})
}

// TestAChangeMakesNoMoneyOfCredit: what a wallet had paid stays what it was.
func TestAChangeMakesNoMoneyOfCredit(t *testing.T) {
	setUp := func(t *testing.T) (*purse, catalog.SaleItem, order.Basket) {
		p := newPurse(t)
		s := p.addItem(-1, plain)
		p.topsUp(2250)
		in := adding(one(s, 1))
		in.Buyer, in.Payment = customer.Buyer{ID: p.guest.ID}, new(p.shows())
		b, err := p.add(in)
		p.noErr(err)
		return p, s, b
	}
	t.Run("it buys no top-ups", func(t *testing.T) {
		is := is.New(t)
		p, s, b := setUp(t)
		m, err := p.setTo(p.mustModify(b), s, 0)
		is.NoErr(err)
		n, amount := int64(1), int64(2250)
		m, err = p.addTo(m, rules.AddItem{SaleItemID: p.topup.ID, Quantity: &n, Amount: &amount})
		is.NoErr(err)
		_, err = p.complete(m, cash)
		refusedWith(t, err, "basketId: has vouchers or top-ups")
	})
	t.Run("it goes back to the wallet, as what it was", func(t *testing.T) {
		is := is.New(t)
		p, s, b := setUp(t)
		is.Equal(p.has(), "EUR 0, online 0, by hand 0")
		for n := int64(2); n < 4; n++ { // and is changed again
			m, err := p.setTo(p.mustModify(b), s, n)
			is.NoErr(err)
			b, err = p.complete(m, cash)
			is.NoErr(err)
		}
		_, err := p.refund(rules.Refund{ItemIDs: []int64{b.Items[0].ID}})
		is.NoErr(err)
		is.Equal(p.has(), "EUR 750, online 0, by hand 750") // its share of a third
		n, err := p.refundOf(b, asIs)
		is.NoErr(err)
		is.Equal(n, int64(2*2250))
		is.Equal(p.has(), "EUR 2250, online 0, by hand 2250")
	})
}

// TestAChangeKeepsItsCustomer: nobody is sold what somebody else paid.
func TestAChangeKeepsItsCustomer(t *testing.T) {
	is := is.New(t)
	h, s := givers(t)
	m, err := h.setTo(h.mustModify(h.soldTo("ada@example.com", s, 1)), s, 2)
	is.NoErr(err)
	sell := func(to customer.Buyer) error {
		_, err := sales.CompleteOrder(t.Context(), h.App, h.A.Owner, sales.Completion{Basket: key(m), Buyer: to, Payment: cash, Channel: catalog.APIChannel})
		return err
	}
	refusedWith(t, sell(customer.Buyer{Email: "bob@example.com", Name: "Bob"}), "customerId: is not that of the order")
	is.NoErr(sell(customer.Buyer{Email: "ada@example.com"}))
}

// stockOf sets how many units there are in all.
func (h *hall) stockOf(s catalog.SaleItem, n int64) {
	h.update(func(tx app.Tx) error { _, err := catalog.SetTotal(tx, catalog.LayerSaleItem, s.ID, &n); return err })
}

func TestASeatStaysWhenItsOrderIsChanged(t *testing.T) {
	is := is.New(t)
	x := newSeated(t)
	b, err := x.complete(x.mustAdd(adding(x.at(x.row, 2), x.at(x.row, 3))), cash)
	is.NoErr(err)
	m := x.mustModify(b)
	_, err = x.add(adding(x.at(x.row, 2)))
	is.True(err != nil) // nobody gets it meanwhile
	_, err = x.addTo(m, x.at(x.row, 4))
	is.NoErr(err)
	done, err := x.complete(m, cash)
	is.NoErr(err)
	is.Equal(x.has(done), []int64{2, 3, 4})
}

func TestWhatCannotBeChanged(t *testing.T) {
	kvtest.SingleGoroutine(t)
	for _, c := range []struct {
		must string
		do   func(h *teller, s catalog.SaleItem, b *order.Basket)
		want string
	}{
		{"a basket", func(h *teller, s catalog.SaleItem, b *order.Basket) { *b = h.mustAdd(adding(one(s, 1))) }, "is not complete"},
		{"what was scanned", func(h *teller, s catalog.SaleItem, b *order.Basket) { h.scan(h.items(*b)[0].Barcode) }, "was scanned"},
		{"what was refunded in part", func(h *teller, s catalog.SaleItem, b *order.Basket) {
			_, err := h.refund(rules.Refund{ItemIDs: []int64{b.Items[0].ID}})
			h.noErr(err)
		}, "is not complete"},
		{"what was voided in part", func(h *teller, s catalog.SaleItem, b *order.Basket) {
			_, err := h.refund(rules.Refund{ItemIDs: []int64{b.Items[0].ID}, Kind: rules.Void})
			h.noErr(err)
		}, "has something that was refunded or voided"},
		{"what was given to somebody", func(h *teller, s catalog.SaleItem, b *order.Basket) {
			_, err := h.handOver("grace@example.com", b.Items[0].ID)
			h.noErr(err)
		}, "has something that was transferred"},
		{"what is being given to somebody", func(h *teller, s catalog.SaleItem, b *order.Basket) {
			h.mustGive(transfer.Ask{ItemIDs: []int64{b.Items[0].ID}})
		}, "has something that was transferred"},
		{"what is offered for resale", func(h *teller, s catalog.SaleItem, b *order.Basket) {
			_, err := h.list(1, resale.Ask{ItemID: b.Items[0].ID})
			h.noErr(err)
		}, "is locked"},
		{"what others sold on", func(h *teller, s catalog.SaleItem, b *order.Basket) {
			_, err := h.list(1, resale.Ask{ItemID: b.Items[0].ID})
			h.noErr(err)
			*b, err = h.buy("grace@example.com", b.Items[0].ID)
			h.noErr(err)
		}, "has something that others sold on"},
		{"what was given away", func(h *teller, s catalog.SaleItem, b *order.Basket) {
			var err error
			*b, err = h.complete(h.mustAdd(adding(one(s, 1))), rules.Payment{Method: order.ComplimentaryMethod})
			h.noErr(err)
		}, "was not paid for"},
		{"what has begun", func(h *teller, s catalog.SaleItem, b *order.Basket) { h.Clock.Jump(366 * 24 * time.Hour) }, "is for an event that has begun"},
		{"while its buyer has another basket", func(h *teller, s catalog.SaleItem, b *order.Basket) {
			in := adding(one(s, 1))
			in.Buyer = customer.Buyer{Email: "ada@example.com"}
			h.mustAdd(in)
		}, "has an open basket"},
		{"what is paired with a tag", func(h *teller, s catalog.SaleItem, b *order.Basket) {
			_, err := entry.PairTag(h.t.Context(), h.App, h.A.Owner, entry.PairRequest{Barcode: h.items(*b)[1].Barcode, Tag: "04A1"})
			h.noErr(err)
		}, "is paired with a tag"},
		{"what does not exist", func(h *teller, s catalog.SaleItem, b *order.Basket) { b.Order.ID = 999 }, "order"},
	} {
		t.Run(c.must, func(t *testing.T) {
			h, s := givers(t)
			b := h.soldTo("ada@example.com", s, 2)
			c.do(h, s, &b)
			_, err := h.modify(b)
			refusedWith(t, err, c.want)
		})
	}
}

func TestWorkedModifications(t *testing.T) {
	kvtest.SingleGoroutine(t)
	text, err := os.ReadFile("../../testdata/modifications.txt")
	if err != nil {
		t.Fatal(err)
	}
	cases := 0
	for _, line := range strings.Split(string(text), "\n") {
		parts := strings.Split(line, "|")
		if strings.HasPrefix(line, "#") || len(parts) != 4 {
			continue
		}
		cases++
		for i := range parts {
			parts[i] = strings.TrimSpace(parts[i])
		}
		t.Run(parts[0], func(t *testing.T) {
			is := is.New(t)
			h := newTeller(t)
			kinds := map[string]catalog.SaleItem{}
			for name, base := range map[string]int64{"A": 2000, "B": 3250, "C": 750} {
				kinds[name] = h.addItem(-1, func(s *catalog.SaleItem, i *catalog.InventoryItem) { s.Prices[0].Base, i.Name = base, name })
			}
			bought, wanted := amounts(t, parts[1]), amounts(t, parts[2])
			var items []rules.AddItem
			for _, name := range []string{"A", "B", "C"} {
				if bought[name] > 0 {
					items = append(items, one(kinds[name], bought[name]))
				}
			}
			b, err := h.complete(h.mustAdd(adding(items...)), cash)
			is.NoErr(err)
			m := h.mustModify(b)
			for _, name := range []string{"A", "B", "C"} {
				switch {
				case bought[name] == 0 && wanted[name] > 0:
					_, err = h.addTo(m, one(kinds[name], wanted[name]))
				case bought[name] != wanted[name]:
					_, err = h.setTo(m, kinds[name], wanted[name])
				}
				is.NoErr(err)
			}
			paidBefore := h.order(b).Totals.Paid
			done, err := h.complete(m, cash)
			due, is22 := strings.CutSuffix(parts[3], "0")
			if !strings.Contains(due, ".") || !is22 {
				refusedWith(t, err, parts[3])
				return
			}
			is.NoErr(err)
			is.Equal(fmt.Sprintf("%d.%02d", (done.Order.Totals.Paid-paidBefore)/100, (done.Order.Totals.Paid-paidBefore)%100), parts[3])
			is.Equal(done.Order.Totals.Paid, done.Order.Totals.Total)
		})
	}
	if cases < 12 {
		t.Fatalf("only %d cases were found", cases)
	}
}

// amounts reads "2 A 1 B"; "-1 A" takes some away again.
func amounts(t *testing.T, text string) map[string]int64 {
	all, words := map[string]int64{}, strings.Fields(text)
	for i := 0; i+1 < len(words); i += 2 {
		n, err := strconv.ParseInt(words[i], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		all[words[i+1]] += n
	}
	return all
}

// TestChangingAnOrderRaces: whoever comes first decides, and never both happen.
func TestChangingAnOrderRaces(t *testing.T) {
	for name, rival := range map[string]func(h *teller, b order.Basket, barcode string) bool{
		"a refund": func(h *teller, b order.Basket, _ string) bool {
			_, err := patient(func() (int64, error) { return h.refundOf(b, asIs) })
			return err == nil
		},
		"a scan": func(h *teller, _ order.Basket, barcode string) bool { return h.scan(barcode) == entry.Valid },
		"a transfer": func(h *teller, b order.Basket, _ string) bool {
			_, err := patient(func() (transfer.Made, error) { return h.give(transfer.Ask{ItemIDs: []int64{b.Items[0].ID}}) })
			return err == nil
		},
		"another change": func(h *teller, b order.Basket, _ string) bool {
			_, err := patient(func() (order.Basket, error) { return h.modify(b) })
			return err == nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			h, s := givers(t, apptest.Calm())
			changed := 0
			for round := range 12 {
				b := h.soldTo(fmt.Sprintf("ada%d@example.com", round), s, 1)
				barcode := h.items(b)[0].Barcode
				var modified error
				var other bool
				together(2, func(i int) {
					if i == round%2 {
						_, modified = patient(func() (order.Basket, error) { return h.modify(b) })
						return
					}
					other = rival(h, b, barcode)
				})
				is.True((modified == nil) != other)
				if modified == nil {
					changed++
				}
			}
			t.Logf("%d of 12 were changed", changed)
		})
	}
	t.Run("control: a lock that nobody looks at lets both happen", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t, apptest.Calm(), apptest.Unchecked())
		b := h.soldTo("ada@example.com", s, 1)
		h.mustModify(b)
		h.update(func(tx app.Tx) error { // as a refund saw it that looked before
			_, err := indexes.Forge(order.Items).Update(tx, b.Items[0].ID, func(it *order.Item) error { it.Frozen = false; return nil })
			return err
		})
		_, err := h.refundOf(b, asIs)
		is.NoErr(err)
	})
}
