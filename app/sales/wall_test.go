package sales_test

import (
	"testing"
	"time"

	"marquee/app/order"
	"marquee/app/sales"

	"github.com/matryer/is"
)

// A clock that was ahead once leaves the store's own time ahead for good. Baskets
// are held, and sales are open, by the wall clock.
func TestBasketsAreHeldByTheWallClock(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	s := h.addItem(4, plain)
	const ahead = 400 * 24 * time.Hour
	before := h.mustAdd(adding(one(s, 1)))
	h.Clock.Jump(ahead)
	is.NoErr(h.App.RunJob(t.Context(), sales.ExpireBaskets)) // a commit takes the time over
	h.Clock.Jump(-ahead)

	b := h.mustAdd(adding(one(s, 3)))
	is.Equal(b.Order.ExpiresAt.Sub(h.Clock.Now()).Round(time.Second), 10*time.Minute)
	is.True(b.Order.ChangedAt.After(before.Order.ChangedAt)) // the order of changes stands
	h.Clock.Jump(11 * time.Minute)
	is.NoErr(h.App.RunJob(t.Context(), sales.ExpireBaskets))
	is.Equal(h.stock(s).Reserved, int64(0))
	again := h.mustAdd(adding(one(s, 3)))
	done, err := h.complete(again, cash)
	is.NoErr(err)
	is.Equal(done.Order.Status, order.Complete)
}
