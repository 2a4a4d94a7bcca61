package sales

import (
	"context"

	"marquee/app"
	"marquee/app/accesscode"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/sales/rules"
)

// EnterAccess is an access code that a buyer typed.
type EnterAccess struct {
	Basket  order.Key
	Code    string
	Channel catalog.Channel
}

// ApplyAccess puts an access code on a basket, in place of the one that it has. The time
// of the basket runs on.
func ApplyAccess(ctx context.Context, a *app.App, c *app.Caller, in EnterAccess) (order.Basket, error) {
	if app.Blank(in.Code) {
		return order.Basket{}, app.Field("accessCode", "is required")
	}
	return changeAccess(ctx, a, c, in)
}

// RemoveAccess takes the access code off a basket; one without stays as it is. In shop
// and kiosk it is refused while the basket holds what needs it.
func RemoveAccess(ctx context.Context, a *app.App, c *app.Caller, k order.Key, ch catalog.Channel) (order.Basket, error) {
	return changeAccess(ctx, a, c, EnterAccess{Basket: k, Channel: ch})
}

func changeAccess(ctx context.Context, a *app.App, c *app.Caller, in EnterAccess) (order.Basket, error) {
	return change(ctx, a, c, in.Basket, in.Channel, func(d *Draft) error {
		if err := unlock(d, &in.Code); err != nil {
			return err
		}
		d.effect = beside(d.ChangedAccess())
		var f rules.Facts
		var err error
		if f.Locked, err = d.lookLocked(nil); err != nil {
			return err
		}
		var r rules.Refusals
		f.CheckLocked(&r)
		return r.Err()
	})
}

// unlock puts an access code on the basket; blank takes it off, nil leaves it.
func unlock(d *Draft, text *string) error {
	if text == nil {
		return nil
	}
	d.Order.AccessID = 0
	if app.Blank(*text) {
		return nil
	}
	code, err := accesscode.Entered(d.Tx, *text)
	if err != nil {
		return err
	}
	if refused := code.Open(d.Wall); refused != nil {
		return refused
	}
	d.Order.AccessID = code.ID
	return mayEnter(d, code)
}

// mayEnter holds the uses of an access code against its limits.
func mayEnter(d *Draft, code *accesscode.Code) error {
	if err := checkGroups(d, "accessCode", code.GroupIDs); err != nil {
		return err
	}
	return checkUses(d, useLimits{"accessCode", order.AccessUses(), code.ID, code.MaximumUses, code.MaxUsesPerCustomer, ""})
}

// checkAccess looks again, when the order completes, at the access code: it may have
// been withdrawn, or used up by others. Whether it is still valid is not looked at again.
func checkAccess(d *Draft) error {
	if d.Order.AccessID == 0 {
		return nil
	}
	if err := accesscode.Guard(d.Tx, d.Order.AccessID); err != nil {
		return err
	}
	code, err := accesscode.Get(d.Tx, d.Order.AccessID)
	switch {
	case err != nil:
		return err
	case code.Gone():
		return app.Field("accessCode", "is not valid any more")
	case (code.MaxUsesPerCustomer != nil || len(code.GroupIDs) > 0) && d.Order.CustomerID == 0:
		return app.Field("accessCode", "needs a customer")
	}
	return mayEnter(d, code)
}
