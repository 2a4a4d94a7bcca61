package accesscode

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/codes"
	"marquee/app/company"
)

// View is a code with the settings that count for it.
type View = codes.View[Code]

// Fields are what a code can be made of; what is nil or not given is left as it is.
type Fields struct {
	codes.Fields
	SaleItemIDs, ItemIDs, EventIDs, ScheduleIDs app.Maybe[[]int64]
	HideUnrestricted, HideAfterwards            *bool
}

// Create makes a code.
func Create(ctx context.Context, a *app.App, c *app.Caller, in Fields) (View, error) {
	return Codes.Create(ctx, a, c, func(tx app.Tx) (made Code, err error) {
		err = in.change(tx, &made)
		return made, err
	})
}

// Update changes a code, and so all its children. Baskets that it was entered for keep
// what they hold; it is looked at again when they complete.
func Update(ctx context.Context, a *app.App, c *app.Caller, k codes.Key, in Fields) (View, error) {
	return Codes.Update(ctx, a, c, k, in.change)
}

// change writes the fields into a code, and refuses what is wrong.
func (in *Fields) change(tx app.Tx, c *Code) error {
	own, err := company.SettingsOf(tx)
	if err != nil {
		return err
	}
	in.put(c, own.Location())
	return c.valid(tx, in)
}

func (in *Fields) put(c *Code, where *time.Location) {
	in.Fields.Put(&c.Code, where)
	app.PutList(in.SaleItemIDs, &c.SaleItemIDs)
	app.PutList(in.ItemIDs, &c.ItemIDs)
	app.PutList(in.EventIDs, &c.EventIDs)
	app.PutList(in.ScheduleIDs, &c.ScheduleIDs)
	app.Set(&c.HideUnrestricted, in.HideUnrestricted)
	app.Set(&c.HideAfterwards, in.HideAfterwards)
}
