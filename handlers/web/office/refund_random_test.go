package office_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"net/url"
	"regexp"
	"strconv"
	"testing"

	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/ledger"
	"marquee/app/office"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/handlers/rest"
)

var refunds = flag.Int("refunds", 300, "how many random orders are refunded")

var (
	shownTotal = regexp.MustCompile(`name="shown" value="([^"]*)"`)
	shownTax   = regexp.MustCompile(`<dt>in it tax</dt><dd>([^<]*)</dd>`)
)

// TestARefundIsWhatItsPageShowed: for random orders, of which random things come back to random
// places with random fees kept, the page says to the cent what the ledger has afterwards.
func TestARefundIsWhatItsPageShowed(t *testing.T) {
	n := *refunds
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 1))
	b := newBrowser(t)
	on := b.pricesAndTaxes(r)
	moved := 0
	for i := range n {
		var all []rules.AddItem
		for _, k := range r.Perm(len(on))[:1+r.IntN(3)] {
			all = append(all, rules.AddItem{SaleItemID: on[k].ID, Quantity: new(1 + r.Int64N(3))})
		}
		o := b.buyIn(r, all)
		for range 1 + r.IntN(2) { // what is left of it once more
			ask := b.someOf(r, o.Order.ID)
			if ask == nil {
				break
			}
			total, tax, ok := b.shownOf(o.Order.Reference, ask)
			if !ok {
				continue
			}
			before := b.booked(o.Order.ID)
			b.refundAs(o.Order.Reference, ask)
			after := b.booked(o.Order.ID)
			if got := before.earned - after.earned; got != total {
				t.Fatalf("seed %d, order %d, %v: shown %d, in the ledger %d", seed, i, ask, total, got)
			}
			if got := before.tax - after.tax; got != tax {
				t.Fatalf("seed %d, order %d, %v: shown tax %d, in the ledger %d", seed, i, ask, tax, got)
			}
			if total > 0 {
				moved++
			}
		}
	}
	if moved < n/3 {
		t.Errorf("seed %d: money moved in %d of %d orders alone", seed, moved, n)
	}
	b.w.Check()
}

// pricesAndTaxes puts things on sale that round in every way.
func (b *browser) pricesAndTaxes(r *rand.Rand) (all []catalog.SaleItemView) {
	b.t.Helper()
	e := b.event("Lanterns")
	for i, percent := range []int64{0, 7, 19, 25, 19} {
		band, err := company.CreateTaxBand(b.t.Context(), b.w.App, b.w.A.Owner, company.TaxBandFields{Name: new(fmt.Sprint("Tax ", i)), Rate: new(percent * company.RateUnit)})
		if err != nil {
			b.t.Fatal(err)
		}
		s, err := catalog.CreateSaleItem(b.t.Context(), b.w.App, b.w.A.Owner, catalog.NewSaleItem{
			Type: catalog.Ticket, EventID: e.ID, Item: catalog.ItemChange{Name: new(fmt.Sprint("Ticket ", i))},
			Sale: catalog.SaleItemChange{
				TaxBandID: catalog.Is(band.ID),
				Prices:    &[]catalog.Price{{CurrencyID: b.w.A.Currency().ID, Base: 1 + r.Int64N(9_999), ProcessingFee: r.Int64N(3) * 133}},
			},
		})
		if err != nil {
			b.t.Fatal(err)
		}
		all = append(all, s)
	}
	return all
}

// buyIn buys, and pays in one way or in two.
func (b *browser) buyIn(r *rand.Rand, all []rules.AddItem) order.Basket {
	b.t.Helper()
	basket, err := sales.Add(b.t.Context(), b.w.App, b.w.A.Owner, sales.AddToBasket{
		Channel: catalog.BoxOffice, Items: all, Buyer: customer.Buyer{Name: "Zoé Lefèvre", Email: "zoe@example.com"},
	})
	if err != nil {
		b.t.Fatal(err)
	}
	pay := rules.Payment{Method: order.Cash}
	if total := basket.Order.Totals.Total; total > 1 && r.IntN(2) == 0 {
		first := 1 + r.Int64N(total-1)
		pay = rules.Payment{Splits: []rules.Split{{Method: order.Cash, Amount: first}, {Method: order.Bank, Amount: total - first}}}
	}
	done, err := sales.CompleteOrder(b.t.Context(), b.w.App, b.w.A.Owner, sales.Completion{Basket: order.Key{ID: basket.Order.ID}, Channel: catalog.BoxOffice, Payment: pay})
	if err != nil {
		b.t.Fatal(err)
	}
	return done.Basket
}

// read reads an order as its page does.
func (b *browser) read(id int64) office.Order {
	b.t.Helper()
	o, err := office.ReadOrder(b.t.Context(), b.w.App, b.w.A.Owner, order.Key{ID: id}, "/")
	if err != nil {
		b.t.Fatal(err)
	}
	return o
}

// someOf asks for some of what stands of an order; nil: nothing does.
func (b *browser) someOf(r *rand.Rand, id int64) url.Values {
	o := b.read(id)
	ask := url.Values{
		"type": {[]string{"refund", "refund", "balance_refund", "cancellation"}[r.IntN(4)]}, "online": {"true"}, "currencyId": {strconv.FormatInt(o.CurrencyID, 10)},
		"restock": {strconv.FormatBool(r.IntN(2) == 0)}, "notifyCustomer": {"false"}, "refundProcessingFee": {strconv.FormatBool(r.IntN(2) == 0)}, "reason": {"They are ill"},
	}
	for i := range o.Items {
		if it := &o.Items[i]; it.Holds() && !it.IsFee() && r.IntN(2) == 0 {
			ask.Add("items", strconv.FormatInt(it.ID, 10))
		}
	}
	if ask["items"] == nil {
		return nil
	}
	if ask.Get("type") != "cancellation" && r.IntN(3) == 0 {
		ask.Set("cancellationFee", fmt.Sprintf("0.%02d", 1+r.IntN(99)))
	}
	return ask
}

// shownOf is what the page says would go back; not ok: it says that this is not possible.
func (b *browser) shownOf(reference string, ask url.Values) (total, tax int64, ok bool) {
	b.t.Helper()
	_, page := b.get("/orders/" + reference + "/refund?" + ask.Encode())
	found := shownTotal.FindStringSubmatch(page)
	if found == nil {
		return 0, 0, false
	}
	ask.Set("shown", found[1])
	if total, ok = rest.Minor(found[1], '.', 2); !ok {
		b.t.Fatalf("the page shows %s", found[1])
	}
	if found := shownTax.FindStringSubmatch(page); found != nil {
		if tax, ok = rest.Minor(found[1], '.', 2); !ok {
			b.t.Fatalf("the page shows %s", found[1])
		}
	}
	return total, tax, true
}

func (b *browser) refundAs(reference string, ask url.Values) {
	b.t.Helper()
	status, page := b.post("/office/"+b.alias+"/orders/"+reference+"/refund?do=POST+order-items%2Frefund", ask)
	if status != 200 {
		b.t.Fatalf("%v was refused, %d: %s", ask, status, page)
	}
}

// booked is what the ledger has for an order: what was earned with it, and the tax in that.
type booked struct{ earned, tax int64 }

func (b *browser) booked(id int64) (sum booked) {
	b.t.Helper()
	for _, e := range b.read(id).Ledger {
		for _, p := range e.Postings {
			switch p.Kind {
			case ledger.Tax:
				sum.tax += p.Amount
				sum.earned += p.Amount
			case ledger.Sales, ledger.Fees:
				sum.earned += p.Amount
			}
		}
	}
	return sum
}
