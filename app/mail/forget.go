package mail

import (
	"context"
	"errors"

	"marquee/app"
	"marquee/indexes"
)

// forget forgets the texts of mails, and later the mails, whose time is up.
func forget(ctx context.Context, w *app.Work) error {
	texts := func(r app.Reader, limit int) (ids []int64, err error) {
		for hit, err := range bodyByAge.Scan(r, indexes.To(w.App.Now().Add(-KeepBody)).Limit(limit)) {
			if err != nil {
				return nil, err
			}
			ids = append(ids, hit.Rec.MailID)
		}
		return ids, nil
	}
	err := w.UntilDone(ctx, forgetBatch, texts, eachOf(func(tx app.Tx, id int64) error { return bodies.Delete(tx, id) }))
	if err != nil {
		return err
	}
	mails := func(r app.Reader, limit int) ([]int64, error) {
		return indexes.Gather(messageByAge.IDs(r, indexes.To(w.App.Now().Add(-KeepMail)).Limit(limit)))
	}
	return w.UntilDone(ctx, forgetBatch, mails, eachOf(forgetMail))
}

func eachOf(do func(app.Tx, int64) error) func(app.Tx, []int64) error {
	return func(tx app.Tx, ids []int64) error {
		for _, id := range ids {
			if err := do(tx, id); err != nil {
				return err
			}
		}
		return nil
	}
}

// forgetMail removes a mail with its text; one that is still queued is taken out of the queue first.
func forgetMail(tx app.Tx, id int64) error {
	if err := bodies.Delete(tx, id); err != nil && !errors.Is(err, indexes.ErrNotFound) {
		return err
	}
	return messages.Delete(tx, id)
}
