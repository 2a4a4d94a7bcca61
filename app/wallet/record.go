package wallet

import (
	"fmt"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// Wallet is what a customer has in one currency.
type Wallet struct {
	ID         int64 `msgpack:"id"`
	CustomerID int64 `msgpack:"c"`
	CurrencyID int64 `msgpack:"cu"`
	// Demo: what is on it was paid, given or credited in demo mode and is no money. It pays
	// while the company is in demo mode, and for what is sold then.
	Demo bool `msgpack:"d,omitempty"`
	// Available is what can be spent, in minor units. The ledger says the same.
	Available int64 `msgpack:"a,omitempty"`
	// Pending was credited and is not confirmed; Reserved is set aside for payouts.
	Pending  int64 `msgpack:"p,omitempty"`
	Reserved int64 `msgpack:"r,omitempty"`
	// Topups is what of Available can be cashed out, the oldest first.
	Topups []Topup `msgpack:"t,omitempty"`
	// Frozen: it gives nothing, for this reason. Nil for most.
	Frozen *Freeze `msgpack:"f,omitempty"`
	// MergedInto is the wallet that has all of this one since they were merged, 0: none.
	MergedInto int64     `msgpack:"m,omitempty"`
	CreatedAt  time.Time `msgpack:"ca"`
	UpdatedAt  time.Time `msgpack:"ua"`
}

// Topup is what is left of a top-up that was paid for with money. An order has one, or
// two when a part of it was paid over a gateway.
type Topup struct {
	OrderID int64 `msgpack:"o"`
	Left    int64 `msgpack:"l"`
	// Online: it was paid over a gateway.
	Online bool      `msgpack:"n,omitempty"`
	At     time.Time `msgpack:"a"`
	// ExpiresAt is until when it can be cashed out, nil for ever.
	ExpiresAt *time.Time `msgpack:"e,omitempty"`
}

// Freeze is why something gives nothing.
type Freeze struct {
	Reason string    `msgpack:"r"`
	UserID int64     `msgpack:"u,omitempty"`
	At     time.Time `msgpack:"a"`
}

// check holds what every stored wallet promises.
func (w *Wallet) check() error {
	switch {
	case w.CustomerID == 0 || w.CurrencyID == 0:
		return fmt.Errorf("wallet %d: of nobody, or in no currency", w.ID)
	case w.Available < 0 || w.Pending < 0 || w.Reserved < 0 || w.Available > maxBalance || w.Pending > maxBalance:
		return fmt.Errorf("wallet %d: has %d, %d pending, %d set aside", w.ID, w.Available, w.Pending, w.Reserved)
	case w.free() < 0:
		return fmt.Errorf("wallet %d: has %d, and more of top-ups", w.ID, w.Available)
	case w.MergedInto != 0 && (w.Available != 0 || w.Pending != 0 || w.Reserved != 0):
		return fmt.Errorf("wallet %d: was merged, and has %d", w.ID, w.Available)
	}
	for i := range w.Topups {
		if w.Topups[i].Left <= 0 {
			return fmt.Errorf("wallet %d: a top-up with %d left", w.ID, w.Topups[i].Left)
		}
	}
	return nil
}

// What lists of wallets are narrowed by stands in the lowest bits of their groups, the
// currency above. Groups of the demo are below zero. What the bits mean is stored: it never changes.
const (
	hasPending = 1 << iota
	hasReserved
	hasAvailable
	merged
	currencyUnit // the first bit of the currency
)

func (w *Wallet) group() []int64 {
	class := w.CurrencyID * currencyUnit
	for bit, is := range map[int64]bool{hasPending: w.Pending > 0, hasReserved: w.Reserved > 0, hasAvailable: w.Available > 0, merged: w.MergedInto != 0} {
		if is {
			class |= bit
		}
	}
	if w.Demo {
		class = -class
	}
	return []int64{class}
}

// ownerKey is by which the wallet of a customer is found: in a currency, below zero for that
// of the demo. What it is is stored: it never changes.
func ownerKey(customerID, currencyID int64, demo bool) kv.Pair2[int64, int64] {
	if demo {
		currencyID = -currencyID
	}
	return kv.Pair2[int64, int64]{A: customerID, B: currencyID}
}

var (
	walletOf = indexes.NewUnique("customer", kv.PairOf(kv.Int, kv.Int), func(w *Wallet) []kv.Pair2[int64, int64] {
		return []kv.Pair2[int64, int64]{ownerKey(w.CustomerID, w.CurrencyID, w.Demo)}
	})
	walletListed = indexes.NewBy("listed", kv.Int, (*Wallet).group).Counted()
)

// wallets is the table of wallets. Their times are those of their movements.
var wallets = indexes.Define(indexes.Spec[Wallet]{
	Name: "wallets", Version: 1,
	Person: indexes.Cleared((*Wallet).forget),
	ID:     func(w *Wallet) *int64 { return &w.ID },
	Check:  (*Wallet).check,
	Wrote:  app.Wrote(func(p *Ports) func(app.Tx, []indexes.Change[Wallet]) error { return p.Saved }),
}, walletOf.Index, walletListed.Index)
