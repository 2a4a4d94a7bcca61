package sales_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/ledger"
	"marquee/app/order"
	"marquee/app/sales/refund"
	"marquee/app/sales/rules"
	"marquee/app/wallet"

	"github.com/matryer/is"
)

// walletOf is the guest's wallet.
func (p *purse) walletOf() wallet.Wallet {
	p.t.Helper()
	page, err := wallet.List(p.t.Context(), p.App, p.A.Owner, wallet.Filter{CustomerID: p.guest.ID})
	p.noErr(err)
	return page.Rows[0]
}

// Two tills spend the same money at the same moment: one has it.
func TestTwoTillsSpendOneBalance(t *testing.T) {
	const tills = 32
	t.Run("one has it", func(t *testing.T) {
		is := is.New(t)
		p := newPurse(t, apptest.Calm())
		p.topsUp(1000)
		var done, refused atomic.Int64
		together(tills, func(int) {
			_, err := patient(func() (order.Basket, error) { return p.buys(p.drink, 1000, p.shows()) })
			switch {
			case err == nil:
				done.Add(1)
			case reasons(err) == wallet.TypeInsufficient:
				refused.Add(1)
			default:
				t.Error(err)
			}
		})
		is.Equal(done.Load(), int64(1))
		is.Equal(refused.Load(), int64(tills-1))
		is.Equal(p.has(), "EUR 0, online 0, by hand 0")
	})
	t.Run("control: tills that look first spend it many times", func(t *testing.T) {
		p := newPurse(t, apptest.Calm(), apptest.Unchecked())
		p.topsUp(1000)
		var done atomic.Int64
		var looked sync.WaitGroup
		looked.Add(tills)
		together(tills, func(int) {
			w := p.walletOf()
			looked.Done()
			looked.Wait()
			if w.Available < 1000 {
				return
			}
			_, err := patient(func() (int, error) {
				return 0, p.App.Update(t.Context(), p.A.Owner, app.Authenticated, func(tx app.Tx) error {
					// the wallet as it was seen, credited again for what was taken from it since
					now, _, err := wallet.Find(tx, p.guest.ID, p.currency.ID)
					if err == nil && now.Available < 1000 {
						_, err = wallet.Credit(tx, p.guest.ID, p.currency.ID, false, wallet.Move{
							Type: wallet.Adjustment, Amount: 1000, Against: ledger.Complimentary, Source: wallet.Source{Type: wallet.UserSource},
						})
						now, _, _ = wallet.Find(tx, p.guest.ID, p.currency.ID)
					}
					if err == nil {
						_, err = wallet.Debit(tx, now, wallet.Move{
							Type: wallet.PurchaseOnline, Amount: 1000, Against: ledger.Clearing, Source: wallet.Source{Type: wallet.OrderSource, ID: 1},
						})
					}
					return err
				})
			})
			if err == nil {
				done.Add(1)
			}
		})
		if done.Load() < 2 {
			t.Fatal("the race does not show: the test above proves nothing")
		}
	})
}

// A payout that is confirmed and cancelled at once ends in one way.
func TestAPayoutIsConfirmedOrCancelled(t *testing.T) {
	is := is.New(t)
	p := newPurse(t, apptest.Calm())
	p.topsUp(1000)
	v, err := wallet.InitiatePayout(t.Context(), p.App, p.A.Owner, wallet.PayoutAsk{WalletID: p.walletOf().ID, Amount: 600})
	is.NoErr(err)
	var confirmed, cancelled atomic.Int64
	together(32, func(i int) {
		do, count := wallet.ConfirmPayout, &confirmed
		if i%2 == 1 {
			do, count = wallet.CancelPayout, &cancelled
		}
		if _, err := patient(func() (wallet.View, error) { return do(t.Context(), p.App, p.A.Owner, v.ID) }); err == nil {
			count.Add(1)
		}
	})
	is.Equal(confirmed.Load()+cancelled.Load(), int64(1))
	w := p.walletOf()
	is.Equal(w.Reserved, int64(0))
	is.Equal(w.Available, 400+600*cancelled.Load())
}

// Top-ups, payments and cash-outs of one wallet at once: nothing is made or lost.
func TestTopupsAgainstCashouts(t *testing.T) {
	is := is.New(t)
	p := newPurse(t, apptest.Calm())
	p.topsUp(1000)
	var in, out atomic.Int64
	together(24, func(i int) {
		switch i % 3 {
		case 0:
			if _, err := patient(func() (order.Basket, error) { return p.buys(p.topup, 100, cash) }); err != nil {
				t.Error(err)
			}
			in.Add(100)
		case 1:
			if _, err := patient(func() (order.Basket, error) { return p.buys(p.drink, 150, p.shows()) }); err == nil {
				out.Add(150)
			}
		default:
			if _, err := patient(func() (refund.CashedOut, error) {
				return p.cashesOut(func(in *rules.Cashout) { in.Amount = new(int64(200)) })
			}); err == nil {
				out.Add(200)
			}
		}
	})
	is.Equal(p.walletOf().Available, 1000+in.Load()-out.Load())
}
