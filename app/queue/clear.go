package queue

import (
	"context"

	"marquee/app"
	"marquee/indexes"
)

// clearDone forgets the entries that were sent long ago.
func clearDone(ctx context.Context, w *app.Work) error {
	for ctx.Err() == nil {
		var due []int64
		err := w.View(ctx, func(r app.Reader) error {
			due = nil
			for e, err := range entryByEnd.Keys(r, indexes.To(w.App.Now()).Limit(batch+w.Skips())) {
				if err != nil {
					return err
				}
				if !w.Skipped(e.ID) {
					due = append(due, e.ID)
				}
			}
			return nil
		})
		if err == nil {
			err = w.Records(ctx, due, func(ids []int64) error { return remove(ctx, w, ids) })
		}
		if err != nil || len(due) < batch {
			return err
		}
	}
	return ctx.Err()
}

// remove deletes those of the entries that are still done.
func remove(ctx context.Context, w *app.Work, ids []int64) error {
	return w.Update(ctx, func(tx app.Tx) error {
		for _, id := range ids {
			e, err := entries.Get(tx, id)
			if err != nil {
				return err
			}
			if e.State != Done {
				continue
			}
			if err := entries.Delete(tx, id); err != nil {
				return err
			}
		}
		return nil
	})
}
