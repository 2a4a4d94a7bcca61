package imports

import (
	"context"

	"marquee/app"
	"marquee/app/list"
	"marquee/indexes"
)

// Read reads one import.
func Read(ctx context.Context, a *app.App, c *app.Caller, id int64) (n Import, err error) {
	err = a.View(ctx, c, opened, func(r app.Reader) (err error) {
		n, err = visible(r, c, id)
		return err
	})
	return n, err
}

// Filter says which page of the imports a list shows.
type Filter struct {
	Offset, Limit int64
}

var importList = &list.List[Import, Filter]{
	Needs: app.EditImports,
	Name:  "imports", Max: MaxPage, Table: imports.Table, ByOffset: true,
	Plan: func(r app.Reader, _ *Filter) (list.Plan[Import], error) {
		groups, err := listed.Groups(r, 0, 1)
		return list.Groups(r, listed, groups, list.All, false), err
	},
}

// List lists imports by id.
func List(ctx context.Context, a *app.App, c *app.Caller, f Filter) (list.Page[Import], error) {
	return list.Views(ctx, a, c, importList, f, list.Request{Offset: f.Offset, Limit: f.Limit}, func(_ app.Reader, n *Import) (Import, error) { return *n, nil })
}

// Report asks what became of the rows of an import.
type Report struct {
	ImportID int64
	// Problems leaves out the rows of which there is nothing to say.
	Problems bool
	// Behind is the row that the last page ended with.
	Behind int64
}

// Rows lists what became of the rows of an import by their number, a page at a time.
func Rows(ctx context.Context, a *app.App, c *app.Caller, in Report) (all []Result, err error) {
	err = a.View(ctx, c, opened, func(r app.Reader) error {
		if _, err := visible(r, c, in.ImportID); err != nil {
			return err
		}
		all, err = in.read(r)
		return err
	})
	return all, err
}

func (in *Report) read(r app.Reader) (all []Result, err error) {
	span := indexes.Between(resultKey{A: in.ImportID, B: in.Behind + 1}, resultKey{A: in.ImportID + 1}).Limit(MaxRowPage)
	if in.Problems {
		for hit, err := range resultByProblem.Scan(r, span) {
			if err != nil {
				return nil, err
			}
			all = append(all, hit.Rec)
		}
		return all, nil
	}
	for hit, err := range results.Scan(r, span) {
		if err != nil {
			return nil, err
		}
		all = append(all, hit.Rec)
	}
	return all, nil
}
