package order

import (
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// Transaction is one movement of money on an order.
type Transaction struct {
	ID         int64 `msgpack:"id"`
	OrderID    int64 `msgpack:"o"`
	CurrencyID int64 `msgpack:"c"`
	Total      int64 `msgpack:"t"` // minor units; refunds are negative
	// Tax and Fees are this payment's shares of the order's; of what went back those of what
	// it went back for, below zero too.
	Tax  int64 `msgpack:"x,omitempty"`
	Fees int64 `msgpack:"f,omitempty"`
	// Shares are what went back for each item. Payments, and what is older than they are, have
	// none: see SharesOf.
	Shares []RateShare `msgpack:"sh,omitempty"`
	Type   string      `msgpack:"ty"`
	Status string      `msgpack:"s"`
	// Gateway is empty for money that staff took; Reference is what it calls the payment.
	Gateway   string `msgpack:"g,omitempty"`
	Reference string `msgpack:"gr,omitempty"`
	// Deposit: it is never given back.
	Deposit bool `msgpack:"dp,omitempty"`
	// Demo: it is of an order of the demo, see demo.go.
	Demo   bool  `msgpack:"dm,omitempty"`
	UserID int64 `msgpack:"u,omitempty"`
	// WalletID is the wallet that paid, or was given money back, 0: none.
	WalletID int64 `msgpack:"w,omitempty"`
	// Carries is the transaction of another order with which a wallet had paid what this one
	// carries over, 0: none.
	Carries int64 `msgpack:"cr,omitempty"`
	// Of is the transaction whose money goes back with this one.
	Of        int64     `msgpack:"of,omitempty"`
	CreatedAt time.Time `msgpack:"ca"`
	UpdatedAt time.Time `msgpack:"ua"`
}

// SimulatedGateway is the gateway over which no money moves.
const SimulatedGateway = "simulated"

// The transaction statuses.
const (
	TransactionSuccess   = "Success"
	TransactionPending   = "Pending"
	TransactionFailed    = "Failed"
	TransactionCancelled = "Cancelled"
	// Money that came and went back: it never counted as paid.
	TransactionRefundPending = "Refund pending"
	TransactionRefunded      = "Refunded"
)

// TransactionStatuses lists them.
func TransactionStatuses() []string {
	return []string{TransactionSuccess, TransactionPending, TransactionFailed, TransactionCancelled, TransactionRefundPending, TransactionRefunded}
}

// transactionListed and transactionChanged are grouped by type, in the order of time.
var (
	transactionListed  = indexes.NewBy("created", kv.PairOf(kv.Int, kv.Time), (*Transaction).listed).Counted().Ascending().Version(2)
	transactionChanged = indexes.NewBy("changed", kv.PairOf(kv.Int, kv.Time), (*Transaction).changed).Ascending().Version(2)
)

func (t *Transaction) listed() []classTime {
	return []classTime{{A: transactionTypeNumber(t.Type), B: t.CreatedAt}}
}

func (t *Transaction) changed() []classTime {
	return []classTime{{A: transactionTypeNumber(t.Type), B: t.UpdatedAt}}
}

// Transactions is the table of transactions. An order lists its own.
var Transactions = transactionTable.Table

var transactionTable = indexes.Define(indexes.Spec[Transaction]{
	Name: "transactions", Version: 1,
	Person:    indexes.Stays("money that moved, by numbers"),
	Unaudited: "a journal",
	Shown:     func(r app.Reader, t *Transaction) (bool, error) { return shownWith(r, t.OrderID) },
	ID:        func(t *Transaction) *int64 { return &t.ID },
	Stamp: func(tx app.Tx, old, t *Transaction) {
		app.Stamp(tx, old == nil, &t.CreatedAt, &t.UpdatedAt)
		t.UpdatedAt = app.ChangeOf(tx, old, func(t *Transaction) time.Time { return t.UpdatedAt })
	},
	Wrote: app.Wrote(func(p *Ports) func(app.Tx, []indexes.Change[Transaction]) error { return p.TransactionSaved }),
}, transactionListed.Index, transactionChanged.Index)

// LeftOf is what of the money of a transaction did not go back and is not on its way. What
// tills gave back while they were offline counts for the first transaction.
func LeftOf(t *Transaction, all []Transaction) int64 {
	if t.Total <= 0 || t.Status != TransactionSuccess {
		return 0
	}
	left := t.Total
	for i := range all {
		o := &all[i]
		back := o.Total < 0 && (o.Status == TransactionSuccess || o.Status == TransactionPending)
		if back && (o.Of == t.ID || o.Of == 0 && t.ID == all[0].ID) {
			left += o.Total
		}
	}
	return left
}
