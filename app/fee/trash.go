package fee

import (
	"context"

	"marquee/app"
)

// Delete ends a fee. Baskets lose it when they change next; orders keep what they were
// charged.
func Delete(ctx context.Context, a *app.App, c *app.Caller, id int64) error {
	return a.Update(ctx, c, app.EditFees, func(tx app.Tx) error {
		_, err := feeTable.Update(tx, id, func(f *Fee) error {
			if f.DeletedAt != nil {
				return app.Missing("fee")
			}
			now := tx.Now()
			f.DeletedAt = &now
			return nil
		})
		return absent(err)
	})
}

// Restore takes a deletion back.
func Restore(ctx context.Context, a *app.App, c *app.Caller, id int64) (v View, err error) {
	err = a.Update(ctx, c, app.EditFees, func(tx app.Tx) error {
		if err := hasSpace(tx, 0); err != nil {
			return err
		}
		f, err := feeTable.Update(tx, id, func(f *Fee) error { f.DeletedAt = nil; return nil })
		if err != nil {
			return absent(err)
		}
		v, err = view(tx, f)
		return err
	})
	return v, err
}
