package accesscode

import (
	"context"
	"fmt"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// Delete deletes a code that no order was made with, and disables one that orders were
// made with; a parent goes with its children, batch by batch, and stays disabled while
// one of these stays. It tells which of the two happened. Nobody can enter any of them
// from the first moment on. A call that was cut off is simply repeated.
func Delete(ctx context.Context, a *app.App, c *app.Caller, k Key) (gone bool, err error) {
	var code Code
	err = a.Update(ctx, c, app.EditAccessCodes, func(tx app.Tx) error {
		if code, err = find(tx, k, false); err != nil {
			return err
		}
		code, err = Codes.Update(tx, code.ID, func(c *Code) error {
			now := tx.Now()
			c.DisabledAt = &now
			return nil
		})
		return err
	})
	if err == nil && code.IsParent {
		err = eachChild(ctx, a, c, code.ID, standing, func(tx app.Tx, id int64) error {
			_, err := remove(tx, id)
			return err
		})
	}
	if err != nil {
		return false, err
	}
	err = a.Update(ctx, c, app.EditAccessCodes, func(tx app.Tx) error {
		left, err := childrenOf(tx, code.ID)
		gone = false
		if err == nil && left == 0 {
			gone, err = remove(tx, code.ID)
		}
		return err
	})
	return gone, err
}

// guards are keys that rivals have in common: one that uses a code, and one that changes
// what becomes of it because nobody did.
const guards kv.Space = "access code guards"

// Guard makes the caller and whoever deletes a code, or gives it children, rivals.
func Guard(tx app.Tx, id int64) error {
	return tx.Guard(guards, []byte(fmt.Sprintf("code %d of %d", id, tx.Company())))
}

// remove deletes a code unless orders were made with it.
func remove(tx app.Tx, id int64) (gone bool, err error) {
	if err := Guard(tx, id); err != nil {
		return false, err
	}
	used, err := Used.Ask(tx, id)
	if err != nil || used {
		return false, err
	}
	_, err = Codes.Update(tx, id, func(c *Code) error {
		now := tx.Now()
		c.DeletedAt = &now
		return nil
	})
	return true, err
}

// eachChild does something with each child of a code that is deleted, or is not, some
// of them in each transaction.
func eachChild(ctx context.Context, a *app.App, c *app.Caller, parent, group int64, do func(tx app.Tx, id int64) error) error {
	var at indexes.Position
	for {
		next, some := at, false
		err := a.Update(ctx, c, app.EditAccessCodes, func(tx app.Tx) error {
			next, some = at, false
			var ids []int64
			for e, err := range listed.Keys(tx, indexes.Equal(parent<<1|group).After(at).Limit(batch)) {
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
func Restore(ctx context.Context, a *app.App, c *app.Caller, id int64) (v View, err error) {
	var code Code
	err = a.View(ctx, c, app.EditAccessCodes, func(r app.Reader) error {
		code, err = find(r, Key{ID: id}, true)
		return err
	})
	if err == nil && code.IsParent && code.DisabledAt != nil {
		err = eachChild(ctx, a, c, code.ID, deleted, func(tx app.Tx, id int64) error {
			_, err := Codes.Update(tx, id, func(child *Code) error {
				if !child.DeletedAt.Before(*code.DisabledAt) {
					child.DeletedAt = nil
				}
				return nil
			})
			return taken(err)
		})
	}
	if err != nil {
		return View{}, err
	}
	err = a.Update(ctx, c, app.EditAccessCodes, func(tx app.Tx) error {
		back, err := Codes.Update(tx, id, func(c *Code) error { c.DeletedAt, c.DisabledAt = nil, nil; return nil })
		if err != nil {
			return absent(taken(err))
		}
		v, err = view(tx, back)
		return err
	})
	return v, err
}
