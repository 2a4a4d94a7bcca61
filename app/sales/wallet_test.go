package sales_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/list"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/app/wallet"

	"github.com/matryer/is"
)

// purse is a festival with a guest who has a ticket, and a wallet to be.
type purse struct {
	*teller
	topup, drink catalog.SaleItem
	guest        customer.Customer
	ticket       order.Item
	currency     company.Currency
	spent        []order.Basket // drinks that were bought from the wallet
}

func newPurse(t *testing.T, opts ...apptest.Option) *purse {
	t.Helper()
	return purseIn(t, "", opts...)
}

// purseIn is a purse in a currency, that of the company where none is named.
func purseIn(t *testing.T, currency string, opts ...apptest.Option) *purse {
	t.Helper()
	h := newTeller(t, opts...)
	p := &purse{teller: h, currency: h.A.Currency()}
	if currency != "" {
		_, err := company.ChangeSettings(t.Context(), h.App, h.A.Owner, company.SettingsChange{Currencies: []string{currency}})
		h.noErr(err)
		p.currency, _ = company.CurrencyByCode(currency)
	}
	p.topup = h.addItem(-1, func(s *catalog.SaleItem, i *catalog.InventoryItem) {
		i.Type, s.EventID, s.Prices[0] = catalog.CashlessTopup, 0, catalog.Price{ID: 1, CurrencyID: p.currency.ID, Base: 1000, Variable: true}
	})
	p.drink = h.addItem(-1, func(s *catalog.SaleItem, i *catalog.InventoryItem) {
		i.Type, s.Prices[0] = catalog.Product, catalog.Price{ID: 1, CurrencyID: p.currency.ID, Base: 400, Variable: true}
	})
	in := adding(one(h.addItem(-1, func(s *catalog.SaleItem, _ *catalog.InventoryItem) { s.Prices[0].CurrencyID = p.currency.ID }), 1))
	in.Buyer = customer.Buyer{Name: "Ada", Email: "ada@example.com"}
	b, err := h.complete(h.mustAdd(in), cash)
	h.noErr(err)
	p.ticket = b.Items[0]
	p.guest, err = customer.Read(t.Context(), h.App, h.A.Owner, b.Order.CustomerID, "", false)
	h.noErr(err)
	return p
}

// buying is a basket of the guest.
func (p *purse) buying(s catalog.SaleItem, amount int64) sales.AddToBasket {
	n := int64(1)
	return sales.AddToBasket{
		Items: []rules.AddItem{{SaleItemID: s.ID, Quantity: &n, Amount: &amount}}, Channel: catalog.APIChannel,
		Buyer: customer.Buyer{ID: p.guest.ID},
	}
}

// buys sells the guest something, paid in a way.
func (p *purse) buys(s catalog.SaleItem, amount int64, pay rules.Payment) (order.Basket, error) {
	in := p.buying(s, amount)
	in.Payment = &pay
	return p.add(in)
}

// shows pays from the wallet, by the guest's ticket.
func (p *purse) shows() rules.Payment {
	return rules.Payment{Method: order.EWalletOnline, Medium: wallet.Medium{Text: p.ticket.Barcode}}
}

func (p *purse) topsUp(amount int64) order.Basket {
	p.t.Helper()
	b, err := p.buys(p.topup, amount, cash)
	p.noErr(err)
	return b
}

func (p *purse) spends(amount int64) order.Basket {
	p.t.Helper()
	b, err := p.buys(p.drink, amount, p.shows())
	p.noErr(err)
	return b
}

// has says what the guest's wallet has: "600 of which 600 by hand".
func (p *purse) has() string {
	p.t.Helper()
	page, err := wallet.List(p.t.Context(), p.App, p.A.Owner, wallet.Filter{CustomerID: p.guest.ID})
	p.noErr(err)
	var all []string
	for i := range page.Rows {
		w := &page.Rows[i]
		cur, _ := company.CurrencyByID(w.CurrencyID)
		line := fmt.Sprintf("%s %d, online %d, by hand %d", cur.Code, w.Available, w.Refundable(true, p.App.Now()), w.Refundable(false, p.App.Now()))
		if w.Pending > 0 || w.Reserved > 0 {
			line += fmt.Sprintf(", pending %d, aside %d", w.Pending, w.Reserved)
		}
		all = append(all, line)
	}
	return strings.Join(all, "; ")
}

// moved are the movements, the newest first: "topup_offline +1000".
func (p *purse) moved() string {
	p.t.Helper()
	page, _, err := wallet.ListMovements(p.t.Context(), p.App, p.A.Owner, wallet.MovementFilter{CustomerID: p.guest.ID, Request: list.Request{Limit: 20}})
	p.noErr(err)
	var all []string
	for i := range page.Rows {
		m := &page.Rows[i]
		all = append(all, fmt.Sprintf("%s %+d", m.Type.Slug(), m.Amount))
	}
	return strings.Join(all, ", ")
}

