package catalog

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"marquee/app"
)

// ItemRow is a sale item with what is to change of it, one of many.
type ItemRow struct {
	ID   int64
	Sale SaleItemChange
	Item ItemChange
}

// UpdateSaleItems changes many sale items at once, all or none, and gives those that changed. What
// is wrong is named for every row.
func UpdateSaleItems(ctx context.Context, a *app.App, c *app.Caller, rows []ItemRow, since *time.Time) (changed []int64, err error) {
	if err := rowProblems(rows).Err(); err != nil {
		return nil, err
	}
	needs := append(slices.Clone(SaleEditors), app.ChangeStock)
	for i := range rows {
		rows[i].Sale.lang, rows[i].Item.lang, rows[i].Sale.UnchangedSince = c.Language, c.Language, since
		if row := neededFor(&rows[i].Sale, &rows[i].Item); len(row) < len(needs) {
			needs = row
		}
	}
	err = a.Update(ctx, c, needs, func(tx app.Tx) error {
		changed = []int64{}
		var wrong rowErrors
		for i := range rows {
			if !rows[i].says() {
				continue
			}
			err := rows[i].update(tx, c, needs)
			if wrong.add(i, err); err != nil && app.KindOf(err) == 0 {
				return err
			}
			changed = append(changed, rows[i].ID)
		}
		return wrong.err()
	})
	return changed, err
}

func rowProblems(rows []ItemRow) app.Problems {
	var p app.Problems
	wantRange(&p, "items", int64(len(rows)), 1, maxRows)
	for i := range rows {
		if slices.ContainsFunc(rows[:i], func(o ItemRow) bool { return o.ID == rows[i].ID }) {
			p.Add(fmt.Sprintf("items.%d.id", i), "is there twice")
		}
	}
	return p
}

// says tells whether a row changes anything.
func (row *ItemRow) says() bool {
	sale, item := row.Sale, row.Item
	sale.lang, item.lang, sale.UnchangedSince = app.Language{}, app.Language{}, nil
	return !reflect.DeepEqual(sale, SaleItemChange{}) || !reflect.DeepEqual(item, ItemChange{})
}

// update changes the sale item of a row, of whatever type it is.
func (row *ItemRow) update(tx app.Tx, c *app.Caller, needs app.AnyOf) error {
	s, err := SaleItemByID(tx, row.ID)
	if err == nil && s.DeletedAt != nil {
		err = app.Missing("sale item")
	}
	if err == nil {
		err = append(row.Sale.problems(s.Type), row.Item.problems()...).Err()
	}
	if err == nil {
		_, err = updateSaleItem(tx, c, s.Type, row.ID, row.Sale, row.Item)
	}
	if err == nil {
		err = mayEdit(c, needs, s.EventID)
	}
	return err
}

// rowErrors gather what is wrong with rows: nothing of them is stored, so that one says nothing
// of another.
type rowErrors struct {
	problems app.Problems
	// other is a refusal that is of no field.
	other *app.Error
}

func (all *rowErrors) add(i int, err error) {
	var refused *app.Error
	if !errors.As(err, &refused) {
		return
	}
	at := fmt.Sprintf("items.%d.", i)
	for _, f := range refused.Fields {
		all.problems = append(all.problems, app.FieldError{Field: at + f.Field, Message: f.Message})
	}
	switch {
	case refused.Kind == app.NotFound:
		all.problems.Add(at+"id", "does not exist")
	case refused.Kind != app.Invalid && all.other == nil:
		all.other = refused
	}
}

func (all *rowErrors) err() error {
	if all.other != nil {
		return all.other
	}
	return all.problems.Err()
}
