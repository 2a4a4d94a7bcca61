package sales_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/app/sales/sold"
	pages "marquee/app/shop"
	"marquee/app/ticketcode/form"
	"marquee/app/transfer"
	"marquee/indexes"
)

func (t *teller) reissue(itemID int64) (order.Item, error) {
	it, _, err := sold.Reissue(t.t.Context(), t.App, t.A.Owner, itemID)
	return it, err
}

// handOver gives items to a customer with this address.
func (t *teller) handOver(email string, ids ...int64) (holder int64, err error) {
	codes := order.DrawBarcodes(t.App)
	err = t.App.Update(t.t.Context(), t.A.Owner, app.EditOrders, func(tx app.Tx) error {
		who, err := customer.FindOrCreate(tx, customer.Buyer{Email: email, Name: "Grace"})
		if err != nil {
			return err
		}
		holder = who.ID
		_, err = sold.HandOver(tx, t.A.Owner, order.Handover{ItemIDs: ids, HolderID: who.ID, Barcode: codes.Each()})
		return err
	})
	return holder, err
}

func (t *teller) links(b order.Basket, opens func(l *order.Links, o *order.Order, items []order.Item)) {
	t.t.Helper()
	o, items := t.order(b), t.items(b)
	opens(order.NewLinks(t.A.Company.ID, []byte("a key of this test")), &o, items)
}

// TestTheEventSaysWhichCodes: tickets get the form of code that their event has when they
// are sold, staff can give one ticket another, and say why.
func TestTheEventSaysWhichCodes(t *testing.T) {
	is := is.New(t)
	h := newTeller(t)
	event := func(change func(*catalog.Event)) {
		is.NoErr(h.App.Update(t.Context(), h.A.Owner, app.EditEvents, func(tx app.Tx) error {
			_, err := indexes.Forge(catalog.Events).Update(tx, h.event.ID, func(e *catalog.Event) error { change(e); return nil })
			return err
		}))
	}
	sell := func(static bool) order.Item {
		in := adding(one(h.addItem(1, plain), 1))
		in.Items[0].SecureDisabled = static
		in.Buyer = customer.Buyer{Name: "Ada", Email: "ada@example.com"}
		b, err := h.complete(h.mustAdd(in), cash)
		is.NoErr(err)
		return h.items(b)[0]
	}
	yes := true
	is.Equal(sell(false).Form, form.Plain)
	event(func(e *catalog.Event) { e.Codes.Signed = &yes })
	is.Equal(sell(false).Form, form.Signed)
	event(func(e *catalog.Event) { e.ScanningMode = catalog.SecureScanning })
	is.Equal(sell(true).Form, form.Signed)
	it := sell(false)
	is.Equal(it.Form, form.Rotating)

	change := func(in sold.CodeChange) (order.Item, []order.OldBarcode) {
		in.ItemID = it.ID
		it, old, err := sold.ChangeCode(t.Context(), h.App, h.A.Owner, in)
		is.NoErr(err)
		return it, old
	}
	static, old := change(sold.CodeChange{Static: true, Reason: " no phone "})
	is.Equal(static.Form, form.Signed)
	is.Equal(old[0].Reason, "no phone")
	is.Equal(old[0].UserID, h.A.Owner.UserID)
	same, old := change(sold.CodeChange{Static: true, Reason: "again"})
	is.Equal(same.Barcode, static.Barcode)
	is.Equal(len(old), 1)
	handed, err := h.reissue(it.ID)
	is.NoErr(err)
	is.Equal(handed.Form, form.Signed) // whoever gets it next
	back, _ := change(sold.CodeChange{})
	is.Equal(back.Form, form.Rotating)
	s := h.addItem(1, plain)
	camping := h.addItem(1, func(a *catalog.SaleItem, _ *catalog.InventoryItem) { a.ParentID = s.ID })
	both := adding(one(s, 1), one(camping, 1))
	both.Buyer = customer.Buyer{Name: "Ada", Email: "ada@example.com"}
	b, err := h.complete(h.mustAdd(both), cash)
	is.NoErr(err)
	addon := h.items(b)[1]
	is.Equal(addon.Form, form.Signed)
	_, _, err = sold.ChangeCode(t.Context(), h.App, h.A.Owner, sold.CodeChange{ItemID: addon.ID})
	is.Equal(app.KindOf(err), app.Invalid) // it would get the same code again, and no former one counts
	is.Equal(h.items(b)[1].Barcode, addon.Barcode)
	event(func(e *catalog.Event) { e.ScanningMode = "" })
	_, _, err = sold.ChangeCode(t.Context(), h.App, h.A.Owner, sold.CodeChange{ItemID: sell(false).ID})
	is.Equal(app.KindOf(err), app.Invalid)
	_, _, err = sold.ChangeCode(t.Context(), h.App, h.A.With(app.Sell), sold.CodeChange{ItemID: it.ID, Static: true, Reason: "x"})
	is.Equal(app.KindOf(err), app.Forbidden)
}

