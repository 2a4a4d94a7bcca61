package sales_test

import (
	"testing"
	"time"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/sales/pay"
	"marquee/app/sales/refund"
	"marquee/app/sales/rules"
	"marquee/app/wallet"

	"github.com/matryer/is"
)

// cashesOut gives the guest back what is left of top-ups.
func (p *purse) cashesOut(change func(*rules.Cashout)) (refund.CashedOut, error) {
	in := rules.Cashout{CustomerID: p.guest.ID, CurrencyID: p.currency.ID}
	change(&in)
	return refund.CashOut(p.t.Context(), p.App, p.A.Owner, in)
}

// topsUpByCard tops up over the gateway.
func (p *purse) topsUpByCard(amount int64) (order.Basket, pay.Intent) {
	p.t.Helper()
	b := p.mustAdd(p.buying(p.topup, amount))
	i := p.mustIntent(b)
	b, err := p.payBy(b, i)
	p.noErr(err)
	return b, i
}

func TestACashoutGivesTheOldestTopupsBack(t *testing.T) {
	is := is.New(t)
	p := newPurse(t)
	first := p.topsUp(1000)
	p.Clock.Jump(time.Minute)
	second := p.topsUp(500)
	p.spends(300) // of the first
	done, err := p.cashesOut(func(in *rules.Cashout) { in.Amount, in.UUID = new(int64(900)), "once" })
	is.NoErr(err)
	is.Equal(done.Wallet.Available, int64(300))
	is.Equal(done.Refund.Type, order.CashoutOffline)
	is.Equal(p.has(), "EUR 300, online 0, by hand 300")
	is.Equal(p.booked(first), "sold: topups +1000 cash -1000; refunded: topups -700 cash +700")
	is.Equal(p.booked(second), "sold: topups +500 cash -500; refunded: topups -200 cash +200")
	is.Equal(p.order(first).Status, order.PartiallyRefunded)

	again, err := p.cashesOut(func(in *rules.Cashout) { in.Amount, in.UUID = new(int64(900)), "once" })
	is.NoErr(err)
	is.Equal(again.Wallet.Available, int64(300))
	_, err = p.cashesOut(func(in *rules.Cashout) { in.Amount = new(int64(301)) })
	is.Equal(reasons(err), "amount")
	_, err = p.cashesOut(func(*rules.Cashout) {}) // the rest
	is.NoErr(err)
	is.Equal(p.has(), "EUR 0, online 0, by hand 0")
	_, err = p.cashesOut(func(*rules.Cashout) {})
	is.Equal(reasons(err), "amount")
	is.Equal(p.moved(), "cashout_offline -300, cashout_offline -200, cashout_offline -700, purchase_online -300, topup_offline +500, topup_offline +1000")
}

func TestACashoutOverTheGateway(t *testing.T) {
	is := is.New(t)
	p := newPurse(t)
	p.topsUp(400)
	b, i := p.topsUpByCard(1000)
	is.Equal(p.has(), "EUR 1400, online 1000, by hand 1400")
	_, err := p.cashesOut(func(in *rules.Cashout) { in.Online, in.Amount = true, new(int64(600)) })
	is.NoErr(err)
	is.Equal(p.bank.byRef[i.Ref].refunded, int64(600))
	is.Equal(p.has(), "EUR 800, online 400, by hand 800")
	is.Equal(p.booked(b), "sold: topups +1000 gateway -1000; refunded: topups -600 gateway +600")

	// What a gateway has not agreed to is set aside, and nobody spends it meanwhile.
	p.bank.fault = func(call string) fault {
		if call == "refund" {
			return answerLost
		}
		return fine
	}
	_, err = p.cashesOut(func(in *rules.Cashout) { in.Online, in.UUID = true, "lost" })
	is.Equal(app.KindOf(err), app.Unavailable)
	is.Equal(p.has(), "EUR 400, online 0, by hand 400, pending 0, aside 400")
	_, err = p.cashesOut(func(in *rules.Cashout) { in.Online, in.UUID = true, "lost" })
	is.Equal(app.KindOf(err), app.Unavailable)
	p.bank.fault = nil
	p.later(20 * time.Minute)
	is.Equal(p.has(), "EUR 400, online 0, by hand 400")
	is.Equal(p.bank.byRef[i.Ref].refunded, int64(1000))
	is.Equal(p.order(b).Status, order.Refunded)
	_, err = p.cashesOut(func(in *rules.Cashout) { in.Online, in.UUID = true, "lost" })
	is.NoErr(err)
}

func TestACashoutThatTheGatewayRefuses(t *testing.T) {
	is := is.New(t)
	p := newPurse(t)
	_, i := p.topsUpByCard(1000)
	p.bank.byRef[i.Ref].keeps = true
	_, err := p.cashesOut(func(in *rules.Cashout) { in.Online = true })
	is.Equal(reasons(err), "online")
	is.Equal(p.has(), "EUR 1000, online 1000, by hand 1000")
	is.Equal(p.moved(), "cashout_online -1000, topup_online +1000") // and cancelled
}

