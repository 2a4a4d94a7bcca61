package sales_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/app/transfer"
	"marquee/app/voucher"
	"marquee/indexes"
)

// basketOf begins a basket of a customer at an event that lets tickets be given during the
// checkout, too.
func (t *teller) basketOf(email string, s catalog.SaleItem, n int64) order.Basket {
	t.t.Helper()
	t.share(func(e *catalog.Event) { e.Settings.TicketsBefore = true })
	in := adding(one(s, n))
	in.Buyer = customer.Buyer{Name: "Ada", Email: email}
	return t.mustAdd(in)
}

func (t *teller) given(b order.Basket, i int, email string) transfer.Made {
	t.t.Helper()
	return t.mustGive(transfer.Ask{ItemIDs: []int64{t.items(b)[i].ID}, Email: email, Name: "Grace"})
}

func TestGivingDuringTheCheckout(t *testing.T) {
	t.Run("is offered when the basket is bought, and claimed then", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t)
		b := h.basketOf("ada@example.com", s, 2)
		made := h.given(b, 0, "grace@example.com")
		is.True(!h.transfer(made.ID).Mailed)
		_, err := h.claim(made.Token, "")
		refusedWith(t, err, "belongs to an order that is not complete")
		_, err = h.complete(b, cash)
		is.NoErr(err)
		is.True(h.transfer(made.ID).Mailed)
		is.Equal(h.transfer(made.ID).From.Email, "ada@example.com")
		before := h.items(b)[0]
		_, err = h.claim(made.Token, "")
		is.NoErr(err)
		is.Equal(h.scan(before.Barcode), entry.Denied)
		is.Equal(h.scan(h.items(b)[0].Barcode), entry.Valid)
	})
	t.Run("at once hands over when the basket is bought", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t)
		b := h.basketOf("ada@example.com", s, 2)
		made := h.mustGive(transfer.Ask{ItemIDs: []int64{b.Items[0].ID}, Email: "grace@example.com", Name: "Grace", Instant: true})
		is.Equal(made.Token, "")
		is.Equal(made.State, transfer.Pending)
		done, err := h.complete(b, cash)
		is.NoErr(err)
		is.Equal(h.transfer(made.ID).State, transfer.Claimed)
		is.Equal(done.Items[0].CustomerID, h.transfer(made.ID).ToID) // the answer says so, too
		is.Equal(h.scan(h.items(b)[0].Barcode), entry.Valid)
	})
	for _, atOnce := range []bool{false, true} {
		t.Run(fmt.Sprint("takes along what is added to it, at once: ", atOnce), func(t *testing.T) {
			is := is.New(t)
			h, s := givers(t)
			addon := h.addItem(-1, func(a *catalog.SaleItem, i *catalog.InventoryItem) { a.ParentID, i.Name = s.ID, "Camping" })
			b := h.basketOf("ada@example.com", s, 1)
			made := h.mustGive(transfer.Ask{ItemIDs: []int64{b.Items[0].ID}, Email: "grace@example.com", Name: "Grace", Instant: atOnce})
			more := adding(one(addon, 1))
			more.Basket = key(b)
			b, err := h.complete(h.mustAdd(more), cash)
			is.NoErr(err)
			if !atOnce {
				_, err = h.claim(made.Token, "")
				is.NoErr(err)
			}
			to := h.transfer(made.ID)
			is.Equal(to.State, transfer.Claimed)
			is.Equal(to.ItemIDs, []int64{b.Items[0].ID, b.Items[1].ID})
			is.Equal(h.items(b)[1].CustomerID, to.ToID)
		})
	}
	t.Run("at once gives other barcodes where the buyer had them before", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t)
		h.invoices(true)
		b := h.basketOf("ada@example.com", s, 1)
		made := h.mustGive(transfer.Ask{ItemIDs: []int64{b.Items[0].ID}, Email: "grace@example.com", Name: "Grace", Instant: true})
		_, err := h.payLater(b, sales.ByInvoice)
		is.NoErr(err)
		before := h.barcodes(b)[0]
		_, err = h.complete(b, rules.Payment{})
		is.NoErr(err)
		to := h.transfer(made.ID)
		is.Equal(to.State, transfer.Claimed)
		is.True(!to.KeptBarcodes)
		is.Equal(h.scan(before), entry.Denied)
		is.Equal(h.scan(h.items(b)[0].Barcode), entry.Valid)
	})
	t.Run("ends with what it gives", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t)
		b := h.basketOf("ada@example.com", s, 2)
		removed, expired := h.given(b, 1, "grace@example.com"), h.given(b, 0, "joan@example.com")
		_, err := h.setTo(b, s, 1)
		is.NoErr(err)
		is.Equal(h.transfer(removed.ID).Reason, transfer.ItemGone)
		is.Equal(h.transfer(expired.ID).State, transfer.Pending)
		h.later(2 * time.Hour)
		is.Equal(h.order(b).Status, order.Expired)
		is.Equal(h.transfer(expired.ID).Reason, transfer.ItemGone)
	})
	t.Run("to who buys it in the end gives nothing", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t)
		h.share(func(e *catalog.Event) { e.Settings.TicketsBefore = true })
		b := h.mustAdd(adding(one(s, 1)))
		made := h.given(b, 0, "grace@example.com")
		_, err := sales.CompleteOrder(t.Context(), h.App, h.A.Owner, sales.Completion{
			Basket: key(b), Payment: cash, Channel: catalog.APIChannel, Buyer: customer.Buyer{Name: "Grace", Email: "Grace@example.com"},
		})
		is.NoErr(err)
		is.Equal(h.transfer(made.ID).Reason, transfer.ToBuyer)
		is.Equal(h.scan(h.items(b)[0].Barcode), entry.Valid)
	})
	for _, c := range []struct {
		must string
		ask  func(h *teller, b order.Basket) transfer.Ask
		want string
	}{
		{"unless the event allows it", func(h *teller, b order.Basket) transfer.Ask {
			h.share(func(e *catalog.Event) { e.Settings.TicketsBefore = false })
			return transfer.Ask{ItemIDs: []int64{b.Items[0].ID}}
		}, "cannot be given to others"},
		{"on a day", func(h *teller, b order.Basket) transfer.Ask {
			return transfer.Ask{ItemIDs: []int64{b.Items[0].ID}, Email: "grace@example.com", MailAt: new(h.Clock.Now().Add(time.Hour))}
		}, "mailAt: is not possible"},
		{"with barcodes that there are not", func(h *teller, b order.Basket) transfer.Ask {
			return transfer.Ask{ItemIDs: []int64{b.Items[0].ID}, Email: "grace@example.com", Name: "Grace", Instant: true, KeepBarcodes: true}
		}, "keepBarcodes: is not possible"},
		{"to nobody", func(h *teller, b order.Basket) transfer.Ask {
			return transfer.Ask{ItemIDs: []int64{b.Items[0].ID}, Email: "grace@example.com", Instant: true}
		}, "customerName: is required"},
	} {
		t.Run("is refused "+c.must, func(t *testing.T) {
			h, s := givers(t)
			b := h.basketOf("ada@example.com", s, 1)
			_, err := h.give(c.ask(h, b))
			refusedWith(t, err, c.want)
		})
	}
}

