package audit

import (
	"bytes"
	"context"
	"fmt"

	"marquee/app"
)

// Mark is the head of a company's log as it is written down elsewhere: in the manifest of
// a backup. It stands for all entries up to its number.
type Mark struct {
	Company int64 `json:"company"`
	// Entries is how many there were, those that are not kept any more among them.
	Entries int64  `json:"entries"`
	Hash    []byte `json:"hash"`
}

// MarkOf is the mark of the reader's company; ok is false while it has no entry.
func MarkOf(r app.Reader) (m Mark, ok bool, err error) {
	h, err := headOf(r)
	return Mark{r.Company(), h.Seq, h.Hash}, h.Seq > 0, err
}

// Verified is what walking the log of a company found.
type Verified struct {
	Mark
	// Gone is how many of the oldest entries are not kept any more.
	Gone int64 `json:"gone,omitempty"`
	// Since is how many of the entries an earlier mark vouches for, 0 without one.
	Since int64 `json:"since"`
	// Problem says what is wrong; empty when nothing is.
	Problem string `json:"problem,omitempty"`
}

// Verify walks the logs of all companies. Each must be whole, and go on from the earlier
// mark of its company where there is one.
func Verify(ctx context.Context, a *app.App, since []Mark) ([]Verified, error) {
	ids, err := a.Definition().Companies(ctx, a)
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

// verify walks one log, a batch in each snapshot. What was read is never changed, so the
// batches belong together.
func verify(ctx context.Context, a *app.App, id int64, since Mark) (v Verified, err error) {
	c := &chain{company: id}
	vouch := func(seq int64, hash []byte) {
		if seq == since.Entries && bytes.Equal(hash, since.Hash) {
			v.Since = seq
		}
	}
	c.look = vouch
	var broken error
	for more := true; more && broken == nil; {
		err := a.ViewCompany(ctx, id, func(r app.Reader) error {
			if !c.begun {
				if err := c.begin(r); err != nil {
					return err
				}
				v.Gone = c.seq
				vouch(c.seq, c.hash)
			}
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
	v.Problem = c.problem(since, &v, broken)
	return v, nil
}

// problem says what is wrong with a log that was walked.
func (c *chain) problem(since Mark, v *Verified, broken error) string {
	switch {
	case broken != nil:
		return broken.Error()
	case since.Entries > c.seq:
		return fmt.Sprintf("the backup has %d entries, and the log only %d", since.Entries, c.seq)
	case since.Entries >= max(v.Gone, 1) && v.Since == 0:
		return fmt.Sprintf("entry %d is another than in the backup, or one before it", since.Entries)
	}
	return "" // entries that are not kept any more prove nothing
}
