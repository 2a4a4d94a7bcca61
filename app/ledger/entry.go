package ledger

import (
	"errors"
	"fmt"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// Event is what happened. The number is stored and never changes its meaning.
type Event int64

// The events.
const (
	// Sold: an order was completed. Deposited: a part of it was paid, and the rest is due.
	Sold Event = iota + 1
	Deposited
	// Kept: an order expired, and its deposit was kept. Revived: it waits again.
	Kept
	Revived
	// Refunded: money was given back. Changed is any other change of what an order stands
	// for.
	Refunded
	Changed
	// Unwanted: money came that no order takes; Returned: it went back.
	Unwanted
	Returned
	// Credited and Debited: a wallet was. Settled: money that had been taken from one was
	// paid out.
	Credited
	Debited
	Settled
	// Parted: an upgrade moved what was sold in demo mode to accounts of its own.
	Parted
)

var eventNames = []string{
	Sold: "sold", Deposited: "deposited", Kept: "kept", Revived: "revived", Refunded: "refunded", Changed: "changed",
	Unwanted: "unwanted", Returned: "returned", Credited: "credited", Debited: "debited", Settled: "settled", Parted: "parted",
}

func (e Event) String() string {
	if e < Sold || int(e) >= len(eventNames) {
		return fmt.Sprintf("event %d", int64(e))
	}
	return eventNames[e]
}

// Entry is one movement between accounts.
type Entry struct {
	// Seq numbers the entries of a company, from 1 without gaps.
	Seq   int64     `msgpack:"n"`
	At    time.Time `msgpack:"t"`
	Event Event     `msgpack:"e"`
	// OrderID, PaymentID or MovementID is what it was made for: an order, a payment by card,
	// a movement of a wallet.
	OrderID    int64 `msgpack:"o,omitempty"`
	PaymentID  int64 `msgpack:"y,omitempty"`
	MovementID int64 `msgpack:"w,omitempty"`
	UserID     int64 `msgpack:"u,omitempty"`
	// Former: it was written when an older store was upgraded, and its order does not
	// name it.
	Former bool `msgpack:"f,omitempty"`
	// Postings are by account, each once.
	Postings []Posting `msgpack:"p"`
	// Before is the hash of the entry before, empty in the first.
	Before []byte `msgpack:"h,omitempty"`
}

// Posting is what an entry does to one account.
type Posting struct {
	Kind       Kind  `msgpack:"k"`
	ID         int64 `msgpack:"i,omitempty"`
	CurrencyID int64 `msgpack:"c"`
	Demo       bool  `msgpack:"d,omitempty"`
	// Amount is what the account is credited, or debited where it is below zero.
	Amount int64 `msgpack:"a"`
	// Old is the balance before.
	Old int64 `msgpack:"b,omitempty"`
}

// Account is the account that is moved.
func (p *Posting) Account() Account { return Account{p.Kind, p.ID, p.CurrencyID, p.Demo} }

// New is the balance after the entry.
func (p *Posting) New() int64 { return p.Old + p.Amount }

// check holds what every entry promises by itself.
func (e *Entry) check() error {
	sums := map[Money]int64{}
	for i := range e.Postings {
		p := &e.Postings[i]
		switch {
		case !p.Account().known() || p.Amount == 0:
			return fmt.Errorf("ledger entry %d: %d to %s", e.Seq, p.Amount, p.Account().Name())
		case p.Kind == Wallet && p.New() < 0:
			return fmt.Errorf("ledger entry %d: %s would have %d", e.Seq, p.Account().Name(), p.New())
		case i > 0 && compareAccounts(e.Postings[i-1].Account(), p.Account()) >= 0:
			return fmt.Errorf("ledger entry %d: %s is not in its order", e.Seq, p.Account().Name())
		}
		sums[Money{p.CurrencyID, p.Demo}] += p.Amount
	}
	for of, sum := range sums {
		if sum != 0 {
			return fmt.Errorf("ledger entry %d: the postings in %+v add up to %d", e.Seq, of, sum)
		}
	}
	switch {
	case e.Seq < 1 || len(e.Postings) < 2 || len(e.Postings) > maxPostings:
		return fmt.Errorf("ledger entry %d: %d postings", e.Seq, len(e.Postings))
	case e.Event < Sold || int(e.Event) >= len(eventNames):
		return fmt.Errorf("ledger entry %d: %s", e.Seq, e.Event)
	case (e.Seq == 1) != (len(e.Before) == 0):
		return fmt.Errorf("ledger entry %d: %d bytes of hash", e.Seq, len(e.Before))
	}
	return nil
}

// formerOrder finds entries whose orders do not name them.
var formerOrder = indexes.NewBy("order", kv.Int, func(e *Entry) []int64 {
	if !e.Former || e.OrderID == 0 {
		return nil
	}
	return []int64{e.OrderID}
})

// entries is the journal. Nothing but Post writes to it.
var entries = indexes.DefineKeyed(indexes.KeyedSpec[int64, Entry]{
	Name: "ledger_entries", Version: 1, Ascending: true,
	Person:    indexes.Stays("money that moved, by numbers"),
	Unaudited: "a journal",
	Key:       kv.Int,
	KeyOf:     func(e *Entry) int64 { return e.Seq },
	Check:     (*Entry).check,
}, formerOrder.Index)

// Head is where the journal of a company stands.
type Head struct {
	Seq int64 `msgpack:"n"`
	// Hash is that of the last entry.
	Hash     []byte    `msgpack:"h"`
	Balances []Balance `msgpack:"b"`
}

// Balance is that of one account, of which the company has one or one for each rate of tax.
type Balance struct {
	Kind       Kind  `msgpack:"k"`
	ID         int64 `msgpack:"i,omitempty"`
	CurrencyID int64 `msgpack:"c"`
	Demo       bool  `msgpack:"d,omitempty"`
	Amount     int64 `msgpack:"a,omitempty"`
}

// Account is the account that has it.
func (b *Balance) Account() Account { return Account{b.Kind, b.ID, b.CurrencyID, b.Demo} }

// WalletBalance is that of one wallet. It stands by itself, so that an entry costs the same
// however many wallets there are.
type WalletBalance struct {
	WalletID   int64 `msgpack:"i"`
	CurrencyID int64 `msgpack:"c"`
	Demo       bool  `msgpack:"d,omitempty"`
	Amount     int64 `msgpack:"a,omitempty"`
}

var walletBalances = indexes.DefineKeyed(indexes.KeyedSpec[int64, WalletBalance]{
	Name: "ledger_wallets", Version: 1,
	Person:    indexes.Stays("money that moved, by numbers"),
	Unaudited: "a journal",
	Key:       kv.Int,
	KeyOf:     func(b *WalletBalance) int64 { return b.WalletID },
	Check: func(b *WalletBalance) error {
		if b.WalletID < 1 || b.CurrencyID == 0 || b.Amount < 0 {
			return fmt.Errorf("ledger: wallet %d has %d", b.WalletID, b.Amount)
		}
		return nil
	},
})

// WalletBalanceOf reads the balance of a wallet, 0 while nothing was posted to it.
func WalletBalanceOf(r app.Reader, id int64) (int64, error) {
	b, _, err := walletBalances.Find(r, id)
	return b.Amount, err
}

// headKey is the key of the one head of a company.
const headKey = 1

var heads = indexes.DefineKeyed(indexes.KeyedSpec[int64, Head]{
	Name: "ledger_heads", Version: 1,
	Person:    indexes.Nobody("the end of the ledger"),
	Unaudited: "a journal",
	Key:       kv.Int,
	KeyOf:     func(*Head) int64 { return headKey },
	Check: func(h *Head) error {
		if h.Seq < 1 || len(h.Hash) == 0 {
			return errors.New("ledger head: of no entry")
		}
		return nil
	},
})

// HeadOf reads where the journal of the reader's company stands; the zero Head while
// there is no entry.
func HeadOf(r app.Reader) (Head, error) {
	h, _, err := heads.Find(r, headKey)
	return h, err
}

// Read reads entries by their numbers.
func Read(r app.Reader, seqs []int64) ([]Entry, error) { return entries.GetMany(r, seqs) }

// Each goes through all entries in their order.
func Each(r app.Reader, look func(*Entry)) error {
	for hit, err := range entries.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		look(&hit.Rec)
	}
	return nil
}

// FormerOf lists the entries of an order that were written by an upgrade.
func FormerOf(r app.Reader, orderID int64) (all []Entry, err error) {
	return indexes.Records(formerOrder.Scan(r, indexes.Equal(orderID)))
}
