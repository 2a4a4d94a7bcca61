package sales_test

import (
	"testing"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/sales/rules"

	"github.com/matryer/is"
)

// What goes back has its own tax and fees, by the rate of what it goes back for, and all of
// it together what was paid.
func TestRefundsHaveTheTaxOfWhatWentBack(t *testing.T) {
	is := is.New(t)
	h := newTeller(t)
	s := h.taxed(h.addItem(9, plain))
	b := h.mustAdd(adding(one(s, 3)))
	b, err := h.complete(b, cash)
	is.NoErr(err)
	units := b.Items
	for _, in := range []rules.Refund{
		{ItemIDs: []int64{units[0].ID}, KeepProcessingFee: true}, {ItemIDs: []int64{units[1].ID}}, {ItemIDs: []int64{units[2].ID}}, {Voided: true},
	} {
		in.Order, in.Kind = key(b), rules.MoneyBack
		_, err := h.refund(in)
		is.NoErr(err)
	}
	var all []order.Transaction
	h.noErr(h.App.View(t.Context(), h.A.Owner, app.Authenticated, func(r app.Reader) error {
		o, err := order.Orders.Get(r, b.Order.ID)
		if err == nil {
			all, err = order.Transactions.GetMany(r, o.TransactionIDs)
		}
		return err
	}))
	var total, tax, fees int64
	for i, n := range all {
		total, tax, fees = total+n.Total, tax+n.Tax, fees+n.Fees
		if i > 0 {
			is.True(n.Total < 0 && n.Tax < 0)
			is.Equal(len(n.Shares), 1)
			is.Equal(n.Shares[0].Rate, units[0].TaxRate)
		}
	}
	is.Equal([]int64{total, tax, fees}, []int64{0, 0, 0})
	is.Equal(all[1].Fees, int64(0)) // its fee was kept at first
}