// A cash-out that was decided on and not written asks no gateway for anything.
func TestACashoutThatIsNotWritten(t *testing.T) {
	is := is.New(t)
	p := newPurse(t)
	_, i := p.topsUpByCard(1000)
	calls := p.bank.calls
	p.engine.lose()
	_, err := p.cashesOut(func(in *rules.Cashout) { in.Online = true })
	is.True(err != nil)
	is.Equal(p.bank.calls, calls)
	is.Equal(p.bank.byRef[i.Ref].refunded, int64(0))
	is.Equal(p.has(), "EUR 1000, online 1000, by hand 1000")
	_, err = p.cashesOut(func(in *rules.Cashout) { in.Online = true }) // control: the next is
	is.NoErr(err)
	is.Equal(p.bank.byRef[i.Ref].refunded, int64(1000))
}

// What a gateway cannot move is refused before anything is begun, and goes back by hand.
func TestAmountsThatAGatewayCannotMove(t *testing.T) {
	is := is.New(t)
	p := newPurse(t)
	top, _ := p.topsUpByCard(1000)
	drink, i := p.mixed([]int64{1}, 1, 0)
	p.bank.tens = true
	calls := p.bank.calls
	_, err := p.intent(p.mustAdd(p.buying(p.drink, 1001)))
	refusedWith(t, err, "comes to €10.01 by card: the payment gateway moves no such amount in EUR")
	_, err = p.refund(rules.Refund{Order: key(drink), Kind: rules.MoneyBack, Online: true})
	is.Equal(reasons(err), "orderId")
	refusedWith(t, err, "moves no such amount in EUR")
	_, err = p.cashesOut(func(in *rules.Cashout) { in.Online, in.Amount = true, new(int64(995)) })
	is.Equal(reasons(err), "amount")
	refusedWith(t, err, "moves no such amount in EUR")
	is.Equal(p.bank.calls, calls)
	is.Equal(p.has(), "EUR 1001, online 1001, by hand 1001")
	is.Equal(len(p.order(top).TransactionIDs), 1)
	_, err = p.cashesOut(func(in *rules.Cashout) { in.Online, in.Amount = true, new(int64(990)) })
	is.NoErr(err)
	_, err = p.refund(rules.Refund{Order: key(drink), Kind: rules.MoneyBack})
	is.NoErr(err)
	is.Equal(p.bank.byRef[i.Ref].refunded, int64(0))
}

// Of top-ups that are refunded over a gateway the credit is set aside, so that nobody has
// both.
func TestATopupIsNotSpentWhileItIsRefunded(t *testing.T) {
	is := is.New(t)
	p := newPurse(t)
	b, _ := p.topsUpByCard(1000)
	p.bank.fault = func(call string) fault {
		if call == "refund" {
			return unheard
		}
		return fine
	}
	_, err := p.refund(rules.Refund{Order: key(b), Kind: rules.MoneyBack, Online: true})
	is.Equal(app.KindOf(err), app.Unavailable)
	_, err = p.buys(p.drink, 1, p.shows())
	is.Equal(reasons(err), wallet.TypeInsufficient)
	p.bank.fault = nil
	p.later(20 * time.Minute)
	is.Equal(p.order(b).Status, order.Refunded)
	is.Equal(p.has(), "EUR 0, online 0, by hand 0")
}

// Buyers give tickets back themselves where the company allows it.
func TestBuyersGiveTicketsBackThemselves(t *testing.T) {
	is := is.New(t)
	p := newPurse(t)
	own := order.Key{ID: p.ticket.OrderID}
	_, err := refund.Self(t.Context(), p.App, p.A.Owner, own, nil)
	is.Equal(reasons(err), "orderId")
	_, err = wallet.ChangeSettings(t.Context(), p.App, p.A.Owner, wallet.SettingsChange{
		SelfRefunds: new(true), CutoffHours: new(int64(24)), RefundProcessingFee: new(false), Refunds: new(false),
	})
	is.NoErr(err)
	drink, err := p.buys(p.drink, 400, cash)
	is.NoErr(err)
	_, err = refund.Self(t.Context(), p.App, p.A.Owner, key(drink), nil)
	is.Equal(reasons(err), "orderId") // no ticket
	_, err = refund.Self(t.Context(), p.App, p.A.With(app.Sell), own, nil)
	is.Equal(app.KindOf(err), app.NotFound) // not theirs
	did, err := refund.Self(t.Context(), p.App, p.A.Owner, own, []int64{p.ticket.ID})
	is.NoErr(err)
	is.Equal(did.Amount(), int64(2000)) // the fee stays
	is.Equal(p.has(), "EUR 2000, online 0, by hand 0")

	late := newPurse(t)
	_, err = wallet.ChangeSettings(t.Context(), late.App, late.A.Owner, wallet.SettingsChange{SelfRefunds: new(true), CutoffHours: new(int64(24))})
	is.NoErr(err)
	late.Clock.Jump(late.event.Start.Sub(late.Clock.Now()) - 23*time.Hour)
	_, err = refund.Self(t.Context(), late.App, late.A.Owner, order.Key{ID: late.ticket.OrderID}, nil)
	is.Equal(reasons(err), "orderId")
}
