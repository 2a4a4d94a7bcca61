package imports

import (
	"context"

	"marquee/app"
	"marquee/indexes"
)

// forgetAll ends imports that nobody goes on with, and removes rows that are kept no
// longer.
func forgetAll(ctx context.Context, w *app.Work) error {
	due := func(r app.Reader) (ids []int64, err error) {
		for hit, err := range byKept.Scan(r, indexes.To(w.App.Now())) {
			if err != nil {
				return nil, err
			}
			if hit.Rec.forgettable(w) || hit.Rec.abandoned(w) {
				ids = append(ids, hit.Rec.ID)
			}
		}
		return ids, nil
	}
	return w.EachDue(ctx, due, func(id int64) error { return forgetRows(ctx, w, id) })
}

// forgettable tells that the rows of an import have served: at its end, or at once where
// nothing came of it.
func (n *Import) forgettable(w *app.Work) bool {
	if !n.State.Ended() {
		return false
	}
	kept := KeptFor
	if n.Created+n.Changed+n.Unchanged+n.Failed == 0 {
		kept = 0
	}
	return !w.App.Now().Before(n.EndedAt.Add(kept))
}

// abandoned tells that nobody goes on with an import.
func (n *Import) abandoned(w *app.Work) bool {
	left := openFor
	if n.State == Loading {
		left = forgetEvery
	}
	return !n.State.Ended() && !n.works() && !w.App.Now().Before(n.UpdatedAt.Add(left))
}

// forgetRows removes the rows of an import, some in each transaction.
func forgetRows(ctx context.Context, w *app.Work, id int64) error {
	return app.Steps(ctx, w.Update, func(tx app.Tx) (more bool, err error) {
		n, err := imports.Get(tx, id)
		if err != nil {
			return false, err
		}
		if n.abandoned(w) {
			_, err = imports.Update(tx, id, func(n *Import) error { return n.end(tx, Cancelled) })
			return true, err
		}
		if !n.forgettable(w) || n.Parts == 0 {
			return false, nil
		}
		if more, err = forgetSome(tx, id); err != nil || more {
			return more, err
		}
		_, err = imports.Update(tx, id, func(n *Import) error { n.Parts = 0; return nil })
		return false, err
	})
}

// forgetSome removes some rows of an import and their results; more tells that there may
// be others.
func forgetSome(tx app.Tx, id int64) (more bool, err error) {
	var gone []partKey
	for hit, err := range parts.Scan(tx, indexes.Between(partKey{A: id}, partKey{A: id + 1}).Limit(forgetBatch)) {
		if err != nil {
			return false, err
		}
		gone = append(gone, hit.Rec.key())
	}
	for _, k := range gone {
		if err := parts.Delete(tx, k); err != nil {
			return false, err
		}
	}
	var told []resultKey
	for hit, err := range results.Scan(tx, indexes.Between(resultKey{A: id}, resultKey{A: id + 1}).Limit(forgetBatch)) {
		if err != nil {
			return false, err
		}
		told = append(told, hit.Rec.key())
	}
	for _, k := range told {
		if err := results.Delete(tx, k); err != nil {
			return false, err
		}
	}
	return len(gone) == forgetBatch || len(told) == forgetBatch, nil
}
