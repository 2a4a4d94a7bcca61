package sales_test

import (
	"testing"
	"time"

	"marquee/app"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/resale"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/app/transfer"
	"marquee/app/wallet"

	"github.com/matryer/is"
)

// aheadOnce leaves the store's own time ahead of the clock for good, as a commit under a clock
// that was wrong does.
func (h *hall) aheadOnce(d time.Duration) {
	h.t.Helper()
	h.Clock.Jump(d)
	h.update(func(tx app.Tx) error {
		_, err := customer.FindOrCreate(tx, customer.Buyer{Name: "Late", Email: "late@example.com"})
		return err
	})
	h.Clock.Jump(-d)
}

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

// So do top-ups expire: what was bought before can still be cashed out, and what is bought
// while the store is ahead ends when it says.
func TestTopupsExpireByTheWallClock(t *testing.T) {
	is := is.New(t)
	p := newPurse(t)
	_, err := wallet.ChangeSettings(t.Context(), p.App, p.A.Owner, wallet.SettingsChange{ExpiryDays: new(int64(30))})
	is.NoErr(err)
	p.topsUp(1000)
	p.aheadOnce(400 * 24 * time.Hour)
	p.spends(100)
	p.topsUp(500)
	is.Equal(p.has(), "EUR 1400, online 0, by hand 1400")
	_, err = p.cashesOut(func(in *rules.Cashout) { in.Amount = new(int64(900)) })
	is.NoErr(err)
	is.Equal(p.has(), "EUR 500, online 0, by hand 500")
	p.Clock.Jump(31 * 24 * time.Hour)
	is.Equal(p.has(), "EUR 500, online 0, by hand 0")
	_, err = p.cashesOut(func(*rules.Cashout) {})
	is.Equal(reasons(err), "amount")
}

// Whatever moves a wallet leaves those of its top-ups that have not expired by that clock.
func TestWalletsMoveByTheWallClock(t *testing.T) {
	is, ctx := is.New(t), t.Context()
	p := newPurse(t)
	_, err := wallet.ChangeSettings(ctx, p.App, p.A.Owner, wallet.SettingsChange{ExpiryDays: new(int64(30))})
	is.NoErr(err)
	p.topsUp(1000)
	drink := p.spends(300)
	p.Clock.Jump(20 * 24 * time.Hour)
	later := p.topsUp(500)
	p.aheadOnce(400 * 24 * time.Hour)
	id := p.walletOf().ID

	v, err := wallet.InitiatePayout(ctx, p.App, p.A.Owner, wallet.PayoutAsk{WalletID: id, Amount: 200})
	is.NoErr(err)
	_, err = wallet.CancelPayout(ctx, p.App, p.A.Owner, v.ID)
	is.NoErr(err)
	is.Equal(p.has(), "EUR 1200, online 0, by hand 1200")
	v, err = wallet.Adjust(ctx, p.App, p.A.Owner, wallet.Adjusting{WalletID: id, Amount: 50, Reason: "sorry", Pending: true})
	is.NoErr(err)
	_, err = wallet.ConfirmCredit(ctx, p.App, p.A.Owner, v.ID)
	is.NoErr(err)
	is.Equal(p.has(), "EUR 1250, online 0, by hand 1200") // of which what was given by hand cannot be had
	_, err = p.refund(rules.Refund{Order: key(drink)})
	is.NoErr(err)
	is.Equal(p.has(), "EUR 1550, online 0, by hand 1500")
	kept, err := customer.Create(ctx, p.App, p.A.Owner, customer.Fields{Name: new("Ada L"), Email: new("kept@example.com")})
	is.NoErr(err)
	_, err = customer.Merge(ctx, p.App, p.A.Owner, kept.ID, p.guest.ID)
	is.NoErr(err)
	is.NoErr(p.App.RunJob(ctx, customer.MergeJob))
	p.guest = kept
	is.Equal(p.has(), "EUR 1550, online 0, by hand 1500")
	_, err = p.refund(rules.Refund{Order: key(later)})
	is.NoErr(err)
	is.Equal(p.has(), "EUR 1050, online 0, by hand 1000") // those that were bought then
	_, err = p.cashesOut(func(in *rules.Cashout) { in.Amount = new(int64(400)) })
	is.NoErr(err)
	is.Equal(p.has(), "EUR 650, online 0, by hand 600") // and not what was given
	p.Clock.Jump(11 * 24 * time.Hour)
	is.Equal(p.has(), "EUR 650, online 0, by hand 0")
}

// So do the limits of what somebody does within an hour: what was noted under a wrong clock
// keeps nobody from it until that time has come.
func TestRecentMeansByTheWallClock(t *testing.T) {
	is := is.New(t)
	const times = 25 // more than anybody may within an hour
	h, s := givers(t)
	b := h.soldTo("ada@example.com", s, 1)
	h.aheadOnce(400 * 24 * time.Hour)
	for range times {
		made, err := transfer.StartAsBuyer(t.Context(), h.App, h.page(b), transfer.Ask{ItemIDs: []int64{b.Items[0].ID}, Email: "joan@example.com"})
		is.NoErr(err)
		_, err = transfer.CancelAsBuyer(t.Context(), h.App, h.page(b), made.ID)
		is.NoErr(err)
	}
	h, s = resellers(t)
	b = h.soldTo("ada@example.com", s, 1)
	h.aheadOnce(400 * 24 * time.Hour)
	for range times {
		v, err := resale.ListAsBuyer(t.Context(), h.App, h.page(b), resale.NewListing{Items: []resale.Ask{{ItemID: b.Items[0].ID}}, MinQuantity: 1})
		is.NoErr(err)
		_, err = resale.CancelAsBuyer(t.Context(), h.App, h.page(b), v.ID)
		is.NoErr(err)
	}
}
