package audit

import (
	"context"

	"marquee/app"
	"marquee/indexes"
)

// forget removes the entries of a company that are older than Kept, the oldest first. The
// last one stays, so that the chain has an end.
func forget(ctx context.Context, w *app.Work) error {
	return app.Steps(ctx, w.Update, forgetSome)
}

func forgetSome(tx app.Tx) (more bool, err error) {
	h, err := headOf(tx)
	if err != nil || h.Seq == 0 {
		return false, err
	}
	before := tx.Wall().Add(-Kept)
	var old []Entry
	for hit, err := range entries.Scan(tx, indexes.All[int64]().Limit(forgetBatch)) {
		if err != nil {
			return false, err
		}
		if !hit.Rec.At.Before(before) || hit.Rec.Seq == h.Seq {
			break
		}
		old = append(old, hit.Rec)
	}
	for i := range old {
		if err := entries.Delete(tx, old[i].ID); err != nil {
			return false, err
		}
		h.Gone, h.GoneHash = old[i].Seq, old[i].hash(tx.Company())
	}
	if len(old) == 0 {
		return false, nil
	}
	return len(old) == forgetBatch, heads.Put(tx, &h)
}
