package sales_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/entry"
	"marquee/app/fee"
	"marquee/app/order"
	"marquee/app/resale"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/app/sales/sold"
	"marquee/app/wallet"

	"github.com/matryer/is"
)

// resellers is a box office that lets tickets be sold on.
func resellers(t *testing.T, opts ...apptest.Option) (*teller, catalog.SaleItem) {
	h := newTeller(t, opts...)
	h.resell(resale.Change{Enabled: app.Is(true)})
	return h, h.addItem(9, plain)
}

func (t *teller) resell(c resale.Change) {
	t.t.Helper()
	_, _, err := resale.SetSettings(t.t.Context(), t.App, t.A.Owner, c)
	t.noErr(err)
}

// soldTo sells units to a customer with this address.
func (t *teller) soldTo(email string, s catalog.SaleItem, n int64) order.Basket {
	t.t.Helper()
	in := adding(one(s, n))
	in.Buyer = customer.Buyer{Name: "Ada", Email: email}
	b, err := t.complete(t.mustAdd(in), cash)
	t.noErr(err)
	return b
}

func (t *teller) list(least int64, asks ...resale.Ask) (resale.View, error) {
	return resale.List(t.t.Context(), t.App, t.A.Owner, resale.NewListing{Items: asks, MinQuantity: least})
}

// offered sells a ticket to Ada, who offers it.
func (t *teller) offered(s catalog.SaleItem) (order.Basket, resale.View) {
	t.t.Helper()
	b := t.soldTo("ada@example.com", s, 1)
	v, err := t.list(1, resale.Ask{ItemID: b.Items[0].ID})
	t.noErr(err)
	return b, v
}

func reselling(email string, items ...int64) sales.AddToBasket {
	in := sales.AddToBasket{Channel: catalog.APIChannel}
	if email != "" {
		in.Buyer = customer.Buyer{Name: "Grace", Email: email}
	}
	for _, id := range items {
		in.Items = append(in.Items, rules.AddItem{OrderItemID: id})
	}
	return in
}

func (t *teller) buy(email string, items ...int64) (order.Basket, error) {
	b, err := t.add(reselling(email, items...))
	if err != nil {
		return b, err
	}
	return t.complete(b, cash)
}

func (t *teller) listing(v resale.View) resale.View {
	t.t.Helper()
	now, err := resale.Read(t.t.Context(), t.App, t.A.Owner, resale.Which{ListingID: v.ID})
	t.noErr(err)
	return now
}

func TestAResale(t *testing.T) {
	t.Run("gives the ticket of the seller to the buyer, and the money to neither yet", func(t *testing.T) {
		is := is.New(t)
		h, s := resellers(t)
		b, v := h.offered(s)
		before := h.items(b)[0]
		is.True(before.Frozen)
		is.Equal(h.scan(before.Barcode), entry.Denied) // it is locked
		basket, err := h.add(reselling("grace@example.com", before.ID))
		is.NoErr(err)
		is.Equal(basket.Order.Totals.Total, int64(2250))
		is.Equal(h.stock(s).Reserved, int64(0)) // the seat is the seller's until it is bought
		done, err := h.complete(basket, cash)
		is.NoErr(err)
		own, bought := h.items(b)[0], h.items(done)[0]
		is.True(own.CancelledAt != nil && own.SuccessorID == bought.ID && !own.Frozen)
		is.Equal(bought.Replaced, &order.Replaced{Type: order.ByResale, ItemID: own.ID, OrderID: b.Order.ID})
		is.Equal(h.order(b).Status, order.Cancelled)
		is.Equal(h.stock(s).Sold, int64(1))
		is.Equal(h.booked(done), "sold: cash -2250 resale +2250")
		v = h.listing(v)
		is.Equal(v.Closure, resale.SoldOut)
		is.Equal(v.Contracts[0].State, resale.Sold)
		h.Clock.Jump(time.Second)
		is.Equal(h.scan(before.Barcode), entry.Denied)
		is.Equal(h.scan(bought.Barcode), entry.Valid)
	})
	t.Run("can be followed by another", func(t *testing.T) {
		is := is.New(t)
		h, s := resellers(t)
		b, _ := h.offered(s)
		first, err := h.buy("grace@example.com", b.Items[0].ID)
		is.NoErr(err)
		_, err = h.list(1, resale.Ask{ItemID: first.Items[0].ID, Price: new(int64(2700))})
		is.NoErr(err)
		second, err := h.buy("joan@example.com", first.Items[0].ID)
		is.NoErr(err)
		is.Equal(second.Order.Totals.Paid, int64(2700))
		is.Equal(h.stock(s).Sold, int64(1))
	})
	t.Run("is bought in the call that asks for it, beside what is on sale", func(t *testing.T) {
		is := is.New(t)
		h, s := resellers(t)
		b, _ := h.offered(s)
		in := reselling("grace@example.com", b.Items[0].ID)
		in.Items = append(in.Items, one(s, 2))
		in.Payment = &cash
		done, err := h.add(in)
		is.NoErr(err)
		is.Equal(len(done.Items), 3)
		is.Equal(h.stock(s).Sold, int64(3))
		is.Equal(h.items(b)[0].SuccessorID, h.items(done)[2].ID)
	})
	t.Run("is refunded by the company, and the seller keeps what was earned", func(t *testing.T) {
		is := is.New(t)
		h, s := resellers(t)
		b, _ := h.offered(s)
		done, err := h.buy("grace@example.com", b.Items[0].ID)
		is.NoErr(err)
		n, err := h.refundOf(done, asIs)
		is.NoErr(err)
		is.Equal(n, int64(2250))
		is.Equal(h.booked(done), "sold: cash -2250 resale +2250; refunded: sales -2250 cash +2250")
		is.Equal(h.stock(s).Sold, int64(0))
		_, err = h.refundOf(b, func(r *rules.Refund) { r.Voided = true }) // it was sold on
		is.True(err != nil && strings.Contains(err.Error(), "has nothing that can be refunded"))
	})
}

