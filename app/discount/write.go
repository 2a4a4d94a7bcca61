package discount

import (
	"context"
	"errors"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/codes"
	"marquee/app/company"
)

// Fields are what a code can be made of; what is nil or not given is left as it is.
type Fields struct {
	codes.Fields
	// Amount is in minor units for a fixed code, else in hundredths of a percent.
	Amount     *int64
	CurrencyID app.Maybe[int64]
	NetPrice   *bool
	// What is reduced.
	SaleItemIDs, ItemIDs, EventIDs, ScheduleIDs, PriceBandIDs app.Maybe[[]int64]

	ConditionID, ConditionQuantity, TargetID, TargetQuantity *int64

	MaxUsesPerOrder, MinimumSpend       app.Maybe[int64]
	MaxUsesPerEvent, MaxUsesPerSchedule app.Maybe[int64]
	// Caps are by currency code.
	Caps             app.Maybe[map[string]int64]
	CheapestFirst    *bool
	NewCustomersOnly *bool
	BoxOfficeOnly    *bool
	Auto             *bool
	Priority         *int64
}

// View is a code with the settings that count for it.
type View = codes.View[Code]

// Create makes a code.
func Create(ctx context.Context, a *app.App, c *app.Caller, typ Type, in Fields) (View, error) {
	return Codes.Create(ctx, a, c, func(tx app.Tx) (Code, error) {
		own, err := company.SettingsOf(tx)
		if err != nil {
			return Code{}, err
		}
		made := Code{Type: typ}
		if typ == Fixed {
			made.CurrencyID = own.CurrencyID
		}
		err = in.change(tx, &made, own)
		return made, err
	})
}

// Update changes a code, and so all its children. Orders that were made with it keep
// what it took off; open baskets see the change when they change next.
func Update(ctx context.Context, a *app.App, c *app.Caller, typ Type, k codes.Key, in Fields) (View, error) {
	return Codes.Update(ctx, a, c, k, in.UnchangedSince, func(tx app.Tx, code *Code) error {
		if code.Type != typ {
			return app.Field(k.Field(), "is a code of another type")
		}
		own, err := company.SettingsOf(tx)
		if err != nil {
			return err
		}
		return in.change(tx, code, own)
	})
}

// change writes the fields into a code, and refuses what is wrong.
func (in *Fields) change(tx app.Tx, c *Code, own *company.Company) error {
	in.put(c, tx.Now(), own.Location())
	if err := in.putTargets(tx, c); err != nil {
		return err
	}
	return c.valid(tx, own, in)
}

// putTargets writes what the code reduces; what the caller does not see of that stays.
func (in *Fields) putTargets(tx app.Tx, c *Code) error {
	if c.Type == BuyXGetY {
		return nil
	}
	return errors.Join(
		catalog.PutSeen(tx, catalog.SaleItems, in.SaleItemIDs, &c.SaleItemIDs),
		catalog.PutSeen(tx, catalog.Events, in.EventIDs, &c.EventIDs),
		catalog.PutSeen(tx, catalog.Schedules, in.ScheduleIDs, &c.ScheduleIDs),
	)
}

// put writes the fields into a code. What the type has no use for says nothing.
func (in *Fields) put(c *Code, now time.Time, where *time.Location) {
	in.Fields.Put(&c.Code, now, where)
	app.Set(&c.Amount, in.Amount)
	app.Set(&c.NewCustomersOnly, in.NewCustomersOnly)
	app.Set(&c.BoxOfficeOnly, in.BoxOfficeOnly)
	app.Set(&c.Auto, in.Auto)
	app.Set(&c.Priority, in.Priority)
	in.CurrencyID.Put(&c.CurrencyID)
	in.MaxUsesPerOrder.Point(&c.MaxUsesPerOrder)
	in.MinimumSpend.Point(&c.MinimumSpend)
	in.MaxUsesPerEvent.Point(&c.MaxUsesPerEvent)
	in.MaxUsesPerSchedule.Point(&c.MaxUsesPerSchedule)
	switch c.Type {
	case Fixed:
		app.Set(&c.NetPrice, in.NetPrice)
	case Percentage:
		app.Set(&c.CheapestFirst, in.CheapestFirst)
		in.putCaps(c)
	case BuyXGetY:
		in.putCaps(c)
	}
	if c.Type == BuyXGetY {
		app.Set(&c.ConditionID, in.ConditionID)
		app.Set(&c.ConditionQuantity, in.ConditionQuantity)
		app.Set(&c.TargetID, in.TargetID)
		app.Set(&c.TargetQuantity, in.TargetQuantity)
		return
	}
	app.PutList(in.ItemIDs, &c.ItemIDs)
	app.PutList(in.PriceBandIDs, &c.PriceBandIDs)
}

// putCaps writes those of currencies that there are; the others are refused later.
func (in *Fields) putCaps(c *Code) {
	if !in.Caps.Given {
		return
	}
	c.Caps = nil
	if in.Caps.Value == nil {
		return
	}
	for code, amount := range *in.Caps.Value {
		if cur, ok := company.CurrencyByCode(code); ok {
			c.Caps = append(c.Caps, Cap{cur.ID, amount})
		}
	}
	slices.SortFunc(c.Caps, func(a, b Cap) int { return int(a.CurrencyID - b.CurrencyID) })
}
