package sales_test

import (
	"fmt"

	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/resale"
	"marquee/app/sales"
	"marquee/app/transfer"

	"pgregory.net/rapid"
)

// dearerPrice is what a ticket of the better kind costs, fees included.
const dearerPrice = 5250

func dearer(s *catalog.SaleItem, i *catalog.InventoryItem) {
	s.Prices[0].Base, i.Name = dearerPrice-250, "Better"
}

// giveOne gives a ticket to somebody else, who claims it, or not. The money stays where it is.
func (m *moneyModel) giveOne(t *rapid.T) {
	o := m.any(t)
	made, err := m.give(transfer.Ask{ItemIDs: []int64{o.item()}})
	m.expect(t, "give", o.state == held, err)
	if err != nil {
		return
	}
	_, err = m.list(1, resale.Ask{ItemID: o.item()})
	m.expect(t, "list what is being given", false, err)
	if rapid.Bool().Draw(t, "claimed") {
		o.given++
		_, err = m.claim(made.Token, fmt.Sprintf("heir%d@example.com", o.given))
	} else {
		_, err = transfer.Cancel(m.t.Context(), m.App, m.A.Owner, made.ID)
	}
	m.expect(t, "claim or cancel", true, err)
}

// changeOne changes an order into one of another kind of the same price or of a dearer one,
// or lets it be after all. What was paid is moved to the order that takes its place, where it
// is given back by hand; what a wallet paid goes back to the wallet.
func (m *moneyModel) changeOne(t *rapid.T) {
	o := m.any(t)
	if o.resold || o.price != ticketPrice {
		t.Skip("is changed once, by who bought it first")
	}
	b, err := m.modify(o.basket)
	m.expect(t, "change", o.state == held && o.given == 0, err)
	if err != nil {
		return
	}
	for what, may := range map[string]func() error{
		"refund": func() error { _, err := m.refundOf(o.basket, asIs); return err },
		"list":   func() error { _, err := m.list(1, resale.Ask{ItemID: o.item()}); return err },
		"give":   func() error { _, err := m.give(transfer.Ask{ItemIDs: []int64{o.item()}}); return err },
		"change": func() error { _, err := m.modify(o.basket); return err },
	} {
		m.expect(t, what+" what is being changed", false, may())
	}
	if rapid.Bool().Draw(t, "restarted") {
		m.restart()
	}
	switch rapid.SampledFrom([]string{"let be", "other", "dearer"}).Draw(t, "into") {
	case "let be":
		m.expect(t, "let be", true, m.abandon(b))
	case "other":
		m.becomes(t, o, b, m.other, ticketPrice)
	default:
		m.becomes(t, o, b, m.better, dearerPrice)
	}
}

// becomes buys the changed order: with the wallet where that had paid, else with cash. Where
// the wallet has too little, all stays as it was.
func (m *moneyModel) becomes(t *rapid.T, o *modelOrder, b order.Basket, into catalog.SaleItem, price int64) {
	_, err := m.setTo(b, o.kind, 0)
	m.expect(t, "take out", true, err)
	_, err = m.addTo(b, one(into, 1))
	m.expect(t, "put in", true, err)
	by, more := cash, price-o.price
	if o.how == "wallet" && more > 0 {
		by = m.shows()
	}
	may := o.how != "wallet" || m.balance >= more
	done, err := m.complete(b, by)
	m.expect(t, "buy the change", may, err)
	if !may {
		m.expect(t, "let be", true, m.abandon(b))
		return
	}
	if o.how == "wallet" {
		m.balance -= more
	} else {
		m.drawer += more
		o.how = "cash"
	}
	o.basket, o.kind, o.price = done, into, price
}

func (m *moneyModel) abandon(b order.Basket) error {
	return sales.ExpireBasket(m.t.Context(), m.App, m.A.Owner, key(b))
}
