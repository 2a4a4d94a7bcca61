package discount

import (
	"context"

	"marquee/app"
)

// Used asks whether orders were made with a code.
var Used = app.NewQuestion[int64, bool]("discount code used")

// Delete deletes a code that no order was made with, and disables one that orders
// were made with. It tells which of the two happened. Open baskets lose the discount
// when they change next, and are told at the latest when they complete.
func Delete(ctx context.Context, a *app.App, c *app.Caller, k Key) (deleted bool, err error) {
	err = a.Update(ctx, c, app.EditDiscountCodes, func(tx app.Tx) error {
		code, err := find(tx, k, false)
		if err != nil {
			return err
		}
		used, err := Used.Ask(tx, code.ID)
		if err != nil {
			return err
		}
		deleted = !used
		_, err = Codes.Update(tx, code.ID, func(c *Code) error {
			now := tx.Now()
			if c.DisabledAt == nil {
				c.DisabledAt = &now
			}
			if deleted {
				c.DeletedAt = &now
			}
			return nil
		})
		return err
	})
	return deleted, err
}

// Restore takes a deletion back, and enables a code again. It is refused when another
// code has the same letters.
func Restore(ctx context.Context, a *app.App, c *app.Caller, id int64) (Code, error) {
	var out Code
	err := a.Update(ctx, c, app.EditDiscountCodes, func(tx app.Tx) (err error) {
		out, err = Codes.Update(tx, id, func(c *Code) error { c.DeletedAt, c.DisabledAt = nil, nil; return nil })
		return absent(taken(err))
	})
	return out, err
}
