package order

import (
	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/ledger"
)

// What a company sells while it is in demo mode is of the demo for ever: the order, its items
// and transactions, and whatever these pay for and are given back as. Package sales marks an
// order when it takes its first money (mark.go), and everything else follows from that mark:
// its money has accounts of its own in the ledger, which no account of real money ever meets;
// the wallets that it pays into are others; gates of a company that takes real money refuse
// its tickets. An order of which nothing was due is neither: nobody paid for it.

// OfDemo tells whether no money moved with a transaction, as the company was in demo mode.
func (t *Transaction) OfDemo() bool { return t.Demo || t.Gateway == SimulatedGateway }

// TakesReal tells whether real money moves with a transaction between its order and people.
func (t *Transaction) TakesReal() bool {
	return t.Total != 0 && t.WalletID == 0 && !t.CarriesOver() && t.Gateway != SimulatedGateway
}

// Apart refuses what would mix real money with that of the demo: something that is of the one,
// or was sold for it, in the mode of the other.
func Apart(field string, ofDemo, inDemo bool) error {
	if why := WhyApart(ofDemo, inDemo); why != "" {
		return app.Field(field, why)
	}
	return nil
}

// WhyApart says why something and a mode do not go together; "" where they do.
func WhyApart(ofDemo, inDemo bool) string {
	switch {
	case ofDemo == inDemo:
		return ""
	case ofDemo:
		return "was sold in demo mode, and the company takes real money now"
	}
	return "was not sold in demo mode, and the company is in demo mode now"
}

// The classes of items of the demo. What they mean is stored: it never changes.
const (
	demoTicket = iota + 1
	demoVoucher
	demoOther
)

func (o *Order) demoClass() []int64 {
	if !o.Demo {
		return nil
	}
	return []int64{1}
}

// demoClass counts what stands of the demo.
func (i *Item) demoClass() []int64 {
	switch {
	case !i.Demo || !i.Admissible():
		return nil
	case i.Type == catalog.GiftVoucher:
		return []int64{demoVoucher}
	case i.Barcode != "":
		return []int64{demoTicket}
	}
	return []int64{demoOther}
}

// DemoCounts is how much of the demo there is: orders, and what of them stands.
type DemoCounts struct{ Orders, Tickets, Vouchers int64 }

// CountDemo counts what was sold in demo mode.
func CountDemo(r app.Reader) (n DemoCounts, err error) {
	orders, err := orderOfDemo.Groups(r, 1, 2)
	if err != nil {
		return n, err
	}
	for _, g := range orders {
		n.Orders += g.N
	}
	items, err := itemOfDemo.Groups(r, demoTicket, demoOther)
	for _, g := range items {
		switch g.Key {
		case demoTicket:
			n.Tickets += g.N
		case demoVoucher:
			n.Vouchers += g.N
		}
	}
	return n, err
}

// MarkFormer marks the items of an order of an older store that was paid over the simulated
// gateway, and moves what it posted to the accounts of the demo.
func MarkFormer(tx app.Tx, o *Order) error {
	items, err := ItemsOf(tx, o)
	if err != nil {
		return err
	}
	for i := range items {
		it := &items[i]
		if !it.Holds() {
			continue
		}
		if items[i], err = itemTable.Update(tx, it.ID, func(it *Item) error { it.Demo = true; return nil }); err != nil {
			return err
		}
	}
	if !o.Moves() {
		return nil
	}
	noted, err := Transactions.GetMany(tx, o.TransactionIDs)
	if err != nil {
		return err
	}
	former, err := entriesOf(tx, o)
	if err != nil {
		return err
	}
	moves := owing(o, items, noted, former)
	_, err = ledger.Post(tx, ledger.Entry{At: tx.Now(), Event: ledger.Parted, OrderID: o.ID, Former: true}, moves)
	return err
}
