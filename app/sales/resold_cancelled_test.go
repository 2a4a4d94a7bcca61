package sales_test

import (
	"testing"

	"marquee/app/catalog"
	"marquee/app/massrefund"
	"marquee/app/order"
	"marquee/app/queue"
	"marquee/app/sales/rules"

	"github.com/matryer/is"
)

// TestOffersOfACancelledEvent: what is offered for resale is refunded with its event: the
// listing ends first.
func TestOffersOfACancelledEvent(t *testing.T) {
	is := is.New(t)
	h, s := resellers(t)
	b, v := h.offered(s)
	_, _, err := catalog.UpdateEvent(t.Context(), h.App, h.A.Owner, h.event.ID, catalog.EventChange{Cancelled: new(true), OnlineOnly: new(true)}, nil)
	is.NoErr(err)
	run, err := massrefund.Start(t.Context(), h.App, h.A.Owner, h.event.ID, massrefund.Terms{Kind: rules.MoneyBack})
	is.NoErr(err)
	is.NoErr(h.App.RunJob(t.Context(), queue.SendJob))
	run, err = massrefund.Read(t.Context(), h.App, h.A.Owner, run.ID)
	is.NoErr(err)
	is.Equal([]int64{run.Refunded, run.Failed}, []int64{1, 0})
	is.Equal(h.order(b).Status, order.Refunded)
	is.True(h.listing(v).ClosedAt != nil)
}