func TestAnotherBarcode(t *testing.T) {
	t.Run("is the only one that a gate takes", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t)
		b := h.sold(h.addItem(9, plain), cash)
		before := h.items(b)[0]
		after, err := h.reissue(before.ID)
		is.NoErr(err)
		is.True(after.Barcode != before.Barcode)
		is.Equal(after.CustomerID, before.CustomerID)
		is.Equal(h.scan(before.Barcode), entry.Denied)
		is.Equal(h.scan(after.Barcode), entry.Valid)
	})
	for _, c := range []struct {
		must   string
		change func(*order.Item)
		want   string
	}{
		{"is not for a locked item", func(i *order.Item) { i.Frozen = true }, "is locked"},
		{"is not for what does not stand", func(i *order.Item) { i.Sold = false }, "does not stand"},
	} {
		t.Run(c.must, func(t *testing.T) {
			is := is.New(t)
			h := newTeller(t, apptest.Unchecked())
			b := h.sold(h.addItem(9, plain), cash)
			id := h.items(b)[0].ID
			h.update(func(tx app.Tx) error {
				_, err := indexes.Forge(order.Items).Update(tx, id, func(i *order.Item) error { c.change(i); return nil })
				return err
			})
			_, err := h.reissue(id)
			is.True(err != nil && strings.Contains(err.Error(), c.want))
		})
	}
}

func TestHandingOver(t *testing.T) {
	is := is.New(t)
	h := newTeller(t)
	s := h.addItem(9, plain)
	b, err := h.complete(h.mustAdd(adding(one(s, 2))), cash)
	is.NoErr(err)
	given, kept := h.items(b)[0], h.items(b)[1]
	_, err = sold.Rename(t.Context(), h.App, h.A.Owner, given.ID, "Ada")
	is.NoErr(err)
	var whole, own, one string
	h.links(b, func(l *order.Links, o *order.Order, items []order.Item) {
		whole, one, own = l.Order(o, order.WholeOrder), l.Item(o, &items[0]), l.Item(o, &items[1])
	})

	holder, err := h.handOver("grace@example.com", given.ID)
	is.NoErr(err)
	now := h.items(b)[0]
	is.Equal(now.CustomerID, holder)
	is.Equal(now.NamedHolder, "") // it was the name of the holder before
	is.True(now.Barcode != given.Barcode)
	is.Equal(h.items(b)[1].Barcode, kept.Barcode)
	is.Equal(h.scan(given.Barcode), entry.Denied)
	is.Equal(h.scan(now.Barcode), entry.Valid)

	h.links(b, func(l *order.Links, o *order.Order, items []order.Item) {
		at := func(scope order.Scope, id int64) order.Download {
			return order.Download{Company: h.A.Company.ID, Scope: scope, ID: id}
		}
		is.True(!l.Opens(whole, at(order.WholeOrder, o.ID), o, nil))      // it would open what is another's now
		is.True(!l.Opens(one, at(order.OneItem, given.ID), o, &items[0])) // so would this
		is.True(l.Opens(own, at(order.OneItem, kept.ID), o, &items[1]))   // this is the buyer's still
		is.True(l.Order(o, order.WholeOrder) != "")                       // staff get a new one
		mine := l.Order(o, o.BuyerScope())
		is.True(l.Opens(mine, at(order.OfPurchaser, o.ID), o, nil))
		h.view(func(r app.Reader) error {
			printed, err := order.Printed(r, at(order.OfPurchaser, o.ID), o, items)
			is.Equal(len(printed), 1)
			is.Equal(printed[0].ID, kept.ID)
			return err
		})
	})
	_, err = h.handOver("grace@example.com", 999)
	is.True(err != nil)
}