func TestTheLimitOfWhoIsGivenTickets(t *testing.T) {
	t.Run("holds for claims", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t)
		h.limitTickets(2)
		h.soldTo("grace@example.com", s, 1)
		b := h.soldTo("ada@example.com", s, 2)
		made := h.mustGive(transfer.Ask{ItemIDs: []int64{b.Items[0].ID, b.Items[1].ID}})
		_, err := h.claim(made.Token, "grace@example.com")
		refusedWith(t, err, "customerEmail: would leave one customer with more than the 2 tickets")
		_, err = h.claim(made.Token, "joan@example.com")
		is.NoErr(err)
		again := h.soldTo("ada@example.com", s, 1)
		_, err = h.give(transfer.Ask{ItemIDs: []int64{again.Items[0].ID}, Email: "joan@example.com", Instant: true})
		refusedWith(t, err, "customerEmail: would leave")
		_, err = h.give(transfer.Ask{ItemIDs: []int64{again.Items[0].ID}, Email: "joan@example.com", Instant: true, Override: true})
		is.NoErr(err) // who may lift rules lifts this one, too
	})
	t.Run("lets buyers have more as long as they give it away", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t)
		h.limitTickets(2)
		b := h.basketOf("ada@example.com", s, 2)
		_, err := h.setTo(b, s, 3)
		refusedWith(t, err, "At most 2 tickets")
		made := h.given(b, 0, "grace@example.com")
		b, err = h.setTo(b, s, 3)
		is.NoErr(err)
		_, err = transfer.Cancel(t.Context(), h.App, h.A.Owner, made.ID)
		refusedNot(t, err)
		_, err = h.complete(b, cash)
		refusedWith(t, err, "At most 2 tickets") // it was taken back
		kept := h.given(b, 0, "grace@example.com")
		_, err = h.complete(b, cash)
		is.NoErr(err)
		_, err = transfer.Cancel(t.Context(), h.App, h.A.Owner, kept.ID)
		refusedWith(t, err, "id: would leave one customer with more than the 2 tickets")
	})
	t.Run("counts what buyers give to themselves", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t)
		h.limitTickets(2)
		b := h.basketOf("", s, 2)
		h.given(b, 0, "Ada@example.com")
		h.given(b, 1, "ada@example.com")
		b, err := h.setTo(b, s, 4)
		is.NoErr(err) // nobody has said who buys
		is.Equal(types(h.completeFor(b, "ada")), []string{"purchase_limit"})
		is.NoErr(h.completeFor(b, "eve"))
	})
	t.Run("stays when an order waits for its payment", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t)
		h.limitTickets(2)
		b := h.basketOf("ada@example.com", s, 2)
		made := h.given(b, 0, "grace@example.com")
		b, err := h.setTo(b, s, 3)
		is.NoErr(err)
		_, err = h.payLater(b, sales.OnSite)
		is.NoErr(err)
		_, err = transfer.Cancel(t.Context(), h.App, h.A.Owner, made.ID)
		refusedWith(t, err, "id: is part of an order that is not paid yet")
		_, err = h.complete(b, cash)
		is.NoErr(err)
	})
	t.Run("is that of the sale item, too", func(t *testing.T) {
		for _, typ := range []catalog.ItemType{catalog.Ticket, catalog.Product} {
			is := is.New(t)
			h, _ := givers(t)
			h.share(func(e *catalog.Event) { e.Settings.ProductsAfter = true })
			s := h.addItem(-1, func(s *catalog.SaleItem, i *catalog.InventoryItem) { s.MaxPerCustomer, i.Type = 2, typ })
			h.soldTo("grace@example.com", s, 1)
			b := h.soldTo("ada@example.com", s, 2)
			made := h.mustGive(transfer.Ask{ItemIDs: []int64{b.Items[0].ID, b.Items[1].ID}})
			_, err := h.claim(made.Token, "grace@example.com")
			refusedWith(t, err, "customerEmail: would leave one customer with more than the 2 of Standing that are allowed")
			_, err = h.claim(made.Token, "joan@example.com")
			is.NoErr(err)
		}
	})
	t.Run("of a sale item lets nobody take back what was given to have more", func(t *testing.T) {
		is := is.New(t)
		h, _ := givers(t)
		s := h.addItem(-1, func(s *catalog.SaleItem, _ *catalog.InventoryItem) { s.MaxPerCustomer = 2 })
		b := h.basketOf("ada@example.com", s, 2)
		made := h.given(b, 0, "grace@example.com")
		b, err := h.setTo(b, s, 3)
		is.NoErr(err)
		_, err = h.complete(b, cash)
		is.NoErr(err)
		_, err = transfer.Cancel(t.Context(), h.App, h.A.Owner, made.ID)
		refusedWith(t, err, "id: would leave one customer with more than the 2 of Standing")
	})
	t.Run("of a sale item is held when something of a gift is voided", func(t *testing.T) {
		is := is.New(t)
		h, _ := givers(t)
		s := h.addItem(-1, func(s *catalog.SaleItem, _ *catalog.InventoryItem) { s.MaxPerCustomer = 2 })
		b := h.basketOf("ada@example.com", s, 2)
		made := h.mustGive(transfer.Ask{ItemIDs: []int64{b.Items[0].ID, b.Items[1].ID}, Email: "grace@example.com", Name: "Grace"})
		b, err := h.setTo(b, s, 4)
		is.NoErr(err)
		b, err = h.complete(b, cash)
		is.NoErr(err)
		_, err = h.refundOf(b, func(in *rules.Refund) { in.Order, in.ItemIDs = order.Key{}, []int64{made.ItemIDs[0]} })
		is.NoErr(err)
		now := h.transfer(made.ID)
		is.Equal(now.State, transfer.Pending) // the other does not come back as a third
		is.Equal(now.ItemIDs, made.ItemIDs[1:])
	})
	t.Run("is held when a claim and a purchase race", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t, apptest.Calm())
		h.limitTickets(1)
		for round := range 12 {
			buyer := "grace" + string(rune('a'+round)) + "@example.com"
			b := h.soldTo("ada"+string(rune('a'+round))+"@example.com", s, 1)
			made := h.mustGive(transfer.Ask{ItemIDs: []int64{b.Items[0].ID}})
			in := adding(one(s, 1))
			in.Buyer = customer.Buyer{Name: "Grace", Email: buyer}
			own := h.mustAdd(in)
			var claimed, bought error
			together(2, func(i int) {
				if i == round%2 {
					_, claimed = patient(func() (transfer.Done, error) { return h.claim(made.Token, buyer) })
					return
				}
				_, bought = patient(func() (order.Basket, error) { return h.complete(own, cash) })
			})
			is.True((claimed == nil) != (bought == nil)) // whoever comes first has it
		}
	})
	t.Run("is held when two claims race", func(t *testing.T) {
		h, s := givers(t, apptest.Calm())
		h.limitTickets(1)
		h.claimTwo(s, h.claim, 1)
	})
	t.Run("control: two claims that do not look have both", func(t *testing.T) {
		h, s := givers(t, apptest.Calm(), apptest.Unchecked())
		h.limitTickets(1)
		h.claimTwo(s, func(token, email string) (done transfer.Done, err error) {
			var id int64
			h.view(func(r app.Reader) error {
				d, _ := order.ParseClaim(token)
				v, err := transfer.ByID(r, d.ID)
				id = v.ItemIDs[0]
				return err
			})
			_, err = h.handOver(email, id) // neither asks how many there are
			return done, err
		}, 2)
	})
}

