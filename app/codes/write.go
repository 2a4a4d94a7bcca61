package codes

import (
	"context"
	"errors"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// Create makes a code: made builds it in the transaction, and refuses what is wrong.
func (k *Kind[T]) Create(ctx context.Context, a *app.App, c *app.Caller, made func(tx app.Tx) (T, error)) (v View[T], err error) {
	err = a.Update(ctx, c, k.Edit, func(tx app.Tx) error {
		if !app.VisibilityOf(tx).Owns(k.Edit.Entity(), 0, c.UserID) {
			return c.Need(k.Edit) // held for some that are named alone
		}
		if err := k.hasSpace(tx, 1); err != nil {
			return err
		}
		code, err := made(tx)
		if err != nil {
			return err
		}
		k.Of(&code).CreatedBy = c.UserID
		if err := k.table.Insert(tx, &code); err != nil {
			return taken(err)
		}
		v, err = k.written(tx, &code)
		return err
	})
	return v, err
}

// Update changes a code, and so all its children. It is refused where the code was changed after
// since, which may be nil.
func (k *Kind[T]) Update(ctx context.Context, a *app.App, c *app.Caller, key Key, since *time.Time, change func(tx app.Tx, code *T) error) (v View[T], err error) {
	err = a.Update(ctx, c, k.Edit, func(tx app.Tx) error {
		was, err := k.find(tx, key, false)
		if err != nil {
			return err
		}
		own := k.Of(&was)
		if own.ParentID != 0 {
			return app.Field(key.Field(), "is a child: change code %d, which it follows", own.ParentID)
		}
		if since != nil && own.UpdatedAt.After(*since) {
			return app.Refuse(app.Conflict, "This was changed by somebody else in the meantime. Please look at it again.")
		}
		code, err := k.table.Update(tx, own.ID, func(code *T) error { return change(tx, code) })
		if err != nil {
			return taken(err)
		}
		v, err = k.written(tx, &code)
		return err
	})
	return v, err
}

// written holds a code that was written against the others, and shows it.
func (k *Kind[T]) written(tx app.Tx, code *T) (View[T], error) {
	if k.Fits != nil {
		if err := k.Fits(k, tx, code); err != nil {
			return View[T]{}, err
		}
	}
	return k.view(tx, code)
}

// hasSpace refuses more codes than a company may have.
func (k *Kind[T]) hasSpace(r app.Reader, more int64) error {
	n, err := k.every.CountOf(r, indexes.Equal(int64(0)))
	if err == nil && n+more > MaxCodes {
		return app.Field("code", "must not have more than %d entries", MaxCodes)
	}
	return err
}

func taken(err error) error {
	if errors.Is(err, indexes.ErrTaken) {
		return app.Field("code", "is taken already")
	}
	return err
}
