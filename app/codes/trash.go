package codes

import (
	"context"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// Delete deletes a code that no order was made with, and disables one that orders were
// made with; a parent goes with its children, batch by batch, and stays disabled while
// one of these stays. It tells which of the two happened. Nobody can enter any of them
// from the first moment on. A call that was cut off is simply repeated.
func (k *Kind[T]) Delete(ctx context.Context, a *app.App, c *app.Caller, key Key) (gone bool, err error) {
	var code T
	err = a.Update(ctx, c, k.Edit, func(tx app.Tx) error {
		if code, err = k.find(tx, key, false); err != nil {
			return err
		}
		if code, err = k.disable(tx, k.Of(&code).ID); err != nil || k.Of(&code).IsParent {
			return err
		}
		gone, err = k.remove(tx, k.Of(&code).ID)
		return err
	})
	if err != nil || !k.Of(&code).IsParent {
		return gone, err
	}
	err = k.eachChild(ctx, a, c, &code, false, func(tx app.Tx, id int64) error {
		_, err := k.remove(tx, id)
		return err
	})
	if err != nil {
		return false, err
	}
	err = a.Update(ctx, c, k.Edit, func(tx app.Tx) error {
		left, err := k.childrenOf(tx, &code)
		gone = false
		if err == nil && left == 0 {
			gone, err = k.remove(tx, k.Of(&code).ID)
		}
		return err
	})
	return gone, err
}

// disable keeps the moment at which a code was disabled first: the children that were
// deleted since then come back with it.
func (k *Kind[T]) disable(tx app.Tx, id int64) (T, error) {
	return k.table.Update(tx, id, func(code *T) error {
		if own := k.Of(code); own.DisabledAt == nil {
			now := tx.Now()
			own.DisabledAt = &now
		}
		return nil
	})
}

// remove deletes a code unless orders were made with it.
func (k *Kind[T]) remove(tx app.Tx, id int64) (gone bool, err error) {
	if err := k.Guard(tx, id); err != nil {
		return false, err
	}
	used, err := k.Used(tx, id)
	if err != nil || used {
		return false, err
	}
	_, err = k.table.Update(tx, id, func(code *T) error {
		now := tx.Now()
		k.Of(code).DeletedAt = &now
		return nil
	})
	return true, err
}

// eachChild does something with each child of a code that is deleted, or is not, some
// of them in each transaction.
func (k *Kind[T]) eachChild(ctx context.Context, a *app.App, c *app.Caller, parent *T, deleted bool, do func(tx app.Tx, id int64) error) error {
	group := k.group(k.Of(parent).ID, deleted, parent)
	var at indexes.Position
	for {
		next, some := at, false
		err := a.Update(ctx, c, k.Edit, func(tx app.Tx) error {
			next, some = at, false
			var ids []int64
			for e, err := range k.listed.Keys(tx, indexes.Equal(group).After(at).Limit(Batch)) {
				if err != nil {
					return err
				}
				ids, next, some = append(ids, e.ID), e.At, true
			}
			for _, id := range ids {
				if err := do(tx, id); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil || !some {
			return err
		}
		at = next
	}
}

// Restore takes a deletion back, and enables a code again, with the children that were
// deleted with it. It is refused when another code has the same letters.
func (k *Kind[T]) Restore(ctx context.Context, a *app.App, c *app.Caller, id int64) (v View[T], err error) {
	var code T
	err = a.View(ctx, c, k.Edit, func(r app.Reader) error {
		code, err = k.find(r, Key{ID: id}, true)
		return err
	})
	if own := k.Of(&code); err == nil && own.IsParent && own.DisabledAt != nil {
		err = k.eachChild(ctx, a, c, &code, true, func(tx app.Tx, child int64) error { return k.restoreChild(tx, child, *own.DisabledAt) })
	}
	if err != nil {
		return v, err
	}
	err = a.Update(ctx, c, k.Edit, func(tx app.Tx) error {
		back, err := k.table.Update(tx, id, func(code *T) error {
			own := k.Of(code)
			own.DeletedAt, own.DisabledAt = nil, nil
			return nil
		})
		if err != nil {
			return k.absent(taken(err))
		}
		v, err = k.written(tx, &back)
		return err
	})
	return v, err
}

// restoreChild brings a child back that was deleted since its parent was disabled.
func (k *Kind[T]) restoreChild(tx app.Tx, id int64, since time.Time) error {
	_, err := k.table.Update(tx, id, func(code *T) error {
		if own := k.Of(code); !own.DeletedAt.Before(since) {
			own.DeletedAt = nil
		}
		return nil
	})
	return taken(err)
}
