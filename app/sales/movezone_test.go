package sales_test

import (
	"testing"
	"time"

	"marquee/app/catalog"
	"marquee/app/order"

	"github.com/matryer/is"
)

func TestWhatLiesInABasketMovesWithItsEvent(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	from := h.event.Start.Add(-time.Hour)
	other := h.addEvent(func(*catalog.Event) {})
	timed := func(event int64) func(*catalog.SaleItem, *catalog.InventoryItem) {
		return func(s *catalog.SaleItem, _ *catalog.InventoryItem) { s.EventID, s.ValidFrom = event, &from }
	}
	moving, staying := h.addItem(-1, timed(h.event.ID)), h.addItem(-1, timed(other.ID))
	b := h.mustAdd(adding(one(moving, 1), one(staying, 1)))

	york, online := "America/New_York", true
	change := catalog.EventChange{Timezone: &york, OnlineOnly: &online}
	_, _, err := catalog.UpdateEvent(t.Context(), h.App, h.A.Owner, h.event.ID, change, nil)
	is.NoErr(err)
	b, err = h.complete(b, cash)
	is.NoErr(err)
	later := h.mustAdd(adding(one(moving, 1)))
	shown, _, err := order.Read(t.Context(), h.App, h.A.Owner, key(b), order.Include{Items: true}, false)
	is.NoErr(err)
	later.Items = append(later.Items, shown.Items...)
	for _, i := range append(b.Items, later.Items...) {
		want := from
		if i.SaleItemID == moving.ID {
			want = catalog.ShiftZone(from, time.UTC, newYork(t)) // whenever it was taken
		}
		is.Equal(*i.ValidFrom, want)
	}
}

func newYork(t *testing.T) *time.Location {
	t.Helper()
	l, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	return l
}
