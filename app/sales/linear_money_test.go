package sales_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/ledger"
	"marquee/app/order"
	"marquee/app/resale"
	"marquee/app/sales"
	"marquee/app/sales/refund"
	"marquee/app/sales/rules"
	"marquee/app/wallet"

	"github.com/anishathalye/porcupine"
	"github.com/matryer/is"
)

// creditCall is one call about a wallet, as a till sees it: what it adds, or takes away
// where it is below zero; 0 only looks.
type creditCall struct{ amount int64 }

type creditAnswer struct {
	refused bool
	has     int64 // what a look found
}

// walletModel is a wallet that gives what it has.
var walletModel = porcupine.Model{
	Init: func() any { return int64(0) },
	Step: func(state, input, output any) (bool, any) {
		has, in, out := state.(int64), input.(creditCall), output.(creditAnswer)
		switch {
		case in.amount == 0:
			return out.has == has, has
		case has+in.amount < 0:
			return out.refused, has
		}
		return !out.refused, has + in.amount
	},
	DescribeOperation: func(input, output any) string { return fmt.Sprint(input, output) },
}

// note adds a call of a client to a history.
func note[In, Out any](hist *history, client int, in In, do func() Out) {
	from := time.Since(hist.begin)
	out := do()
	until := time.Since(hist.begin)
	hist.mu.Lock()
	defer hist.mu.Unlock()
	hist.calls = append(hist.calls, porcupine.Operation{ClientId: client, Input: in, Call: int64(from), Output: out, Return: int64(until)})
}

// till tops up, spends, cashes out and looks, at random.
func (p *purse) till(hist *history, client, calls int) {
	rng := rand.New(rand.NewPCG(uint64(client), 11))
	refused := func(err error) creditAnswer { return creditAnswer{refused: err != nil} }
	for range calls {
		amount := 100 * (1 + rng.Int64N(4))
		switch n := rng.IntN(10); {
		case n < 3:
			note(hist, client, creditCall{amount}, func() creditAnswer {
				_, err := patient(func() (order.Basket, error) { return p.buys(p.topup, amount, cash) })
				return refused(err)
			})
		case n < 6:
			note(hist, client, creditCall{-amount}, func() creditAnswer {
				_, err := patient(func() (order.Basket, error) { return p.buys(p.drink, amount, p.shows()) })
				return refused(err)
			})
		case n < 8:
			note(hist, client, creditCall{-amount}, func() creditAnswer {
				_, err := patient(func() (refund.CashedOut, error) {
					return p.cashesOut(func(in *rules.Cashout) { in.Amount = &amount })
				})
				return refused(err)
			})
		default:
			note(hist, client, creditCall{}, func() creditAnswer { return creditAnswer{has: p.walletOf().Available} })
		}
	}
}

func TestAWalletIsLinearizable(t *testing.T) {
	t.Run("whatever tills do with it", func(t *testing.T) {
		p := newPurse(t, apptest.Calm())
		p.opensWallet()
		hist := &history{begin: time.Now()}
		together(10, func(i int) { p.till(hist, i, 12) })
		if got := porcupine.CheckOperationsTimeout(walletModel, hist.calls, time.Minute); got != porcupine.Ok {
			t.Fatalf("history of %d calls: %s", len(hist.calls), got)
		}
	})
	t.Run("control: a wallet that is written by who looked is found", func(t *testing.T) {
		p := newPurse(t, apptest.Calm(), apptest.Unchecked())
		p.opensWallet()
		hist := &history{begin: time.Now()}
		move := wallet.Move{Type: wallet.Adjustment, Amount: 100, Against: ledger.Complimentary, Source: wallet.Source{Type: wallet.UserSource}}
		note(hist, 0, creditCall{100}, func() creditAnswer { p.topsUp(100); return creditAnswer{} })
		both := p.sees(0)
		for i := range 2 {
			note(hist, i, creditCall{-100}, func() creditAnswer {
				err := p.App.Update(t.Context(), p.A.Owner, app.Authenticated, func(tx app.Tx) error {
					w, _, err := wallet.Find(tx, p.guest.ID, p.currency.ID)
					if err != nil {
						return err
					}
					back := move
					back.Amount = 100 - w.Available
					if back.Amount > 0 { // what it saw was there
						if _, err := wallet.Credit(tx, p.guest.ID, p.currency.ID, false, back); err != nil {
							return err
						}
					}
					_, err = wallet.Debit(tx, both.wallet, move)
					return err
				})
				return creditAnswer{refused: err != nil}
			})
		}
		is.New(t).Equal(porcupine.CheckOperationsTimeout(walletModel, hist.calls, time.Minute), porcupine.Illegal)
	})
}

