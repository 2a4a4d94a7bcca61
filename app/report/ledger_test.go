package report_test

import (
	"fmt"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/fee"
	"marquee/app/ledger"
	"marquee/app/list"
	"marquee/app/order"
	"marquee/app/report"
	"marquee/app/sales"
	"marquee/app/sales/refund"
	"marquee/app/sales/rules"
	"marquee/indexes"
)

// accountant is a promoter whose items have taxes, with a fee for each order and a voucher,
// which are of no event.
func accountant(t testing.TB, opts ...apptest.Option) *promoter {
	p := newPromoter(t, opts...)
	bands := []int64{p.band("Reduced", 7), p.band("Full", 19)}
	p.update(func(tx app.Tx) error {
		for i, band := range map[int]int64{0: bands[1], 1: bands[0], 2: bands[1]} {
			_, err := indexes.Forge(catalog.SaleItems).Update(tx, p.items[i].ID, func(s *catalog.SaleItem) error { s.TaxBandID = band; return nil })
			if err != nil {
				return err
			}
		}
		v := catalog.InventoryItem{Type: catalog.GiftVoucher, Name: "Voucher"}
		if err := indexes.Forge(catalog.InventoryItems).Insert(tx, &v); err != nil {
			return err
		}
		s := catalog.SaleItem{ItemID: v.ID, Type: catalog.GiftVoucher, Prices: []catalog.Price{{ID: 1, CurrencyID: p.A.Company.CurrencyID, Base: 2500}}}
		err := indexes.Forge(catalog.SaleItems).Insert(tx, &s)
		p.items = append(p.items, s)
		return err
	})
	_, err := fee.Create(p.ctx, p.App, p.A.Owner, fee.Fields{
		Name: new("Order fee"), Kind: new(fee.Fixed), Per: new(fee.PerOrder), CurrencyID: app.Is(p.A.Company.CurrencyID), Amount: app.Is[int64](199),
		TaxBandID: app.Is(bands[1]), Absorbed: new(false), AttractsDiscount: new(false),
	})
	p.must(err)
	return p
}

func (p *promoter) band(name string, percent int64) int64 {
	b, err := company.CreateTaxBand(p.ctx, p.App, p.A.Owner, company.TaxBandFields{Name: &name, Rate: new(percent * company.RateUnit)})
	p.must(err)
	return b.ID
}

// rated is money of one rate: with its tax, and the fees in it without theirs.
type rated struct{ total, tax, fees int64 }

// booked is what the ledger says of the orders of a period, rate by rate: what they were for.
// Accounts of customers only pass on what was sold, or what is yet to be. What is held is money
// that came for what is not sold yet.
func (p *promoter) booked(from, until time.Time, held bool) map[int64]rated {
	all := map[int64]rated{}
	p.must(ledger.Walk(p.ctx, p.App, p.A.Owner, ledger.Period{From: &from, Until: &until}, 0, func(e *ledger.Entry) bool {
		for _, posting := range e.Postings {
			if posting.Kind.IsMoney() || e.OrderID == 0 || !held && (posting.Kind == ledger.Deposits || posting.Kind == ledger.Forfeited) {
				continue
			}
			rate := int64(0)
			if posting.Kind.ByRate() {
				rate = posting.ID
			}
			r := all[rate]
			r.total += posting.Amount
			switch posting.Kind {
			case ledger.Tax:
				r.tax += posting.Amount
			case ledger.Fees:
				r.fees += posting.Amount
			}
			all[rate] = r
		}
		return true
	}))
	return without(all)
}

// without leaves out the rates of nothing.
func without(all map[int64]rated) map[int64]rated {
	for rate, r := range all {
		if r == (rated{}) {
			delete(all, rate)
		}
	}
	return all
}

