package sales_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/ledger"
	"marquee/app/order"
	"marquee/app/payment"
	"marquee/app/sales"
	"marquee/app/sales/imported"
	"marquee/app/sales/rules"
	"marquee/indexes"
)

// booked are the entries of an order: "sold: cash -2250 fees +250 sales +2000".
func (h *hall) booked(b order.Basket) string {
	h.t.Helper()
	_, entries, err := order.ReadLedger(h.t.Context(), h.App, h.A.Owner, key(b))
	if err != nil {
		h.t.Fatal(err)
	}
	return entriesText(entries)
}

func entriesText(entries []ledger.Entry) string {
	var lines []string
	for i := range entries {
		line := entries[i].Event.String() + ":"
		for j := range entries[i].Postings {
			p := &entries[i].Postings[j]
			line += fmt.Sprintf(" %s %+d", p.Account().Name(), p.Amount)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "; ")
}

// taxed puts every sale item under a tax of 20 %.
func (h *hall) taxed(s catalog.SaleItem) catalog.SaleItem {
	h.t.Helper()
	band, err := company.CreateTaxBand(h.t.Context(), h.App, h.A.Owner, company.TaxBandFields{Name: new("Full"), Rate: new(int64(20 * company.RateUnit))})
	if err != nil {
		h.t.Fatal(err)
	}
	h.update(func(tx app.Tx) (err error) {
		s, err = indexes.Forge(catalog.SaleItems).Update(tx, s.ID, func(s *catalog.SaleItem) error { s.TaxBandID = band.ID; return nil })
		return err
	})
	return s
}

// What the ledger says of each way in which an order comes to its end.
func TestOrdersInTheLedger(t *testing.T) {
	voucher := func(s *catalog.SaleItem, i *catalog.InventoryItem) {
		i.Type, s.EventID, s.Prices[0].Base = catalog.GiftVoucher, 0, 2500
	}
	free := func(s *catalog.SaleItem, _ *catalog.InventoryItem) {
		s.Prices[0].Base, s.Prices[0].ProcessingFee = 0, 0
	}
	for _, c := range []struct {
		must string
		sell func(h *teller) order.Basket
		want string
	}{
		{"cash", func(h *teller) order.Basket {
			return h.sold(h.addItem(9, plain), cash)
		}, "sold: sales +2000 fees +250 cash -2250"},
		{"a card terminal, with tax", func(h *teller) order.Basket {
			return h.sold(h.taxed(h.addItem(9, plain)), rules.Payment{Method: order.CardPresentOffline})
		}, "sold: sales:20% +1667 fees:20% +208 tax:20% +375 terminal -2250"},
		{"parts", func(h *teller) order.Basket {
			return h.sold(h.addItem(9, plain), rules.Payment{Splits: []rules.Split{{Amount: 1000, Method: order.Bank}, {Amount: 1250, Method: order.Cheque}}})
		}, "sold: sales +2000 fees +250 bank -1000 other -1250"},
		{"a card", func(h *teller) order.Basket {
			b := h.mustAdd(adding(one(h.addItem(9, plain), 1)))
			done, err := h.payBy(b, h.mustIntent(b))
			h.noErr(err)
			return done
		}, "sold: sales +2000 fees +250 gateway -2250"},
		{"nothing at all", func(h *teller) order.Basket { return h.sold(h.addItem(9, free), cash) }, ""},
		{"what was given away", func(h *teller) order.Basket {
			return h.sold(h.addItem(9, plain), rules.Payment{Method: order.ComplimentaryMethod})
		}, ""},
		{"a voucher", func(h *teller) order.Basket { return h.sold(h.addItem(9, voucher), cash) }, "sold: fees +250 vouchers +2500 cash -2750"},
		{"a voucher that was given away", func(h *teller) order.Basket {
			return h.sold(h.addItem(9, voucher), rules.Payment{Method: order.ComplimentaryMethod})
		}, "sold: vouchers +2500 complimentary -2500"},
		{"a deposit", func(h *teller) order.Basket {
			h.offersDeposit(30)
			return h.sold(h.addItem(9, plain), inDeposit)
		}, "deposited: deposits +850 cash -850"},
		{"its balance", func(h *teller) order.Basket {
			h.offersDeposit(30)
			b, err := h.balance(h.sold(h.addItem(9, plain), inDeposit), rules.Payment{Method: order.Bank})
			h.noErr(err)
			return b
		}, "deposited: deposits +850 cash -850; sold: sales +2000 fees +250 deposits -850 bank -1400"},
		{"a deposit that is kept", func(h *teller) order.Basket {
			h.offersDeposit(30)
			b := h.sold(h.addItem(9, plain), inDeposit)
			h.later(360 * 24 * time.Hour)
			return b
		}, "deposited: deposits +850 cash -850; kept: deposits -850 forfeited +850"},
		{"a deposit that was kept, and its order paid all the same", func(h *teller) order.Basket {
			h.offersDeposit(30)
			b := h.sold(h.addItem(9, plain), inDeposit)
			h.later(360 * 24 * time.Hour)
			_, err := sales.Reactivate(h.t.Context(), h.App, h.A.Owner, key(b))
			h.noErr(err)
			b, err = h.balance(b, cash)
			h.noErr(err)
			return b
		}, "deposited: deposits +850 cash -850; kept: deposits -850 forfeited +850; revived: deposits +850 forfeited -850; sold: sales +2000 fees +250 deposits -850 cash -1400"},
		{"an invoice that was paid", func(h *teller) order.Basket {
			b := h.mustAdd(adding(one(h.addItem(9, plain), 1)))
			_, err := sales.PayLater(h.t.Context(), h.App, h.A.Owner, sales.Later{Basket: key(b), Channel: catalog.APIChannel, Way: sales.OnSite})
			h.noErr(err)
			b, err = h.complete(b, rules.Payment{})
			h.noErr(err)
			return b
		}, "sold: sales +2000 fees +250 other -2250"},
		{"an expired basket", func(h *teller) order.Basket {
			b := h.mustAdd(adding(one(h.addItem(9, plain), 1)))
			h.noErr(sales.ExpireBasket(h.t.Context(), h.App, h.A.Owner, key(b)))
			return b
		}, ""},
		{"an upload with a refund", func(h *teller) order.Basket {
			s := h.taxed(h.addItem(9, plain))
			h.noErr(h.upload([]imported.UploadedOrder{{
				UUID: "till", CurrencyID: h.A.Company.CurrencyID, Date: h.Clock.Now(), Method: order.CardPresentOffline,
				Items: []imported.UploadedItem{{SaleItemID: s.ID, Price: 1200}, {SaleItemID: s.ID, Price: 600, Refunded: true}},
			}}))
			return order.Basket{Order: order.Order{ID: 1}}
		}, "sold: sales:20% +1000 tax:20% +200 terminal -1200"},
	} {
		t.Run(c.must, func(t *testing.T) {
			is := is.New(t)
			h := newTeller(t)
			is.Equal(h.booked(c.sell(h)), c.want)
		})
	}
}

// sold sells one unit, and whoever buys it is a customer.
func (h *hall) sold(s catalog.SaleItem, p rules.Payment) order.Basket {
	h.t.Helper()
	in := adding(one(s, 1))
	in.Buyer = customer.Buyer{Name: "Ada", Email: "ada@example.com"}
	b, err := h.complete(h.mustAdd(in), p)
	h.noErr(err)
	return b
}

func (h *hall) noErr(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

// Money that no order takes is owed back until it went back.
func TestUnwantedMoneyInTheLedger(t *testing.T) {
	is := is.New(t)
	h, s, _, _ := undecided(t, 1)
	h.sold(s, cash)
	h.bank.settle(payment.Taken)
	h.later(2 * time.Hour)
	var all []ledger.Entry
	h.view(func(r app.Reader) error {
		return ledger.Each(r, func(e *ledger.Entry) {
			if e.PaymentID != 0 {
				all = append(all, *e)
			}
		})
	})
	is.Equal(entriesText(all), "unwanted: gateway -2250 refunds +2250; returned: gateway +2250 refunds -2250")
}
