package sales_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/pay"
	"marquee/app/sales/rules"
	"marquee/app/wallet"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

// mixed sells the guest top-ups, and drinks of ten euros, for cash and a card.
func (p *purse) mixed(topups []int64, drinks, byHand int64) (order.Basket, pay.Intent) {
	p.t.Helper()
	return p.paysMixed(p.mustAdd(p.choosing(topups, drinks)), byHand)
}

// choosing asks for top-ups, and drinks of ten euros.
func (p *purse) choosing(topups []int64, drinks int64) sales.AddToBasket {
	in := p.buying(p.topup, topups[0])
	for _, amount := range topups[1:] {
		in.Items = append(in.Items, rules.AddItem{SaleItemID: p.topup.ID, Quantity: new(int64(1)), Amount: &amount})
	}
	if drinks > 0 {
		in.Items = append(in.Items, rules.AddItem{SaleItemID: p.drink.ID, Quantity: &drinks, Amount: new(int64(1000))})
	}
	return in
}

// paysMixed pays what is due, so much of it in cash and the rest by card.
func (p *purse) paysMixed(b order.Basket, byHand int64) (order.Basket, pay.Intent) {
	p.t.Helper()
	total := b.Order.Totals.Total - b.Order.Totals.Paid
	ask := pay.OpenIntent{Basket: key(b), Channel: catalog.APIChannel}
	if byHand > 0 {
		ask.Splits = []rules.Split{{Amount: byHand, Method: order.Cash}, {Amount: total - byHand, Method: order.CardNotPresentOnline}}
	}
	i, err := pay.CreateIntent(p.t.Context(), p.App, p.A.Owner, ask)
	p.noErr(err)
	b, err = p.payBy(b, i)
	p.noErr(err)
	return b, i
}

func online(in *rules.Cashout) { in.Online = true }

func byHand(*rules.Cashout) {}

// Several top-ups of an order have together no more of each kind of money than came in.
func TestTopupsOfASplitAreCashedOutAsTheyWerePaid(t *testing.T) {
	is := is.New(t)
	p := newPurse(t)
	_, i := p.mixed([]int64{1000, 1000, 1000}, 0, 1000)
	is.Equal(p.has(), "EUR 3000, online 2000, by hand 3000")
	_, err := p.cashesOut(online)
	is.NoErr(err)
	is.Equal(p.bank.byRef[i.Ref].refunded, int64(2000))
	_, err = p.cashesOut(byHand)
	is.NoErr(err)
	is.Equal(p.has(), "EUR 0, online 0, by hand 0")
}

// What refunds of other items left of a card goes back over it, and the rest by hand.
func TestACashoutTakesWhatTheCardStillHolds(t *testing.T) {
	for name, c := range map[string]struct {
		back  func(b order.Basket) []rules.RefundSplit // what the tickets cost
		card  int64
		after string
	}{
		"the card gave the tickets back": {func(b order.Basket) []rules.RefundSplit {
			return []rules.RefundSplit{{TransactionID: b.Order.TransactionIDs[0], Amount: 1750}, {TransactionID: b.Order.TransactionIDs[1], Amount: 250}}
		}, 250, ""},
		"nothing is left on it": {func(b order.Basket) []rules.RefundSplit {
			return []rules.RefundSplit{{TransactionID: b.Order.TransactionIDs[0], Amount: 2000}}
		}, 0, "must be at most €0.00"},
		"all cash was given back": {func(b order.Basket) []rules.RefundSplit {
			return []rules.RefundSplit{{TransactionID: b.Order.TransactionIDs[0], Amount: 1000}, {TransactionID: b.Order.TransactionIDs[1], Amount: 1000}}
		}, 667, ""},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			p := newPurse(t)
			b, i := p.mixed([]int64{1000}, 2, 1000)
			is.Equal(p.has(), "EUR 1000, online 667, by hand 1000")
			_, err := p.refund(rules.Refund{ItemIDs: []int64{b.Items[1].ID, b.Items[2].ID}, Splits: c.back(b)})
			is.NoErr(err)
			_, err = p.cashesOut(func(in *rules.Cashout) { in.Online, in.Amount = true, new(c.card+1) })
			is.Equal(reasons(err), "amount")
			_, err = p.cashesOut(online)
			if c.after != "" {
				refusedWith(t, err, c.after)
			} else {
				is.NoErr(err)
			}
			is.Equal(p.bank.byRef[i.Ref].refunded, c.card)
			done, err := p.cashesOut(byHand)
			is.NoErr(err)
			is.Equal(p.has(), "EUR 0, online 0, by hand 0")
			is.Equal(p.order(b).Status, order.Refunded)
			is.Equal(done.Movement.New, int64(0))
		})
	}
}

// Cashing money out takes no tokens that were bought with it.
func TestACashoutLeavesTokensAlone(t *testing.T) {
	is := is.New(t)
	p := newPurse(t)
	own, err := company.ChangeSettings(t.Context(), p.App, p.A.Owner, company.SettingsChange{CustomCurrencies: []string{"TOK"}})
	is.NoErr(err)
	tokens := p.addItem(-1, func(s *catalog.SaleItem, i *catalog.InventoryItem) {
		i.Type, s.EventID, s.Prices[0] = catalog.CashlessTopup, 0, catalog.Price{ID: 1, CurrencyID: p.currency.ID, Base: 1000}
		s.TopupCurrencyID, s.TopupAmount = own.CustomCurrencyIDs[0], 1500
	})
	in := p.buying(p.topup, 1000)
	in.Items = append([]rules.AddItem{one(tokens, 1)}, in.Items...)
	in.Payment = &cash
	_, err = p.add(in)
	is.NoErr(err)
	is.Equal(p.has(), "TOK 1500, online 0, by hand 0; EUR 1000, online 0, by hand 1000")
	_, err = p.cashesOut(byHand)
	is.NoErr(err)
	is.Equal(p.has(), "TOK 1500, online 0, by hand 0; EUR 0, online 0, by hand 0")
}