// reported is what a report says of a period, rate by rate.
func (p *promoter) reported(id int64, from, until time.Time) map[int64]rated {
	ask := report.Ask{
		ID: id, Replace: true, Headers: []string{"tax_rate", "net", "sales_tax", "fees_without_tax"}, Refresh: true, Request: list.Request{Limit: 100},
		Filter: map[string][]string{"completed_from": {from.Format(time.RFC3339)}, "completed_to": {until.Add(-time.Second).Format(time.RFC3339)}},
	}
	all := map[int64]rated{}
	p.rows(ask, func(row report.Row) {
		rate := row[0].(int64)
		r := all[rate]
		all[rate] = rated{r.total + minor(row[1]), r.tax + minor(row[2]), r.fees + minor(row[3])}
	})
	return without(all)
}

// moved is what the report of transactions says, which is asked rate by rate.
func (p *promoter) moved(from, until time.Time) map[int64]rated {
	all := map[int64]rated{}
	for _, rate := range []int64{0, 7, 19} {
		ask := report.Ask{
			ID: report.Transactions, Replace: true, Headers: []string{"amount", "sales_tax", "fees_without_tax"}, Request: list.Request{Limit: 100},
			Filter: map[string][]string{
				"completed_from": {from.Format(time.RFC3339)}, "completed_to": {until.Add(-time.Second).Format(time.RFC3339)},
				"tax_rate": {strconv.FormatInt(rate, 10)},
			},
		}
		p.rows(ask, func(row report.Row) {
			r := all[rate*company.RateUnit]
			all[rate*company.RateUnit] = rated{r.total + minor(row[0]), r.tax + minor(row[1]), r.fees + minor(row[2])}
		})
	}
	return without(all)
}

// rows reads all rows of a report.
func (p *promoter) rows(ask report.Ask, each func(report.Row)) {
	p.must(report.Export(p.ctx, p.App, p.A.Owner, ask, func([]report.Column) error { return nil }, func(rows []report.Row) error {
		for _, row := range rows {
			each(row)
		}
		return nil
	}))
}

func minor(v any) int64 { return v.(report.Amount).Minor }

// takings is what the sales report says, without fees, which it tells with their tax.
func (p *promoter) takings(from, until time.Time) map[int64]rated {
	all, err := report.SalesReport(p.ctx, p.App, p.A.Owner, report.AskTakings{Interval: report.ByDay, From: &company.Moment{At: from}, Until: &company.Moment{At: until}})
	p.must(err)
	out := map[int64]rated{}
	for _, period := range all[0].Periods {
		for rate, r := range period.Money.Rates {
			was := out[rate]
			out[rate] = rated{was.total + r.Total, was.tax + r.Tax, 0}
		}
	}
	return without(out)
}

// holdsTogether compares every report with the ledger.
func (p *promoter) holdsTogether(from, until time.Time) {
	p.t.Helper()
	if wrong := p.differs(from, until); wrong != "" {
		p.t.Fatal(wrong)
	}
}

// differs says which report says something else than the ledger; "" where none does.
func (p *promoter) differs(from, until time.Time) (wrong string) {
	want := p.booked(from, until, false)
	say := func(who string, have map[int64]rated) {
		if wrong == "" && fmt.Sprint(have) != fmt.Sprint(want) {
			wrong = fmt.Sprintf("%s says %v, the ledger %v", who, have, want)
		}
	}
	for _, id := range []int64{report.EventSales, report.ItemTypeSales, report.SaleItemSales, report.ChannelSales, report.PaymentMethodSales, report.PriceSales, report.ShopSales} {
		say(fmt.Sprint("report ", id), p.reported(id, from, until))
	}
	want = p.booked(from, until, true)
	say("the report of transactions", p.moved(from, until))
	for rate, r := range want {
		want[rate] = rated{r.total, r.tax, 0}
	}
	say("the sales report", p.takings(from, until))
	return wrong
}

