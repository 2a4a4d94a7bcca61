package sales_test

import (
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/fee"
	"marquee/app/order"
	"marquee/app/resale"
	"marquee/app/sales"
	"marquee/app/sales/approval"
	"marquee/app/sales/pay"
	"marquee/app/sales/rules"
	"marquee/indexes"
)

// What another buyer sells on is paid for at once, so it cannot lie beside what somebody has
// to approve first, whichever came before the other.
func TestWhatOthersSellOnIsNotMixedWithWhatIsApproved(t *testing.T) {
	guest := func(s *catalog.SaleItem, i *catalog.InventoryItem) {
		approvable(s, i)
		s.Type, i.Type = catalog.GuestList, catalog.GuestList
	}
	for _, c := range []struct {
		must  string
		kind  func(*catalog.SaleItem, *catalog.InventoryItem)
		calls func(offered int64, s catalog.SaleItem) [][]rules.AddItem
	}{
		{"the offer comes later", approvable, func(id int64, s catalog.SaleItem) [][]rules.AddItem {
			return [][]rules.AddItem{{one(s, 1)}, {{OrderItemID: id}}}
		}},
		{"the offer was there", approvable, func(id int64, s catalog.SaleItem) [][]rules.AddItem {
			return [][]rules.AddItem{{{OrderItemID: id}}, {one(s, 1)}}
		}},
		{"both come in one call", approvable, func(id int64, s catalog.SaleItem) [][]rules.AddItem {
			return [][]rules.AddItem{{one(s, 1), {OrderItemID: id}}}
		}},
		{"the other is a guest", guest, func(id int64, s catalog.SaleItem) [][]rules.AddItem {
			return [][]rules.AddItem{{one(s, 1)}, {{OrderItemID: id}}}
		}},
	} {
		t.Run(c.must, func(t *testing.T) {
			is := is.New(t)
			h, s := resellers(t)
			b, v := h.offered(s)
			calls := c.calls(b.Items[0].ID, h.addItem(5, c.kind))
			in := reselling("grace@example.com")
			for _, items := range calls[:len(calls)-1] {
				in.Items = items
				in.Basket = key(h.mustAdd(in))
			}
			in.Items = calls[len(calls)-1]
			_, err := h.add(in)
			is.Equal(types(err), []string{"order_item_invalid"})
			refusedWith(t, err, "Items that need approval cannot be bought together with others.")
			is.True(h.listing(v).Contracts[0].State != resale.Sold)
		})
	}
}

// However a basket came to hold something undecided beside what is paid for now, none of it is
// paid for.
func TestNobodyPaysForWhatIsMixed(t *testing.T) {
	for name, pay := range map[string]func(h *teller, b order.Basket, open pay.Intent) error{
		"in cash": func(h *teller, b order.Basket, _ pay.Intent) error {
			_, err := h.complete(b, cash)
			return err
		},
		"by card": func(h *teller, b order.Basket, _ pay.Intent) error {
			_, err := h.intent(b)
			return err
		},
		"by a card that was read before": func(h *teller, b order.Basket, open pay.Intent) error {
			_, err := h.payBy(b, open)
			return err
		},
		"by a link": func(h *teller, b order.Basket, _ pay.Intent) error {
			_, err := sales.PayLater(h.t.Context(), h.App, h.A.Owner, sales.Later{Basket: key(b), Channel: catalog.APIChannel, Way: sales.ByLink})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			h := newTeller(t)
			b := h.mustAdd(adding(one(h.addItem(5, plain), 2)))
			open := h.mustIntent(b)
			h.update(func(tx app.Tx) error {
				_, err := indexes.Forge(order.Items).Update(tx, b.Items[0].ID, func(it *order.Item) error { it.RequiresApproval = true; return nil })
				return err
			})
			refusedWith(t, pay(h, b, open), "has something that somebody has to approve")
			is.Equal(h.order(b).Status, order.Active)
		})
	}
}

// An order that expired while part of it was approved awaits the rest of its decisions again:
// nothing of it is paid for before.
func TestWhatWasApprovedInPartAwaitsTheRestAgain(t *testing.T) {
	is := is.New(t)
	h := newTeller(t)
	b := h.mustAdd(adding(one(h.addItem(5, approvable), 2)))
	_, err := h.complete(b, cash)
	is.NoErr(err)
	is.NoErr(h.decide(b, true))
	until := h.Clock.Now().Add(10 * time.Minute)
	_, err = sales.Extend(t.Context(), h.App, h.A.Owner, key(b), &until)
	is.NoErr(err)
	h.later(11 * time.Minute)
	_, err = sales.Reactivate(t.Context(), h.App, h.A.Owner, key(b))
	is.NoErr(err)
	_, err = h.intent(b)
	refusedWith(t, err, "has nothing that is to be paid now")
	b, err = h.complete(b, cash)
	is.NoErr(err)
	is.Equal(b.Order.Status, order.AwaitingApproval)
	is.Equal(b.Order.Totals.Paid, int64(0))
	_, err = approval.Decide(t.Context(), h.App, h.A.Owner, []approval.Decision{{OrderItemID: b.Items[1].ID, Approve: true}})
	is.NoErr(err)
	is.Equal(h.order(b).Status, order.AwaitingPaymentLink)
}

// TestNothingIsPaidBeforeApproval: of a basket that somebody has to approve the fee of the order
// waits, too, whatever the way to pay; once it is approved all of it is due.
func TestNothingIsPaidBeforeApproval(t *testing.T) {
	is := is.New(t)
	h := newTeller(t)
	h.fee("Booking", fee.Fixed, fee.PerOrder, 150)
	b := h.mustAdd(adding(one(h.addItem(5, approvable), 2)))
	is.Equal(b.Order.Totals.Total, int64(4500+150))
	is.True(b.AllDeferred)
	is.Equal(b.Deferred, b.Order.Totals.Total)
	_, err := h.intent(b)
	refusedWith(t, err, "has nothing that is to be paid now")
	_, err = sales.PayLater(t.Context(), h.App, h.A.Owner, sales.Later{Basket: key(b), Channel: catalog.APIChannel, Way: sales.ByLink})
	refusedWith(t, err, "has nothing that is to be paid now")
	_, err = h.complete(b, cash)
	is.NoErr(err)
	o := h.order(b)
	is.Equal(o.Status, order.AwaitingApproval)
	is.Equal(o.Totals.Paid, int64(0))
	is.Equal(len(o.TransactionIDs), 0)
	_, err = approval.Decide(t.Context(), h.App, h.A.Owner, []approval.Decision{{OrderItemID: b.Items[0].ID, Approve: true}, {OrderItemID: b.Items[1].ID, Approve: true}})
	is.NoErr(err)
	b, err = order.ReadBasket(t.Context(), h.App, h.A.Owner, key(b))
	is.NoErr(err)
	is.Equal(b.Order.Status, order.AwaitingPaymentLink)
	is.Equal(b.Deferred, int64(0))
	is.Equal(b.Order.Totals.Total, int64(4500+150))
}
