package mail

import (
	"context"
	"errors"

	"marquee/app"
	"marquee/indexes"
)

// forget forgets the texts of mails, and later the mails, whose time is up.
func forget(ctx context.Context, w *app.Work) error {
	old := func(r app.Reader) (ids []int64, err error) {
		for hit, err := range bodyByAge.Scan(r, indexes.To(w.App.Now().Add(-KeepBody)).Limit(forgetBatch)) {
			if err != nil {
				return nil, err
			}
			ids = append(ids, hit.Rec.MailID)
		}
		return ids, nil
	}
	if err := forgetSome(ctx, w, old, func(tx app.Tx, id int64) error { return bodies.Delete(tx, id) }); err != nil {
		return err
	}
	old = func(r app.Reader) (ids []int64, err error) {
		for e, err := range messageByAge.Keys(r, indexes.To(w.App.Now().Add(-KeepMail)).Limit(forgetBatch)) {
			if err != nil {
				return nil, err
			}
			ids = append(ids, e.ID)
		}
		return ids, nil
	}
	return forgetSome(ctx, w, old, forgetMail)
}

// forgetSome removes what old lists, until it lists nothing.
func forgetSome(ctx context.Context, w *app.Work, old func(app.Reader) ([]int64, error), remove func(app.Tx, int64) error) error {
	for ctx.Err() == nil {
		var ids []int64
		err := w.View(ctx, func(r app.Reader) (err error) { ids, err = old(r); return err })
		if err != nil || len(ids) == 0 {
			return err
		}
		before := w.Skips()
		err = w.Records(ctx, ids, func(ids []int64) error {
			return w.Update(ctx, func(tx app.Tx) error {
				for _, id := range ids {
					if err := remove(tx, id); err != nil {
						return err
					}
				}
				return nil
			})
		})
		if err != nil || w.Skips() > before {
			return err
		}
	}
	return ctx.Err()
}

// forgetMail removes a mail with its text; one that is still queued is taken out of the queue first.
func forgetMail(tx app.Tx, id int64) error {
	if err := bodies.Delete(tx, id); err != nil && !errors.Is(err, indexes.ErrNotFound) {
		return err
	}
	return messages.Delete(tx, id)
}
