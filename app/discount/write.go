package discount

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
	Text *string
	// Amount is in minor units for a fixed code, else in hundredths of a percent.
	Amount      *int64
	CurrencyID  app.Maybe[int64]
	NetPrice    *bool
	SaleItemIDs app.Maybe[[]int64]

	ConditionID, ConditionQuantity, TargetID, TargetQuantity *int64

	MaximumUses, MaxUsesPerCustomer, MaxUsesPerOrder, MinimumSpend app.Maybe[int64]
	// Caps are by currency code.
	Caps               app.Maybe[map[string]int64]
	ValidFrom, ValidTo app.Maybe[company.Moment]
	BoxOfficeOnly      *bool
}

// Key names a code by its id or its text. The id counts when there are both.
type Key struct {
	ID   int64
	Text string
}

// field is the name of the request field that the key came from.
func (k Key) field() string {
	if k.ID != 0 {
		return "id"
	}
	return "code"
}

// Create makes a code.
func Create(ctx context.Context, a *app.App, c *app.Caller, typ Type, in Fields) (Code, error) {
	var made Code
	err := a.Update(ctx, c, app.EditDiscountCodes, func(tx app.Tx) error {
		if err := hasSpace(tx); err != nil {
			return err
		}
		own, err := company.SettingsOf(tx)
		if err != nil {
			return err
		}
		made = Code{Type: typ}
		if typ == Fixed {
			made.CurrencyID = own.CurrencyID
		}
		in.put(&made, own.Location())
		if err := made.valid(tx, own, &in); err != nil {
			return err
		}
		return taken(Codes.Insert(tx, &made))
	})
	return made, err
}

// Update changes a code. Orders that were made with it keep what it took off; open
// baskets see the change when they change next.
func Update(ctx context.Context, a *app.App, c *app.Caller, typ Type, k Key, in Fields) (Code, error) {
	var out Code
	err := a.Update(ctx, c, app.EditDiscountCodes, func(tx app.Tx) error {
		was, err := find(tx, k, false)
		if err != nil {
			return err
		}
		if was.Type != typ {
			return app.Field(k.field(), "is a code of another type")
		}
		own, err := company.SettingsOf(tx)
		if err != nil {
			return err
		}
		out, err = Codes.Update(tx, was.ID, func(code *Code) error {
			in.put(code, own.Location())
			return code.valid(tx, own, &in)
		})
		return taken(err)
	})
	return out, err
}

// hasSpace refuses more codes than a company may have.
func hasSpace(r app.Reader) error {
	groups, err := listed.Groups(r, 0, 2*deletedGroup)
	n := int64(0)
	for _, g := range groups {
		n += g.N
	}
	if err == nil && n >= MaxCodes {
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

// put writes the fields into a code. What the type has no use for says nothing.
func (in *Fields) put(c *Code, where *time.Location) {
	set(&c.Amount, in.Amount)
	set(&c.BoxOfficeOnly, in.BoxOfficeOnly)
	if in.Text != nil {
		c.Text = strings.TrimSpace(*in.Text)
	}
	in.CurrencyID.Put(&c.CurrencyID)
	in.MaximumUses.Point(&c.MaximumUses)
	in.MaxUsesPerCustomer.Point(&c.MaxUsesPerCustomer)
	in.MaxUsesPerOrder.Point(&c.MaxUsesPerOrder)
	in.MinimumSpend.Point(&c.MinimumSpend)
	company.PutMoment(&c.ValidFrom, in.ValidFrom, where, false)
	company.PutMoment(&c.ValidTo, in.ValidTo, where, true)
	switch c.Type {
	case Fixed:
		set(&c.NetPrice, in.NetPrice)
	case Percentage, BuyXGetY:
		in.putCaps(c)
	}
	if c.Type == BuyXGetY {
		set(&c.ConditionID, in.ConditionID)
		set(&c.ConditionQuantity, in.ConditionQuantity)
		set(&c.TargetID, in.TargetID)
		set(&c.TargetQuantity, in.TargetQuantity)
		return
	}
	if in.SaleItemIDs.Given {
		c.SaleItemIDs = nil
		if in.SaleItemIDs.Value != nil {
			c.SaleItemIDs = distinct(*in.SaleItemIDs.Value)
		}
	}
}

func set[T any](dst, v *T) {
	if v != nil {
		*dst = *v
	}
}

// distinct leaves out repeats and keeps the order.
func distinct(ids []int64) []int64 {
	var once []int64
	for _, id := range ids {
		if !slices.Contains(once, id) {
			once = append(once, id)
		}
	}
	return once
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
