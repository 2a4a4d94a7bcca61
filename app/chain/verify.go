package chain

import (
	"context"
	"errors"
	"fmt"

	"marquee/app"
)

// Mark is the head of a company's journal as it is written down elsewhere: in the manifest of a
// backup. It stands for all entries up to its number.
type Mark struct {
	Company int64 `json:"company"`
	// Entries is how many there were, those that are not kept any more among them.
	Entries int64  `json:"entries"`
	Hash    []byte `json:"hash"`
}

// Verified is what walking the journal of a company found.
type Verified struct {
	Mark
	// Gone is how many of the oldest entries are not kept any more.
	Gone int64 `json:"gone,omitempty"`
	// Since is how many of the entries an earlier mark vouches for, 0 without one.
	Since int64 `json:"since"`
	// Problem says what is wrong; empty when nothing is.
	Problem string `json:"problem,omitempty"`
}

// walkBatch is how many entries are read in one snapshot, so that no reader stands in the way of
// writers.
const walkBatch = 1_000

// Verify walks the journals of all companies, each as open gives it; name is what people call
// them. Each must be whole, and go on from the earlier mark of its company where there is one.
func Verify(ctx context.Context, a *app.App, name string, since []Mark, open func(company int64) Journal) ([]Verified, error) {
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
		j := open(id)
		j.Walked().since = earlier[id]
		v, err := verify(ctx, a, j, name)
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

// verify walks one journal, a batch in each snapshot. What was read is never changed, so the
// batches belong together.
func verify(ctx context.Context, a *app.App, j Journal, name string) (v Verified, err error) {
	var broken error
	w, begun := j.Walked(), false
	for more := true; more && broken == nil; {
		err := a.ViewCompany(ctx, w.Company, func(r app.Reader) error {
			if !begun {
				if err := j.Begin(r); err != nil {
					return err
				}
				begun, v.Gone = true, w.Seq
			}
			n, err := j.Some(r, walkBatch)
			if more = n == walkBatch; !more && err == nil {
				err = j.Ends(r)
			}
			broken = nil
			if errors.Is(err, w.Broken) {
				broken, err = err, nil
			}
			return err
		})
		if err != nil {
			return v, err
		}
	}
	v.Mark, v.Since = Mark{w.Company, w.Seq, w.Hash}, w.vouch
	switch { // entries that are not kept any more prove nothing
	case broken != nil:
		v.Problem = broken.Error()
	case w.since.Entries > w.Seq:
		v.Problem = fmt.Sprintf("the backup has %d entries, and the %s only %d", w.since.Entries, name, w.Seq)
	case w.since.Entries >= max(v.Gone, 1) && v.Since == 0:
		v.Problem = fmt.Sprintf("entry %d is another than in the backup, or one before it", w.since.Entries)
	}
	return v, nil
}
