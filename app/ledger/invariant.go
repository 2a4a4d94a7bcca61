package ledger

import (
	"fmt"
	"maps"

	"marquee/app"
	"marquee/app/chain"
	"marquee/indexes"
)

// Ends implements chain.Journal.
func (w *walk) Ends(r app.Reader) error {
	h, err := HeadOf(r)
	if err == nil {
		err = w.End(h.Seq, h.Hash)
	}
	if err != nil {
		return err
	}
	for _, b := range h.Balances {
		a := b.Account()
		if w.balances[a] != b.Amount {
			return w.Wrong("the head says %d of %s, the entries %d", b.Amount, a.Name(), w.balances[a])
		}
		delete(w.balances, a)
	}
	if err := w.wallets(r); err != nil {
		return err
	}
	for a, left := range w.balances {
		if left != 0 {
			return w.Wrong("the head says nothing of %s, the entries %d", a.Name(), left)
		}
	}
	return nil
}

// wallets holds the balances of wallets against the entries that were walked.
func (w *walk) wallets(r app.Reader) error {
	for hit, err := range walletBalances.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		b := &hit.Rec
		a := Account{Wallet, b.WalletID, b.CurrencyID, b.Demo}
		if w.balances[a] != b.Amount {
			return w.Wrong("%s is said to have %d, the entries say %d", a.Name(), b.Amount, w.balances[a])
		}
		delete(w.balances, a)
	}
	return nil
}

// checkChain walks the journal from its first entry on. What is kept in memory grows with
// the accounts, not with the entries.
func checkChain(r app.Reader, report func(app.Breach)) error {
	return chain.Check(r, walkOf(r.Company()), "ledger entry", report)
}

// Holds wants the accounts of a kind to hold these amounts, as money and of the demo, and
// nothing in any other currency.
func Holds(r app.Reader, kind Kind, want map[Money]int64, report func(app.Breach)) error {
	h, err := HeadOf(r)
	if err != nil {
		return err
	}
	left := maps.Clone(want)
	for _, b := range h.Balances {
		if b.Kind == kind {
			left[Money{b.CurrencyID, b.Demo}] -= b.Amount
		}
	}
	for of, n := range left {
		if n != 0 {
			report(app.Breach{ID: of.CurrencyID, Key: "ledger: " + Account{Kind: kind, Demo: of.Demo}.Name(), Expected: fmt.Sprint(want[of]), Found: fmt.Sprint(want[of] - n)})
		}
	}
	return nil
}
