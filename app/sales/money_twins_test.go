package sales_test

import (
	"sync"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/ledger"
	"marquee/app/order"
	"marquee/app/resale"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/app/wallet"
	"marquee/indexes"
)

// The control twins of the races of wallets and resale: a box office that decides by what it
// saw, and writes that back. Each shows that the race it belongs to can be lost.

// seen is what somebody saw before they decided.
type seen struct {
	wallet   wallet.Wallet
	movement wallet.Movement
}

// putBack makes it so again, as whoever writes a copy of a record does.
func (s *seen) putBack(tx app.Tx) error {
	_, err := indexes.Forge(wallet.Table()).Update(tx, s.wallet.ID, func(w *wallet.Wallet) error { *w = s.wallet; return nil })
	if err == nil && s.movement.ID != 0 {
		_, err = indexes.Forge(wallet.MovementTable()).Update(tx, s.movement.ID, func(m *wallet.Movement) error { *m = s.movement; return nil })
	}
	return err
}

// sees reads the guest's wallet, and a movement, 0: none.
func (p *purse) sees(movementID int64) (s seen) {
	p.t.Helper()
	p.view(func(r app.Reader) error {
		var err error
		if s.wallet, _, err = wallet.Find(r, p.guest.ID, p.currency.ID); err != nil || movementID == 0 {
			return err
		}
		all, err := wallet.Movements(r, []int64{movementID})
		if err == nil {
			s.movement = all[0]
		}
		return err
	})
	return s
}

// blindly has two do something about what both saw, one after the other, and counts those
// who could.
func (p *purse) blindly(movementID int64, do ...func(tx app.Tx) error) (done int) {
	p.t.Helper()
	both := p.sees(movementID)
	for _, one := range do {
		err := p.App.Update(p.t.Context(), p.A.Owner, app.Authenticated, func(tx app.Tx) error {
			if err := both.putBack(tx); err != nil {
				return err
			}
			return one(tx)
		})
		if err == nil {
			done++
		}
	}
	return done
}

func TestControlTwinsOfWallets(t *testing.T) {
	lost := func(t *testing.T) *purse { return newPurse(t, apptest.Calm(), apptest.Unchecked()) }
	t.Run("a payout is confirmed and cancelled", func(t *testing.T) {
		p := lost(t)
		p.topsUp(1000)
		v, err := wallet.InitiatePayout(t.Context(), p.App, p.A.Owner, wallet.PayoutAsk{WalletID: p.walletOf().ID, Amount: 600})
		p.noErr(err)
		n := p.blindly(v.ID,
			func(tx app.Tx) error { _, err := wallet.Confirm(tx, v.ID, 0); return err },
			func(tx app.Tx) error { _, err := wallet.Cancel(tx, v.ID, 0); return err },
		)
		is := is.New(t)
		is.Equal(n, 2)
		is.True(len(p.breaches()) > 0)
	})
	t.Run("a top-up is lost beside a cash-out", func(t *testing.T) {
		p := lost(t)
		p.topsUp(1000)
		move := wallet.Move{Type: wallet.Adjustment, Amount: 100, Against: ledger.Complimentary, Source: wallet.Source{Type: wallet.UserSource}}
		p.blindly(0,
			func(tx app.Tx) error { _, err := wallet.Credit(tx, p.guest.ID, p.currency.ID, false, move); return err },
			func(tx app.Tx) error {
				w, _, err := wallet.Find(tx, p.guest.ID, p.currency.ID)
				if err == nil {
					_, err = wallet.Debit(tx, w, move)
				}
				return err
			},
		)
		is := is.New(t)
		is.Equal(p.walletOf().Available, int64(900)) // and not 1000
		is.True(len(p.breaches()) > 0)
	})
	t.Run("a contract is settled twice", func(t *testing.T) {
		p := lost(t)
		p.resell(resale.Change{Enabled: app.Is(true)})
		v, err := p.list(1, resale.Ask{ItemID: p.ticket.ID})
		p.noErr(err)
		_, err = p.buy("grace@example.com", p.ticket.ID)
		p.noErr(err)
		id := p.listing(v).Contracts[0].MovementID
		confirm := func(tx app.Tx) error { _, err := wallet.Confirm(tx, id, 0); return err }
		is := is.New(t)
		is.Equal(p.blindly(id, confirm, confirm), 2)
		is.True(len(p.breaches()) > 0)
	})
}

