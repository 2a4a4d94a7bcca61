package sales_test

import (
	"testing"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/customer"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/app/transfer"

	"github.com/matryer/is"
)

// TestForcedErasureTakesTheAccess: what the customer holds of an event to come is void at the
// gate, without money back; what they gave to somebody is theirs.
func TestForcedErasureTakesTheAccess(t *testing.T) {
	is := is.New(t)
	ctx := t.Context()
	h, s := givers(t, apptest.Calm())
	b := h.soldTo(canaryEmail, s, 30)
	given := h.mustGive(transfer.Ask{ItemIDs: []int64{b.Items[0].ID}, Email: "friend@example.com", Name: "Friend"})
	_, err := h.claim(given.Token, "friend@example.com")
	is.NoErr(err)
	zones, err := entry.ListZones(ctx, h.App, h.A.Owner, h.event.ID, false)
	is.NoErr(err)
	is.True(customer.Delete(ctx, h.App, h.A.Owner, b.Order.CustomerID, false) != nil)
	is.NoErr(customer.Delete(ctx, h.App, h.A.Owner, b.Order.CustomerID, true))
	is.NoErr(h.App.RunJob(ctx, customer.EraseJob))
	check := func(id int64) entry.Status {
		var it order.Item
		h.view(func(r app.Reader) (err error) { it, err = order.Items.Get(r, id); return err })
		res, err := entry.CheckZone(ctx, h.App, h.A.Owner, entry.ScanRequest{ZoneID: zones[0].ID, Barcodes: []string{it.Barcode}, Direction: "in"})
		is.NoErr(err)
		return res.Status
	}
	is.Equal(check(b.Items[0].ID), entry.Valid)
	for _, it := range b.Items[1:] {
		is.Equal(check(it.ID), entry.Denied)
	}
	is.Equal(h.order(b).Totals.Refunded, int64(0))
	is.Equal(h.order(b).Totals.Paid, b.Order.Totals.Paid)
}