func TestFeesOfAResale(t *testing.T) {
	charging := func(h *teller, name string, amount int64, change func(*fee.Fields)) {
		in := fee.Fields{Name: &name, Kind: new(fee.Fixed), Per: new(fee.PerItem), Amount: app.Is(amount), OnlyOnResale: new(true)}
		change(&in)
		_, err := fee.Create(h.t.Context(), h.App, h.A.Owner, in)
		h.noErr(err)
	}
	asIs := func(*fee.Fields) {}
	t.Run("are paid by the buyer", func(t *testing.T) {
		is := is.New(t)
		h, s := resellers(t)
		charging(h, "Handling", 100, asIs)
		b, v := h.offered(s)
		is.Equal(v.Contracts[0].DisplayTotal, int64(2350))
		is.Equal(h.order(b).Totals.Total, int64(2250)) // first sales are not charged
		done, err := h.buy("grace@example.com", b.Items[0].ID)
		is.NoErr(err)
		is.Equal(done.Order.Totals.Paid, int64(2350))
		is.Equal(done.Items[1].Type, catalog.ResaleFee)
		is.Equal(h.booked(done), "sold: fees +100 cash -2350 resale +2250")
	})
	t.Run("are paid by the seller, out of what is earned", func(t *testing.T) {
		is := is.New(t)
		h, s := resellers(t)
		h.resell(resale.Change{Payer: app.Is(resale.SellerPays)})
		charging(h, "Handling", 100, asIs)
		charging(h, "For all", 30, func(f *fee.Fields) { f.OnlyOnResale = nil })
		charging(h, "For first sales", 7, func(f *fee.Fields) { f.OnlyOnResale, f.NotOnResale = nil, new(true) })
		b, v := h.offered(s)
		is.Equal(h.order(b).Totals.Total, int64(2250+30+7))
		is.Equal(v.Contracts[0].TotalPrice, int64(2280))
		is.Equal(v.Contracts[0].DisplayTotal, int64(2280))
		done, err := h.buy("grace@example.com", b.Items[0].ID)
		is.NoErr(err)
		is.Equal(done.Order.Totals.Paid, int64(2280))
		is.Equal(h.booked(done), "sold: fees +130 cash -2280 resale +2150")
		v = h.listing(v)
		is.Equal(v.Contracts[0].Proceeds(), int64(2150))
		is.Equal(v.Contracts[0].DisplayTotal, int64(2280))
	})
	t.Run("stay in the books when their line, which costs the buyer nothing, is voided by itself", func(t *testing.T) {
		is := is.New(t)
		h, s := resellers(t)
		h.resell(resale.Change{Payer: app.Is(resale.SellerPays)})
		charging(h, "Handling", 100, asIs)
		b, _ := h.offered(s)
		done, err := h.buy("grace@example.com", b.Items[0].ID)
		is.NoErr(err)
		for _, kind := range []rules.RefundKind{rules.Void, rules.MoneyBack} {
			_, err = h.refund(rules.Refund{ItemIDs: []int64{done.Items[1].ID}, Kind: kind, Voided: true})
			is.NoErr(err)
			is.Equal(h.booked(done), "sold: fees +100 cash -2250 resale +2150")
		}
		_, err = sold.Rename(t.Context(), h.App, h.A.Owner, done.Items[0].ID, "Grace")
		is.NoErr(err)
		is.Equal(h.booked(done), "sold: fees +100 cash -2250 resale +2150")
	})
	t.Run("are shared as the till asks, as far as the seller goes", func(t *testing.T) {
		is := is.New(t)
		h, s := resellers(t)
		charging(h, "Handling", 100, asIs)
		b := h.soldTo("ada@example.com", s, 1)
		_, err := h.list(1, resale.Ask{ItemID: b.Items[0].ID, MaxContribution: 60})
		is.NoErr(err)
		in := reselling("grace@example.com", b.Items[0].ID)
		in.Items[0].Contribution = new(int64(50))
		basket, err := h.add(in)
		is.NoErr(err)
		is.Equal(basket.Order.Totals.Total, int64(2300))
		done, err := h.complete(basket, cash)
		is.NoErr(err)
		is.Equal(h.booked(done), "sold: fees +100 cash -2300 resale +2200")
	})
}

