package capture

import (
	"cmp"
	"context"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/indexes"
	"marquee/kv"
)

// responseByField counts the answers to a field.
var responseByField = indexes.NewBy("field", kv.Int, func(a *Response) []int64 { return []int64{a.FieldID} }).Counted()

// EventField is a question that buyers of an event are asked, and where.
type EventField struct {
	Field    Field
	Question *Question
	// Name is what it is asked of, empty: the event, its schedule or the company.
	Name string
	// Answered is how often it was answered, wherever it is asked; Missing how many units that were
	// sold have no answer, nil where that is not known.
	Answered int64
	Missing  *int64
}

// AtEvent reads what buyers of an event are asked, in the order of the checkout: first with the
// order, then of what it sells.
func AtEvent(ctx context.Context, a *app.App, c *app.Caller, eventID int64) (all []EventField, err error) {
	err = a.View(ctx, c, app.ViewQuestions, func(r app.Reader) error {
		e, err := catalog.EventByID(r, eventID)
		if err == nil && e.DeletedAt != nil {
			err = app.Missing("event")
		}
		if err != nil {
			return err
		}
		all, err = atEvent(r, &e)
		return err
	})
	return all, err
}

func atEvent(r app.Reader, e *catalog.Event) (all []EventField, err error) {
	places := []place{at(OfCompany, 0), at(OfEvent, e.ID)}
	if e.ScheduleID != 0 {
		places = append(places, at(OfSchedule, e.ScheduleID))
	}
	for _, p := range places {
		if all, err = addFields(r, all, p, "", nil); err != nil {
			return nil, err
		}
	}
	items, err := catalog.SaleItemsOfEvent(r, e.ID)
	if err != nil {
		return nil, err
	}
	for i := range items {
		s := &items[i]
		if s.DeletedAt != nil {
			continue
		}
		goods, err := catalog.SharedInventoryItem(r, s.ItemID)
		if err != nil {
			return nil, err
		}
		stock, err := catalog.StockOf(r, catalog.LayerSaleItem, s.ID)
		if err != nil {
			return nil, err
		}
		for _, p := range []place{at(OfItem, s.ItemID), at(OfSaleItem, s.ID), at(OfUnit, s.ID)} {
			var sold *int64
			if p.A == OfUnit.number() {
				sold = &stock.Sold
			}
			if all, err = addFields(r, all, p, goods.Name, sold); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

// addFields adds those of a place, in their order.
func addFields(r app.Reader, all []EventField, p place, name string, sold *int64) ([]EventField, error) {
	fields, err := indexes.Records(fieldsAt.Scan(r, indexes.Equal(p).Limit(MaxFieldsAt)))
	if err != nil {
		return nil, err
	}
	sortFields(fields)
	for _, f := range fields {
		if f.EnabledAt == nil {
			continue
		}
		one := EventField{Field: f, Name: name}
		if one.Question, err = Questions.GetShared(r, f.QuestionID); err != nil {
			return nil, err
		}
		if one.Answered, err = responseByField.CountOf(r, indexes.Equal(f.ID)); err != nil {
			return nil, err
		}
		if sold != nil && f.Demands(one.Question) {
			one.Missing = new(max(*sold-one.Answered, 0))
		}
		all = append(all, one)
	}
	return all, nil
}

// sortFields puts the fields of a place in the order in which they are asked.
func sortFields(fields []Field) {
	slices.SortStableFunc(fields, func(a, b Field) int { return cmp.Or(inOrder(a.Order, b.Order), cmp.Compare(a.ID, b.ID)) })
}

// MoveField puts a field in front of another one of the same place; 0 puts it last.
func MoveField(ctx context.Context, a *app.App, c *app.Caller, id, before int64) error {
	return a.Update(ctx, c, app.EditQuestions, func(tx app.Tx) error {
		f, err := standingField(tx, id)
		if err != nil {
			return err
		}
		fields, err := indexes.Records(fieldsAt.Scan(tx, indexes.Equal(at(f.Entity, f.EntityID)).Limit(MaxFieldsAt)))
		if err != nil {
			return err
		}
		sortFields(fields)
		fields, ok := moved(fields, func(f *Field) int64 { return f.ID }, id, before)
		if !ok {
			return app.Field("beforeId", "is not asked at the same place")
		}
		for i := range fields {
			if n := int64(i + 1); fields[i].Order == nil || *fields[i].Order != n {
				if _, err := fieldTable.Update(tx, fields[i].ID, func(f *Field) error { f.Order = &n; return nil }); err != nil {
					return err
				}
			}
		}
		return nil
	})
}
