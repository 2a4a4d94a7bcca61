package ledger

import (
	"cmp"
	"strconv"
)

// Kind is what an account is for. The number is stored and never changes its meaning.
type Kind int64

// The kinds of accounts.
const (
	// Wallet is what a customer has. Each wallet is an account of its own.
	Wallet Kind = iota + 1
	// Topups is what was paid for top-ups and is not on a wallet yet. In a currency that is
	// no money it is below zero by all that was ever issued.
	Topups
	// Sales, Fees and Tax are what was earned, without tax, and the tax in it. Each has an
	// account for every rate of tax.
	Sales
	Fees
	Tax
	// Deposits are held for orders that are not complete; Forfeited are those that were
	// kept when their orders expired.
	Deposits
	Forfeited
	// Vouchers are gift vouchers that were sold and not redeemed.
	Vouchers
	// Complimentary is what was given away and is owed all the same.
	Complimentary
	// Cash, Bank, Terminal and Other are money that staff took: in the drawer, by bank
	// transfer, by a card terminal of their own, in any other way.
	Cash
	Bank
	Terminal
	Other
	// Gateway is money at a payment gateway. Simulated is none: no money moved.
	Gateway
	Simulated
	// Refunds is money that is on its way back and belongs to no order.
	Refunds
	// Payouts are taken from wallets and not confirmed yet; PaidOut were confirmed.
	Payouts
	PaidOut
	// Unexplained is what the records of an older order did not account for. Nothing but
	// an upgrade posts to it.
	Unexplained
	// Clearing is what passes between orders and wallets: an order posts one side of it,
	// the wallet the other, in one transaction. It is always empty in the end.
	Clearing
	// Resale is what buyers paid for what others sold on, and these were not paid yet.
	Resale
	// Elsewhere is money that another system took for what it sold.
	Elsewhere
)

var kindNames = []string{
	Wallet: "wallet", Topups: "topups", Sales: "sales", Fees: "fees", Tax: "tax", Deposits: "deposits", Forfeited: "forfeited",
	Vouchers: "vouchers", Complimentary: "complimentary", Cash: "cash", Bank: "bank", Terminal: "terminal", Other: "other",
	Gateway: "gateway", Simulated: "simulated", Refunds: "refunds", Payouts: "payouts", PaidOut: "paid-out",
	Unexplained: "unexplained", Clearing: "clearing", Resale: "resale", Elsewhere: "elsewhere",
}

// Account is one account in one currency.
type Account struct {
	Kind Kind
	// ID is that of the wallet; for what was earned the rate of the tax on it, in
	// ten-thousandths of a percent, 0 where there is none or the entry is older than the
	// accounts by rate. It is 0 for accounts of which a company has one.
	ID         int64
	CurrencyID int64
	// Demo: it holds what was sold, paid and given in demo mode, which is no money. No entry
	// moves anything from there to where money is.
	Demo bool
}

// Money is what amounts are added up by: a currency, as money or as that of the demo.
type Money struct {
	CurrencyID int64
	Demo       bool
}

// Name is the account as people read it: "sales", "wallet:17", "demo sales".
func (a Account) Name() string {
	name := "account " + strconv.FormatInt(int64(a.Kind), 10)
	if a.Kind >= Wallet && int(a.Kind) < len(kindNames) {
		name = kindNames[a.Kind]
	}
	if a.Demo {
		name = "demo " + name
	}
	switch {
	case a.ID == 0:
		return name
	case a.Kind.ByRate():
		return name + ":" + strconv.FormatFloat(float64(a.ID)/rateUnit, 'f', -1, 64) + "%"
	}
	return name + ":" + strconv.FormatInt(a.ID, 10)
}

// rateUnit is one percent of a rate of tax.
const rateUnit = 10_000

// ByRate tells whether there is an account of the kind for every rate of tax.
func (k Kind) ByRate() bool { return k == Sales || k == Fees || k == Tax }

// IsMoney tells whether accounts of the kind are where money comes from and goes to. All
// others are what it was for.
func (k Kind) IsMoney() bool {
	switch k {
	case Cash, Bank, Terminal, Other, Gateway, Simulated, Elsewhere, Clearing:
		return true
	}
	return false
}

// known tells whether there is such an account.
func (a Account) known() bool {
	if a.Kind < Wallet || int(a.Kind) >= len(kindNames) || a.ID < 0 {
		return false
	}
	return a.Kind.ByRate() || (a.ID > 0) == (a.Kind == Wallet)
}

func compareAccounts(a, b Account) int {
	return cmp.Or(cmp.Compare(a.CurrencyID, b.CurrencyID), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.ID, b.ID), compareBool(a.Demo, b.Demo))
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
