package ledger

import (
	"context"
	"maps"
	"slices"

	"marquee/app"
	"marquee/app/company"
)

// Line is what happened to one account in a period. Debits and credits are above zero both;
// a balance is what was credited less what was debited.
type Line struct {
	Account
	Opening, Debit, Credit, Closing int64
}

// Sheet is a trial balance: all accounts in a period, those of wallets together. In each
// currency the openings and the closings add up to zero, and debits are credits. What was sold
// in demo mode is left out while the company takes real money.
type Sheet struct {
	Lines []Line
	// Entries is how many the period has.
	Entries int64
}

// Balances makes the trial balance of a period.
func Balances(ctx context.Context, a *app.App, c *app.Caller, p Period) (s Sheet, err error) {
	end, err := closings(ctx, a, c)
	if err != nil {
		return s, err
	}
	lines := map[Account]*Line{}
	of := func(a Account) *Line {
		if a.Kind == Wallet {
			a.ID = 0
		}
		if lines[a] == nil {
			lines[a] = &Line{Account: a}
		}
		return lines[a]
	}
	for a, amount := range end.balances {
		of(a).Closing = amount
	}
	// From the beginning of the period to the end of the journal: what came behind the period
	// is taken out of what there is now.
	err = Walk(ctx, a, c, Period{From: p.From}, 0, func(e *Entry) bool {
		if e.Seq > end.seq {
			return false
		}
		within := p.holds(e.At)
		for i := range e.Postings {
			posting := &e.Postings[i]
			l := of(posting.Account())
			switch {
			case !within:
				l.Closing -= posting.Amount
			case posting.Amount > 0:
				l.Credit += posting.Amount
			default:
				l.Debit -= posting.Amount
			}
		}
		if within {
			s.Entries++
		}
		return true
	})
	for _, l := range lines {
		if l.Demo && !end.demo {
			continue
		}
		if l.Opening = l.Closing - l.Credit + l.Debit; *l != (Line{Account: l.Account}) {
			s.Lines = append(s.Lines, *l)
		}
	}
	slices.SortFunc(s.Lines, func(a, b Line) int { return compareAccounts(a.Account, b.Account) })
	return s, err
}

// ending is where the journal stands: the balances after its last entry, those of wallets
// together.
type ending struct {
	seq      int64
	balances map[Account]int64
	demo     bool // the company is in demo mode
}

// closings reads where the journal stands. What all wallets of a currency have together is
// what the other accounts are short of.
func closings(ctx context.Context, a *app.App, c *app.Caller) (end ending, err error) {
	end.balances = map[Account]int64{}
	err = a.View(ctx, c, app.ViewReports, func(r app.Reader) error {
		if err := mayRead(r); err != nil {
			return err
		}
		own, err := company.SettingsOf(r)
		if err != nil {
			return err
		}
		h, err := HeadOf(r)
		clear(end.balances)
		end.demo = own.Demo
		end.seq = h.Seq
		for i := range h.Balances {
			b := &h.Balances[i]
			end.balances[b.Account()] += b.Amount
			end.balances[Account{Kind: Wallet, CurrencyID: b.CurrencyID, Demo: b.Demo}] -= b.Amount
		}
		return err
	})
	return end, err
}

// Total is all lines of one currency together.
func (s *Sheet) Total() []Line {
	sums := map[int64]*Line{}
	for i := range s.Lines {
		l := &s.Lines[i]
		if sums[l.CurrencyID] == nil {
			sums[l.CurrencyID] = &Line{Account: Account{CurrencyID: l.CurrencyID}}
		}
		t := sums[l.CurrencyID]
		t.Opening, t.Debit, t.Credit, t.Closing = t.Opening+l.Opening, t.Debit+l.Debit, t.Credit+l.Credit, t.Closing+l.Closing
	}
	var all []Line
	for _, id := range slices.Sorted(maps.Keys(sums)) {
		all = append(all, *sums[id])
	}
	return all
}
