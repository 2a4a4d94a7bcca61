package sales_test

import (
	"fmt"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/ledger"
	"marquee/app/order"
	"marquee/app/resale"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/app/wallet"
	"marquee/kv/kvtest"

	"pgregory.net/rapid"
)

// ticketPrice is what each ticket of the model costs, fees included.
const ticketPrice = 2250

// moneyModel is the reference of what happens to money after the sale: integers, one caller
// at a time.
type moneyModel struct {
	*purse
	seat, other, better catalog.SaleItem
	// drawer and gateway are what came in there less what went back; balance and promised
	// are what the guest can spend, and what waits for a settlement.
	drawer, gateway, balance, promised int64
	// toppedUp is what top-ups brought less what was cashed out of them.
	toppedUp int64
	orders   []*modelOrder
	// late is what is done when a gateway that gave no answer is asked again.
	late  []func()
	storm bool
}

// modelState says what can be done with a ticket.
type modelState int

const (
	held modelState = iota
	returning
	returned
	listed
	soldOn
	settledFor
)

// modelOrder is an order of one ticket.
type modelOrder struct {
	basket order.Basket
	how    string // it was paid: "cash", "card" or "wallet"
	state  modelState
	kind   catalog.SaleItem
	price  int64
	// resold: it was bought from the guest, by somebody else.
	resold bool
	// given is how many others it was given to, one after the other.
	given    int
	listing  int64
	contract int64
	// since is when it was listed: by a clock that was set back it is bought later.
	since time.Time
}

func (o *modelOrder) item() int64 { return o.basket.Items[0].ID }

// TestMoneyModel plays random histories of sales, top-ups, refunds, listings, resales,
// settlements and cash-outs, with restarts, a gateway that gives no answer and leaps of the
// clock, against the store and against the reference. In the end all is given back, and the
// accounts are where they were.
func TestMoneyModel(t *testing.T) {
	kvtest.SingleGoroutine(t)
	rapid.Check(t, func(rt *rapid.T) {
		p := newPurse(t, apptest.Calm(), apptest.Unchecked())
		p.resell(resale.Change{Enabled: app.Is(true)})
		p.opensWallet()
		p.share(func(e *catalog.Event) { e.Settings.TicketsAfter = true })
		m := &moneyModel{purse: p, seat: p.addItem(-1, plain), other: p.addItem(-1, plain), better: p.addItem(-1, dearer), drawer: ticketPrice}
		rt.Repeat(map[string]func(*rapid.T){
			"": m.compare, "buy": m.buyTicket, "top up": m.topUp, "refund": m.refundOne, "list": m.listOne,
			"buy offer": m.buyOffer, "take back": m.takeBack, "settle": m.settleOne, "cash out": m.cashOut, "give": m.giveOne, "change": m.changeOne,
			"storm": m.begins, "calm": m.ends, "leap": m.leap,
			"restart": func(*rapid.T) { m.restart() },
		})
		m.unwind(rt)
		apptest.CheckApp(t.Context(), rt, m.App)
	})
}

// pick draws one of the orders in a state.
func (m *moneyModel) pick(t *rapid.T, state modelState) *modelOrder {
	var all []*modelOrder
	for _, o := range m.orders {
		if o.state == state {
			all = append(all, o)
		}
	}
	if len(all) == 0 {
		t.Skip("there is none")
	}
	return all[rapid.IntRange(0, len(all)-1).Draw(t, "order")]
}

// any draws one of all orders.
func (m *moneyModel) any(t *rapid.T) *modelOrder {
	if len(m.orders) == 0 {
		t.Skip("there is none")
	}
	return m.orders[rapid.IntRange(0, len(m.orders)-1).Draw(t, "order")]
}

func (m *moneyModel) expect(t *rapid.T, what string, may bool, err error) {
	if may != (err == nil) {
		t.Fatalf("%s: the reference says %t, the store %v", what, may, err)
	}
}

// sell sells the guest something for an amount, paid in a way.
func (m *moneyModel) sell(in sales.AddToBasket, how string) (order.Basket, error) {
	switch how {
	case "card":
		b, err := m.add(in)
		if err != nil {
			return b, err
		}
		i, err := m.intent(b)
		if err != nil {
			return b, err
		}
		return m.payBy(b, i)
	case "wallet":
		in.Payment = new(m.shows())
	default:
		in.Payment = &cash
	}
	return m.add(in)
}

// takes notes money that came in.
func (m *moneyModel) takes(how string, amount int64) {
	switch how {
	case "card":
		m.gateway += amount
	case "wallet":
		m.balance -= amount
	default:
		m.drawer += amount
	}
}

