package sales_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/entry"
	gate "marquee/app/entry/rules"
	"marquee/app/ledger"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/modification"
	"marquee/app/sales/refund"
	"marquee/app/sales/rules"
	"marquee/app/voucher"
	"marquee/app/wallet"
	"marquee/indexes"
	"marquee/kv"

	"github.com/matryer/is"
)

// switcher is a guest of a company that goes live and back, again and again. In demo mode its
// cards are simulated, else they are those of a bank.
type switcher struct {
	*purse
	r       *rand.Rand
	demo    bool
	ticket  catalog.SaleItem
	voucher catalog.SaleItem
	sold    []order.Basket
	codes   []string // of vouchers
	payouts []int64
	zone    int64
	seen    int64 // entries of the ledger
}

func newSwitcher(t *testing.T, seed uint64) *switcher {
	s := &switcher{purse: newPurse(t), r: rand.New(rand.NewPCG(seed, 17))}
	s.ticket = s.addItem(-1, plain)
	s.voucher = s.addItem(-1, func(s *catalog.SaleItem, i *catalog.InventoryItem) {
		i.Type, s.EventID, s.Prices[0].Base, s.Prices[0].Variable = catalog.GiftVoucher, 0, 2500, true
	})
	s.zone = s.entryZone()
	s.turn()
	return s
}

// turn switches the mode.
func (s *switcher) turn() {
	s.demo = !s.demo
	_, err := company.ChangeSettings(s.t.Context(), s.App, s.A.Owner, company.SettingsChange{Demo: &s.demo})
	s.noErr(err)
}

// goods is something to buy.
func (s *switcher) goods() catalog.SaleItem {
	return []catalog.SaleItem{s.ticket, s.ticket, s.topup, s.drink, s.voucher}[s.r.IntN(5)]
}

// buy buys something in one of the ways, which may be refused.
func (s *switcher) buy() {
	what := s.goods()
	in := s.buying(what, 100*(1+s.r.Int64N(50)))
	if what.ID == s.ticket.ID {
		in.Items[0].Amount = nil
	}
	pay := []rules.Payment{cash, s.shows(), {}}[s.r.IntN(3)]
	var b order.Basket
	var err error
	if pay.Method == "" {
		b = s.mustAdd(in)
		if i, e := s.intent(b); e != nil {
			err = e
		} else {
			b, err = s.payBy(b, i)
		}
	} else {
		in.Payment = &pay
		b, err = s.add(in)
	}
	if err != nil {
		return
	}
	s.sold = append(s.sold, b)
	for _, it := range b.Items {
		if it.Type == catalog.GiftVoucher {
			s.codes = append(s.codes, it.Barcode)
		}
	}
}

// some is one of several, if there is any.
func some[T any](r *rand.Rand, all []T, do func(T)) {
	if len(all) > 0 {
		do(all[r.IntN(len(all))])
	}
}

// step does one thing that people do. What is refused, is refused.
func (s *switcher) step() {
	ctx, a, c := s.t.Context(), s.App, s.A.Owner
	switch s.r.IntN(9) {
	case 0:
		s.turn()
	case 1:
		some(s.r, s.sold, func(b order.Basket) {
			_, _ = s.refundOf(b, func(in *rules.Refund) { in.Online = s.r.IntN(2) == 0 })
		})
	case 2:
		some(s.r, s.sold, func(b order.Basket) {
			_, _ = s.refundOf(b, func(in *rules.Refund) { in.Kind = rules.ToBalance })
		})
	case 3:
		some(s.r, s.codes, func(code string) { _, _ = voucher.Redeem(ctx, a, c, code, s.guest.ID) })
	case 4:
		v, err := wallet.InitiatePayout(ctx, a, c, wallet.PayoutAsk{WalletID: 1 + s.r.Int64N(2), Amount: 1 + s.r.Int64N(3000)})
		if err == nil {
			s.payouts = append(s.payouts, v.ID)
		}
	case 5:
		some(s.r, s.payouts, func(id int64) { _, _ = wallet.ConfirmPayout(ctx, a, c, id) })
	case 6:
		_, _ = refund.CashOut(ctx, a, c, rules.Cashout{CustomerID: s.guest.ID, CurrencyID: s.currency.ID, Online: s.r.IntN(2) == 0})
	default:
		s.buy()
	}
}

