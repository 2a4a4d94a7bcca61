package mail

import (
	"fmt"
	"slices"
	"strings"

	"marquee/app/order"
)

// taxed tells whether there is tax on items, which their buyer may have to account for.
func taxed(items []order.Item) bool {
	return slices.ContainsFunc(items, func(it order.Item) bool { return it.Tax > 0 || it.ReverseTax() > 0 })
}

// taxValues are what a receipt says of the tax on an order, and of both sides of the sale.
func (w *writing) taxValues(v values, amount func(int64) string) {
	total := w.order.Totals
	v["order.net"], v["order.tax"] = amount(total.Total-total.Tax), amount(total.Tax)
	v["order.taxes"] = w.taxLines(amount)
	if n := w.company.Billing.TaxNumber(); n != "" {
		v["company.tax-number"] = clean(n, false)
	}
	v["customer.tax-number"] = clean(w.buyer.VATNumber, false)
	a := w.buyer.Address
	var lines []string
	for _, s := range []string{a.Line1, a.Line2, a.Postcode + " " + a.City, a.Region} {
		if s = clean(s, false); s != "" {
			lines = append(lines, s)
		}
	}
	v["customer.address"] = strings.Join(lines, "\n")
}

// taxLines has one line for each rate: without the tax, the tax, and together.
func (w *writing) taxLines(amount func(int64) string) string {
	var lines []string
	for _, x := range w.taxes {
		name := strings.TrimSpace(clean(x.Name, false) + " " + w.words.Percent(x.Rate))
		lines = append(lines, fmt.Sprintf("%s: %s + %s = %s", name, amount(x.Price-x.Tax), amount(x.Tax), amount(x.Price)))
	}
	return strings.Join(lines, "\n")
}
