package fee

import (
	"context"
	"slices"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/indexes"
)

// Fields are what a fee can be made of; what is nil or not given is left as it is.
type Fields struct {
	Name *string
	Kind *Kind
	Per  *Per
	// EventID and SaleItemIDs are what it is charged for; what sale items say about the
	// event counts.
	EventID     app.Maybe[int64]
	SaleItemIDs app.Maybe[[]int64]
	Types       app.Maybe[[]catalog.ItemType]
	CurrencyID  app.Maybe[int64]
	// Amount is the fixed sum and Percent the share of a fee that has no steps.
	Amount, Percent app.Maybe[int64]
	Steps           *[]Step
	Min, Max        app.Maybe[int64]
	MaxTimes        app.Maybe[int64]

	Absorbed, AttractsDiscount, NotOnResale, OnlyOnResale *bool
	// Delivery is that of a new fee; it stays what it is.
	Delivery     Delivery
	NeedsAddress *bool
	// Channels are those of sale items.
	Channels    *[]string
	Group       app.Maybe[string]
	ActiveFrom  app.Maybe[time.Time]
	ActiveUntil app.Maybe[time.Time]
	TaxBandID   app.Maybe[int64]
}

// Create makes a fee, and the sale item under which orders show it.
func Create(ctx context.Context, a *app.App, c *app.Caller, in Fields) (v View, err error) {
	err = a.Update(ctx, c, app.EditFees, func(tx app.Tx) error {
		if err := hasSpace(tx, 1); err != nil {
			return err
		}
		own, err := company.SettingsOf(tx)
		if err != nil {
			return err
		}
		made := Fee{Kind: Fixed, Per: PerOrder, Delivery: in.Delivery}
		in.put(&made)
		if made.Kind != Percent && made.CurrencyID == 0 {
			made.CurrencyID = own.CurrencyID
		}
		if err := made.valid(tx, own, &in); err != nil {
			return err
		}
		if made.SaleItemID, err = catalog.MakeFee(tx, made.sold(&in)); err != nil {
			return err
		}
		if err := feeTable.Insert(tx, &made); err != nil {
			return err
		}
		if err := company.ChargeFees(tx); err != nil {
			return err
		}
		v, err = view(tx, made)
		return err
	})
	return v, err
}

// Update changes a fee. Baskets are charged the change when they change next; orders keep
// what they were charged.
func Update(ctx context.Context, a *app.App, c *app.Caller, id int64, in Fields) (v View, err error) {
	err = a.Update(ctx, c, app.EditFees, func(tx app.Tx) error {
		own, err := company.SettingsOf(tx)
		if err != nil {
			return err
		}
		out, err := feeTable.Update(tx, id, func(f *Fee) error {
			if f.DeletedAt != nil {
				return app.Missing("fee")
			}
			in.put(f)
			return f.valid(tx, own, &in)
		})
		if err != nil {
			return absent(err)
		}
		if err := catalog.ChangeFee(tx, out.SaleItemID, out.sold(&in)); err != nil {
			return err
		}
		v, err = view(tx, out)
		return err
	})
	return v, err
}

// sold is what orders show of the fee.
func (f *Fee) sold(in *Fields) catalog.FeeItem {
	return catalog.FeeItem{Name: f.Name, TaxBandID: in.TaxBandID, NoDiscount: !f.AttractsDiscount}
}

// hasSpace refuses more fees than a company may have.
func hasSpace(r app.Reader, more int64) error {
	live, err := listed.CountOf(r, indexes.Equal(standing))
	if err != nil {
		return err
	}
	gone, err := listed.CountOf(r, indexes.Equal(deleted))
	switch {
	case err != nil:
		return err
	case live+1 > MaxFees:
		return app.Field("name", "must not have more than %d entries", MaxFees)
	case live+gone+more > MaxEver:
		return app.Field("name", "must not have more than %d entries", MaxEver)
	}
	return nil
}

// put writes the fields into a fee.
func (in *Fields) put(f *Fee) {
	if in.Name != nil {
		f.Name = strings.TrimSpace(*in.Name)
	}
	app.Set(&f.Kind, in.Kind)
	app.Set(&f.Per, in.Per)
	in.EventID.Put(&f.EventID)
	app.PutList(in.SaleItemIDs, &f.SaleItemIDs)
	app.PutList(in.Types, &f.Types)
	in.CurrencyID.Put(&f.CurrencyID)
	in.putSteps(f)
	in.Min.Point(&f.Min)
	in.Max.Point(&f.Max)
	in.MaxTimes.Point(&f.MaxTimes)
	app.Set(&f.Absorbed, in.Absorbed)
	app.Set(&f.AttractsDiscount, in.AttractsDiscount)
	app.Set(&f.NotOnResale, in.NotOnResale)
	app.Set(&f.OnlyOnResale, in.OnlyOnResale)
	app.Set(&f.NeedsAddress, in.NeedsAddress)
	if in.Channels != nil {
		f.NotOnline = !slices.Contains(*in.Channels, catalog.ChannelOnline)
		f.NotAtOffice = !slices.Contains(*in.Channels, catalog.ChannelBoxOffice)
	}
	in.Group.Put(&f.Group)
	in.ActiveFrom.Point(&f.ActiveFrom)
	in.ActiveUntil.Point(&f.ActiveUntil)
}

// putSteps makes the one step of a fee that has no others, or takes those of the request.
func (in *Fields) putSteps(f *Fee) {
	if f.Kind == Tiers {
		if in.Steps != nil {
			f.Steps = slices.Clone(*in.Steps)
		}
		return
	}
	one := Step{}
	if len(f.Steps) > 0 && f.Steps[0].From == 0 {
		one = f.Steps[0]
	}
	in.Amount.Put(&one.Fixed)
	in.Percent.Put(&one.Percent)
	if f.Kind == Fixed {
		one.Percent = 0
	}
	f.Steps = []Step{one}
}