// holds are the balances of the ledger.
func (s *switcher) holds(r app.Reader) map[ledger.Account]int64 {
	h, err := ledger.HeadOf(r)
	s.noErr(err)
	all := map[ledger.Account]int64{}
	for i := range h.Balances {
		all[h.Balances[i].Account()] = h.Balances[i].Amount
	}
	return all
}

// check wants that no more real money went out than came in, that nothing of the demo was spent
// while real money is taken, and that a gate knows every ticket for what it is.
func (s *switcher) check(what string) {
	s.noErr(s.App.View(s.t.Context(), s.A.Owner, app.Authenticated, func(r app.Reader) error {
		has := s.holds(r)
		real := func(k ledger.Kind) int64 { return has[ledger.Account{Kind: k, CurrencyID: s.currency.ID}] }
		if left := -real(ledger.Cash) - real(ledger.Gateway) - real(ledger.PaidOut); left < 0 || real(ledger.Simulated) != 0 {
			s.t.Fatalf("%s: %d of real money are left, and %d are simulated", what, left, real(ledger.Simulated))
		}
		return ledger.Each(r, func(e *ledger.Entry) {
			if e.Seq <= s.seen {
				return
			}
			s.seen = e.Seq
			for _, p := range e.Postings {
				out := p.Kind == ledger.PaidOut || p.Kind == ledger.Cash && p.Amount > 0 || p.Kind == ledger.Wallet && p.Amount < 0 && e.Event == ledger.Settled
				if p.Demo && !s.demo && out {
					s.t.Fatalf("%s: entry %d moves %d on %s while real money is taken", what, e.Seq, p.Amount, p.Account().Name())
				}
			}
		})
	}))
}

// atTheGate shows every ticket that was sold.
func (s *switcher) atTheGate() {
	var items []order.Item
	s.noErr(s.App.View(s.t.Context(), s.A.Owner, app.Authenticated, func(r app.Reader) error {
		for hit, err := range order.Items.Scan(r, indexes.All[int64]()) {
			if err != nil {
				return err
			}
			if it := hit.Rec; it.Admissible() && it.Type == catalog.Ticket {
				items = append(items, it)
			}
		}
		return nil
	}))
	for _, it := range items {
		out, err := entry.CheckZone(s.t.Context(), s.App, s.A.Owner, entry.ScanRequest{ZoneID: s.zone, Direction: gate.In, Barcodes: []string{it.Barcode}})
		s.noErr(err)
		if refused := out.Detail == entry.SoldInDemoMode; refused != (it.Demo && !s.demo) {
			s.t.Fatalf("item %d, of the demo %t, in demo mode %t: %s %s", it.ID, it.Demo, s.demo, out.Status, out.Detail)
		}
	}
}

// TestTestMoneyIsNeverRealMoney plays random histories of a company that switches its mode.
func TestTestMoneyIsNeverRealMoney(t *testing.T) {
	for seed := range uint64(12) {
		t.Run(fmt.Sprint("history ", seed), func(t *testing.T) {
			s := newSwitcher(t, seed)
			for n := range 70 {
				s.step()
				s.check(fmt.Sprint("step ", n))
			}
			for range 2 {
				s.atTheGate()
				s.turn()
			}
		})
	}
}

