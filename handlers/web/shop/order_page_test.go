package shop_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/fee"
	"marquee/app/order"
	"marquee/app/wallet"
	"marquee/indexes"
)

// TestTicketsComeFirst: what an order is asked, and what may be done with it, stands below its
// tickets.
func TestTicketsComeFirst(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	b := w.browser(t)
	b.open(w.path("/events/1"))
	b.fill(1)
	b.pay(goodCard)
	tickets := strings.Index(b.page, `class="tickets"`)
	is.True(tickets > 0)
	for _, later := range []string{`id="asked"`, `id="give"`, `id="order"`} {
		if at := strings.Index(b.page, later); at >= 0 && at < tickets {
			t.Errorf("%s stands before the tickets", later)
		}
	}
}

// TestNamesAreChangedOnDemand: the form is folded away, and open where a name was refused, with
// what was typed.
func TestNamesAreChangedOnDemand(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	is.NoErr(w.App.Update(t.Context(), w.A.Owner, app.Authenticated, func(tx app.Tx) error {
		_, err := indexes.Forge(catalog.Events).Update(tx, 1, func(e *catalog.Event) error {
			e.Naming = &catalog.Naming{Shop: catalog.NamesOptional, Renaming: true}
			e.Start, e.End = w.Clock.Now().AddDate(0, 0, 10), w.Clock.Now().AddDate(0, 0, 11)
			return nil
		})
		return err
	}))
	b := w.browser(t)
	b.open(w.path("/events/1"))
	b.fill(2)
	b.pay(goodCard)
	at := b.at
	is.Equal(strings.Count(b.page, `<details class="rename"><summary>`), 2)
	item := b.all("item")[0]
	b.send(at+"/name", "item", item, "name", "Look at https://elsewhere.example")
	is.Equal(b.status, 422)
	is.Equal(strings.Count(b.page, `<details class="rename" open>`), 1)
	b.says(`value="Look at https://elsewhere.example"`)
	is.True(strings.Contains(b.whole, "#t"))
	b.send(at+"/name", "item", item, "name", "Ada")
	is.Equal(b.status, 200)
	b.says("Ada")
	is.True(!strings.Contains(b.page, `class="rename" open`))
}

// TestALinkIsCopiedAndShared: what is given by a link has the link to copy, to share and to mail.
func TestALinkIsCopiedAndShared(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	_, _, err := catalog.UpdateEvent(t.Context(), w.App, w.A.Owner, 1, catalog.EventChange{ShareTicketsAfter: new(true)}, nil)
	is.NoErr(err)
	b := w.browser(t)
	b.open(w.path("/events/1"))
	b.fill(1)
	b.pay(goodCard)
	b.send(b.at+"/give", "item", b.all("item")[0], "how", "link")
	is.Equal(b.status, 200)
	is.True(strings.HasSuffix(b.whole, "#give"))
	b.says(`data-copy="http`, `data-share="http`, `href="mailto:?body=http`, "Copy")
}

// TestWhatNeedsApprovalIsSaidAndNotPaid: a basket that the organiser looks at first says so
// before its buyer commits; nothing is charged, not even the fee of the order.
func TestWhatNeedsApprovalIsSaidAndNotPaid(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	is.NoErr(w.App.Update(t.Context(), w.A.Owner, app.Authenticated, func(tx app.Tx) error {
		s, err := catalog.SaleItems.Get(tx, 1)
		if err != nil {
			return err
		}
		_, err = indexes.Forge(catalog.InventoryItems).Update(tx, s.ItemID, func(i *catalog.InventoryItem) error {
			i.RequiresApproval = true
			return nil
		})
		return err
	}))
	name, kind, per := "Order fee", fee.Fixed, fee.PerOrder
	_, err := fee.Create(t.Context(), w.App, w.A.Owner, fee.Fields{Name: &name, Kind: &kind, Per: &per, Amount: app.Is(int64(250))})
	is.NoErr(err)
	b := w.browser(t)
	b.open(w.path("/events/1"))
	b.send(w.path("/events/1"), "item", "1", "do", "more")
	for _, at := range []string{"/events/1", "/basket", "/checkout"} {
		b.open(w.path(at))
		b.says("The organiser confirms your order first. You pay nothing now.")
	}
	is.True(!strings.Contains(b.page, `name="method"`))
	b.open(w.path("/pay"))
	is.True(!strings.HasSuffix(b.at, "/pay"))
	b.send(w.path("/checkout"), "email", "zoe@example.org", "name", "Zoe")
	b.says("The organiser confirms first", "Nothing was charged")
	is.NoErr(w.App.View(t.Context(), w.A.Owner, app.Authenticated, func(r app.Reader) error {
		page, _ := order.ParsePage(strings.TrimPrefix(b.at, "/orders/"))
		o, err := order.Orders.Get(r, page.ID)
		is.Equal(o.Status, order.AwaitingApproval)
		is.Equal(o.Totals.Paid, int64(0))
		is.Equal(len(o.TransactionIDs), 0)
		return err
	}))
}

// TestWhatIsKeptIsSaidBefore: fees that are not given back are named beside what comes back.
func TestWhatIsKeptIsSaidBefore(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	is.NoErr(w.App.Update(t.Context(), w.A.Owner, app.Authenticated, func(tx app.Tx) error {
		_, err := indexes.Forge(catalog.Events).Update(tx, 1, func(e *catalog.Event) error {
			e.Start, e.End = tx.Wall().AddDate(0, 1, 0), tx.Wall().AddDate(0, 1, 3)
			return nil
		})
		return err
	}))
	_, err := wallet.ChangeSettings(t.Context(), w.App, w.A.Owner, wallet.SettingsChange{SelfRefunds: new(true), RefundProcessingFee: new(false)})
	is.NoErr(err)
	b := w.browser(t)
	b.open(w.path("/events/1"))
	b.fill(2)
	b.pay(goodCard)
	b.says("comes back to your account with", "of fees are not given back")
}