// A month of ten orders of two rates, one of which is given back: all say the same.
func TestOneFigureOfTax(t *testing.T) {
	p := accountant(t)
	began := p.Clock.Now().Truncate(time.Minute)
	for i := range 10 {
		p.sell(order.Cash, 1, int64(i%3), 0, int64(i%2))
		p.Clock.Jump(49 * time.Hour)
	}
	p.must(p.refund(p.sold[4]))
	p.Clock.Jump(time.Hour)
	p.holdsTogether(began, p.Clock.Now().Truncate(time.Minute))

	// What was sold before a refund stays sold in its month; the refund counts in its own.
	p.must(p.refund(p.sold[0]))
	p.Clock.Jump(time.Hour)
	p.holdsTogether(began, began.Add(24*time.Hour))
	p.holdsTogether(began.Add(24*time.Hour), p.Clock.Now().Truncate(time.Minute))
}

// Over whatever happens, in any period, every report says what the ledger says, rate by rate.
func TestEveryReportSaysWhatTheLedgerSays(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := accountant(t, apptest.Unchecked())
		p.t = rt
		began := p.Clock.Now().Truncate(time.Minute)
		rt.Repeat(map[string]func(*rapid.T){
			"sell": func(rt *rapid.T) {
				n := rapid.SliceOfN(rapid.Int64Range(0, 3), 4, 4).Draw(rt, "quantities")
				n[0]++
				p.sell(rapid.SampledFrom([]order.Method{order.Cash, order.Bank, order.ComplimentaryMethod}).Draw(rt, "method"), n...)
			},
			"sell in parts": func(rt *rapid.T) {
				p.sellInParts(rapid.Int64Range(1, 2000).Draw(rt, "cash"), rapid.Int64Range(0, 3).Draw(rt, "standing"), rapid.Int64Range(1, 3).Draw(rt, "seated"))
			},
			"refund": func(rt *rapid.T) {
				if len(p.sold) == 0 {
					return
				}
				id := rapid.SampledFrom(p.sold).Draw(rt, "order")
				units := p.unitsOf(id)
				in := rules.Refund{
					Order: order.Key{ID: id}, ItemIDs: []int64{units[rapid.IntRange(0, len(units)-1).Draw(rt, "unit")].ID}, Voided: true,
					Kind:              rapid.SampledFrom([]rules.RefundKind{rules.MoneyBack, rules.Void}).Draw(rt, "kind"),
					KeepProcessingFee: rapid.Bool().Draw(rt, "keeps the fee"), CancellationFee: rapid.Int64Range(0, 500).Draw(rt, "cancellation fee"),
				}
				_, _ = refund.Orders(p.ctx, p.App, p.A.Owner, in) // may be refunded already, or cost less than the fee
			},
			"leap": func(rt *rapid.T) {
				p.Clock.Jump(rapid.SampledFrom([]time.Duration{time.Minute, 5 * time.Hour, 40 * time.Hour}).Draw(rt, "leap"))
			},
			"": func(rt *rapid.T) {
				if rapid.IntRange(0, 5).Draw(rt, "look") > 0 {
					return
				}
				p.Clock.Jump(time.Minute)
				now := p.Clock.Now().Truncate(time.Minute)
				from := began.Add(time.Duration(rapid.Int64Range(0, int64(now.Sub(began)/time.Minute)).Draw(rt, "from")) * time.Minute)
				p.holdsTogether(from, now)
				p.holdsTogether(began, from.Add(time.Minute))
			},
		})
	})
}

// sellInParts sells something that is paid in two ways.
func (p *promoter) sellInParts(cash int64, quantities ...int64) {
	in := sales.AddToBasket{Channel: catalog.APIChannel}
	for i, n := range quantities {
		if n > 0 {
			in.Items = append(in.Items, rules.AddItem{SaleItemID: p.items[i].ID, Quantity: &n})
		}
	}
	b, err := sales.Add(p.ctx, p.App, p.A.Owner, in)
	p.must(err)
	_, err = sales.CompleteOrder(p.ctx, p.App, p.A.Owner, sales.Completion{
		Basket: order.Key{ID: b.Order.ID}, Channel: catalog.APIChannel,
		Payment: rules.Payment{Splits: []rules.Split{{Amount: cash, Method: order.Cash}, {Amount: b.Order.Totals.Total - cash, Method: order.Bank}}},
	})
	p.must(err)
	p.sold = append(p.sold, b.Order.ID)
}
