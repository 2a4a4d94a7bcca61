package mail

import (
	"fmt"
	"slices"
	"strings"

	"marquee/app/company"
	"marquee/app/locale"
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
		v["company.tax-number"] = said(n, false)
	}
	v["customer.tax-number"] = said(w.buyer.VATNumber, false)
	a := w.buyer.Address
	var lines []string
	for _, s := range []string{a.Line1, a.Line2, a.Postcode + " " + a.City, a.Region} {
		if s = said(s, false); s != "" {
			lines = append(lines, s)
		}
	}
	v["customer.address"] = strings.Join(lines, "\n")
}

// rateName is the name of a rate with its percentage, which many names have already.
func (w *writing) rateName(x *order.TaxLine) string {
	name, percent := clean(x.Name, false), w.words.Percent(x.Rate)
	bare := strings.NewReplacer(" ", "", "\u00a0", "", ",", ".")
	if strings.Contains(bare.Replace(name), bare.Replace(percent)) {
		return isolated(name)
	}
	return strings.TrimSpace(isolated(name) + " " + percent)
}

// moneyOnes are the placeholders with which a mail says what an order costs.
var moneyOnes = []string{"order.items", "order.total", "order.balance"}

// includes are the words of the line about tax: the total, and the tax in it by rate.
var includes = map[locale.Language]string{
	locale.English: "The total of %s includes %s.",
	locale.German:  "Die Summe von %s enthält %s.",
	locale.French:  "Le total de %s comprend %s.",
}

// taxNote says which tax is in the total of an order, by rate, wherever a mail says what it costs; a
// receipt says more of its own. The figures are those of the order, and so of its invoice and of
// the ledger.
func (w *writing) taxNote(t *template, v values) string {
	if w.order == nil || w.transfer.ID != 0 || t.has(v, "order.tax", "order.taxes") || !t.has(v, moneyOnes...) {
		return ""
	}
	cur, _ := company.CurrencyByID(w.order.CurrencyID)
	var parts []string
	for i := range w.taxes {
		if x := &w.taxes[i]; x.Tax > 0 {
			parts = append(parts, w.words.Amount(cur, x.Tax)+" "+w.rateName(x))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf(includes[w.words], w.words.Amount(cur, w.order.Totals.Total), strings.Join(parts, ", "))
}

// taxLines has one line for each rate: without the tax, the tax, and together.
func (w *writing) taxLines(amount func(int64) string) string {
	var lines []string
	for _, x := range w.taxes {
		lines = append(lines, fmt.Sprintf("%s: %s + %s = %s", w.rateName(&x), amount(x.Price-x.Tax), amount(x.Tax), amount(x.Price)))
	}
	return strings.Join(lines, "\n")
}
