package ledger

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"marquee/app"
)

// Line is what happened to one account in a part of a period. Debits and credits are above
// zero both; a balance is what was credited less what was debited.
type Line struct {
	// Part is what the part is called, "" where there is one alone.
	Part string
	Account
	Opening, Debit, Credit, Closing int64
}

// part is an account in a part of a period.
type part struct {
	name string
	Account
}

// Balances makes the trial balance of a period, or of each of its parts; name says in which
// part a moment lies, and parts are in the order of their names. Wallets are one account. In
// each part and currency the openings and the closings add up to zero, and debits are
// credits; what was sold in demo mode adds up by itself.
func Balances(ctx context.Context, a *app.App, c *app.Caller, p Period, name func(time.Time) string) ([]Line, error) {
	seq, now, err := standing(ctx, a, c)
	if err != nil {
		return nil, err
	}
	moves, names := map[part]*Line{}, map[string]bool{}
	// From the beginning of the period to the end of the journal: what came behind the period
	// is taken out of what there is now.
	err = Walk(ctx, a, c, Period{From: p.From}, 0, func(e *Entry) bool {
		if e.Seq > seq {
			return false
		}
		within := p.holds(e.At)
		at := ""
		if within {
			at = name(e.At)
			names[at] = true
		}
		for i := range e.Postings {
			posting := &e.Postings[i]
			account := together(posting.Account())
			if !within {
				now[account] -= posting.Amount
				continue
			}
			k := part{at, account}
			if moves[k] == nil {
				moves[k] = &Line{Part: at, Account: account}
			}
			moves[k].add(posting.Amount)
		}
		return true
	})
	return linesOf(moves, slices.Sorted(maps.Keys(names)), now), err
}

// together is the account that wallets are told under.
func together(a Account) Account {
	if a.Kind == Wallet {
		a.ID = 0
	}
	return a
}

func (l *Line) add(amount int64) {
	if amount > 0 {
		l.Credit += amount
	} else {
		l.Debit -= amount
	}
}

// linesOf puts the parts together from the last one back: what one closes with, the next one
// opens with. Where nothing was posted there is one part, of what there is.
func linesOf(moves map[part]*Line, names []string, now map[Account]int64) (all []Line) {
	if len(names) == 0 {
		names = []string{""}
	}
	for _, name := range slices.Backward(names) {
		for _, account := range slices.SortedFunc(maps.Keys(now), compareAccounts) {
			l := Line{Part: name, Account: account}
			if moved := moves[part{name, account}]; moved != nil {
				l = *moved
			}
			l.Closing = now[account]
			l.Opening = l.Closing - l.Credit + l.Debit
			now[account] = l.Opening
			if l != (Line{Part: name, Account: account}) {
				all = append(all, l)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Line) int { return cmp.Or(cmp.Compare(a.Part, b.Part), compareAccounts(a.Account, b.Account)) })
	return all
}

// standing reads where the journal stands: the number of its last entry, and the balances
// after it. What all wallets of a currency have together is what the other accounts are
// short of.
func standing(ctx context.Context, a *app.App, c *app.Caller) (seq int64, balances map[Account]int64, err error) {
	err = a.View(ctx, c, app.ViewReports, func(r app.Reader) error {
		if err := mayRead(r); err != nil {
			return err
		}
		h, err := HeadOf(r)
		seq, balances = h.Seq, map[Account]int64{}
		for i := range h.Balances {
			b := &h.Balances[i]
			balances[b.Account()] += b.Amount
			balances[Account{Kind: Wallet, CurrencyID: b.CurrencyID, Demo: b.Demo}] -= b.Amount
		}
		return err
	})
	return seq, balances, err
}

// Totals are all lines of each part and currency together, those of the demo apart.
func Totals(lines []Line) (all []Line) {
	for _, l := range lines {
		i := slices.IndexFunc(all, func(t Line) bool { return t.Part == l.Part && t.CurrencyID == l.CurrencyID && t.Demo == l.Demo })
		if i < 0 {
			i = len(all)
			all = append(all, Line{Part: l.Part, Account: Account{CurrencyID: l.CurrencyID, Demo: l.Demo}})
		}
		t := &all[i]
		t.Opening, t.Debit, t.Credit, t.Closing = t.Opening+l.Opening, t.Debit+l.Debit, t.Credit+l.Credit, t.Closing+l.Closing
	}
	return all
}