// claimTwo has two tickets of two buyers claimed by one customer at the same moment, and
// wants so many of them to go there.
func (t *teller) claimTwo(s catalog.SaleItem, claim func(token, email string) (transfer.Done, error), want int) {
	t.t.Helper()
	for round := range 8 {
		var tokens [2]string
		for i := range tokens {
			b := t.soldTo("ada"+string(rune('a'+2*round+i))+"@example.com", s, 1)
			tokens[i] = t.mustGive(transfer.Ask{ItemIDs: []int64{b.Items[0].ID}}).Token
		}
		var errs [2]error
		together(2, func(i int) {
			_, errs[i] = patient(func() (transfer.Done, error) { return claim(tokens[i], "grace"+string(rune('a'+round))+"@example.com") })
		})
		got := 0
		for _, err := range errs {
			if err == nil {
				got++
			}
		}
		if got != want {
			t.t.Fatalf("%d of two claims went through, want %d: %v", got, want, errs)
		}
		if want == 2 {
			return // the transfers of the control stay pending
		}
	}
}

func refusedNot(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// compulsory lets units of a sale item be bought only to be given to others.
func (t *teller) compulsory(s catalog.SaleItem) {
	t.update(func(tx app.Tx) error {
		_, err := indexes.Forge(catalog.SaleItems).Update(tx, s.ID, func(s *catalog.SaleItem) error { s.Sharing = catalog.SharedCompulsory; return nil })
		return err
	})
}

func TestEveryUnitIsGivenAway(t *testing.T) {
	t.Run("before it is paid", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t)
		h.compulsory(s)
		b := h.basketOf("ada@example.com", s, 2)
		h.given(b, 0, "grace@example.com")
		_, err := h.complete(b, cash)
		refusedWith(t, err, "basketId: has something that has to be given to somebody first")
		_, err = h.intent(b)
		refusedWith(t, err, "basketId: has something that has to be given to somebody first")
		h.given(b, 1, "joan@example.com")
		_, err = h.payBy(b, h.mustIntent(b))
		is.NoErr(err)
	})
	t.Run("unless it cannot be", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t)
		_, v := h.offered(s)
		list := h.addItem(-1, func(s *catalog.SaleItem, i *catalog.InventoryItem) {
			i.Type, i.Name, s.Prices[0].Base, s.Prices[0].ProcessingFee = catalog.GuestList, "Friends", 0, 0
		})
		approved := h.addItem(-1, approvable)
		for _, s := range []catalog.SaleItem{s, list, approved} {
			h.compulsory(s)
		}
		_, err := h.buy("grace@example.com", v.Contracts[0].ItemID)
		is.NoErr(err)
		_, err = h.complete(h.mustAdd(h.buying("ada", one(list, 1))), cash)
		is.NoErr(err)
		b, err := h.complete(h.mustAdd(h.buying("ada", one(approved, 1))), cash)
		is.NoErr(err)
		is.Equal(b.Order.Status, order.AwaitingApproval)
	})
	t.Run("and nothing is put on sale that never can be", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t)
		sharing, yes := catalog.SharedCompulsory, true
		change := func(s catalog.SaleItem, sale catalog.SaleItemChange, item catalog.ItemChange) error {
			_, err := catalog.UpdateSaleItem(t.Context(), h.App, h.A.Owner, s.Type, s.ID, sale, item)
			return err
		}
		gift := h.addItem(-1, func(_ *catalog.SaleItem, i *catalog.InventoryItem) { i.Type = catalog.GiftVoucher })
		refusedWith(t, change(gift, catalog.SaleItemChange{Sharing: &sharing}, catalog.ItemChange{}), "saleItemData.sharing: is for tickets and products")
		approved := h.addItem(-1, approvable)
		refusedWith(t, change(approved, catalog.SaleItemChange{Sharing: &sharing}, catalog.ItemChange{}), "saleItemData.sharing: is not possible for what needs approval")
		is.NoErr(change(s, catalog.SaleItemChange{Sharing: &sharing}, catalog.ItemChange{}))
		refusedWith(t, change(s, catalog.SaleItemChange{}, catalog.ItemChange{RequiresApproval: &yes}), "itemData.requiresApproval: is not possible for what has to be given to others")
	})
}