func TestATopupIsCreditedAndSpent(t *testing.T) {
	is := is.New(t)
	p := newPurse(t)
	b := p.topsUp(1000)
	is.Equal(p.booked(b), "sold: topups +1000 cash -1000")
	is.Equal(p.has(), "EUR 1000, online 0, by hand 1000")
	b = p.spends(400)
	is.Equal(p.booked(b), "sold: sales +400 clearing -400")
	is.Equal(b.Order.Methods, []string{"ewallet-online"})
	is.Equal(p.has(), "EUR 600, online 0, by hand 600")

	_, err := p.buys(p.drink, 601, p.shows())
	is.True(err != nil)
	is.Equal(reasons(err), "insufficient_wallet_balance")
	is.Equal(p.has(), "EUR 600, online 0, by hand 600")

	_, err = p.refund(rules.Refund{Order: key(b), Kind: rules.MoneyBack})
	is.NoErr(err)
	is.Equal(p.has(), "EUR 1000, online 0, by hand 1000")
	is.Equal(p.booked(b), "sold: sales +400 clearing -400; refunded: sales -400 clearing +400")
	is.Equal(p.moved(), "purchase_refund +400, purchase_online -400, topup_offline +1000")
}

// reasons are the types of a refusal.
func reasons(err error) string {
	var types []string
	var e *app.Error
	if errors.As(err, &e) {
		for _, r := range e.Reasons {
			types = append(types, r.Type)
		}
		for _, f := range e.Fields {
			types = append(types, f.Field)
		}
	}
	return strings.Join(types, " ")
}

// Who pays from a wallet shows something that is theirs, and pays for nothing that would
// make credit of another kind of it.
func TestWhatAWalletDoesNotPayFor(t *testing.T) {
	p := newPurse(t)
	p.topsUp(1000)
	voucher := p.addItem(-1, func(s *catalog.SaleItem, i *catalog.InventoryItem) {
		i.Type, s.EventID, s.Prices[0] = catalog.GiftVoucher, 0, catalog.Price{ID: 1, CurrencyID: p.A.Company.CurrencyID, Base: 400, Variable: true}
	})
	stranger := adding(one(p.addItem(-1, plain), 1))
	stranger.Buyer = customer.Buyer{Name: "Eve", Email: "eve@example.com"}
	other, err := p.complete(p.mustAdd(stranger), cash)
	p.noErr(err)
	for _, c := range []struct {
		must string
		item catalog.SaleItem
		with func(*rules.Payment)
		want string
	}{
		{"show something", p.drink, func(w *rules.Payment) { w.Medium.Text = " " }, "source"},
		{"show something known", p.drink, func(w *rules.Payment) { w.Medium.Text = "NOBODYS" }, "unknown_wallet"},
		{"show something of their own", p.drink, func(w *rules.Payment) { w.Medium.Text = other.Items[0].Barcode }, "unknown_wallet"},
		{"show a tag that is paired", p.drink, func(w *rules.Payment) { w.Medium = wallet.Medium{Tag: true, Text: "04:AA"} }, "unknown_wallet"},
		{"buy no voucher", voucher, func(*rules.Payment) {}, "paymentMethod"},
		{"buy no top-up", p.topup, func(*rules.Payment) {}, "paymentMethod"},
		{"pay once", p.drink, func(w *rules.Payment) {
			w.Method, w.Splits = "", []rules.Split{{Amount: 200, Method: order.EWalletOnline}, {Amount: 200, Method: order.EWalletOnline}}
		}, "paymentSplits"},
	} {
		t.Run(c.must, func(t *testing.T) {
			is := is.New(t)
			pay := p.shows()
			c.with(&pay)
			_, err := p.buys(c.item, 400, pay)
			is.Equal(reasons(err), c.want)
			is.Equal(p.has(), "EUR 1000, online 0, by hand 1000")
		})
	}
	t.Run("have an ability", func(t *testing.T) {
		is := is.New(t)
		in := p.buying(p.drink, 400)
		pay := p.shows()
		in.Payment = &pay
		_, err := sales.Add(t.Context(), p.App, p.A.With(app.Sell), in)
		is.Equal(app.KindOf(err), app.Forbidden)
	})
	t.Run("a top-up needs a customer", func(t *testing.T) {
		is := is.New(t)
		_, err := p.complete(p.mustAdd(adding(rules.AddItem{SaleItemID: p.topup.ID, Amount: new(int64(500))})), cash)
		is.Equal(reasons(err), "customerId")
	})
}

