package transfer

import (
	"context"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// mailDue mails the transfers of a company whose day has come.
func mailDue(ctx context.Context, w *app.Work) error {
	for ctx.Err() == nil {
		var due []int64
		err := w.View(ctx, func(r app.Reader) error {
			due = nil
			for e, err := range byDay.Keys(r, indexes.To(w.App.Now().Add(time.Microsecond)).Limit(dueBatch+w.Skips())) {
				if err != nil {
					return err
				}
				if !w.Skipped(e.ID) {
					due = append(due, e.ID)
				}
			}
			return nil
		})
		if err != nil || len(due) == 0 {
			return err
		}
		err = w.Records(ctx, due, func(ids []int64) error {
			return w.Update(ctx, func(tx app.Tx) error { return mailAll(tx, ids) })
		})
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// mailAll mails those of the transfers that nobody mailed, claimed or cancelled meanwhile.
func mailAll(tx app.Tx, ids []int64) error {
	for _, id := range ids {
		t, err := transfers.Get(tx, id)
		if err != nil {
			return err
		}
		if t.State != Pending || t.Mailed {
			continue
		}
		if t, err = transfers.Update(tx, id, func(t *Transfer) error { t.Mailed = true; return nil }); err != nil {
			return err
		}
		if err := ports(tx).Offered(tx, &t); err != nil {
			return err
		}
	}
	return nil
}