// However an order was paid, and whatever was refunded and spent of it, what is left of its
// top-ups is cashed out to the last cent: over the card no more than it gave, and the rest by
// hand.
func TestAnySplitIsCashedOut(t *testing.T) {
	p := newPurse(t)
	_, err := wallet.ChangeSettings(t.Context(), p.App, p.A.Owner, wallet.SettingsChange{Refunds: new(true)})
	p.noErr(err)
	var guests atomic.Int64
	p.offersDeposit(30)
	entry := p.addItem(-1, plain)
	rapid.Check(t, func(rt *rapid.T) {
		p.another(rt, entry, fmt.Sprintf("joan%d@example.com", guests.Add(1)))
		drinks := rapid.Int64Range(0, 3).Draw(rt, "drinks")
		b := p.mustAdd(p.choosing(rapid.SliceOfN(rapid.Int64Range(1, 1500), 1, 4).Draw(rt, "topups"), drinks))
		if drinks > 0 && rapid.Bool().Draw(rt, "deposit") {
			var err error
			if b, err = p.complete(b, inDeposit); err != nil {
				rt.Fatal(err)
			}
		}
		due := b.Order.Totals.Total - b.Order.Totals.Paid
		b, i := p.paysMixed(b, rapid.Int64Range(0, due-1).Draw(rt, "by hand"))
		card := p.bank.byRef[i.Ref]
		for range rapid.IntRange(0, 6).Draw(rt, "steps") {
			p.disturbs(rt, b)
		}
		for _, how := range []func(*rules.Cashout){online, byHand} {
			if _, err := p.cashesOut(how); err != nil && reasons(err) != "amount" {
				rt.Fatalf("cashing out: %v", err)
			}
		}
		if w := p.now(); w.Refundable(false, p.App.Now()) != 0 {
			rt.Fatalf("left: %s", p.has())
		}
		if card.refunded > card.captured {
			rt.Fatalf("%d of %d went back to the card", card.refunded, card.captured)
		}
	})
}

// another lets somebody else be the guest, who has a ticket to show.
func (p *purse) another(rt *rapid.T, entry catalog.SaleItem, email string) {
	c, err := customer.Create(p.t.Context(), p.App, p.A.Owner, customer.Fields{Name: new("Joan"), Email: &email})
	if err != nil {
		rt.Fatal(err)
	}
	p.guest, p.spent = c, nil
	in := adding(one(entry, 1))
	in.Buyer.ID = c.ID
	b, err := p.complete(p.mustAdd(in), cash)
	if err != nil {
		rt.Fatal(err)
	}
	p.ticket = b.Items[0]
}

// now is the wallet of the guest.
func (p *purse) now() (w wallet.Wallet) {
	p.t.Helper()
	p.view(func(r app.Reader) error {
		all, err := wallet.Of(r, p.guest.ID)
		for i := range all {
			w = all[i]
		}
		return err
	})
	return w
}

// disturbs refunds some of the order, cashes some of it out, spends of it or gives what was
// spent back. Whatever is refused is refused in words.
func (p *purse) disturbs(rt *rapid.T, b order.Basket) {
	var err error
	switch rapid.SampledFrom([]string{"refund", "to balance", "cash out", "spend", "give back"}).Draw(rt, "what") {
	case "spend":
		var drink order.Basket
		if drink, err = p.buys(p.drink, rapid.Int64Range(1, 900).Draw(rt, "costs"), p.shows()); err == nil {
			p.spent = append(p.spent, drink)
		}
	case "give back":
		if len(p.spent) > 0 {
			_, err = p.refund(rules.Refund{Order: key(p.spent[0])})
			p.spent = p.spent[1:]
		}
	case "cash out":
		n := rapid.Int64Range(1, 2000).Draw(rt, "amount")
		_, err = p.cashesOut(func(in *rules.Cashout) { in.Online, in.Amount = rapid.Bool().Draw(rt, "online"), &n })
	case "to balance":
		_, err = p.refund(rules.Refund{ItemIDs: p.someItem(rt, b), Kind: rules.ToBalance})
	default:
		in := rules.Refund{ItemIDs: p.someItem(rt, b), Online: rapid.Bool().Draw(rt, "online"), KeepCredit: b.Order.Deposit == 0 && rapid.Bool().Draw(rt, "keeps")}
		if rapid.Bool().Draw(rt, "one way") {
			in.Splits = []rules.RefundSplit{{TransactionID: rapid.SampledFrom(b.Order.TransactionIDs).Draw(rt, "to"), Amount: 1000}}
		}
		_, err = p.refund(in)
	}
	if err != nil && app.KindOf(err) != app.Invalid {
		rt.Fatal(err)
	}
}

func (p *purse) someItem(rt *rapid.T, b order.Basket) []int64 {
	return []int64{rapid.SampledFrom(b.Items).Draw(rt, "item").ID}
}