func (m *moneyModel) buyTicket(t *rapid.T) {
	how := rapid.SampledFrom([]string{"cash", "card", "wallet"}).Draw(t, "how")
	in := adding(one(m.seat, 1))
	in.Buyer = customer.Buyer{ID: m.guest.ID}
	b, err := m.sell(in, how)
	m.expect(t, "buy by "+how, how != "wallet" || m.balance >= ticketPrice, err)
	if err == nil {
		m.takes(how, ticketPrice)
		m.orders = append(m.orders, &modelOrder{basket: b, how: how, kind: m.seat, price: ticketPrice})
	}
}

func (m *moneyModel) topUp(t *rapid.T) {
	how := rapid.SampledFrom([]string{"cash", "card"}).Draw(t, "how")
	amount := rapid.Int64Range(1, 4000).Draw(t, "amount")
	m.Clock.Jump(time.Second)
	_, err := m.sell(m.buying(m.topup, amount), how)
	m.expect(t, "top up by "+how, true, err)
	m.takes(how, amount)
	m.balance, m.toppedUp = m.balance+amount, m.toppedUp+amount
}

// refundOne refunds any ticket that there ever was, in any way.
func (m *moneyModel) refundOne(t *rapid.T) {
	o := m.any(t)
	way := rapid.SampledFrom([]string{"by hand", "online", "to the balance"}).Draw(t, "way")
	if (o.resold || o.given > 0) && way == "to the balance" {
		t.Skip("it goes to somebody else's")
	}
	m.refundIt(t, o, way)
}

func (m *moneyModel) refundIt(t *rapid.T, o *modelOrder, way string) {
	in := rules.Refund{Order: key(o.basket), Kind: rules.MoneyBack, Online: way == "online"}
	if way == "to the balance" {
		in.Kind = rules.ToBalance
	}
	asked := in.Online && o.how == "card" // the gateway takes part
	_, err := m.refund(in)
	m.expect(t, "refund "+way, o.state == held && (!asked || !m.storm), err)
	switch {
	case o.state != held:
	case asked && m.storm:
		if app.KindOf(err) != app.Unavailable {
			t.Fatalf("refund %s: %v", way, err)
		}
		o.state = returning
		m.late = append(m.late, func() { o.state, m.gateway = returned, m.gateway-o.price })
	default:
		o.state = returned
		switch {
		case o.how == "wallet" || in.Kind == rules.ToBalance:
			m.balance += o.price
		case asked:
			m.gateway -= o.price
		default:
			m.drawer -= o.price
		}
	}
}

func (m *moneyModel) listOne(t *rapid.T) {
	o := m.any(t)
	if o.given > 0 {
		t.Skip("somebody else gets the money")
	}
	v, err := m.list(1, resale.Ask{ItemID: o.item()})
	m.expect(t, "list", o.state == held, err)
	if err == nil {
		o.state, o.listing, o.contract, o.since = listed, v.ID, v.Contracts[0].ID, m.Clock.Now()
	}
}

func (m *moneyModel) buyOffer(t *rapid.T) {
	o := m.pick(t, listed)
	if o.resold {
		t.Skip("somebody else gets the money")
	}
	b, err := m.buy(fmt.Sprintf("buyer%d@example.com", len(m.orders)), o.item())
	m.expect(t, "buy an offer", !m.Clock.Now().Before(o.since), err)
	if err != nil {
		return
	}
	o.state = soldOn
	m.drawer, m.promised = m.drawer+o.price, m.promised+o.price
	m.orders = append(m.orders, &modelOrder{basket: b, how: "cash", price: o.price, resold: true})
}

func (m *moneyModel) takeBack(t *rapid.T) {
	o := m.pick(t, listed)
	_, err := resale.Cancel(m.t.Context(), m.App, m.A.Owner, resale.Which{ListingID: o.listing})
	m.expect(t, "take back", true, err)
	o.state = held
}

func (m *moneyModel) settleOne(t *rapid.T) {
	o := m.pick(t, soldOn)
	all, err := resale.Settle(m.t.Context(), m.App, m.A.Owner, []int64{o.contract}, false)
	m.expect(t, "settle", true, err)
	if all[0].Proceeds != o.price {
		t.Fatalf("settled: %+v", all[0])
	}
	o.state = settledFor
	m.promised, m.balance = m.promised-o.price, m.balance+o.price
}

