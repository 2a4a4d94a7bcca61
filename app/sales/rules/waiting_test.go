package rules

import (
	"testing"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"

	"github.com/matryer/is"
)

func TestMayExtend(t *testing.T) {
	now := time.Now()
	at := func(d time.Duration) *time.Time { return new(now.Add(d)) }
	for _, tt := range []struct {
		name  string
		order order.Order
		until *time.Time
		why   string
	}{
		{"an invoice for ever", order.Order{Status: order.AwaitingInvoice}, nil, ""},
		{"an invoice for a day", order.Order{Status: order.AwaitingInvoice}, at(24 * time.Hour), ""},
		{"into the past", order.Order{Status: order.AwaitingInvoice}, at(-time.Second), "must be within the next 400 days"},
		{"for too long", order.Order{Status: order.AwaitingInvoice}, at(maxWait + time.Second), "must be within the next 400 days"},
		{"a payment link for ever", order.Order{Status: order.AwaitingPaymentLink}, nil, "is required"},
		{"a balance for ever", order.Order{Status: order.PartiallyPaid}, nil, "is required"},
		{"a voucher until some time", order.Order{Status: order.AwaitingLocalPayment}, at(time.Hour), "the gateway says"},
		{"what is overdue", order.Order{Status: order.AwaitingInvoice, ExpiresAt: at(-time.Second)}, at(time.Hour), "has expired"},
		{"what has expired", order.Order{Status: order.Expired}, at(time.Hour), "has expired"},
		{"a basket", order.Order{Status: order.Active}, at(time.Hour), "waits for nothing"},
		{"what is complete", order.Order{Status: order.Complete}, at(time.Hour), "waits for nothing"},
		{"what is being paid", order.Order{Status: order.Processing}, at(time.Hour), "waits for nothing"},
	} {
		t.Run(tt.name, func(t *testing.T) { says(t, MayExtend(&tt.order, tt.until, now), tt.why) })
	}
}

func TestPayable(t *testing.T) {
	now := time.Now()
	past := now.Add(-time.Second)
	for _, tt := range []struct {
		name  string
		order order.Order
		why   string
	}{
		{"a basket", order.Order{Status: order.Active, Channel: catalog.Shop}, ""},
		{"a basket of another channel", order.Order{Status: order.Active, Channel: catalog.BoxOffice}, "No such basket"},
		{"a basket whose time is up", order.Order{Status: order.Active, Channel: catalog.Shop, ExpiresAt: &past}, "has expired"},
		{"what waits for its payment, whatever its channel", order.Order{Status: order.AwaitingInvoice, Channel: catalog.BoxOffice}, ""},
		{"what is being paid", order.Order{Status: order.Processing, Channel: catalog.Shop}, "is being paid"},
		{"what is complete", order.Order{Status: order.Complete, Channel: catalog.Shop}, "is already complete"},
	} {
		t.Run(tt.name, func(t *testing.T) { says(t, Payable(&tt.order, catalog.Shop, now), tt.why) })
	}
}

func TestMayTurn(t *testing.T) {
	now := time.Now()
	waits := order.Order{Status: order.AwaitingApproval}
	for _, tt := range []struct {
		name    string
		item    order.Item
		order   order.Order
		approve bool
		turns   bool
		why     string
	}{
		{"what waits is approved", order.Item{RequiresApproval: true}, waits, true, true, ""},
		{"what waits is rejected", order.Item{RequiresApproval: true}, waits, false, true, ""},
		{"the same again changes nothing", order.Item{RequiresApproval: true, ApprovedAt: &now}, waits, true, false, ""},
		{"what was approved is not rejected", order.Item{RequiresApproval: true, ApprovedAt: &now}, waits, false, false, "was approved already"},
		{"what was rejected is not approved", order.Item{RequiresApproval: true, RejectedAt: &now}, waits, true, false, "was rejected already"},
		{"what needs no approval is not rejected", order.Item{}, waits, false, false, "needs no approval"},
		{"what lies in a basket", order.Item{RequiresApproval: true}, order.Order{Status: order.Active}, true, false, "is still in a basket"},
		{"what has expired", order.Item{RequiresApproval: true}, order.Order{Status: order.Expired}, true, false, "has expired"},
		{"what is void", order.Item{RequiresApproval: true, CancelledAt: &now}, waits, true, false, "does not stand"},
		{"a guest after the order", order.Item{Type: catalog.GuestList, RequiresApproval: true, Sold: true}, order.Order{Status: order.Complete}, false, true, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			turns, err := MayTurn(&tt.item, &tt.order, Verdict{Approve: tt.approve, Field: "orderItems.0.orderItemId"}, now)
			says(t, err, tt.why)
			is.New(t).Equal(turns, tt.turns)
		})
	}
}

// What is wanted of a line makes sense before any rule is looked at.
func TestWant(t *testing.T) {
	for _, tt := range []struct {
		name string
		in   AddItem
		n    int64
		why  string
	}{
		{"so many", AddItem{Quantity: new(int64(3))}, 3, ""},
		{"a seat is one", AddItem{SpaceID: 7}, 1, ""},
		{"an amount is of one", AddItem{Amount: new(int64(500))}, 1, ""},
		{"nothing said", AddItem{}, 0, "items.4.quantity: is required"},
		{"none", AddItem{Quantity: new(int64(0))}, 0, "items.4.quantity: must be between"},
		{"more than any basket holds", AddItem{Quantity: new(int64(MaxBasketSize + 1))}, 0, "items.4.quantity: must be between"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			is := is.New(t)
			var p app.Problems
			tt.in.SaleItemID = ticket
			w, err := table().Want(&p, tt.in, 4, catalog.BoxOffice)
			is.NoErr(err)
			says(t, p.Err(), tt.why)
			is.Equal(w.N, tt.n)
		})
	}
	t.Run("who sells nothing here", func(t *testing.T) {
		var p app.Problems
		b := table()
		b.Caller = &app.Caller{}
		_, err := b.Want(&p, AddItem{SaleItemID: ticket, Quantity: new(int64(1))}, 0, catalog.BoxOffice)
		is.New(t).Equal(app.KindOf(err), app.Forbidden)
	})
}

func TestWhatIsForAGroupIsForItsMembers(t *testing.T) {
	for _, tt := range []struct {
		name     string
		customer int64
		guest    int64 // who signed in
		member   bool
		why      string
	}{
		{"nobody", 0, -1, false, "name the customer"},
		{"a member whom staff name", 5, -1, true, ""},
		{"somebody else whom staff name", 5, -1, false, "is for the members of a group."},
		{"a member who signed in", 5, 5, true, ""},
		{"who says that they are a member", 5, 0, true, "sign in"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b, r := table(), Refusals{}
			b.Order.CustomerID = tt.customer
			if tt.guest >= 0 {
				b.Caller = &app.Caller{Guest: true, CustomerID: tt.guest}
			}
			CheckMembers(b, &r, []*catalog.Goods{b.Goods[grouped]}, true, map[int64]bool{grouped: tt.member})
			says(t, r.Err(), tt.why)
		})
	}
}