func TestWhatIsOnItsWayIsNotPrinted(t *testing.T) {
	is := is.New(t)
	h, s := givers(t)
	b := h.soldTo("ada@example.com", s, 2)
	printed := func() (n int) {
		o, items := h.order(b), h.items(b)
		h.view(func(r app.Reader) error {
			all, err := order.Printed(r, order.Download{Scope: order.WholeOrder}, &o, items)
			n = len(all)
			return err
		})
		return n
	}
	is.Equal(printed(), 2)
	made := h.mustGive(transfer.Ask{ItemIDs: []int64{b.Items[0].ID}})
	is.Equal(printed(), 1)
	_, err := transfer.Cancel(t.Context(), h.App, h.A.Owner, made.ID)
	is.NoErr(err)
	is.Equal(printed(), 2)
}

func TestReceiversGiveOn(t *testing.T) {
	is := is.New(t)
	h, s := givers(t)
	b := h.soldTo("ada@example.com", s, 3)
	ids := []int64{b.Items[0].ID, b.Items[1].ID}
	done, err := h.claim(h.mustGive(transfer.Ask{ItemIDs: ids}).Token, "grace@example.com")
	is.NoErr(err)
	on := func(in transfer.Ask) (transfer.Made, error) {
		return transfer.StartAsHolder(t.Context(), h.App, h.A.Owner, done.Tickets, in)
	}
	_, err = on(transfer.Ask{ItemIDs: []int64{b.Items[2].ID}})
	refusedWith(t, err, "orderItemIds.0: does not exist") // that is the buyer's still
	_, err = transfer.StartAsHolder(t.Context(), h.App, h.A.Owner, done.Tickets+"x", transfer.Ask{ItemIDs: ids})
	is.Equal(app.KindOf(err), app.NotFound)
	made, err := on(transfer.Ask{ItemIDs: ids[:1], Instant: true, Override: true})
	is.NoErr(err)
	is.Equal(made.State, transfer.Pending)
	_, err = transfer.CancelAsHolder(t.Context(), h.App, h.A.Owner, done.Tickets, made.ID)
	is.NoErr(err)
	h.share(func(e *catalog.Event) { e.Settings.PurchaserOnly = true })
	_, err = on(transfer.Ask{ItemIDs: ids[:1]})
	refusedWith(t, err, "was given to somebody else")
	h.share(func(e *catalog.Event) { e.Settings.PurchaserOnly = false })
	made, err = on(transfer.Ask{ItemIDs: ids[:1], Email: "joan@example.com"})
	is.NoErr(err)
	third, err := h.claim(made.Token, "")
	is.NoErr(err)
	is.Equal(h.items(b)[0].CustomerID, third.ToID)
	_, err = on(transfer.Ask{ItemIDs: ids[1:]})
	is.Equal(app.KindOf(err), app.NotFound) // the link opened both, and one is somebody else's
	other := h.soldTo("ada@example.com", s, 1)
	o, items := h.order(other), h.items(other)
	own := order.NewLinks(h.A.Company.ID, h.A.Company.LinkKey).Items(&o, items)
	_, err = transfer.StartAsHolder(t.Context(), h.App, h.A.Owner, own, transfer.Ask{ItemIDs: []int64{other.Items[0].ID}})
	is.Equal(app.KindOf(err), app.NotFound) // who bought it gives it on the page of the order
}

