package sales_test

import (
	"testing"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/discount"
	"marquee/app/order"
	"marquee/app/pass"
	pages "marquee/app/shop"
	"marquee/app/transfer"

	"github.com/matryer/is"
)

// mailed is what somebody has of an order: the link to its page, those that open tickets, and
// the passes on their phone.
type mailed struct {
	page    string
	tickets []string
	passes  []string
}

// mailedOf makes the links of an order as they are mailed; of tickets that were given, the link
// that whoever has them was mailed.
func (t *teller) mailedOf(b order.Basket, given ...string) mailed {
	t.t.Helper()
	o, items := t.order(b), t.items(b)
	l := order.NewLinks(t.A.Company.ID, t.A.Company.LinkKey)
	m := mailed{page: l.Page(&o), tickets: append([]string{l.Order(&o, o.BuyerScope()), l.Order(&o, order.OfPurchaser)}, given...)}
	for i := range items {
		m.tickets = append(m.tickets, l.Item(&o, &items[i]))
		m.passes = append(m.passes, l.PassSerial(&o, &items[i]))
	}
	return m
}

// opened counts which of them open anything.
func (t *teller) opened(m mailed) (page bool, tickets, passes int) {
	t.t.Helper()
	_, err := pages.ReadOrder(t.t.Context(), t.App, m.page, "en")
	for _, link := range m.tickets {
		if _, err := pages.ReadTickets(t.t.Context(), t.App, link, "en"); err == nil {
			tickets++
		}
	}
	l := order.NewLinks(t.A.Company.ID, t.A.Company.LinkKey)
	for _, serial := range m.passes {
		if p, err := pass.Again(t.t.Context(), t.App, t.A.Company.ID, serial, l.PassToken(serial)); err == nil && !p.Void {
			passes++
		}
	}
	return err == nil, tickets, passes
}

func (t *teller) allOpen(m mailed) {
	t.t.Helper()
	page, tickets, passes := t.opened(m)
	if !page || tickets != len(m.tickets) || passes != len(m.passes) {
		t.t.Errorf("page %t, %d of %d links and %d of %d passes are good", page, tickets, len(m.tickets), passes, len(m.passes))
	}
}

// What was mailed to either of two who are one person opens what it opened: merging is nothing
// that a guest did.
func TestMailedLinksOutliveAMerge(t *testing.T) {
	is := is.New(t)
	h, s := givers(t)
	ctx := t.Context()
	gift := func(b order.Basket, i int, to string) transfer.Done {
		t.Helper()
		done, err := h.claim(h.mustGive(transfer.Ask{ItemIDs: []int64{b.Items[i].ID}}).Token, to)
		is.NoErr(err)
		return done
	}
	own, bought, friends := h.soldTo(keptEmail, s, 3), h.soldTo(dupEmail, s, 5), h.soldTo("friend@example.com", s, 2)
	toDup, toKept, fromFriend := gift(own, 0, dupEmail), gift(bought, 0, keptEmail), gift(friends, 0, dupEmail)
	pending := h.mustGive(transfer.Ask{ItemIDs: []int64{bought.Items[1].ID}})
	all := []mailed{h.mailedOf(own, toDup.Tickets), h.mailedOf(bought, toKept.Tickets), h.mailedOf(friends, fromFriend.Tickets)}
	all[1].tickets = all[1].tickets[:len(all[1].tickets)-1] // its second item is on its way, see below
	for i := range all {
		all[i].tickets, all[i].passes = without(all[i].tickets, ""), all[i].passes[2:]
		h.allOpen(all[i])
	}
	kept, _ := h.mergedWhole()

	for i := range all {
		h.allOpen(all[i])
	}
	for tickets, item := range map[string]int64{toDup.Tickets: own.Items[0].ID, toKept.Tickets: bought.Items[0].ID} {
		made, err := transfer.StartAsHolder(ctx, h.App, h.A.Owner, tickets, transfer.Ask{ItemIDs: []int64{item}})
		is.NoErr(err) // who was given something gives it on
		_, err = transfer.CancelAsHolder(ctx, h.App, h.A.Owner, tickets, made.ID)
		is.NoErr(err)
	}
	_, err := h.claim(pending.Token, "grace@example.com")
	is.NoErr(err)
	is.Equal(h.transfer(pending.ID).FromID, kept)

	t.Run("until something changes hands", func(t *testing.T) {
		is := is.New(t)
		had := h.mailedOf(bought)
		h.mustGive(transfer.Ask{ItemIDs: []int64{bought.Items[4].ID}, Email: "joan@example.com", Name: "Joan", Instant: true, KeepBarcodes: true})
		_, tickets, passes := h.opened(mailed{had.page, had.tickets[len(had.tickets)-1:], had.passes[len(had.passes)-1:]})
		is.Equal(tickets+passes, 0) // though the barcode is the same
		had = h.mailedOf(bought)
		is.NoErr(h.purchaser(bought, "joan@example.com", true, false))
		page, _, _ := h.opened(mailed{page: had.page})
		is.True(!page)
		_, tickets, passes = h.opened(mailed{"", had.tickets[4:6], had.passes[2:4]})
		is.Equal(tickets+passes, 0)
	})
	t.Run("or the person is erased", func(t *testing.T) {
		is := is.New(t)
		had := h.mailedOf(own)
		page, tickets, _ := h.opened(had)
		is.True(page && tickets > 0)
		_, err := customer.Finish(ctx, h.App, h.A.Owner, kept, true)
		is.NoErr(err)
		page, tickets, passes := h.opened(had)
		is.True(!page && tickets+passes == 0)
	})
}

