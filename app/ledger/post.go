package ledger

import (
	"fmt"
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
		e.Postings = append(e.Postings, Posting{Kind: a.Kind, ID: a.ID, CurrencyID: a.CurrencyID, Amount: amount})
	}
	slices.SortFunc(e.Postings, func(x, y Posting) int { return compareAccounts(x.Account(), y.Account()) })
	next := Head{Seq: e.Seq, Balances: slices.Clone(h.Balances)}
	for i := range e.Postings {
		if err := next.move(&e.Postings[i]); err != nil {
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
		return compareAccounts(Account{b.Kind, 0, b.CurrencyID}, a)
	})
	if !found {
		h.Balances = slices.Insert(h.Balances, at, Balance{Kind: p.Kind, CurrencyID: p.CurrencyID})
	}
	b := &h.Balances[at]
	p.Old = b.Amount
	sum := b.Amount + p.Amount
	if (sum > b.Amount) != (p.Amount > 0) {
		return fmt.Errorf("ledger: %s has more than can be counted", p.Account().Name())
	}
	b.Amount = sum
	return nil
}