// TestOlderStoresArePartedFromTheDemo: what a simulated card had paid for in an older store lay
// among real money. It is of the demo after the upgrade: the orders, what they hold, and what is
// left of it on wallets; what was bought with it since is told as not explained.
func TestOlderStoresArePartedFromTheDemo(t *testing.T) {
	is, p := is.New(t), newPurse(t)
	ticket := p.addItem(-1, plain)
	byCard := func(in sales.AddToBasket) order.Basket {
		b := p.mustAdd(in)
		b, err := p.payBy(b, p.mustIntent(b))
		is.NoErr(err)
		return b
	}
	in := adding(one(ticket, 2))
	in.Buyer = customer.Buyer{ID: p.guest.ID}
	tickets, topup := byCard(in), byCard(p.buying(p.topup, 5000))
	_, err := p.refund(rules.Refund{ItemIDs: []int64{tickets.Items[0].ID}, Kind: rules.ToBalance})
	is.NoErr(err)
	p.spends(3000)
	p.topsUp(1000)
	is.Equal(p.walletOf().Available, int64(5000+2250-3000+1000))

	former := []int64{tickets.Order.ID, topup.Order.ID}
	p.noErr(p.App.UpdateCompany(t.Context(), p.A.Company.ID, func(tx app.Tx) error {
		for _, id := range former { // as it was stored before
			if _, err := indexes.Forge(order.Orders).Update(tx, id, func(o *order.Order) error { o.Demo = true; return nil }); err != nil {
				return err
			}
		}
		return nil
	}))
	p.noErr(p.App.Engine().Update(t.Context(), func(tx kv.Tx) error {
		_, err := wallet.PartFormer().Step(tx, nil)
		return err
	}))
	is.Equal(p.items(tickets)[1].Demo, true)
	is.Equal(p.walletOf().Available, int64(0)) // what is left may all be of the demo
	left, err := wallet.OfDemo(t.Context(), p.App, p.A.Owner)
	is.NoErr(err)
	is.Equal(left, wallet.Remains{
		DemoCounts: order.DemoCounts{Orders: 2, Tickets: 1}, Accounts: 1, Balances: []wallet.Balance{{CurrencyID: p.currency.ID, Amount: 5250}},
	})
	_, err = p.refundOf(topup, asIs)
	is.True(err != nil) // no cash is handed out for it

	var times []time.Time // what the upgrade wrote is found among the entries by their times
	p.noErr(p.App.View(t.Context(), p.A.Owner, app.Authenticated, func(r app.Reader) error {
		times = nil
		return ledger.Each(r, func(e *ledger.Entry) { times = append(times, e.At) })
	}))
	for i := range times {
		n := 0
		p.noErr(ledger.Walk(t.Context(), p.App, p.A.Owner, ledger.Period{From: &times[i]}, 0, func(*ledger.Entry) bool { n++; return true }))
		for _, at := range times {
			if !at.Before(times[i]) {
				n--
			}
		}
		is.Equal(n, 0)
	}
}

// TestAnOrderKeepsToOneMoney: what was begun with real money takes none of the demo, and the
// other way round.
func TestAnOrderKeepsToOneMoney(t *testing.T) {
	s := newSwitcher(t, 1)
	in := adding(one(s.ticket, 1))
	in.Buyer = customer.Buyer{ID: s.guest.ID}
	sold := func() order.Basket {
		b, err := s.complete(s.mustAdd(in), cash)
		s.noErr(err)
		return b
	}
	ofDemo := sold()
	s.turn()
	real := sold()
	refused := func(b order.Basket, why string) {
		t.Helper()
		_, err := modification.Modify(t.Context(), s.App, s.A.Owner, key(b), catalog.APIChannel)
		if err == nil || err.Error() != "The given data was invalid.; orderId: "+why {
			t.Fatal(err)
		}
	}
	refused(ofDemo, "was sold in demo mode, and the company takes real money now")
	s.turn()
	refused(real, "was not sold in demo mode, and the company is in demo mode now")
}

// TestADepositIsPaidInOneMoney: what was paid first says what pays the rest, and what is given
// back.
func TestADepositIsPaidInOneMoney(t *testing.T) {
	is, h := is.New(t), newTeller(t)
	h.offersDeposit(30)
	s := h.addItem(-1, plain)
	mode := func(demo bool) {
		_, err := company.ChangeSettings(t.Context(), h.App, h.A.Owner, company.SettingsChange{Demo: &demo})
		is.NoErr(err)
	}
	deposit := func() order.Basket {
		b, err := h.complete(h.mustAdd(adding(one(s, 1))), inDeposit)
		is.NoErr(err)
		return b
	}
	real := deposit()
	mode(true)
	ofDemo := deposit()
	_, err := h.intent(real)
	is.Equal(err.Error(), "The given data was invalid.; basketId: was not sold in demo mode, and the company is in demo mode now")
	waits := h.mustIntent(ofDemo)
	mode(false)
	_, err = h.payBy(ofDemo, waits)
	is.Equal(app.KindOf(err), app.Invalid) // the card was simulated
	_, err = h.intent(ofDemo)
	is.Equal(err.Error(), "The given data was invalid.; basketId: was sold in demo mode, and the company takes real money now")
	_, err = h.balance(ofDemo, cash)
	is.Equal(err.Error(), "The given data was invalid.; orderId: was sold in demo mode, and the company takes real money now")
	paid, err := h.balance(real, cash)
	is.NoErr(err)
	is.True(!paid.Order.Demo)
	h.later(400 * 24 * time.Hour) // the deposit of the demo is kept, of the demo
	is.Equal(h.order(ofDemo).Status, order.Expired)
	is.Equal(h.order(ofDemo).Demo, true)
}