// TestNothingChangesHandsWhileItIsRefunded: the refund that is at the gateway would void the
// ticket of somebody who paid for it meanwhile.
func TestNothingChangesHandsWhileItIsRefunded(t *testing.T) {
	is := is.New(t)
	h := newTeller(t)
	all, _, items := paidByCard(h, 1)
	h.bank.fault = func(call string) fault { return map[string]fault{"refund": unheard}[call] }
	_, err := h.refundOf(all[0], func(in *rules.Refund) { in.Online = true })
	is.Equal(app.KindOf(err), app.Unavailable)
	before := h.A.Digest()
	_, err = h.handOver("grace@example.com", items[0])
	is.True(err != nil && strings.Contains(err.Error(), "orderItemId: is being refunded"))
	_, err = h.reissue(items[0])
	is.True(err != nil && strings.Contains(err.Error(), "orderItemId: is being refunded"))
	is.Equal(h.A.Digest(), before)
}

func TestAHandOverOfNothingIsRefused(t *testing.T) {
	is := is.New(t)
	_, err := newTeller(t).handOver("grace@example.com")
	is.True(err != nil)
}

func TestAnItemHasSoManyBarcodes(t *testing.T) {
	is := is.New(t)
	h := newTeller(t)
	b := h.sold(h.addItem(9, plain), cash)
	id := b.Items[0].ID
	for range sales.MaxFormerBarcodes {
		_, err := h.reissue(id)
		is.NoErr(err)
	}
	_, err := h.reissue(id)
	is.True(err != nil && strings.Contains(err.Error(), "orderItemId: has had"))
	_, err = h.handOver("grace@example.com", id)
	is.True(err != nil)
}

func TestHandingOverRacesAScan(t *testing.T) {
	is := is.New(t)
	h := newTeller(t, apptest.Calm())
	s := h.addItem(-1, plain)
	for round := range 40 {
		b := h.sold(s, cash)
		before := h.items(b)[0]
		var admitted entry.Status
		var handed error
		together(2, func(n int) {
			if n == round%2 {
				admitted = h.scan(before.Barcode)
				return
			}
			_, handed = patient(func() (int64, error) { return h.handOver(fmt.Sprintf("g%d@example.com", round), before.ID) })
		})
		is.NoErr(handed)
		want := entry.Valid
		if admitted == entry.Valid {
			want = entry.AlreadyIn
		} else {
			is.Equal(admitted, entry.Denied)
		}
		h.Clock.Jump(time.Second)
		is.Equal(h.scan(before.Barcode), entry.Denied) // whoever came first
		is.Equal(h.scan(h.items(b)[0].Barcode), want)
	}
}

// TestThePageOfAnOrderShowsWhatItsBuyerHas: also where nobody knows who the buyer was.
func TestThePageOfAnOrderShowsWhatItsBuyerHas(t *testing.T) {
	is := is.New(t)
	h, s := givers(t)
	b, err := h.complete(h.mustAdd(adding(one(s, 2))), cash)
	is.NoErr(err)
	_, err = h.handOver("grace@example.com", b.Items[0].ID)
	is.NoErr(err)
	page, o := "", h.order(b)
	h.view(func(r app.Reader) error {
		own, err := company.SettingsOf(r)
		if err == nil {
			page = order.NewLinks(own.ID, own.LinkKey).Page(&o)
		}
		return err
	})
	shown, err := pages.ReadOrder(t.Context(), h.App, page, "en")
	is.NoErr(err)
	is.Equal(len(shown.Tickets), 1)
	is.Equal(shown.Tickets[0].Barcode, h.items(b)[1].Barcode)
}

