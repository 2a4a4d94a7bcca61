package ledger

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"slices"

	"marquee/app"
	"marquee/app/chain"
	"marquee/indexes"
)

// The forms of what is hashed, which are the first thing in it, so that they cannot be
// mistaken for each other. Entries of wallets also say of which movement they are, and those
// that move something of the demo which of their postings do.
const (
	hashForm   = "marquee ledger 1"
	walletForm = "marquee ledger 2"
	demoForm   = "marquee ledger 3"
)

// hash is that of an entry of a company: of all that it says, and so of the hash of the
// entry before. It does not depend on how entries are stored.
func (e *Entry) hash(company int64) []byte {
	b := make([]byte, 0, 256)
	demo := slices.ContainsFunc(e.Postings, func(p Posting) bool { return p.Demo })
	switch {
	case demo:
		b = binary.AppendVarint(append(b, demoForm...), e.MovementID)
	case e.MovementID == 0:
		b = append(b, hashForm...)
	default:
		b = binary.AppendVarint(append(b, walletForm...), e.MovementID)
	}
	for _, n := range []int64{company, e.Seq, e.At.UnixMicro(), int64(e.Event), e.OrderID, e.PaymentID, e.UserID, int64(len(e.Postings))} {
		b = binary.AppendVarint(b, n)
	}
	b = appendBool(b, e.Former)
	for i := range e.Postings {
		p := &e.Postings[i]
		for _, n := range []int64{int64(p.Kind), p.ID, p.CurrencyID, p.Amount, p.Old} {
			b = binary.AppendVarint(b, n)
		}
		if demo {
			b = appendBool(b, p.Demo)
		}
	}
	sum := sha256.Sum256(append(b, e.Before...))
	return sum[:]
}

func appendBool(b []byte, is bool) []byte {
	if is {
		return append(b, 1)
	}
	return append(b, 0)
}

// errChain is that the journal is not what was written.
var errChain = errors.New("the ledger is broken")

// walk walks entries in their order and holds each against those before.
type walk struct {
	chain.Walk
	balances map[Account]int64
}

func walkOf(company int64) *walk {
	return &walk{Walk: chain.Walk{Company: company, Broken: errChain}, balances: map[Account]int64{}}
}

// Walked implements chain.Journal.
func (w *walk) Walked() *chain.Walk { return &w.Walk }

// Begin implements chain.Journal. Every entry is kept.
func (w *walk) Begin(app.Reader) error { return nil }

// Some implements chain.Journal.
func (w *walk) Some(r app.Reader, limit int) (n int, err error) {
	for hit, err := range entries.Scan(r, indexes.From(w.Seq+1).Limit(limit)) {
		if err == nil {
			err = w.next(&hit.Rec)
		}
		if err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// next takes the entry that follows.
func (w *walk) next(e *Entry) error {
	if err := w.Next(e.Seq, e.Before, e.hash); err != nil {
		return err
	}
	if err := e.check(); err != nil {
		return w.Wrong("%w", err)
	}
	for i := range e.Postings {
		p := &e.Postings[i]
		if have := w.balances[p.Account()]; have != p.Old {
			return w.Wrong("entry %d finds %d on %s, which has %d", e.Seq, p.Old, p.Account().Name(), have)
		}
		w.balances[p.Account()] = p.New()
	}
	return nil
}

// MarkOf is the mark of the reader's company; ok is false while it has no entry.
func MarkOf(r app.Reader) (m chain.Mark, ok bool, err error) {
	h, err := HeadOf(r)
	return chain.Mark{Company: r.Company(), Entries: h.Seq, Hash: h.Hash}, h.Seq > 0, err
}

// Verify walks the journals of all companies from their first entries on. Each must be
// whole, and go on from the earlier mark of its company where there is one.
func Verify(ctx context.Context, a *app.App, since []chain.Mark) ([]chain.Verified, error) {
	return chain.Verify(ctx, a, "ledger", since, func(company int64) chain.Journal { return walkOf(company) })
}
