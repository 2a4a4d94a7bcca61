package mail

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"marquee/app"
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

// rateTax is the tax of one rate in what went back.
type rateTax struct {
	Rate int64 `msgpack:"r,omitempty"`
	Tax  int64 `msgpack:"x,omitempty"`
}

// taxesBack is the tax in money that goes back at this moment, by rate, as the ledger has it; none
// where nobody noted what it is of.
func taxesBack(tx app.Tx, back order.Returned) (all []rateTax, err error) {
	moves, err := order.Transactions.GetMany(tx, back.Order.TransactionIDs)
	if err != nil {
		return nil, err
	}
	left, byRate := back.Amount, map[int64]int64{}
	for i := range moves {
		if m := &moves[i]; m.Total < 0 && !m.UpdatedAt.Before(tx.Now()) { // of this transaction of the store
			for _, s := range m.Shares {
				left += s.Total
				byRate[s.Rate] -= s.Tax
			}
		}
	}
	for _, rate := range slices.Sorted(maps.Keys(byRate)) {
		if left == 0 && byRate[rate] > 0 {
			all = append(all, rateTax{rate, byRate[rate]})
		}
	}
	return all, nil
}

// includesBack and atRate are the words of the line about tax in what went back.
var (
	includesBack = map[locale.Language]string{
		locale.English: "The refund of %s includes %s.",
		locale.German:  "Die Erstattung von %s enthält %s.",
		locale.French:  "Le remboursement de %s comprend %s.",
	}
	atRate = map[locale.Language]string{
		locale.English: "%s tax at %s",
		locale.German:  "%s Steuer zu %s",
		locale.French:  "%s de taxe à %s",
	}
)

// taxNote says which tax is in the total of an order, by rate, wherever a mail says what it costs,
// or in what goes back; a receipt says more of its own. The figures are those of the order, and so
// of its invoice and of the ledger.
func (w *writing) taxNote(t *template, v values) string {
	if w.order == nil || w.transfer.ID != 0 || t.has(v, "order.tax", "order.taxes") {
		return ""
	}
	cur, _ := company.CurrencyByID(w.order.CurrencyID)
	var parts []string
	if t.has(v, "refund.amount") {
		for _, x := range w.mail.Taxes {
			parts = append(parts, fmt.Sprintf(atRate[w.words], w.words.Amount(cur, x.Tax), w.words.Percent(x.Rate)))
		}
		return noteOf(includesBack[w.words], w.words.Amount(cur, w.mail.Amount), parts)
	}
	if !t.has(v, moneyOnes...) {
		return ""
	}
	for i := range w.taxes {
		if x := &w.taxes[i]; x.Tax > 0 {
			parts = append(parts, w.words.Amount(cur, x.Tax)+" "+w.rateName(x))
		}
	}
	return noteOf(includes[w.words], w.words.Amount(cur, w.order.Totals.Total), parts)
}

// noteOf says that a sum includes some parts, nothing where there are none.
func noteOf(words, sum string, parts []string) string {
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf(words, sum, strings.Join(parts, ", "))
}

// taxLines has one line for each rate: without the tax, the tax, and together.
func (w *writing) taxLines(amount func(int64) string) string {
	var lines []string
	for _, x := range w.taxes {
		lines = append(lines, fmt.Sprintf("%s: %s + %s = %s", w.rateName(&x), amount(x.Price-x.Tax), amount(x.Tax), amount(x.Price)))
	}
	return strings.Join(lines, "\n")
}
