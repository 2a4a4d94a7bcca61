package accesscode

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/indexes"
)

// Fields are what a code can be made of; what is nil or not given is left as it is.
type Fields struct {
	Text                             *string
	SaleItemIDs, ItemIDs, EventIDs   app.Maybe[[]int64]
	MaximumUses, MaxUsesPerCustomer  app.Maybe[int64]
	ValidFrom, ValidTo               app.Maybe[company.Moment]
	HideUnrestricted, HideAfterwards *bool
}

// Create makes a code.
func Create(ctx context.Context, a *app.App, c *app.Caller, in Fields) (v View, err error) {
	err = a.Update(ctx, c, app.EditAccessCodes, func(tx app.Tx) error {
		if err := hasSpace(tx, 1); err != nil {
			return err
		}
		own, err := company.SettingsOf(tx)
		if err != nil {
			return err
		}
		made := Code{}
		in.put(&made, own.Location())
		if err := made.valid(tx, &in); err != nil {
			return err
		}
		if err := Codes.Insert(tx, &made); err != nil {
			return taken(err)
		}
		v, err = view(tx, made)
		return err
	})
	return v, err
}

// Update changes a code, and so all its children. Baskets that it was entered for keep
// what they hold; it is looked at again when they complete.
func Update(ctx context.Context, a *app.App, c *app.Caller, k Key, in Fields) (v View, err error) {
	err = a.Update(ctx, c, app.EditAccessCodes, func(tx app.Tx) error {
		was, err := find(tx, k, false)
		if err != nil {
			return err
		}
		if was.ParentID != 0 {
			return app.Field(k.field(), "is a child: change code %d, which it follows", was.ParentID)
		}
		own, err := company.SettingsOf(tx)
		if err != nil {
			return err
		}
		out, err := Codes.Update(tx, was.ID, func(code *Code) error {
			in.put(code, own.Location())
			return code.valid(tx, &in)
		})
		if err != nil {
			return taken(err)
		}
		v, err = view(tx, out)
		return err
	})
	return v, err
}

// field is the name of the request field that the key came from.
func (k Key) field() string {
	if k.ID != 0 {
		return "id"
	}
	return "code"
}

// hasSpace refuses more codes than a company may have.
func hasSpace(r app.Reader, more int64) error {
	n, err := everyCode.CountOf(r, indexes.Equal(int64(0)))
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

// put writes the fields into a code.
func (in *Fields) put(c *Code, where *time.Location) {
	if in.Text != nil {
		c.Text = strings.TrimSpace(*in.Text)
	}
	putIDs(&c.SaleItemIDs, in.SaleItemIDs)
	putIDs(&c.ItemIDs, in.ItemIDs)
	putIDs(&c.EventIDs, in.EventIDs)
	in.MaximumUses.Point(&c.MaximumUses)
	in.MaxUsesPerCustomer.Point(&c.MaxUsesPerCustomer)
	company.PutMoment(&c.ValidFrom, in.ValidFrom, where, false)
	company.PutMoment(&c.ValidTo, in.ValidTo, where, true)
	if in.HideUnrestricted != nil {
		c.HideUnrestricted = *in.HideUnrestricted
	}
	if in.HideAfterwards != nil {
		c.HideAfterwards = *in.HideAfterwards
	}
}

// putIDs leaves out repeats and keeps the order.
func putIDs(dst *[]int64, m app.Maybe[[]int64]) {
	if !m.Given {
		return
	}
	*dst = nil
	if m.Value == nil {
		return
	}
	for _, id := range *m.Value {
		if !slices.Contains(*dst, id) {
			*dst = append(*dst, id)
		}
	}
}
