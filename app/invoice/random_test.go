package invoice_test

import (
	"testing"
	"time"

	"github.com/matryer/is"
	"pgregory.net/rapid"

	"marquee/app/apptest"
	"marquee/app/company"
	"marquee/app/invoice"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/refund"
	"marquee/app/sales/rules"
)

// TestInvoicesAreWorthWhatTheLedgerSays: whatever is sold, given back, paid, left unpaid and
// corrected, the documents of every order say by rate of tax what the ledger does, and no number
// is missing.
func TestInvoicesAreWorthWhatTheLedgerSays(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		o := newOffice(t, company.IssueAlways, apptest.Calm(), apptest.Unchecked())
		var all []order.Key
		waits, jumps := map[order.Key]bool{}, 0
		one := func() order.Key { return rapid.SampledFrom(all).Draw(r, "order") }
		r.Repeat(map[string]func(*rapid.T){
			"pays": func(r *rapid.T) {
				all = append(all, o.paid(rapid.Int64Range(1, 9).Draw(r, "tickets"), rapid.Int64Range(0, 3).Draw(r, "programmes")))
			},
			"orders on invoice": func(r *rapid.T) {
				k := o.basket(rapid.Int64Range(1, 9).Draw(r, "tickets"), 1)
				o.later(k)
				all, waits[k] = append(all, k), true
			},
			"transfers": func(r *rapid.T) {
				for k := range waits {
					o.complete(k, "")
					delete(waits, k)
					return
				}
				r.Skip()
			},
			"never pays": func(r *rapid.T) {
				if jumps++; jumps > 10 { // the event is in half a year
					r.Skip()
				}
				o.Clock.Jump(11 * 24 * time.Hour)
				o.must(o.App.RunJob(t.Context(), sales.ExpireBaskets))
				clear(waits)
			},
			"gives back": func(r *rapid.T) {
				if len(all) == 0 {
					r.Skip()
				}
				in := rules.Refund{Order: one()}
				if items := o.items(in.Order); rapid.Bool().Draw(r, "some") {
					in.Order, in.ItemIDs = order.Key{}, []int64{rapid.SampledFrom(items).Draw(r, "item")}
				}
				_, _ = refund.Orders(t.Context(), o.App, o.A.Owner, in) // or is refused: it is void, or never was paid
			},
			"is another buyer's": func(r *rapid.T) {
				if len(all) == 0 {
					r.Skip()
				}
				_, _ = invoice.Correct(t.Context(), o.App, o.A.Owner, one(), *works()) // or is refused: nothing is left
			},
		})
		is := is.New(t)
		is.Equal(len(o.breaches()), 0)
		for _, k := range all {
			written := o.written(k)
			is.Equal(o.invoicedTax(written), o.ledgerTax(k, written))
		}
	})
}
