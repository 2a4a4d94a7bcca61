package ledger

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"marquee/app"
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

// chain walks entries in their order and holds each against those before.
type chain struct {
	company  int64
	seq      int64
	hash     []byte
	balances map[Account]int64
	// look is called with every entry that follows rightly; it may be nil.
	look func(*Entry, []byte)
}

func newChain(company int64) *chain { return &chain{company: company, balances: map[Account]int64{}} }

// next takes the entry that follows.
func (c *chain) next(e *Entry) error {
	switch {
	case e.Seq != c.seq+1:
		return fmt.Errorf("%w: entry %d follows entry %d", errChain, e.Seq, c.seq)
	case !bytes.Equal(e.Before, c.hash):
		return fmt.Errorf("%w: entry %d does not follow from the entry before as it is", errChain, e.Seq)
	}
	if err := e.check(); err != nil {
		return fmt.Errorf("%w: %w", errChain, err)
	}
	for i := range e.Postings {
		p := &e.Postings[i]
		if have := c.balances[p.Account()]; have != p.Old {
			return fmt.Errorf("%w: entry %d finds %d on %s, which has %d", errChain, e.Seq, p.Old, p.Account().Name(), have)
		}
		c.balances[p.Account()] = p.New()
	}
	c.seq, c.hash = e.Seq, e.hash(c.company)
	if c.look != nil {
		c.look(e, c.hash)
	}
	return nil
}

// some takes the next entries of a snapshot, and tells how many there were.
func (c *chain) some(r app.Reader, limit int) (n int, err error) {
	for hit, err := range entries.Scan(r, indexes.From(c.seq+1).Limit(limit)) {
		if err == nil {
			err = c.next(&hit.Rec)
		}
		if err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}