// opensWallet gives the guest a wallet with nothing in it.
func (p *purse) opensWallet() {
	p.t.Helper()
	p.update(func(tx app.Tx) error {
		_, err := wallet.Ensure(tx, p.guest.ID, p.currency.ID, false)
		return err
	})
}

// offerCall is one call about an offer: it is put into a basket, given up, bought, or taken
// back by its seller.
type offerCall struct {
	do     string
	client int
}

// offerState is what became of an offer: whose basket has it, and how it ended.
type offerState struct {
	holder       int // 0: nobody's
	sold, ending bool
}

// offerModel is an offer that is in one basket at a time and is sold once.
var offerModel = porcupine.Model{
	Init: func() any { return offerState{} },
	Step: func(state, input, output any) (bool, any) {
		s, in, ok := state.(offerState), input.(offerCall), output.(bool)
		mine := s.holder == in.client && !s.sold
		switch in.do {
		case "take":
			if s.holder == 0 && !s.sold && !s.ending {
				s.holder = in.client
				return ok, s
			}
			return !ok, s
		case "give up":
			if mine {
				s.holder = 0
			}
			return ok, s
		case "buy":
			if mine {
				s.sold = true
				return ok, s
			}
			return !ok, s
		}
		done := s.sold || s.ending && s.holder == 0
		s.ending = true
		return ok == !done, s
	},
	DescribeOperation: func(input, output any) string { return fmt.Sprint(input, output) },
}

// haggle takes an offer, gives it up, buys it, at random.
func (t *teller) haggle(hist *history, itemID int64, client, calls int) {
	rng := rand.New(rand.NewPCG(uint64(client), 13))
	var held order.Basket
	for range calls {
		switch n := rng.IntN(10); {
		case held.Order.ID == 0:
			note(hist, client, offerCall{"take", client}, func() bool {
				b, err := patient(func() (order.Basket, error) {
					return t.add(reselling(fmt.Sprintf("buyer%d@example.com", client), itemID))
				})
				held = b
				return err == nil
			})
		case n < 8:
			note(hist, client, offerCall{"give up", client}, func() bool {
				_, err := patient(func() (int, error) { return 0, sales.ExpireBasket(t.t.Context(), t.App, t.A.Owner, key(held)) })
				held = order.Basket{}
				return err == nil
			})
		default:
			note(hist, client, offerCall{"buy", client}, func() bool {
				_, err := patient(func() (order.Basket, error) { return t.complete(held, cash) })
				return err == nil
			})
			return
		}
	}
}

func TestAnOfferIsLinearizable(t *testing.T) {
	is := is.New(t)
	for round := range 6 {
		h, s := resellers(t, apptest.Calm())
		b, v := h.offered(s)
		hist := &history{begin: time.Now()}
		together(7, func(i int) {
			if i > 0 {
				h.haggle(hist, b.Items[0].ID, i, 8)
				return
			}
			if round%2 == 0 {
				note(hist, i, offerCall{"take back", 0}, func() bool {
					_, err := patient(func() (resale.Ended, error) {
						return resale.Cancel(t.Context(), h.App, h.A.Owner, resale.Which{ListingID: v.ID})
					})
					return err == nil
				})
			}
		})
		is.Equal(porcupine.CheckOperationsTimeout(offerModel, hist.calls, time.Minute), porcupine.Ok)
	}
	twice := &history{begin: time.Now()} // control: a history in which it was sold twice
	for client := 1; client <= 2; client++ {
		note(twice, client, offerCall{"take", client}, func() bool { return true })
		note(twice, client, offerCall{"buy", client}, func() bool { return true })
	}
	is.Equal(porcupine.CheckOperationsTimeout(offerModel, twice.calls, time.Minute), porcupine.Illegal)
}
