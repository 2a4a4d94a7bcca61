package fee

import (
	"context"
	"errors"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/list"
	"marquee/indexes"
)

// View is a fee with its tax band.
type View struct {
	Fee
	TaxBandID int64
}

func view(r app.Reader, f Fee) (View, error) {
	s, err := catalog.SharedSaleItem(r, f.SaleItemID)
	if err != nil {
		return View{}, err
	}
	return View{f, s.TaxBandID}, nil
}

// Read reads a fee. A deleted one is only found with withTrashed.
func Read(ctx context.Context, a *app.App, c *app.Caller, id int64, withTrashed bool) (v View, err error) {
	err = a.View(ctx, c, app.ViewFees, func(r app.Reader) error {
		f, err := find(r, id, withTrashed)
		if err == nil {
			v, err = view(r, f)
		}
		return err
	})
	return v, err
}

func find(r app.Reader, id int64, withTrashed bool) (Fee, error) {
	f, err := Fees.Get(r, id)
	if err == nil && f.DeletedAt != nil && !withTrashed {
		return Fee{}, app.Missing("fee")
	}
	return f, absent(err)
}

func absent(err error) error {
	if errors.Is(err, indexes.ErrNotFound) {
		return app.Missing("fee")
	}
	return err
}

// Filter says which page of the fees a list shows.
type Filter struct {
	WithTrashed   bool `list:"withTrashed"`
	Offset, Limit int64
}

var feeList = &list.List[Fee, Filter]{
	Needs: app.ViewFees,
	Name:  "fees", Max: MaxPage, Table: Fees, ByOffset: true,
	Plan: func(r app.Reader, f *Filter) (list.Plan[Fee], error) {
		end := deleted
		if f.WithTrashed {
			end++
		}
		groups, err := listed.Groups(r, standing, end)
		return list.Groups(r, listed, groups, list.All, false), err
	},
}

// List lists fees by id.
func List(ctx context.Context, a *app.App, c *app.Caller, f Filter) (list.Page[View], error) {
	return list.Views(ctx, a, c, feeList, f, list.Request{Offset: f.Offset, Limit: f.Limit}, func(r app.Reader, one *Fee) (View, error) { return view(r, *one) })
}

// BySaleItem are all fees that there ever were, by the sale items that orders show of them.
func BySaleItem(r app.Reader) (map[int64]Fee, error) {
	all := map[int64]Fee{}
	for hit, err := range Fees.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return nil, err
		}
		all[hit.Rec.SaleItemID] = hit.Rec
	}
	return all, nil
}
