package queue

import (
	"context"

	"marquee/app"
	"marquee/indexes"
)

// clearDone forgets the entries that were sent long ago.
func clearDone(ctx context.Context, w *app.Work) error {
	old := func(r app.Reader, limit int) ([]int64, error) {
		return indexes.Gather(entryByEnd.IDs(r, indexes.To(w.App.Now()).Limit(limit)))
	}
	return w.UntilDone(ctx, batch, old, remove)
}

// remove deletes those of the entries that are still done.
func remove(tx app.Tx, ids []int64) error {
	for _, id := range ids {
		e, err := entries.Get(tx, id)
		if err == nil && e.State == Done {
			err = entries.Delete(tx, id)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
