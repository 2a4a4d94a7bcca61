package ledger

import (
	"context"
	"strings"

	"marquee/app"
)

// Search says which entries are looked for.
type Search struct {
	Period
	// Entry is the number of the only one that is wanted; 0: all.
	Entry int64
	// Account leaves out those that do not move it: its name, or that of all accounts of its kind.
	Account string
	// Behind is the entry that the last page ended with.
	Behind int64
	Limit  int
}

// Found is what was found of the journal of a company.
type Found struct {
	Entries []Entry
	// Next is behind which entry to go on, 0: there are no more.
	Next int64
	Head Head
}

// Find looks for entries in the order of their numbers. Where they are rare it ends with the number
// that it has come to.
func Find(ctx context.Context, a *app.App, c *app.Caller, s Search) (f Found, err error) {
	err = a.View(ctx, c, app.ViewReports, func(r app.Reader) error {
		f = Found{}
		if err := mayRead(r); err != nil {
			return err
		}
		if f.Head, err = HeadOf(r); err != nil || s.Entry == 0 {
			return err
		}
		e, found, err := entries.Find(r, s.Entry)
		if found {
			f.Entries = []Entry{e}
		}
		return err
	})
	if err != nil || s.Entry != 0 {
		return f, err
	}
	looked := 0
	err = Walk(ctx, a, c, s.Period, s.Behind, func(e *Entry) bool {
		if looked++; e.moves(s.Account) {
			f.Entries = append(f.Entries, *e)
		}
		if full := len(f.Entries) == s.Limit || looked == maxLooked; full {
			f.Next = e.Seq
		}
		return f.Next == 0
	})
	if f.Next == f.Head.Seq {
		f.Next = 0
	}
	return f, err
}

// moves tells whether an entry moves an account of a name; every entry moves "".
func (e *Entry) moves(name string) bool {
	for i := range e.Postings {
		if name == "" || e.Postings[i].Account().is(name) {
			return true
		}
	}
	return false
}

// is tells whether an account has a name, or is of the kind that has it; that of the demo too.
func (a Account) is(name string) bool {
	own := strings.TrimPrefix(a.Name(), "demo ")
	kind, _, _ := strings.Cut(own, ":")
	return strings.EqualFold(name, own) || strings.EqualFold(name, kind)
}

// KindNames are what accounts are called that people look for.
func KindNames() (all []string) { return append(all, kindNames[Wallet:]...) }

// HashIn is the hash of an entry of a company: what the entry after it carries.
func (e *Entry) HashIn(company int64) []byte { return e.hash(company) }

// OnAccount is what the accounts of a kind come to now, by currency, without those of the demo.
func OnAccount(ctx context.Context, a *app.App, c *app.Caller, k Kind) (map[int64]int64, error) {
	_, balances, err := standing(ctx, a, c)
	out := map[int64]int64{}
	for account, amount := range balances {
		if account.Kind == k && !account.Demo {
			out[account.CurrencyID] += amount
		}
	}
	return out, err
}