// cashOut gives back all that can be, online or by hand. How much that is the store says;
// never more than top-ups brought.
func (m *moneyModel) cashOut(t *rapid.T) {
	if len(m.late) > 0 {
		t.Skip("an order may be asked about")
	}
	online := rapid.Bool().Draw(t, "online")
	w := m.walletOf()
	n := w.Refundable(online, m.App.Now())
	if n > m.balance || n > m.toppedUp {
		t.Fatalf("%d can be cashed out, of %d on the wallet and %d of top-ups", n, m.balance, m.toppedUp)
	}
	_, err := m.cashesOut(func(in *rules.Cashout) { in.Online = online })
	m.expect(t, "cash out", n > 0 && !(online && m.storm), err)
	if n == 0 {
		return
	}
	m.balance, m.toppedUp = m.balance-n, m.toppedUp-n
	switch {
	case online && m.storm:
		m.late = append(m.late, func() { m.gateway -= n })
	case online:
		m.gateway -= n
	default:
		m.drawer -= n
	}
}

// begins lets the gateway give no answer to refunds, whether it does them or not.
func (m *moneyModel) begins(t *rapid.T) {
	how := rapid.SampledFrom([]fault{unheard, answerLost}).Draw(t, "fault")
	m.storm = true
	m.bank.fault = func(call string) fault {
		if call == "refund" {
			return how
		}
		return fine
	}
}

// ends lets it answer again, and what it was asked for is found out.
func (m *moneyModel) ends(*rapid.T) {
	m.storm, m.bank.fault = false, nil
	m.later(20 * time.Minute)
	for _, done := range m.late {
		done()
	}
	m.late = nil
}

func (m *moneyModel) leap(t *rapid.T) {
	if m.storm {
		t.Skip("nobody would be asked any more")
	}
	m.later(rapid.SampledFrom([]time.Duration{time.Second, 11 * time.Minute, 26 * time.Hour, -time.Hour}).Draw(t, "leap"))
}

// accounts are the balances of the ledger, by kind.
func (m *moneyModel) accounts() map[ledger.Kind]int64 {
	all := map[ledger.Kind]int64{}
	m.view(func(r app.Reader) error {
		h, err := ledger.HeadOf(r)
		for _, b := range h.Balances {
			all[b.Kind] += b.Amount
		}
		return err
	})
	return all
}

// compare holds the store, its ledger and the gateway against the reference.
func (m *moneyModel) compare(t *rapid.T) {
	w, has := m.walletOf(), m.accounts()
	type figures struct{ balance, promised, drawer, gateway int64 }
	want := figures{m.balance, m.promised, m.drawer, m.gateway}
	if have := (figures{w.Available, w.Pending, -has[ledger.Cash], -has[ledger.Gateway]}); have != want {
		t.Fatalf("has %+v, want %+v", have, want)
	}
	if len(m.late) > 0 {
		return
	}
	at := int64(0)
	for _, a := range m.bank.byRef {
		at += a.captured - a.refunded
	}
	if at != m.gateway {
		t.Fatalf("the gateway has %d, want %d", at, m.gateway)
	}
}

// unwind gives all of it back. What is left is what the guest's own ticket cost.
func (m *moneyModel) unwind(t *rapid.T) {
	m.ends(t)
	for _, o := range m.orders {
		if o.state == listed {
			_, err := resale.Cancel(m.t.Context(), m.App, m.A.Owner, resale.Which{ListingID: o.listing})
			m.expect(t, "take back", true, err)
			o.state = held
		}
		if o.state == soldOn {
			_, err := resale.Settle(m.t.Context(), m.App, m.A.Owner, []int64{o.contract}, false)
			m.expect(t, "settle", true, err)
			m.promised, m.balance = m.promised-o.price, m.balance+o.price
		}
		if o.state == held {
			m.refundIt(t, o, "by hand")
		}
	}
	m.compare(t)
	if m.balance > 0 {
		v, err := wallet.InitiatePayout(m.t.Context(), m.App, m.A.Owner, wallet.PayoutAsk{WalletID: m.walletOf().ID, Amount: m.balance})
		m.expect(t, "pay out", true, err)
		_, err = wallet.ConfirmPayout(m.t.Context(), m.App, m.A.Owner, v.ID)
		m.expect(t, "confirm", true, err)
	}
	has := m.accounts()
	for kind, n := range has {
		switch kind {
		case ledger.Cash, ledger.Gateway, ledger.PaidOut, ledger.Sales, ledger.Fees, ledger.Tax:
		default:
			if n != 0 {
				t.Fatalf("%d left on %s", n, ledger.Account{Kind: kind}.Name())
			}
		}
	}
	earned := has[ledger.Sales] + has[ledger.Fees] + has[ledger.Tax]
	if earned != ticketPrice || m.drawer+m.gateway-m.balance != ticketPrice {
		t.Fatalf("%d earned, %d taken and %d paid out", earned, m.drawer+m.gateway, m.balance)
	}
}