// A part from the wallet and a part in cash, and both back to where they came from.
func TestAPartFromTheWallet(t *testing.T) {
	is := is.New(t)
	p := newPurse(t)
	p.topsUp(300)
	pay := p.shows()
	pay.Method, pay.Splits = order.SplitMethod, []rules.Split{{Amount: 300, Method: order.EWalletOnline}, {Amount: 200, Method: order.Cash}}
	b, err := p.buys(p.drink, 500, pay)
	is.NoErr(err)
	is.Equal(p.has(), "EUR 0, online 0, by hand 0")
	is.Equal(p.booked(b), "sold: sales +500 cash -200 clearing -300")
	_, err = p.refund(rules.Refund{Order: key(b), Kind: rules.MoneyBack})
	is.NoErr(err)
	is.Equal(p.has(), "EUR 300, online 0, by hand 300")
	is.Equal(p.booked(b), "sold: sales +500 cash -200 clearing -300; refunded: sales -500 cash +200 clearing +300")
}

// All money of an order to the balance, and a top-up that is refunded takes its credit back.
func TestRefundsAndBalances(t *testing.T) {
	is := is.New(t)
	p := newPurse(t)
	b, err := p.buys(p.drink, 700, cash)
	is.NoErr(err)
	_, err = p.refund(rules.Refund{Order: key(b), Kind: rules.ToBalance})
	is.NoErr(err)
	is.Equal(p.has(), "EUR 700, online 0, by hand 0") // it was never a top-up

	top := p.topsUp(1000)
	p.spends(900)
	_, err = p.refund(rules.Refund{Order: key(top), Kind: rules.MoneyBack})
	is.Equal(reasons(err), "orderId") // 800 are left of 1000
	p.topsUp(200)
	_, err = p.refund(rules.Refund{Order: key(top), Kind: rules.MoneyBack})
	is.NoErr(err)
	is.Equal(p.has(), "EUR 0, online 0, by hand 0")
	is.Equal(p.booked(top), "sold: topups +1000 cash -1000; refunded: topups -1000 cash +1000")

	kept := p.topsUp(100)
	_, err = p.refund(rules.Refund{Order: key(kept), Kind: rules.MoneyBack, KeepCredit: true})
	is.NoErr(err)
	is.Equal(p.has(), "EUR 100, online 0, by hand 0") // it was refunded: nobody cashes it out too
}

// A top-up that was voided with its credit kept gives up no more credit than money goes back
// for it later, unless that is to be kept, too.
func TestACreditThatWasKeptGoesWithItsMoney(t *testing.T) {
	is := is.New(t)
	p := newPurse(t)
	voided := func(amount, fee int64) order.Basket {
		in := rules.Refund{Kind: rules.Void, KeepCredit: true}
		if fee > 0 {
			in.Kind, in.CancellationFee = rules.MoneyBack, fee
		}
		b := p.topsUp(amount)
		in.Order = key(b)
		_, err := p.refund(in)
		is.NoErr(err)
		return b
	}
	again := func(b order.Basket, keep bool) error {
		_, err := p.refund(rules.Refund{Order: key(b), Voided: true, KeepCredit: keep})
		return err
	}
	whole := voided(1000, 0)
	is.Equal(p.has(), "EUR 1000, online 0, by hand 0")
	is.NoErr(again(whole, false))
	is.Equal(p.has(), "EUR 0, online 0, by hand 0")
	is.Equal(p.booked(whole), "sold: topups +1000 cash -1000; refunded: topups -1000 cash +1000")

	part := voided(1000, 50)
	is.NoErr(again(part, false))
	is.Equal(p.has(), "EUR 950, online 0, by hand 0")
	is.NoErr(again(voided(100, 0), true))
	is.Equal(p.has(), "EUR 1050, online 0, by hand 0")

	spent := voided(500, 0)
	p.spends(1200)
	is.Equal(reasons(again(spent, false)), "orderId") // 350 are left of 500
	is.NoErr(again(spent, true))
}

// TestTokensAreNotPaidOut: they are no money, whichever way they are named.
func TestTokensAreNotPaidOut(t *testing.T) {
	is := is.New(t)
	p := newPurse(t)
	own, err := company.ChangeSettings(t.Context(), p.App, p.A.Owner, company.SettingsChange{CustomCurrencies: []string{"TOK"}})
	is.NoErr(err)
	tokens, _ := company.CurrencyByID(own.CustomCurrencyIDs[0])
	v, err := wallet.Adjust(t.Context(), p.App, p.A.Owner, wallet.Adjusting{CustomerID: p.guest.ID, CurrencyID: tokens.ID, Amount: 500, Reason: "a present"})
	is.NoErr(err)
	for _, ask := range []wallet.PayoutAsk{{WalletID: v.Wallet.ID, Amount: 5}, {CustomerID: p.guest.ID, CurrencyID: tokens.ID, Amount: 5}} {
		_, err = wallet.InitiatePayout(t.Context(), p.App, p.A.Owner, ask)
		refusedWith(t, err, "walletId: is in TOK, which are no money")
	}
}