func TestControlTwinsOfResale(t *testing.T) {
	t.Run("an item is refunded by who looked before it was listed", func(t *testing.T) {
		is := is.New(t)
		h, s := resellers(t, apptest.Calm(), apptest.Unchecked())
		b := h.soldTo("ada@example.com", s, 1)
		var listing error
		in := rules.Refund{Order: key(b), Kind: rules.MoneyBack}
		err := refundAsLooked(t.Context(), h.App, h.A.Owner, in, func() {
			_, listing = h.list(1, resale.Ask{ItemID: b.Items[0].ID})
		})
		is.NoErr(err)
		is.NoErr(listing) // both, never one of them
		is.True(len(h.breaches()) > 0)
	})
	t.Run("a ticket is refunded by who looked, after its holder was let in", func(t *testing.T) {
		is := is.New(t)
		h, s := resellers(t, apptest.Calm(), apptest.Unchecked())
		b := h.soldTo("ada@example.com", s, 1)
		it := h.items(b)[0] // what a gate with an old list knows
		_, err := h.refundOf(b, asIs)
		is.NoErr(err)
		is.True(it.Admissible() && !h.items(b)[0].Admissible())
	})
	t.Run("an offer is bought by who looked before it was taken back", func(t *testing.T) {
		is := is.New(t)
		h, s := resellers(t, apptest.Calm(), apptest.Unchecked())
		b, v := h.offered(s)
		basket, err := h.add(reselling("grace@example.com", b.Items[0].ID))
		is.NoErr(err)
		looked := h.listing(v).Contracts[0].Contract
		is.NoErr(sales.ExpireBasket(t.Context(), h.App, h.A.Owner, key(basket)))
		_, err = resale.Cancel(t.Context(), h.App, h.A.Owner, resale.Which{ListingID: v.ID})
		is.NoErr(err)
		h.update(func(tx app.Tx) error {
			_, err := indexes.Forge(resale.Contracts).Update(tx, looked.ID, func(c *resale.Contract) error { *c = looked; return nil })
			if err != nil {
				return err
			}
			_, err = resale.Sell(tx, resale.Sale{ContractID: looked.ID, BasketID: basket.Order.ID, UnitID: basket.Items[0].ID, Quote: resale.Quote{Price: looked.Price}})
			return err
		})
		is.Equal(h.listing(v).Contracts[0].State, resale.Sold)
		is.True(len(h.breaches()) > 0)
	})
}

// A refund whose answer was lost is asked for again under its own key. Under another key
// the gateway gives the money back twice.
func TestARefundIsAskedForAgainUnderItsKey(t *testing.T) {
	is, h := is.New(t), newTeller(t, apptest.Unchecked())
	b := h.mustAdd(adding(one(h.addItem(9, plain), 1)))
	i := h.mustIntent(b)
	_, err := h.payBy(b, i)
	is.NoErr(err)
	for _, key := range []string{"first", "first"} {
		is.NoErr(h.bank.Refund(t.Context(), i.Ref, key, 1000, h.A.Currency()))
	}
	is.Equal(h.bank.byRef[i.Ref].refunded, int64(1000))
	is.NoErr(h.bank.Refund(t.Context(), i.Ref, "second", 1000, h.A.Currency())) // control: another key
	is.Equal(h.bank.byRef[i.Ref].refunded, int64(2000))
}

// Two buy, one takes back, and the time is up, all at once: the contract ends in one way,
// and money and stock follow.
func TestAnOfferEndsInOneWay(t *testing.T) {
	is := is.New(t)
	for range 12 {
		h, s := resellers(t, apptest.Calm())
		b, v := h.offered(s)
		before := h.stock(s)
		var bought [2]error
		var ready sync.WaitGroup
		ready.Add(4)
		together(4, func(i int) {
			ready.Done()
			ready.Wait()
			switch i {
			case 0, 1:
				_, bought[i] = patient(func() (order.Basket, error) {
					return h.buy([]string{"grace@example.com", "joan@example.com"}[i], b.Items[0].ID)
				})
			case 2:
				_, _ = patient(func() (resale.Ended, error) {
					return resale.Cancel(t.Context(), h.App, h.A.Owner, resale.Which{ListingID: v.ID})
				})
			default:
				_, _ = patient(func() (int, error) { return 0, h.App.RunJob(t.Context(), resale.ExpireListings) })
			}
		})
		n := nils(bought[:])
		is.True(n <= 1) // never both
		got := h.listing(v).Contracts[0]
		is.Equal(got.State == resale.Sold, n == 1)
		is.Equal(h.items(b)[0].SuccessorID != 0, n == 1)
		after := h.stock(s)
		is.Equal(after.Sold, before.Sold) // what is sold on was sold before, and is sold after
	}
}
