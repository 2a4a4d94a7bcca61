package ledger

import (
	"bytes"
	"context"
	"fmt"

	"marquee/app"
	"marquee/app/company"
)

// Mark is the head of a company's journal as it is written down elsewhere: in the
// manifest of a backup. It stands for all entries up to its number.
type Mark struct {
	Company int64 `json:"company"`
	// Entries is how many there were.
	Entries int64  `json:"entries"`
	Hash    []byte `json:"hash"`
}

// MarkOf is the mark of the reader's company; ok is false while it has no entry.
func MarkOf(r app.Reader) (m Mark, ok bool, err error) {
	h, err := HeadOf(r)
	return Mark{r.Company(), h.Seq, h.Hash}, h.Seq > 0, err
}

// Verified is what walking the journal of a company found.
type Verified struct {
	Mark
	// Since is how many of the entries an earlier mark vouches for, 0 without one.
	Since int64 `json:"since"`
	// Problem says what is wrong; empty when nothing is.
	Problem string `json:"problem,omitempty"`
}

// Verify walks the journals of all companies from their first entries on. Each must be
// whole, and go on from the earlier mark of its company where there is one.
func Verify(ctx context.Context, a *app.App, since []Mark) ([]Verified, error) {
	ids, err := company.IDs(ctx, a)
	if err != nil {
		return nil, err
	}
	earlier := map[int64]Mark{}
	for _, m := range since {
		earlier[m.Company] = m
	}
	all := []Verified{}
	for _, id := range ids {
		v, err := verify(ctx, a, id, earlier[id])
		if err != nil {
			return nil, err
		}
		delete(earlier, id)
		all = append(all, v)
	}
	for _, m := range since {
		if _, gone := earlier[m.Company]; gone {
			all = append(all, Verified{Mark: Mark{Company: m.Company}, Problem: "the company is gone"})
		}
	}
	return all, nil
}

// verify walks one journal, a batch in each snapshot. What was read is never changed, so
// the batches belong together.
func verify(ctx context.Context, a *app.App, id int64, since Mark) (v Verified, err error) {
	c := newChain(id)
	c.look = func(e *Entry, hash []byte) {
		if e.Seq == since.Entries && bytes.Equal(hash, since.Hash) {
			v.Since = e.Seq
		}
	}
	var broken error
	for more := true; more && broken == nil; {
		err := a.ViewCompany(ctx, id, func(r app.Reader) error {
			n, err := c.some(r, walkBatch)
			if more = n == walkBatch; !more && err == nil {
				err = c.ends(r)
			}
			broken = nil
			if isBroken(err) {
				broken, err = err, nil
			}
			return err
		})
		if err != nil {
			return v, err
		}
	}
	v.Mark = Mark{id, c.seq, c.hash}
	switch {
	case broken != nil:
		v.Problem = broken.Error()
	case since.Entries > c.seq:
		v.Problem = fmt.Sprintf("the backup has %d entries, and the ledger only %d", since.Entries, c.seq)
	case since.Entries > 0 && v.Since == 0:
		v.Problem = fmt.Sprintf("entry %d is another than in the backup, or one before it", since.Entries)
	}
	return v, nil
}