func without(all []string, one string) (left []string) {
	for _, text := range all {
		if text != one {
			left = append(left, text)
		}
	}
	return left
}

// A log-in is no ticket: whoever has one of the duplicate's signs in no more.
func TestLogInsEndWithAMerge(t *testing.T) {
	is := is.New(t)
	h, _ := givers(t)
	ctx, company := t.Context(), h.A.Company.ID
	h.known(keptEmail)
	in, err := customer.MakeSignIn(ctx, h.App, h.A.Owner, customer.SignIn{Email: dupEmail, Name: "Lady Ada", Token: true})
	is.NoErr(err)
	_, err = customer.Offered(ctx, h.App, company, in.Link)
	is.NoErr(err)
	h.mergedWhole()
	_, err = customer.Offered(ctx, h.App, company, in.Link)
	is.Equal(app.KindOf(err), app.NotFound)
	_, err = customer.UseLink(ctx, h.App, company, in.Link, customer.Place{})
	is.Equal(app.KindOf(err), app.NotFound)
	_, err = customer.Of(ctx, h.App, company, in.Token, customer.Place{})
	is.Equal(app.KindOf(err), app.NotFound)
}

// While a merge goes on, what still is the duplicate's counts: limits are those of one person
// from the first step on.
func TestLimitsCountBothMeanwhile(t *testing.T) {
	is := is.New(t)
	h, s := givers(t, apptest.Calm())
	few := h.addItem(-1, func(s *catalog.SaleItem, _ *catalog.InventoryItem) { s.MaxPerCustomer = 4 })
	list := h.addItem(-1, func(s *catalog.SaleItem, i *catalog.InventoryItem) {
		i.Type, s.Prices[0].Base, s.Prices[0].ProcessingFee = catalog.GuestList, 0, 0
	})
	h.code(discount.Percentage, "ONCE", 1000, func(f *discount.Fields) { f.MaxUsesPerCustomer = app.Is(int64(1)) })
	h.code(discount.Percentage, "NEW", 1000, func(f *discount.Fields) { f.NewCustomersOnly = new(true) })
	_, shared := h.distributed(s, 6, sameShare)                 // of Ada's: the kept one must be somebody else
	bought := h.mustEnter(h.basketOf(dupEmail, few, 2), "ONCE") // the oldest of the duplicate's: it moves last
	_, err := h.complete(bought, cash)
	is.NoErr(err)
	h.soldTo(dupEmail, list, 1)
	_, err = h.take(shared.Code, dupEmail, 2)
	is.NoErr(err)
	for range 5 {
		h.soldTo(dupEmail, s, 45)
	}
	kept, duplicate := h.known("countess@example.com"), h.known(dupEmail)
	_, err = h.take(shared.Code, "countess@example.com", 2)
	is.NoErr(err)
	_, err = customer.Merge(t.Context(), h.App, h.A.Owner, kept, duplicate)
	is.NoErr(err)
	is.Equal(h.order(bought).CustomerID, duplicate) // not yet

	add := func(s catalog.SaleItem, n int64) (order.Basket, error) {
		in := adding(one(s, n))
		in.Buyer = customer.Buyer{Email: "countess@example.com"}
		return h.add(in)
	}
	_, err = add(few, 3)
	is.Equal(types(err), []string{"purchase_limit"})
	b, err := add(few, 2)
	is.NoErr(err)
	limits := func() {
		t.Helper()
		for _, s := range []catalog.SaleItem{few, list} {
			_, err := add(s, 1)
			is.Equal(types(err), []string{"purchase_limit"})
		}
		_, err = h.enter(b, "ONCE")
		says(t, err, "has been used up by this customer")
		_, err = h.enter(b, "NEW")
		says(t, err, "is for the first order of a customer")
		_, err = h.take(shared.Code, "countess@example.com", 1)
		is.True(err != nil)
		h.share(func(e *catalog.Event) { e.MaxTicketsPerCustomer = new(int64(233)) }) // what they bought and took, and the basket
		_, err = add(s, 1)
		is.Equal(types(err), []string{"purchase_limit"})
		h.share(func(e *catalog.Event) { e.MaxTicketsPerCustomer = nil })
	}
	limits()
	is.NoErr(h.App.RunJob(t.Context(), customer.MergeJob))
	is.Equal(h.order(bought).CustomerID, kept)
	limits()
	h.share(func(e *catalog.Event) { e.MaxTicketsPerCustomer = new(int64(234)) })
	_, err = add(s, 1)
	is.NoErr(err)
}
