package report

import (
	"slices"
	"strconv"
	"strings"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/order"
)

// putRates reads rates of tax in percent, as they are written: 7, 19, 5.125.
func putRates(into *[]int64, field string, said []string) error {
	if len(said) > maxFilterValues {
		return app.Field(field, "must not have more than %d entries", maxFilterValues)
	}
	*into = nil
	for i, s := range said {
		rate, ok := rateOf(strings.TrimSuffix(strings.TrimSpace(s), "%"))
		if !ok {
			return app.Field(field+"."+strconv.Itoa(i), "must be a number")
		}
		*into = append(*into, rate)
	}
	return nil
}

// Rates reads the rates of tax that a field names, in percent; nil where it names none.
func Rates(field string, said []string) (rates []int64, err error) {
	if len(said) > 0 {
		err = putRates(&rates, field, said)
	}
	return rates, err
}

// rateOf is a rate in ten-thousandths of a percent.
func rateOf(percent string) (rate int64, ok bool) {
	whole, parts, _ := strings.Cut(percent, ".")
	if len(parts) > 4 || whole == "" {
		return 0, false
	}
	n, err := strconv.ParseUint(whole+parts+"0000"[len(parts):], 10, 40)
	return int64(n), err == nil
}

// rateNumber is a rate as answers and files have it: in percent.
func rateNumber(rate int64) float64 { return float64(rate) / company.RateUnit }

// ratesNamed are the rates of shares of money, each once.
func ratesNamed(shares []order.RateShare) any {
	var all []int64
	for i := range shares {
		if !slices.Contains(all, shares[i].Rate) {
			all = append(all, shares[i].Rate)
		}
	}
	slices.Sort(all)
	named := make([]string, len(all))
	for i, rate := range all {
		named[i] = strconv.FormatFloat(rateNumber(rate), 'f', -1, 64)
	}
	return named
}

// ratesTaken adds up the shares whose rates a filter takes; without one all of them.
func ratesTaken(shares []order.RateShare, rates []int64) (sum order.RateShare) {
	for i := range shares {
		if s := &shares[i]; oneOf(rates, s.Rate) {
			sum.Total += s.Total
			sum.Tax += s.Tax
			sum.Fees += s.Fees
			sum.NetFees += s.NetFees
		}
	}
	return sum
}

// taxed is the money of an order and of its transactions by rate.
type taxed struct {
	sold, kept []order.RateShare
	discounts  map[int64]int64 // by rate
	of         map[int64][]order.RateShare
}

// taxedOf reads an order with what it holds.
func taxedOf(r app.Reader, o *order.Order) (t taxed, err error) {
	items, err := order.Items.GetMany(r, o.ItemIDs)
	if err != nil {
		return t, err
	}
	paid, err := order.Transactions.GetMany(r, o.TransactionIDs)
	if err != nil {
		return t, err
	}
	t.of, t.discounts = map[int64][]order.RateShare{}, map[int64]int64{}
	for i, shares := range order.SharesOf(items, paid) {
		t.of[paid[i].ID] = shares
	}
	for i := range items {
		it := items[i]
		if it.DeletedAt != nil || it.RejectedAt != nil {
			continue
		}
		t.kept = append(t.kept, it.Left())
		it.Refunded, it.Proceeds = 0, 0
		t.sold = append(t.sold, it.Left())
		t.discounts[it.TaxRate] += it.Discount
	}
	return t, nil
}

// loadTaxed reads the money of orders by rate, of those that need it.
func (n *near) loadTaxed(orders []*order.Order) error {
	n.taxed = map[int64]taxed{}
	for _, o := range orders {
		if _, known := n.taxed[o.ID]; known {
			continue
		}
		t, err := taxedOf(n.r, o)
		if err != nil {
			return err
		}
		n.taxed[o.ID] = t
	}
	return nil
}

// asksForRates tells whether rates are among the columns or the filters.
func (q *query) asksForRates(columns []Column) bool {
	return q.filter.TaxRates != nil || slices.ContainsFunc(q.columns, func(at int) bool {
		return slices.Contains([]string{"tax_rates", "fees_without_tax"}, columns[at].Key)
	})
}
