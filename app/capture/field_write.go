package capture

import (
	"context"
	"errors"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/indexes"
)

// FieldFields are what a field is made of; what is nil is left as it is.
type FieldFields struct {
	Required, Hidden, Enabled *bool
	Order                     app.Maybe[int64]
}

// CreateField asks a question somewhere, at once unless it is made switched off.
func CreateField(ctx context.Context, a *app.App, c *app.Caller, questionID int64, e Entity, id int64, in FieldFields) (Field, error) {
	var f Field
	err := a.Update(ctx, c, app.EditQuestions, func(tx app.Tx) error {
		if err := mayAssign(tx, questionID, e, id); err != nil {
			return err
		}
		f = Field{QuestionID: questionID, Entity: e, EntityID: id, EnabledAt: new(tx.Now())}
		in.put(&f, tx.Now())
		return fieldTable.Insert(tx, &f)
	})
	return f, err
}

// UpdateField changes a field. What it asks, and where, stays.
func UpdateField(ctx context.Context, a *app.App, c *app.Caller, id int64, in FieldFields) (f Field, err error) {
	err = a.Update(ctx, c, app.EditQuestions, func(tx app.Tx) error {
		was, err := standingField(tx, id)
		if err != nil {
			return err
		}
		f, err = fieldTable.Update(tx, was.ID, func(f *Field) error { in.put(f, tx.Now()); return nil })
		return err
	})
	return f, err
}

// DeleteField stops asking. Answers stay.
func DeleteField(ctx context.Context, a *app.App, c *app.Caller, id int64) error {
	return a.Update(ctx, c, app.EditQuestions, func(tx app.Tx) error {
		was, err := standingField(tx, id)
		if err == nil {
			_, err = fieldTable.Update(tx, was.ID, func(f *Field) error { f.DeletedAt = new(tx.Now()); return nil })
		}
		return err
	})
}

// RestoreField asks again where it was stopped, unless the question is asked there anew.
func RestoreField(ctx context.Context, a *app.App, c *app.Caller, id int64) error {
	return a.Update(ctx, c, app.EditQuestions, func(tx app.Tx) error {
		f, err := Fields.GetShared(tx, id)
		if errors.Is(err, indexes.ErrNotFound) {
			return app.Missing("question field")
		}
		if err != nil || f.DeletedAt == nil {
			return err
		}
		if err := mayAssign(tx, f.QuestionID, f.Entity, f.EntityID); err != nil {
			return err
		}
		_, err = fieldTable.Update(tx, id, func(f *Field) error { f.DeletedAt = nil; return nil })
		return err
	})
}

func standingField(r app.Reader, id int64) (*Field, error) {
	f, err := Fields.GetShared(r, id)
	if errors.Is(err, indexes.ErrNotFound) || err == nil && f.DeletedAt != nil {
		return nil, app.Missing("question field")
	}
	return f, err
}

func (in *FieldFields) put(f *Field, now time.Time) {
	app.Set(&f.Required, in.Required)
	app.Set(&f.Hidden, in.Hidden)
	in.Order.Point(&f.Order)
	switch {
	case in.Enabled == nil:
	case !*in.Enabled:
		f.EnabledAt = nil
	case f.EnabledAt == nil:
		f.EnabledAt = &now
	}
}

// mayAssign wants the question and what it is to be asked at to be there, the question
// not to be asked there already, and not too many others.
func mayAssign(r app.Reader, questionID int64, e Entity, id int64) error {
	if err := spaceFor(fieldListed, r, MaxFields, "questionId"); err != nil {
		return err
	}
	if _, err := standing(r, questionID); err != nil {
		return err
	}
	if err := assignable(r, e, id); err != nil {
		return err
	}
	n := 0
	for hit, err := range fieldsAt.Scan(r, indexes.Equal(place{A: e.number(), B: id})) {
		switch n++; {
		case err != nil:
			return err
		case hit.Rec.QuestionID == questionID:
			return app.Field("questionId", "is asked there already")
		}
	}
	if n >= MaxFieldsAt {
		return app.Field("assignedToId", "must not have more than %d entries", MaxFieldsAt)
	}
	return nil
}

// assignable wants the entity to be there.
func assignable(r app.Reader, e Entity, id int64) error {
	switch {
	case e.number() < 0:
		return app.Field("assignedToEntity", "is not one of the allowed values")
	case e == OfCompany && id != 0:
		return app.Field("assignedToId", "is not possible for this type")
	case e == OfCompany:
		return nil
	case id == 0:
		return app.Field("assignedToId", "is required")
	}
	there := false
	var err error
	switch e {
	case OfEvent:
		var found map[int64]catalog.Event
		found, err = catalog.EventsByID(r, []int64{id})
		event, ok := found[id]
		there = ok && event.DeletedAt == nil
	case OfZone:
		var event int64
		event, err = ports(r).ZoneEvent(r, id)
		there = event != 0
	case OfSchedule:
		there, err = catalog.ScheduleExists(r, id)
	case OfItem:
		var found map[int64]catalog.InventoryItem
		found, err = catalog.InventoryItemsByID(r, []int64{id})
		_, there = found[id]
	case OfSaleItem, OfUnit:
		var found map[int64]catalog.SaleItem
		found, err = catalog.SaleItemsByID(r, []int64{id})
		item, ok := found[id]
		there = ok && item.DeletedAt == nil
	}
	if err == nil && !there {
		err = app.Field("assignedToId", "does not exist")
	}
	return err
}

// AskedAt tells whether a question is asked somewhere.
func AskedAt(r app.Reader, questionID int64, e Entity, id int64) (bool, error) {
	for hit, err := range fieldsAt.Scan(r, indexes.Equal(place{A: e.number(), B: id})) {
		if err != nil || hit.Rec.QuestionID == questionID {
			return err == nil, err
		}
	}
	return false, nil
}
