package transfer

import (
	"strings"
	"testing"
	"time"

	"marquee/app/catalog"
	"marquee/app/order"

	"github.com/matryer/is"
)

// gifts is an order of a ticket with its add-on, of customer 5, for an event of tomorrow whose
// tickets may be given to others.
func gifts() *giving {
	g := &giving{now: time.Date(2030, 5, 1, 12, 0, 0, 0, time.UTC), goods: map[int64]*catalog.Goods{}, scanned: map[int64]bool{}}
	e := &catalog.Event{ID: 9, Start: g.now.Add(24 * time.Hour), End: g.now.Add(26 * time.Hour)}
	for id := int64(1); id <= 2; id++ {
		g.goods[id] = &catalog.Goods{SaleItem: &catalog.SaleItem{ID: id, EventID: 9, Type: catalog.Ticket, Sharing: catalog.SharedAlways}, Item: &catalog.InventoryItem{}, Event: e}
		g.all = append(g.all, order.Item{ID: 10 * id, OrderID: 1, SaleItemID: id, EventID: 9, Type: catalog.Ticket, CustomerID: 5, Sold: true, Barcode: "code"})
	}
	g.all[1].ParentItemID = 10
	g.order = order.Order{ID: 1, Status: order.Complete, CustomerID: 5}
	g.items = append(g.items, g.all...)
	return g
}

// basket makes the order one that is not bought yet.
func (g *giving) inBasket() {
	g.basket, g.order.Status = true, order.Active
	for i := range g.items {
		g.items[i].Sold, g.items[i].Barcode = false, ""
	}
}

func TestWhatIsGiven(t *testing.T) {
	for _, tt := range []struct {
		name string
		set  func(g *giving)
		why  string
	}{
		{"a ticket with its add-on", func(*giving) {}, ""},
		{"of an order that is not paid", func(g *giving) { g.order.Status = order.AwaitingInvoice }, "orderItemIds.0: belongs to an order that is not complete"},
		{"that is void", func(g *giving) { g.items[0].CancelledAt = &g.now }, "orderItemIds.0: is not valid"},
		{"that is locked", func(g *giving) { g.items[0].Frozen = true }, "orderItemIds.0: is locked"},
		{"that is a fee", func(g *giving) { g.items[0].Type = catalog.Charity }, "orderItemIds.0"},
		{"while it is being refunded", func(g *giving) { g.returning = true }, "orderItemIds.0: is being refunded"},
		{"that is over", func(g *giving) { g.now = g.now.AddDate(0, 0, 3) }, "orderItemIds.0: is for an event that is over"},
		{"that is on its way to somebody", func(g *giving) { g.items[0].TransferID = 3 }, "orderItemIds.0: is being given"},
		{"an add-on by itself", func(g *giving) { g.items = g.items[1:] }, "orderItemIds.0: goes with the ticket"},
		{"of two holders", func(g *giving) { g.items[1].CustomerID = 6 }, "orderItemIds.1: is held by somebody else"},
		{"where that is not allowed", func(g *giving) { g.goods[1].Sharing = catalog.NeverShared }, "orderItemIds.0: cannot be given"},
		{"where somebody lifts that", func(g *giving) { g.goods[1].Sharing, g.lifted = catalog.NeverShared, true }, ""},
		{"what somebody was given, by them", func(g *giving) { g.order.CustomerID = 7 }, ""},
		{"what somebody was given, by its buyer", func(g *giving) { g.order.CustomerID, g.buyer = 7, true }, "orderItemIds.0: was given to somebody else"},
		{"what somebody was given by mistake", func(g *giving) {
			g.order.CustomerID, g.buyer, g.goods[1].Event.Settings.Corrections = 7, true, true
		}, ""},
		{"with which somebody was let in", func(g *giving) { g.scanned[20] = true }, "orderItemIds.1: was scanned"},
		{"in a basket", (*giving).inBasket, ""},
		{"in a basket, and somebody has to approve it", func(g *giving) { g.inBasket(); g.items[0].RequiresApproval = true }, "before it was bought"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := gifts()
			tt.set(g)
			err := g.check()
			if (err == nil) != (tt.why == "") || err != nil && !strings.Contains(err.Error(), tt.why) {
				t.Errorf("refused with %v, not %q", err, tt.why)
			}
		})
	}
}

func TestPlanOfAGift(t *testing.T) {
	day := gifts().now.AddDate(0, 0, 1)
	for _, tt := range []struct {
		name     string
		ask      Ask
		basket   bool
		how      handing
		mailed   bool
		instant  bool
		checkout bool
	}{
		{"whoever has the link", Ask{}, false, byClaim, false, false, false},
		{"by mail", Ask{Email: "ada@example.com"}, false, byClaim, true, false, false},
		{"by mail on a day", Ask{Email: "ada@example.com", MailAt: &day}, false, byClaim, false, false, false},
		{"at once", Ask{Email: "ada@example.com", Instant: true, KeepBarcodes: true}, false, atOnce, false, false, false},
		{"of a basket", Ask{Email: "ada@example.com"}, true, byClaim, false, false, true},
		{"of a basket, at once when it is bought", Ask{Email: "ada@example.com", Instant: true}, true, whenBought, false, true, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			is := is.New(t)
			g := gifts()
			if tt.basket {
				g.inBasket()
			}
			is.NoErr(tt.ask.check(g))
			p, err := tt.ask.plan(g, 7)
			is.NoErr(err)
			is.Equal(p.how, tt.how)
			is.Equal(p.transfer.Mailed, tt.mailed)
			is.Equal(p.transfer.Instant, tt.instant)
			is.Equal(p.transfer.Checkout, tt.checkout)
			is.Equal(p.transfer.ItemIDs, []int64{10, 20})
			is.Equal(p.transfer.FromID, int64(5))
			is.Equal(p.transfer.UserID, int64(7))
			is.Equal(p.keepBarcodes, tt.ask.KeepBarcodes)
		})
	}
}

func TestWhatIsClaimed(t *testing.T) {
	is := is.New(t)
	g := gifts()
	g.items[0].TransferID = 3 // on its way to whoever claims it
	is.NoErr(g.checkClaimed())
	g.scanned[20] = true
	is.True(strings.Contains(g.checkClaimed().Error(), "token: was scanned"))
	g.items[0].Frozen = true
	is.True(strings.Contains(g.checkClaimed().Error(), "token: is locked"))
}
