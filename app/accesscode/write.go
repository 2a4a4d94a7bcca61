package accesscode

import (
	"context"
	"errors"
	"time"

	"marquee/app"
	"marquee/app/catalog"
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
	return Codes.Update(ctx, a, c, k, in.UnchangedSince, in.change)
}

// change writes the fields into a code, and refuses what is wrong.
func (in *Fields) change(tx app.Tx, c *Code) error {
	own, err := company.SettingsOf(tx)
	if err != nil {
		return err
	}
	in.put(c, tx.Now(), own.Location())
	if err := in.putTargets(tx, c); err != nil {
		return err
	}
	return c.valid(tx, in)
}

func (in *Fields) put(c *Code, now time.Time, where *time.Location) {
	in.Fields.Put(&c.Code, now, where)
	app.PutList(in.ItemIDs, &c.ItemIDs)
	app.Set(&c.HideUnrestricted, in.HideUnrestricted)
	app.Set(&c.HideAfterwards, in.HideAfterwards)
}

// putTargets writes what the code is for; what the caller does not see of that stays.
func (in *Fields) putTargets(tx app.Tx, c *Code) error {
	return errors.Join(
		catalog.PutSeen(tx, catalog.SaleItems, in.SaleItemIDs, &c.SaleItemIDs),
		catalog.PutSeen(tx, catalog.Events, in.EventIDs, &c.EventIDs),
		catalog.PutSeen(tx, catalog.Schedules, in.ScheduleIDs, &c.ScheduleIDs),
	)
}
