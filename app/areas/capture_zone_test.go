package areas_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/capture"
	"marquee/app/catalog"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/indexes"
)

// A zone asks about each ticket of its event, of whoever scans, and of nobody else's.
func TestAZoneAsks(t *testing.T) {
	is := is.New(t)
	w, o, _, ofUnit := asked(t)
	elsewhere := int64(0)
	is.NoErr(w.App.Update(t.Context(), w.A.Owner, app.Authenticated, func(tx app.Tx) error {
		e := catalog.Event{Name: "Other", Start: w.Clock.Now().AddDate(1, 0, 0), End: w.Clock.Now().AddDate(1, 0, 1), Timezone: "UTC"}
		err := errors.Join(indexes.Forge(catalog.Events).Insert(tx, &e), catalog.PortsOf(tx).EventCreated(tx, &e))
		elsewhere = e.ID
		return err
	}))
	at := func(event int64) capture.Field {
		zones, err := entry.ListZones(t.Context(), w.App, w.A.Owner, event, false)
		is.NoErr(err)
		f, err := capture.CreateField(t.Context(), w.App, w.A.Owner, ofUnit.QuestionID, capture.OfZone, zones[0].ID, capture.FieldFields{})
		is.NoErr(err)
		return f
	}
	here, there := at(o.EventIDs[0]), at(elsewhere)
	gate := &app.Caller{CompanyID: w.A.Company.ID, UserID: 99, Abilities: map[app.Ability]bool{app.ScanZones: true}}
	answer := func(c *app.Caller, f capture.Field, item int64) error {
		_, err := capture.Save(t.Context(), w.App, c, []capture.Given{{FieldID: f.ID, ItemID: item, Answer: capture.Answer{Text: "Blue"}}})
		return err
	}
	is.NoErr(answer(gate, here, o.ItemIDs[0]))
	is.Equal(app.KindOf(answer(gate, there, o.ItemIDs[0])), app.Invalid) // of another event
	is.Equal(app.KindOf(answer(gate, ofUnit, o.ItemIDs[0])), app.Forbidden)
	is.NoErr(answer(w.A.Owner, here, o.ItemIDs[1]))
	// What a zone asks is not asked at the checkout.
	given, err := capture.OfBasket(t.Context(), w.App, w.A.Owner, order.Key{ID: o.ID})
	is.NoErr(err)
	is.True(!slices.ContainsFunc(given.Fields, func(f capture.Field) bool { return f.ID == here.ID }))
	is.Equal(answersOf(t, w), 2)
}
