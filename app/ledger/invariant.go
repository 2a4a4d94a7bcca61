package ledger

import (
	"bytes"
	"errors"
	"fmt"
	"maps"

	"marquee/app"
	"marquee/indexes"
)

// isBroken tells that a journal could be read, and is wrong.
func isBroken(err error) bool { return errors.Is(err, errChain) }

// ends holds the head against the entries that were walked.
func (c *chain) ends(r app.Reader) error {
	h, err := HeadOf(r)
	switch {
	case err != nil:
		return err
	case h.Seq != c.seq || !bytes.Equal(h.Hash, c.hash):
		return fmt.Errorf("%w: the head says entry %d, the last one is %d", errChain, h.Seq, c.seq)
	}
	for _, b := range h.Balances {
		a := b.Account()
		if c.balances[a] != b.Amount {
			return fmt.Errorf("%w: the head says %d of %s, the entries %d", errChain, b.Amount, a.Name(), c.balances[a])
		}
		delete(c.balances, a)
	}
	if err := c.wallets(r); err != nil {
		return err
	}
	for a, left := range c.balances {
		if left != 0 {
			return fmt.Errorf("%w: the head says nothing of %s, the entries %d", errChain, a.Name(), left)
		}
	}
	return nil
}

// wallets holds the balances of wallets against the entries that were walked.
func (c *chain) wallets(r app.Reader) error {
	for hit, err := range walletBalances.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		b := &hit.Rec
		a := Account{Wallet, b.WalletID, b.CurrencyID, b.Demo}
		if c.balances[a] != b.Amount {
			return fmt.Errorf("%w: %s is said to have %d, the entries say %d", errChain, a.Name(), b.Amount, c.balances[a])
		}
		delete(c.balances, a)
	}
	return nil
}

// checkChain walks the journal from its first entry on. What is kept in memory grows with
// the accounts, not with the entries.
func checkChain(r app.Reader, report func(app.Breach)) error {
	c := newChain(r.Company())
	_, err := c.some(r, 0)
	if err == nil {
		err = c.ends(r)
	}
	if isBroken(err) {
		report(app.Breach{ID: c.seq, Key: "ledger entry", Expected: "an unbroken chain", Found: err.Error()})
		return nil
	}
	return err
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