func TestWhatIsNotBought(t *testing.T) {
	for _, c := range []struct {
		must string
		try  func(h *teller, s catalog.SaleItem) error
		want string
	}{
		{"what is not offered", func(h *teller, s catalog.SaleItem) error {
			_, err := h.buy("grace@example.com", h.soldTo("ada@example.com", s, 1).Items[0].ID)
			return err
		}, "is not offered for resale"},
		{"what does not exist", func(h *teller, s catalog.SaleItem) error { _, err := h.buy("", 999); return err }, "No such order item"},
		{"what one sells oneself", func(h *teller, s catalog.SaleItem) error {
			b, _ := h.offered(s)
			_, err := h.buy("ada@example.com", b.Items[0].ID)
			return err
		}, "sell themselves"},
		{"what one sells oneself, when that is known at last", func(h *teller, s catalog.SaleItem) error {
			b, _ := h.offered(s)
			basket := h.mustAdd(reselling("", b.Items[0].ID))
			_, err := sales.CompleteOrder(h.t.Context(), h.App, h.A.Owner, sales.Completion{
				Basket: key(basket), Payment: cash, Channel: catalog.APIChannel, Buyer: customer.Buyer{Email: "ada@example.com", Name: "Ada"},
			})
			return err
		}, "sell themselves"},
		{"what is in another basket", func(h *teller, s catalog.SaleItem) error {
			b, _ := h.offered(s)
			h.mustAdd(reselling("", b.Items[0].ID))
			_, err := h.buy("joan@example.com", b.Items[0].ID)
			return err
		}, "basket of somebody else"},
		{"twice", func(h *teller, s catalog.SaleItem) error {
			b, _ := h.offered(s)
			_, err := h.buy("joan@example.com", b.Items[0].ID, b.Items[0].ID)
			return err
		}, "is there twice"},
		{"a part of what belongs together", func(h *teller, s catalog.SaleItem) error {
			b := h.soldTo("ada@example.com", s, 3)
			_, err := h.list(3, resale.Ask{ItemID: b.Items[0].ID}, resale.Ask{ItemID: b.Items[1].ID}, resale.Ask{ItemID: b.Items[2].ID})
			h.noErr(err)
			_, err = h.buy("joan@example.com", b.Items[0].ID, b.Items[2].ID)
			return err
		}, "At least 3"},
		{"on a channel where it is not sold", func(h *teller, s catalog.SaleItem) error {
			h.resell(resale.Change{On: app.Is(resale.Channels{Online: true})})
			b, _ := h.offered(s)
			_, err := h.buy("joan@example.com", b.Items[0].ID)
			return err
		}, "cannot be bought now"},
		{"as a gift", func(h *teller, s catalog.SaleItem) error {
			b, _ := h.offered(s)
			_, err := h.complete(h.mustAdd(reselling("", b.Items[0].ID)), rules.Payment{Method: order.ComplimentaryMethod})
			return err
		}, "is not possible for what others sell on"},
		{"later", func(h *teller, s catalog.SaleItem) error {
			b, _ := h.offered(s)
			_, err := sales.PayLater(h.t.Context(), h.App, h.A.Owner, sales.Later{
				Basket: key(h.mustAdd(reselling("", b.Items[0].ID))), Channel: catalog.APIChannel, Way: sales.ByLink,
			})
			return err
		}, "is paid at once"},
		{"by a deposit", func(h *teller, s catalog.SaleItem) error {
			b, _ := h.offered(s)
			_, err := h.complete(h.mustAdd(reselling("", b.Items[0].ID)), rules.Payment{Method: order.Cash, Plan: rules.PayDeposit})
			return err
		}, "is not possible for what others sell on"},
		{"several of it", func(h *teller, s catalog.SaleItem) error {
			b, _ := h.offered(s)
			in := reselling("", b.Items[0].ID)
			in.Items[0].Quantity, in.Items[0].Amount, in.Items[0].SaleItemID = new(int64(2)), new(int64(5)), s.ID
			_, err := h.add(in)
			return err
		}, "items.0.quantity: must be 1"},
	} {
		t.Run(c.must, func(t *testing.T) {
			h, s := resellers(t)
			if err := c.try(h, s); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

func TestWhatIsNotOffered(t *testing.T) {
	for _, c := range []struct {
		must string
		try  func(h *teller, s catalog.SaleItem) error
		want string
	}{
		{"is offered already", func(h *teller, s catalog.SaleItem) error {
			b, _ := h.offered(s)
			_, err := h.list(1, resale.Ask{ItemID: b.Items[0].ID})
			return err
		}, "is offered already"},
		{"of nobody", func(h *teller, s catalog.SaleItem) error {
			b, err := h.complete(h.mustAdd(adding(one(s, 1))), cash)
			h.noErr(err)
			_, err = h.list(1, resale.Ask{ItemID: b.Items[0].ID})
			return err
		}, "has no holder"},
		{"in a basket", func(h *teller, s catalog.SaleItem) error {
			b := h.mustAdd(adding(one(s, 1)))
			_, err := h.list(1, resale.Ask{ItemID: b.Items[0].ID})
			return err
		}, "not complete"},
		{"a gift", func(h *teller, s catalog.SaleItem) error {
			b := h.sold(s, rules.Payment{Method: order.ComplimentaryMethod})
			_, err := h.list(1, resale.Ask{ItemID: b.Items[0].ID})
			return err
		}, "was not paid for"},
		{"refunded", func(h *teller, s catalog.SaleItem) error {
			b := h.soldTo("ada@example.com", s, 2)
			_, err := h.refund(rules.Refund{ItemIDs: []int64{b.Items[0].ID}})
			h.noErr(err)
			_, err = h.list(1, resale.Ask{ItemID: b.Items[0].ID})
			return err
		}, "is not valid"},
		{"transferred", func(h *teller, s catalog.SaleItem) error {
			b := h.soldTo("ada@example.com", s, 1)
			_, err := h.handOver("grace@example.com", b.Items[0].ID)
			h.noErr(err)
			_, err = h.list(1, resale.Ask{ItemID: b.Items[0].ID})
			return err
		}, "was transferred"},
		{"scanned", func(h *teller, s catalog.SaleItem) error {
			b := h.soldTo("ada@example.com", s, 1)
			h.scan(h.items(b)[0].Barcode)
			_, err := h.list(1, resale.Ask{ItemID: b.Items[0].ID})
			return err
		}, "was scanned"},
		{"of two orders", func(h *teller, s catalog.SaleItem) error {
			a, b := h.soldTo("ada@example.com", s, 1), h.soldTo("ada@example.com", s, 1)
			_, err := h.list(1, resale.Ask{ItemID: a.Items[0].ID}, resale.Ask{ItemID: b.Items[0].ID})
			return err
		}, "orderItems.1.orderItemId: belongs to another order"},
		{"where resale is off", func(h *teller, s catalog.SaleItem) error {
			b := h.soldTo("ada@example.com", s, 1)
			h.resell(resale.Change{Scope: resale.Scope{SaleItemID: s.ID}, Enabled: app.Is(false)})
			_, err := h.list(1, resale.Ask{ItemID: b.Items[0].ID})
			return err
		}, "resale is off"},
		{"too early", func(h *teller, s catalog.SaleItem) error {
			b := h.soldTo("ada@example.com", s, 1)
			h.resell(resale.Change{ListingOpens: app.Is(int64(48)), PurchaseOpens: app.Is(int64(24))})
			_, err := h.list(1, resale.Ask{ItemID: b.Items[0].ID})
			return err
		}, "cannot be listed now"},
		{"after the event began", func(h *teller, s catalog.SaleItem) error {
			b := h.soldTo("ada@example.com", s, 1)
			h.Clock.Jump(366 * 24 * time.Hour)
			_, err := h.list(1, resale.Ask{ItemID: b.Items[0].ID})
			return err
		}, "has begun"},
		{"above the margin", func(h *teller, s catalog.SaleItem) error {
			b := h.soldTo("ada@example.com", s, 1)
			_, err := h.list(1, resale.Ask{ItemID: b.Items[0].ID, Price: new(int64(2701))})
			return err
		}, "orderItems.0.price: must be between €18.00 and €27.00"},
		{"for less than nothing", func(h *teller, s catalog.SaleItem) error {
			b := h.soldTo("ada@example.com", s, 1)
			_, err := h.list(1, resale.Ask{ItemID: b.Items[0].ID, Price: new(int64(-1 << 62))})
			return err
		}, "orderItems.0.price: must be between €18.00 and €27.00"},
		{"for a contribution of all of the price", func(h *teller, s catalog.SaleItem) error {
			b := h.soldTo("ada@example.com", s, 1)
			_, err := h.list(1, resale.Ask{ItemID: b.Items[0].ID, MaxContribution: 2250})
			return err
		}, "orderItems.0.maxSellerContribution: must be between €0.00 and €22.49"},
		{"for another price where that is fixed", func(h *teller, s catalog.SaleItem) error {
			h.resell(resale.Change{Strategy: app.Is(resale.PurchasePrice)})
			b := h.soldTo("ada@example.com", s, 1)
			_, err := h.list(1, resale.Ask{ItemID: b.Items[0].ID, Price: new(int64(2249))})
			return err
		}, "orderItems.0.price: must be €22.50"},
		{"more together than there are", func(h *teller, s catalog.SaleItem) error {
			b := h.soldTo("ada@example.com", s, 1)
			_, err := h.list(2, resale.Ask{ItemID: b.Items[0].ID})
			return err
		}, "minimumPurchaseQuantity: must be between 1 and 1"},
		{"nothing at all", func(h *teller, s catalog.SaleItem) error { _, err := h.list(1); return err }, "orderItems: must have between"},
		{"what does not exist", func(h *teller, s catalog.SaleItem) error { _, err := h.list(1, resale.Ask{ItemID: 999}); return err }, "orderItems.0.orderItemId: does not exist"},
	} {
		t.Run(c.must, func(t *testing.T) {
			h, s := resellers(t)
			if err := c.try(h, s); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

func TestHowListingsEnd(t *testing.T) {
	cancel := func(h *teller, v resale.View) (resale.Ended, error) {
		return resale.Cancel(h.t.Context(), h.App, h.A.Owner, resale.Which{ListingID: v.ID})
	}
	three := func(t *testing.T) (*teller, catalog.SaleItem, order.Basket, resale.View) {
		h, s := resellers(t)
		b := h.soldTo("ada@example.com", s, 3)
		v, err := h.list(1, resale.Ask{ItemID: b.Items[0].ID}, resale.Ask{ItemID: b.Items[1].ID}, resale.Ask{ItemID: b.Items[2].ID})
		h.noErr(err)
		return h, s, b, v
	}
	t.Run("what was sold and what is in baskets stays", func(t *testing.T) {
		is := is.New(t)
		h, s, b, v := three(t)
		_, err := h.buy("grace@example.com", b.Items[0].ID)
		is.NoErr(err)
		held := h.mustAdd(reselling("joan@example.com", b.Items[1].ID))
		ended, err := cancel(h, v)
		is.NoErr(err)
		is.Equal(ended, resale.Ended{Cancelled: 1, Sold: 1, Frozen: 1})
		is.True(h.listing(v).ClosedAt == nil)
		is.True(!h.items(b)[2].Frozen)
		is.Equal(h.scan(h.items(b)[2].Barcode), entry.Valid)
		_, err = h.complete(held, cash)
		is.NoErr(err)
		is.Equal(h.listing(v).Closure, resale.Cancelled)
		_, err = cancel(h, v)
		is.True(err != nil && strings.Contains(err.Error(), "closed already"))
		is.Equal(h.order(b).Status, order.Complete) // one of its tickets stands
		is.Equal(h.stock(s).Sold, int64(3))
	})
	t.Run("what was in a basket is the seller's again", func(t *testing.T) {
		is := is.New(t)
		h, _, b, v := three(t)
		held := h.mustAdd(reselling("joan@example.com", b.Items[1].ID))
		_, err := cancel(h, v)
		is.NoErr(err)
		is.NoErr(sales.ExpireBasket(t.Context(), h.App, h.A.Owner, key(held)))
		is.Equal(h.listing(v).Closure, resale.Cancelled)
		is.True(!h.items(b)[1].Frozen)
	})
	t.Run("what is taken out of a basket is offered again", func(t *testing.T) {
		is := is.New(t)
		h, s, b, v := three(t)
		held := h.mustAdd(reselling("joan@example.com", b.Items[1].ID, b.Items[2].ID))
		is.Equal(h.listing(v).Contracts[1].State, resale.Reserved)
		_, err := sales.RemoveItem(t.Context(), h.App, h.A.Owner, sales.ChangeItem{Basket: key(held), SaleItemID: s.ID, Channel: catalog.APIChannel})
		is.NoErr(err)
		is.Equal(h.listing(v).Contracts[1].State, resale.Active)
		_, err = h.buy("grace@example.com", b.Items[1].ID)
		is.NoErr(err)
	})
	t.Run("what lies in an overdue basket can be bought", func(t *testing.T) {
		is := is.New(t)
		h, _, b, _ := three(t)
		h.mustAdd(reselling("joan@example.com", b.Items[1].ID))
		h.Clock.Jump(time.Hour)
		_, err := h.buy("grace@example.com", b.Items[1].ID)
		is.NoErr(err)
	})
	t.Run("its time is up", func(t *testing.T) {
		is := is.New(t)
		h, _, b, v := three(t)
		h.Clock.Jump(366 * 24 * time.Hour)
		_, err := h.buy("grace@example.com", b.Items[1].ID)
		is.True(err != nil && strings.Contains(err.Error(), "cannot be bought now"))
		is.NoErr(h.App.RunJob(context.Background(), resale.ExpireListings))
		is.Equal(h.listing(v).Closure, resale.Expired)
		is.True(!h.items(b)[1].Frozen)
	})
	t.Run("an order is not refunded while some of it is offered", func(t *testing.T) {
		is := is.New(t)
		h, _, b, v := three(t)
		_, err := h.refundOf(b, asIs)
		is.True(err != nil && strings.Contains(err.Error(), "is locked"))
		_, err = cancel(h, v)
		is.NoErr(err)
		_, err = h.refundOf(b, asIs)
		is.NoErr(err)
	})
}

func TestSettlements(t *testing.T) {
	settle := func(h *teller, payout bool, ids ...int64) []resale.Settled {
		all, err := resale.Settle(h.t.Context(), h.App, h.A.Owner, ids, payout)
		h.noErr(err)
		return all
	}
	balance := func(h *teller, b order.Basket) (w wallet.Wallet) {
		h.view(func(r app.Reader) (err error) {
			w, _, err = wallet.Find(r, b.Order.CustomerID, b.Order.CurrencyID)
			return err
		})
		return w
	}
	sold := func(t *testing.T, change resale.Change, opts ...apptest.Option) (*teller, order.Basket, resale.View) {
		h, s := resellers(t, opts...)
		h.resell(change)
		b, v := h.offered(s)
		_, err := h.buy("grace@example.com", b.Items[0].ID)
		h.noErr(err)
		return h, b, h.listing(v)
	}
	t.Run("let a seller spend what was earned", func(t *testing.T) {
		is := is.New(t)
		h, b, v := sold(t, resale.Change{})
		is.Equal(balance(h, b).Available, int64(0))
		is.Equal(balance(h, b).Pending, int64(2250))
		is.Equal(settle(h, false, v.Contracts[0].ID)[0].Proceeds, int64(2250))
		is.Equal(balance(h, b).Available, int64(2250))
		again := settle(h, true, v.Contracts[0].ID)[0]
		is.True(again.Refused != nil && again.Payout == 0)
	})
	t.Run("are not needed where sellers are paid at once", func(t *testing.T) {
		is := is.New(t)
		h, b, v := sold(t, resale.Change{Payout: app.Is(resale.ToWallet)})
		is.Equal(balance(h, b).Available, int64(2250))
		is.True(settle(h, false, v.Contracts[0].ID)[0].Refused != nil)
	})
	t.Run("pay out what was earned", func(t *testing.T) {
		is := is.New(t)
		h, b, v := sold(t, resale.Change{})
		is.Equal(settle(h, true, v.Contracts[0].ID)[0], resale.Settled{ContractID: v.Contracts[0].ID, Proceeds: 2250, Payout: 2250})
		is.Equal(balance(h, b).Available, int64(0))
	})
	t.Run("pay nothing for what was not sold", func(t *testing.T) {
		is := is.New(t)
		h, s := resellers(t)
		_, v := h.offered(s)
		is.True(settle(h, false, v.Contracts[0].ID)[0].Refused != nil)
	})
	t.Run("pay once, asked for a hundred times together", func(t *testing.T) {
		is := is.New(t)
		h, b, v := sold(t, resale.Change{}, apptest.Calm())
		var paid atomic.Int64
		together(100, func(int) {
			all, err := patient(func() ([]resale.Settled, error) {
				return resale.Settle(h.t.Context(), h.App, h.A.Owner, []int64{v.Contracts[0].ID}, false)
			})
			if err == nil {
				paid.Add(all[0].Proceeds)
			}
		})
		is.Equal(paid.Load(), int64(2250))
		is.Equal(balance(h, b).Available, int64(2250))
	})
}

func TestSellersListSoOften(t *testing.T) {
	is := is.New(t)
	h, s := resellers(t)
	b := h.soldTo("ada@example.com", s, 2)
	again := func() error {
		v, err := resale.ListAsBuyer(t.Context(), h.App, h.page(b), resale.NewListing{Items: []resale.Ask{{ItemID: b.Items[0].ID}}, MinQuantity: 1})
		if err == nil {
			_, err = resale.CancelAsBuyer(t.Context(), h.App, h.page(b), v.ID)
		}
		return err
	}
	n := 0
	for ; n < 50; n++ {
		if err := again(); err != nil {
			is.Equal(app.KindOf(err), app.TooMany)
			break
		}
	}
	is.Equal(n, 20)
	_, err := h.list(1, resale.Ask{ItemID: b.Items[1].ID})
	is.NoErr(err) // staff do as they see fit
	h.Clock.Jump(time.Hour + time.Second)
	is.NoErr(again())
}

// What the offers of an event cost to read grows with how many there are, and not with how
// many are in one listing; there is an end to it.
func TestOffersAreReadOnce(t *testing.T) {
	cost := func(listings, each int) (n int, reads int64) {
		h, m := meteredHall(t)
		_, _, err := resale.SetSettings(t.Context(), h.App, h.A.Owner, resale.Change{Enabled: app.Is(true)})
		h.noErr(err)
		s := h.addItem(-1, plain)
		for range listings {
			b, err := h.complete(h.mustAdd(h.buying("ada", one(s, int64(each)))), cash)
			h.noErr(err)
			in := resale.NewListing{MinQuantity: 1}
			for _, it := range b.Items {
				in.Items = append(in.Items, resale.Ask{ItemID: it.ID})
			}
			_, err = resale.List(t.Context(), h.App, h.A.Owner, in)
			h.noErr(err)
		}
		m.Reset()
		h.noErr(h.App.View(t.Context(), h.A.Owner, app.Authenticated, func(r app.Reader) error {
			all, err := resale.AtEvent(r, h.event.ID, catalog.APIChannel, h.Clock.Now())
			n = len(all)
			return err
		}))
		return n, int64(m.Reset().Gets)
	}
	is := is.New(t)
	n, one := cost(1, 1)
	is.Equal(n, 1)
	n, some := cost(1, 40)
	is.Equal(n, 40)
	t.Logf("%d reads for one, %d for forty", one, some)
	is.True(some <= one+2*39)
	n, _ = cost(12, 40)
	is.Equal(n, 400)
}