// TestWhatWasGivenOutlivesItsBuyer: the links of those who were given something open it when
// its buyer is erased, and those of the buyer open nothing.
func TestWhatWasGivenOutlivesItsBuyer(t *testing.T) {
	is := is.New(t)
	h, s := givers(t)
	b := h.soldTo("ada@example.com", s, 2)
	_, err := h.handOver("grace@example.com", b.Items[0].ID)
	is.NoErr(err)
	at := func(scope order.Scope, id int64) order.Download {
		return order.Download{Company: h.A.Company.ID, Scope: scope, ID: id}
	}
	var given, some, kept, all, page string
	h.links(b, func(l *order.Links, o *order.Order, items []order.Item) {
		given, some, kept, all, page = l.Item(o, &items[0]), l.Items(o, items[:1]), l.Item(o, &items[1]), l.Order(o, o.BuyerScope()), l.Page(o)
	})
	is.NoErr(customer.Delete(t.Context(), h.App, h.A.Owner, b.Order.CustomerID, true))
	is.NoErr(h.App.RunJob(t.Context(), customer.EraseJob))
	h.links(b, func(l *order.Links, o *order.Order, items []order.Item) {
		is.True(l.Opens(given, at(order.OneItem, items[0].ID), o, &items[0]))
		is.True(l.OpensItems(some, o, items[:1]))
		is.True(!l.Opens(kept, at(order.OneItem, items[1].ID), o, &items[1]))
		is.True(!l.Opens(all, at(order.OfPurchaser, o.ID), o, nil))
		is.True(page != l.Page(o))
	})
}

// TestLinksOfReceiversEndWithThem: what was given to who is erased by force is void, and what
// was mailed to them opens nothing; what they had not claimed is its buyer's.
func TestLinksOfReceiversEndWithThem(t *testing.T) {
	for _, merged := range []bool{false, true} {
		t.Run(fmt.Sprintf("merged=%t", merged), func(t *testing.T) { linksOfReceiverEnd(t, merged) })
	}
}

// linksOfReceiverEnd erases a receiver; merged: after who took it was merged into that one.
func linksOfReceiverEnd(t *testing.T, merged bool) {
	is := is.New(t)
	h, s := givers(t)
	ctx := t.Context()
	b := h.soldTo("ada@example.com", s, 3)
	claimed := h.mustGive(transfer.Ask{ItemIDs: []int64{b.Items[0].ID}, Email: canaryEmail, Name: "Zqxanthe Quorl"})
	done, err := h.claim(claimed.Token, canaryEmail)
	is.NoErr(err)
	who := h.known(canaryEmail)
	h.update(func(tx app.Tx) error {
		_, err := indexes.Forge(order.Items).Update(tx, b.Items[0].ID, func(i *order.Item) error { i.NamedHolder = "Zqxanthe (holder)"; return nil })
		return err
	})
	offered := h.mustGive(transfer.Ask{ItemIDs: []int64{b.Items[1].ID}, Email: canaryEmail, Name: "Zqxanthe Quorl"})
	had := h.mailedOf(b)
	if merged {
		taker := who
		who = h.known("zqxanthe.two@quorl.example.org")
		_, err := customer.Merge(ctx, h.App, h.A.Owner, who, taker)
		is.NoErr(err)
		is.NoErr(h.App.RunJob(ctx, customer.MergeJob))
	}
	theirs := mailed{tickets: []string{done.Tickets, had.tickets[2]}, passes: had.passes[:1]}
	_, tickets, passes := h.opened(theirs)
	is.Equal(tickets+passes, 3)

	is.NoErr(customer.Delete(ctx, h.App, h.A.Owner, who, true))
	is.NoErr(h.App.RunJob(ctx, customer.EraseJob))
	is.Equal(h.spacesWith(canary), nil)
	_, tickets, passes = h.opened(theirs)
	is.Equal(tickets+passes, 0)
	_, err = transfer.StartAsHolder(ctx, h.App, h.A.Owner, done.Tickets, transfer.Ask{ItemIDs: []int64{b.Items[0].ID}})
	is.Equal(app.KindOf(err), app.NotFound) // nobody gives it on with the link
	_, err = h.claim(offered.Token, canaryEmail)
	is.True(err != nil) // what nobody had claimed is its buyer's again
	for _, token := range []string{claimed.Token, offered.Token} {
		gift, err := pages.ReadGift(ctx, h.App, token, "en")
		is.NoErr(err) // says what became of it, and not to whom
		is.True(!strings.Contains(strings.ToLower(fmt.Sprintf("%+v", gift)), canary))
	}

	now := h.mailedOf(b)
	h.allOpen(mailed{page: had.page, tickets: []string{had.tickets[0], now.tickets[3], had.tickets[4]}, passes: had.passes[1:]})
	_, tickets, passes = h.opened(mailed{tickets: now.tickets[2:3], passes: now.passes[:1]})
	is.Equal(tickets+passes, 0) // what the erased held is void
	is.Equal(h.scan(h.items(b)[0].Barcode), entry.Denied)
}
