package order

import (
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/ledger"
	"marquee/app/money"
)

// Moves tells whether money or credit moved for the order.
func (o *Order) Moves() bool { return o != nil && (o.Status.Sold() || o.Totals.Paid > 0) }

// Book posts to the ledger what a change of an order moves: the difference between what
// its records say now and what was posted for it before. It notes the entry on the order,
// which the caller stores. was is the order before; items are those that count for its
// totals; noted are the transactions of this change.
func Book(tx app.Tx, was, o *Order, items []Item, noted []Transaction) error {
	if len(noted) != len(o.TransactionIDs) {
		var err error
		if noted, err = Transactions.GetMany(tx, o.TransactionIDs); err != nil {
			return err
		}
	}
	var before []ledger.Entry
	if was.Moves() {
		var err error
		if before, err = entriesOf(tx, o); err != nil {
			return err
		}
	}
	moves := owing(o, items, noted, before)
	e := ledger.Entry{At: tx.Now(), Event: eventOf(was, o), OrderID: o.ID, UserID: o.UserID}
	if n := len(noted); n > 0 {
		e.UserID = noted[n-1].UserID
	}
	seq, err := ledger.Post(tx, e, moves)
	if seq != 0 {
		o.Entries = append(slices.Clone(o.Entries), seq) // the order as it was shares the list
	}
	return err
}

// entriesOf reads the entries of an order, those of an upgrade first.
func entriesOf(r app.Reader, o *Order) ([]ledger.Entry, error) {
	former, err := ledger.FormerOf(r, o.ID)
	if err != nil {
		return nil, err
	}
	own, err := ledger.Read(r, o.Entries)
	return append(former, own...), err
}

// eventOf says what happened to an order.
func eventOf(was, o *Order) ledger.Event {
	before := was.Moves() && was.Status.Sold()
	switch {
	case o.Status.Sold() && !before:
		return ledger.Sold
	case o.Status.Sold() && o.Totals.Refunded > was.Totals.Refunded:
		return ledger.Refunded
	case o.Status.Sold():
		return ledger.Changed
	case !o.Status.Holds():
		return ledger.Kept
	case was != nil && !was.Status.Holds():
		return ledger.Revived
	}
	return ledger.Deposited
}

// owing is what is still to be posted for an order after some entries.
func owing(o *Order, items []Item, transactions []Transaction, before []ledger.Entry) ledger.Postings {
	moves := booked(o, items, transactions)
	if rateless(before) {
		moves.WithoutRates()
	}
	moves.Subtract(before)
	return moves
}

// rateless tells whether entries tell no rate of tax of what was earned. Where the order has
// one, they are older than the accounts by rate, and it stays as it was begun.
func rateless(entries []ledger.Entry) bool {
	earned := false
	for i := range entries {
		for _, p := range entries[i].Postings {
			if p.Kind.ByRate() && p.ID != 0 {
				return false
			}
			earned = earned || p.Kind.ByRate()
		}
	}
	return earned
}

// account is the account of a kind that the order moves.
func (o *Order) account(k ledger.Kind) ledger.Account {
	return ledger.Account{Kind: k, CurrencyID: o.CurrencyID, Demo: o.Demo}
}

// booked is what the ledger must have moved for an order, as its records say: where its
// money came from, less what went back there, and what it was for.
func booked(o *Order, items []Item, transactions []Transaction) ledger.Postings {
	p := ledger.Postings{}
	on := func(k ledger.Kind) ledger.Account { return o.account(k) }
	for i := range transactions {
		if t := &transactions[i]; t.Status == TransactionSuccess {
			p.Add(on(sourceOf(t, transactions)), -t.Total)
		}
	}
	given := o.Totals.Paid == 0 && o.Totals.Total > 0
	switch {
	case o.Status.Sold():
		for i := range items {
			items[i].book(p, on, given)
		}
	case o.Status.Holds():
		p.Add(on(ledger.Deposits), o.Deposit)
	default:
		p.Add(on(ledger.Forfeited), o.Deposit)
	}
	return p
}

