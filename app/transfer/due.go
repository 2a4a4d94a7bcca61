package transfer

import (
	"context"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// mailDue mails the transfers of a company whose day has come.
func mailDue(ctx context.Context, w *app.Work) error {
	due := func(r app.Reader, limit int) ([]int64, error) {
		return indexes.Gather(byDay.IDs(r, indexes.To(w.App.Now().Add(time.Microsecond)).Limit(limit)))
	}
	return w.UntilDone(ctx, dueBatch, due, mailAll)
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
