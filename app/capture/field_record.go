package capture

import (
	"fmt"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/indexes"
	"marquee/kv"
)

// Field asks a question somewhere.
type Field struct {
	ID         int64  `msgpack:"id"`
	QuestionID int64  `msgpack:"q"`
	Entity     Entity `msgpack:"e"`
	// EntityID is what of that kind; 0 for a company's own.
	EntityID int64 `msgpack:"ei,omitempty"`
	Required bool  `msgpack:"r,omitempty"`
	// Hidden fields are not asked at the checkout.
	Hidden bool `msgpack:"h,omitempty"`
	// EnabledAt is nil while the field is switched off.
	EnabledAt *time.Time `msgpack:"en,omitempty"`
	Order     *int64     `msgpack:"oc,omitempty"`
	CreatedAt time.Time  `msgpack:"ca"`
	UpdatedAt time.Time  `msgpack:"ua"`
	DeletedAt *time.Time `msgpack:"da,omitempty"`
}

// on tells whether the field is asked.
func (f *Field) on() bool { return f.DeletedAt == nil && f.EnabledAt != nil }

func (f *Field) check() error {
	switch {
	case f.Entity.number() < 0 || f.QuestionID == 0:
		return fmt.Errorf("question field %d: an unknown entity, or no question", f.ID)
	case (f.Entity == OfCompany) != (f.EntityID == 0):
		return fmt.Errorf("question field %d: assigned to %s %d", f.ID, f.Entity, f.EntityID)
	}
	return nil
}

// place is what a field is assigned to: the number of the entity, and its id.
type place = kv.Pair2[int64, int64]

var (
	fieldListed = indexes.NewBy("listed", kv.Int, func(f *Field) []int64 { return group(f.Entity.number(), f.DeletedAt) }).
			Counted().Ascending()
	// fieldsAt finds what is asked somewhere, deleted fields left out.
	fieldsAt = indexes.NewBy("at", kv.PairOf(kv.Int, kv.Int), func(f *Field) []place {
		if f.DeletedAt != nil {
			return nil
		}
		return []place{{A: f.Entity.number(), B: f.EntityID}}
	})
	// fieldsOfQuestion is grouped by the question and by whether the field is deleted.
	fieldsOfQuestion = indexes.NewBy("question", kv.Int, func(f *Field) []int64 {
		if f.DeletedAt != nil {
			return []int64{f.QuestionID<<1 | 1}
		}
		return []int64{f.QuestionID << 1}
	}).Version(2)
)

// Fields is the table of fields.
var Fields = fieldTable.Table

var fieldTable = indexes.Define(indexes.Spec[Field]{
	Name: "question_fields", Version: 1, Shared: true,
	Person: indexes.Nobody("what is asked"),
	Shown:  func(r app.Reader, f *Field) (bool, error) { return f.shown(r) },
	ID:     func(f *Field) *int64 { return &f.ID },
	Stamp:  func(tx app.Tx, old, f *Field) { app.Stamp(tx, old == nil, &f.CreatedAt, &f.UpdatedAt) },
	Check:  (*Field).check,
}, fieldListed.Index, fieldsAt.Index, fieldsOfQuestion.Index)

// shown: a field is seen by whoever sees what it is asked of.
func (f *Field) shown(r app.Reader) (bool, error) {
	switch f.Entity {
	case OfEvent:
		return catalog.ShownAt(r, f.EntityID)
	case OfZone:
		event, err := ports(app.Whole(r)).ZoneEvent(app.Whole(r), f.EntityID)
		if err != nil {
			return false, err
		}
		return catalog.ShownAt(r, event)
	case OfSchedule:
		return catalog.ShownForAny(r, nil, []int64{f.EntityID}, nil)
	case OfSaleItem, OfUnit:
		return catalog.ShownForAny(r, nil, nil, []int64{f.EntityID})
	case OfItem:
		_, err := catalog.SharedInventoryItem(r, f.EntityID)
		if app.KindOf(err) == app.NotFound {
			return false, nil
		}
		return err == nil, err
	}
	return true, nil
}
