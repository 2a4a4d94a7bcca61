package ledger

import (
	"fmt"
	"maps"
	"slices"

	"marquee/app"
)

// Postings collects what an entry moves.
type Postings map[Account]int64

// Add credits an account, or debits it by an amount below zero.
func (p Postings) Add(a Account, amount int64) {
	if p[a] += amount; p[a] == 0 {
		delete(p, a)
	}
}

// WithoutRates moves what was earned at any rate of tax to the accounts that have none.
func (p Postings) WithoutRates() {
	for a, amount := range maps.Clone(p) {
		if a.ID != 0 && a.Kind.ByRate() {
			delete(p, a)
			a.ID = 0
			p.Add(a, amount)
		}
	}
}

// Subtract takes away what entries have moved already.
func (p Postings) Subtract(entries []Entry) {
	for i := range entries {
		for j := range entries[i].Postings {
			done := &entries[i].Postings[j]
			p.Add(done.Account(), -done.Amount)
		}
	}
}

// Post writes an entry that moves the postings, numbers it and chains it to the one
// before. Postings that move nothing make no entry: the number is 0 then.
func Post(tx app.Tx, e Entry, p Postings) (seq int64, err error) {
	if len(p) == 0 {
		return 0, nil
	}
	h, err := HeadOf(tx)
	if err != nil {
		return 0, err
	}
	e.Seq, e.Before, e.Postings = h.Seq+1, h.Hash, make([]Posting, 0, len(p))
	for a, amount := range p {
		e.Postings = append(e.Postings, Posting{Kind: a.Kind, ID: a.ID, CurrencyID: a.CurrencyID, Demo: a.Demo, Amount: amount})
	}
	slices.SortFunc(e.Postings, func(x, y Posting) int { return compareAccounts(x.Account(), y.Account()) })
	next := Head{Seq: e.Seq, Balances: slices.Clone(h.Balances)}
	for i := range e.Postings {
		if err := next.post(tx, &e.Postings[i]); err != nil {
			return 0, err
		}
	}
	next.Hash = e.hash(tx.Company())
	if err := entries.Put(tx, &e); err != nil {
		return 0, err
	}
	return e.Seq, heads.Put(tx, &next)
}

// move moves the balance of an account, and notes what it was.
func (h *Head) move(p *Posting) error {
	at, found := slices.BinarySearchFunc(h.Balances, p.Account(), func(b Balance, a Account) int {
		return compareAccounts(b.Account(), a)
	})
	if !found {
		h.Balances = slices.Insert(h.Balances, at, Balance{Kind: p.Kind, ID: p.ID, CurrencyID: p.CurrencyID, Demo: p.Demo})
	}
	b := &h.Balances[at]
	return p.add(&b.Amount)
}

// add adds the amount of a posting to a balance, and notes what that was.
func (p *Posting) add(balance *int64) error {
	p.Old = *balance
	sum := p.Old + p.Amount
	if (sum > p.Old) != (p.Amount > 0) {
		return fmt.Errorf("ledger: %s has more than can be counted", p.Account().Name())
	}
	*balance = sum
	return nil
}

// post moves the balance of one account.
func (h *Head) post(tx app.Tx, p *Posting) error {
	if p.Kind != Wallet {
		return h.move(p)
	}
	_, err := walletBalances.Upsert(tx, p.ID, func(b *WalletBalance) error {
		if b.CurrencyID != 0 && (b.CurrencyID != p.CurrencyID || b.Demo != p.Demo) {
			return fmt.Errorf("ledger: wallet %d is of another currency", p.ID)
		}
		b.WalletID, b.CurrencyID, b.Demo = p.ID, p.CurrencyID, p.Demo
		return p.add(&b.Amount)
	})
	return err
}