// book adds what an item earns, and what is owed for it. For one that was given away
// nothing is earned.
func (i *Item) book(p ledger.Postings, on func(ledger.Kind) ledger.Account, given bool) {
	if i.DeletedAt != nil || i.RejectedAt != nil {
		return
	}
	if i.Resale != nil {
		// The price belongs to the seller. What goes back to the buyer, the company gives.
		p.Add(on(ledger.Resale), i.Price-i.Proceeds)
		p.Add(on(ledger.Sales), i.Proceeds-i.Refunded)
		return
	}
	p.Add(on(ledger.Resale), -i.Proceeds)
	if n := i.Contributed; n > 0 {
		tax := money.TaxInside(n, i.TaxRate)
		p.Add(on(ledger.Resale), -n)
		p.Add(i.earning(ledger.Fees, on), n-tax)
		p.Add(i.earning(ledger.Tax, on), tax)
	}
	earns := i.earning(ledger.Sales, on)
	if given {
		earns = on(ledger.Complimentary)
	} else {
		left := i.left()
		p.Add(earns, left.sales)
		p.Add(i.earning(ledger.Fees, on), left.fees)
		p.Add(i.earning(ledger.Tax, on), left.tax)
	}
	if i.Type == catalog.GiftVoucher && i.Holds() {
		p.Add(on(ledger.Vouchers), i.Base)
		p.Add(earns, -i.Base)
	}
	// What tokens are worth is sold with them: they are no money.
	if c := i.Credit; c != nil && on(ledger.Topups).CurrencyID == c.CurrencyID {
		p.Add(on(ledger.Topups), c.Amount-c.Taken)
		p.Add(earns, c.Taken-c.Amount)
	}
}

// earning is the account of a kind for what is earned at the rate of the item.
func (i *Item) earning(k ledger.Kind, on func(ledger.Kind) ledger.Account) ledger.Account {
	a := on(k)
	a.ID = i.TaxRate
	return a
}

// earned is what a price consists of.
type earned struct{ sales, fees, tax int64 }

// left is what is left of the price after what was given back. What is kept of a price is
// kept of its fees first, so that the tax on what went back does not depend on the steps in
// which it did.
func (i *Item) left() earned {
	fees, feeTax := i.chargedFees()
	base, baseTax := i.Price-fees, i.Tax-feeTax
	back := i.Refunded - i.Proceeds
	feesBack := max(0, back-base)
	baseBack := back - feesBack
	feeTaxBack, baseTaxBack := partOf(feeTax, feesBack, fees), partOf(baseTax, baseBack, base)
	return earned{
		sales: base - baseBack - (baseTax - baseTaxBack),
		fees:  fees - feesBack - (feeTax - feeTaxBack),
		tax:   i.Tax - feeTaxBack - baseTaxBack,
	}
}

// Worth is what the company is owed for an item, with the tax in it.
type Worth struct{ Gross, Tax int64 }

// Charged tells whether an order is one that its buyer pays for, or paid for: no basket, none
// that ended before it was paid, and none that was given away.
func Charged(o *Order) bool {
	switch {
	case o.Status.Sold():
		return o.Totals.Paid > 0
	case o.Status == Active:
		return false
	}
	return o.Status.Holds()
}

// WorthOf is what the company is owed for an item of an order after what it gave back, as the
// ledger has it. What others sell on is theirs, and what somebody has to approve is charged
// once that was done.
func WorthOf(o *Order, i *Item) Worth {
	if !Charged(o) || i.DeletedAt != nil || i.RejectedAt != nil || i.Resale != nil || i.Deferred() {
		return Worth{}
	}
	rest := i.left()
	return Worth{Gross: rest.sales + rest.fees + rest.tax, Tax: rest.tax}
}

// chargedFees are the fees in the price with the tax on them, and that tax. A discount is
// taken off what else is in the price first.
func (i *Item) chargedFees() (fees, tax int64) {
	fees, tax = i.fees(), i.FeeTax
	if fees == 0 {
		return 0, 0
	}
	if i.IsFee() {
		return i.Price, i.Tax
	}
	if i.TaxMode&money.TaxOnTop != 0 {
		fees += tax
	}
	if fees >= i.Price {
		return i.Price, i.Tax
	}
	return fees, min(tax, i.Tax)
}

// partOf is the part of an amount that belongs to so much of a whole.
func partOf(amount, part, whole int64) int64 {
	if whole == 0 {
		return 0
	}
	return money.Share(amount, []int64{part, whole - part})[0]
}

// sourceOf is the account that a transaction takes money from, or gives it back to. What
// is given back by hand comes from where it had come from, or from the cash drawer when
// that is a gateway.
func sourceOf(t *Transaction, all []Transaction) ledger.Kind {
	if t.WalletID != 0 || t.CarriesOver() {
		return ledger.Clearing
	}
	if t.Total < 0 && t.Gateway == "" {
		paid := slices.IndexFunc(all, func(o Transaction) bool {
			return o.Total > 0 && o.Status == TransactionSuccess && (t.Of == 0 || t.Of == o.ID)
		})
		if paid < 0 || all[paid].Gateway != "" || all[paid].CarriesOver() {
			return ledger.Cash
		}
		t = &all[paid]
	}
	switch {
	case t.Gateway == SimulatedGateway:
		return ledger.Simulated
	case t.Gateway != "":
		return ledger.Gateway
	}
	switch Method(t.Type) {
	case Cash:
		return ledger.Cash
	case Bank:
		return ledger.Bank
	case CardPresentOffline, CardNotPresentOffline:
		return ledger.Terminal
	case Elsewhere:
		return ledger.Elsewhere
	}
	return ledger.Other
}