// A voucher can be given to somebody during the checkout, whatever the sharing rule says. It is
// redeemed by nobody before it is theirs, then with their code, and not given on.
func TestGivingAVoucherDuringTheCheckout(t *testing.T) {
	buy := func(t *testing.T) (*is.I, *teller, order.Basket) {
		h, _ := givers(t)
		h.share(func(e *catalog.Event) { e.Settings.TicketsAfter, e.Settings.TicketsBefore = false, false })
		s := h.addItem(-1, func(s *catalog.SaleItem, i *catalog.InventoryItem) {
			i.Type, s.EventID, s.Prices[0].Base = catalog.GiftVoucher, 0, 2500
		})
		in := adding(one(s, 1))
		in.Buyer = customer.Buyer{Name: "Ada", Email: "ada@example.com"}
		return is.New(t), h, h.mustAdd(in)
	}
	redeem := func(h *teller, code string, who int64) error {
		_, err := voucher.Redeem(h.t.Context(), h.App, h.A.Owner, code, who)
		return err
	}
	t.Run("and claimed when it was bought", func(t *testing.T) {
		is, h, b := buy(t)
		made := h.given(b, 0, "grace@example.com")
		_, err := h.complete(b, cash)
		is.NoErr(err)
		before := h.items(b)[0]
		refusedWith(t, redeem(h, before.Barcode, before.CustomerID), "is being given to somebody else")
		_, err = h.claim(made.Token, "")
		is.NoErr(err)
		now := h.items(b)[0]
		is.True(now.Barcode != before.Barcode && now.CustomerID == h.transfer(made.ID).ToID)
		is.Equal(app.KindOf(redeem(h, before.Barcode, before.CustomerID)), app.NotFound) // the buyer knows no code that is good
		is.NoErr(redeem(h, now.Barcode, now.CustomerID))
	})
	t.Run("or at once", func(t *testing.T) {
		is, h, b := buy(t)
		h.mustGive(transfer.Ask{ItemIDs: []int64{b.Items[0].ID}, Email: "grace@example.com", Name: "Grace", Instant: true})
		done, err := h.complete(b, cash)
		is.NoErr(err)
		is.True(done.Items[0].CustomerID != done.Order.CustomerID)
	})
	t.Run("but not once it was bought", func(t *testing.T) {
		is, h, b := buy(t)
		_, err := h.complete(b, cash)
		is.NoErr(err)
		_, err = h.give(transfer.Ask{ItemIDs: []int64{b.Items[0].ID}, Email: "grace@example.com"})
		refusedWith(t, err, "is nothing that can be given to others")
	})
}
