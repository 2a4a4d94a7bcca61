package company

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"marquee/app"
	"marquee/app/list"
	"marquee/indexes"
)

// TaxBandFields are what a tax band can be made of; a nil one is left as it is.
type TaxBandFields struct {
	Name *string
	// Rate is in ten-thousandths of a percent.
	Rate *int64
	// Abroad replaces the rates for buyers from abroad; an empty list clears them.
	Abroad        *[]RateAbroad
	ReverseCharge *ReverseCharge
}

// bandFilter is that of the list of tax bands: it has none.
type bandFilter struct{}

var taxBandList = &list.List[TaxBand, bandFilter]{
	Needs: app.AnyOf{app.ManageTaxBands, app.EditEvents, app.CreateEvents},
	Name:  "tax-bands", Max: MaxTaxBandPage, Table: taxBands.Table, ByOffset: true,
	Plan: func(r app.Reader, _ *bandFilter) (list.Plan[TaxBand], error) {
		groups, err := taxBandListed.Groups(r, standing, standing+1)
		return list.Groups(r, taxBandListed, groups, list.All, false), err
	},
}

// ListTaxBands lists the company's tax bands by id.
func ListTaxBands(ctx context.Context, a *app.App, c *app.Caller, q list.Request) (list.Page[TaxBand], error) {
	return taxBandList.Read(ctx, a, c, bandFilter{}, q, nil)
}

// guardCount refuses one tax band more than a company may have. field is what the
// caller calls it.
func guardCount(r app.Reader, field string) error {
	n, err := taxBandListed.CountOf(r, indexes.Equal(standing))
	if err == nil && n >= MaxTaxBands {
		return app.Field(field, "must not have more than %d entries", MaxTaxBands)
	}
	return err
}

// CreateTaxBand adds a tax band to the company.
func CreateTaxBand(ctx context.Context, a *app.App, c *app.Caller, in TaxBandFields) (TaxBand, error) {
	if err := in.check(true); err != nil {
		return TaxBand{}, err
	}
	var made TaxBand
	err := a.Update(ctx, c, app.ManageTaxBands, func(tx app.Tx) error {
		if err := guardCount(tx, "name"); err != nil {
			return err
		}
		if err := in.applyTo(tx, &made); err != nil {
			return err
		}
		return taken(taxBands.Insert(tx, &made))
	})
	return made, err
}

// UpdateTaxBand changes a tax band. A new rate holds for orders to come: those
// that exist keep the rate they were priced with.
func UpdateTaxBand(ctx context.Context, a *app.App, c *app.Caller, id int64, in TaxBandFields) (TaxBand, error) {
	if err := in.check(false); err != nil {
		return TaxBand{}, err
	}
	var out TaxBand
	err := a.Update(ctx, c, app.ManageTaxBands, func(tx app.Tx) (err error) {
		out, err = taxBands.Update(tx, id, func(b *TaxBand) error {
			if b.DeletedAt != nil {
				return app.Missing("tax band")
			}
			return in.applyTo(tx, b)
		})
		return missing(taken(err), "tax band")
	})
	return out, err
}

// applyTo is apply where prices may be shown with their fees.
func (in *TaxBandFields) applyTo(r app.Reader, b *TaxBand) error {
	if err := in.apply(b); err != nil || !b.ByCountry() {
		return err
	}
	own, err := SettingsOf(r)
	if err == nil && own.AllIn != AllInNone {
		err = app.Field("abroad", "is not possible while prices are shown with their fees")
	}
	return err
}

// apply writes the fields into a band.
func (in *TaxBandFields) apply(b *TaxBand) error {
	set(&b.Name, in.Name)
	set(&b.Rate, in.Rate)
	set(&b.Abroad, in.Abroad)
	set(&b.ReverseCharge, in.ReverseCharge)
	if b.ReverseCharge != NoReverseCharge && !b.ByCountry() {
		return app.Field("reverseCharge", "is possible only together with %s", "abroad")
	}
	return nil
}

func taken(err error) error {
	if errors.Is(err, indexes.ErrTaken) {
		return app.Field("name", "is taken already")
	}
	return err
}

// check tidies the name and names every problem.
func (in *TaxBandFields) check(all bool) error {
	var p app.Problems
	if in.Name != nil {
		name := strings.TrimSpace(*in.Name)
		in.Name = &name
	}
	if all && in.Name == nil || in.Name != nil && app.Blank(*in.Name) {
		p.Add("name", "is required")
	}
	if in.Name != nil && utf8.RuneCountInString(*in.Name) > MaxName {
		p.Add("name", "must not be longer than %d characters", MaxName)
	}
	if all && in.Rate == nil {
		p.Add("rate", "is required")
	}
	if in.Rate != nil && (*in.Rate < 0 || *in.Rate > MaxTaxRate*RateUnit) {
		p.Add("rate", "must be at most %d", MaxTaxRate)
	}
	if in.Abroad != nil {
		checkAbroad(&p, *in.Abroad)
	}
	return p.Err()
}

// TrashTaxBand deletes a tax band inside a transaction that has made sure that no
// sale item uses it. The default one stays.
func TrashTaxBand(tx app.Tx, id int64) error {
	_, err := taxBands.Update(tx, id, func(b *TaxBand) error {
		if b.DeletedAt != nil {
			return app.Missing("tax band")
		}
		if b.Default {
			return app.Field("id", "is the default tax band")
		}
		now := tx.Now()
		b.DeletedAt = &now
		return nil
	})
	return missing(err, "tax band")
}

// RestoreTaxBand takes a deletion back; it is refused when another band has the name.
func RestoreTaxBand(ctx context.Context, a *app.App, c *app.Caller, id int64) error {
	return a.Update(ctx, c, app.ManageTaxBands, func(tx app.Tx) error {
		if err := guardCount(tx, "id"); err != nil {
			return err
		}
		_, err := taxBands.Update(tx, id, func(b *TaxBand) error { b.DeletedAt = nil; return nil })
		return missing(taken(err), "tax band")
	})
}

// GuardTaxBand makes a transaction that gives a band to a sale item and one that
// deletes the band rivals: one of them runs again.
func GuardTaxBand(tx app.Tx, id int64) error {
	return tx.Guard(guards, []byte(fmt.Sprintf("tax band %d of %d", id, tx.Company())))
}
