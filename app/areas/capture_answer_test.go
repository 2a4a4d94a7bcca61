package areas_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/audit"
	"marquee/app/capture"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/indexes"

	"github.com/matryer/is"
)

// asked is a sold order of three units with one field about it and one for each unit.
func asked(t *testing.T, opts ...apptest.Option) (w *apptest.World, o order.Order, ofOrder, ofUnit capture.Field) {
	t.Helper()
	is := is.New(t)
	w = apptest.New(t, opts...)
	var s catalog.SaleItem
	is.NoErr(w.App.Update(t.Context(), w.A.Owner, app.Authenticated, func(tx app.Tx) error {
		e := catalog.Event{Name: "Concert", Start: w.Clock.Now().AddDate(1, 0, 0), End: w.Clock.Now().AddDate(1, 0, 1), Timezone: "UTC", Published: true}
		item := catalog.InventoryItem{Type: catalog.Ticket, Name: "Standing"}
		err := errors.Join(indexes.Forge(catalog.Events).Insert(tx, &e), catalog.PortsOf(tx).EventCreated(tx, &e), indexes.Forge(catalog.InventoryItems).Insert(tx, &item))
		s = catalog.SaleItem{EventID: e.ID, ItemID: item.ID, Type: item.Type, Prices: []catalog.Price{{ID: 1, CurrencyID: w.A.Company.CurrencyID}}}
		return errors.Join(err, indexes.Forge(catalog.SaleItems).Insert(tx, &s))
	}))
	three := int64(3)
	b, err := sales.Add(t.Context(), w.App, w.A.Owner, sales.AddToBasket{
		Items: []rules.AddItem{{SaleItemID: s.ID, Quantity: &three}}, Channel: catalog.APIChannel, Payment: &rules.Payment{},
	})
	is.NoErr(err)
	make1 := func(typ capture.Type, group capture.Group, e capture.Entity, id int64) capture.Field {
		text := "What?"
		q, err := capture.CreateQuestion(t.Context(), w.App, w.A.Owner, typ, capture.QuestionFields{Text: &text, Group: &group})
		is.NoErr(err)
		f, err := capture.CreateField(t.Context(), w.App, w.A.Owner, q.ID, e, id, capture.FieldFields{})
		is.NoErr(err)
		return f
	}
	return w, b.Order, make1(capture.YesNo, capture.Marketing, capture.OfEvent, s.EventID), make1(capture.Text, capture.Shop, capture.OfUnit, s.ID)
}

// answersOf counts the stored answers.
func answersOf(t *testing.T, w *apptest.World) (n int) {
	t.Helper()
	err := w.App.View(t.Context(), w.A.Owner, app.Authenticated, func(r app.Reader) error {
		for _, err := range capture.Responses.Scan(r, indexes.All[int64]()) {
			if err != nil {
				return err
			}
			n++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Devices that send the same answers at once keep one for each context.
func TestAnswersAtOnce(t *testing.T) {
	is := is.New(t)
	w, o, ofOrder, ofUnit := asked(t, apptest.Calm())
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			given := make([]capture.Given, len(o.ItemIDs))
			for i, id := range o.ItemIDs {
				given[i] = capture.Given{FieldID: ofUnit.ID, ItemID: id, Answer: capture.Answer{Text: "Ada"}}
			}
			if _, err := capture.Save(t.Context(), w.App, w.A.Owner, given); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	is.Equal(answersOf(t, w), len(o.ItemIDs))
	consent := []capture.Given{{FieldID: ofOrder.ID, OrderID: o.ID, Answer: capture.Answer{Text: "yes"}}}
	for range 3 {
		_, err := capture.Save(t.Context(), w.App, w.A.Owner, consent)
		is.NoErr(err)
	}
	is.Equal(answersOf(t, w), len(o.ItemIDs)+3) // of marketing each is kept
}

// A device that looks first and writes later keeps an answer for each call: the test
// above would notice.
func TestAnswersAtOnceWouldBeNoticed(t *testing.T) {
	w, o, _, ofUnit := asked(t, apptest.Calm(), apptest.Unchecked())
	const devices = 4
	var looked, all sync.WaitGroup
	looked.Add(devices)
	for range devices {
		all.Go(func() {
			found := answersOf(t, w)
			looked.Done()
			looked.Wait()
			if found > 0 {
				return
			}
			err := w.App.Update(t.Context(), w.A.Owner, app.Authenticated, func(tx app.Tx) error {
				return indexes.Forge(capture.Responses).Insert(tx, &capture.Response{FieldID: ofUnit.ID, QuestionID: ofUnit.QuestionID, OrderID: o.ID, ItemID: o.ItemIDs[0], Text: "Ada"})
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := answersOf(t, w); n < 2 {
		t.Fatalf("the race does not show with %d answers", n)
	}
}

// A refused call keeps nothing, and an empty one says nothing.
func TestAnswersAreAllOrNone(t *testing.T) {
	is := is.New(t)
	w, o, ofOrder, ofUnit := asked(t)
	_, err := capture.Save(t.Context(), w.App, w.A.Owner, []capture.Given{
		{FieldID: ofUnit.ID, ItemID: o.ItemIDs[0], Answer: capture.Answer{Text: "Ada"}},
		{FieldID: ofOrder.ID, OrderID: o.ID, Answer: capture.Answer{Text: "perhaps"}},
	})
	is.Equal(app.KindOf(err), app.Invalid)
	told, err := capture.Save(t.Context(), w.App, w.A.Owner, []capture.Given{{FieldID: ofUnit.ID, ItemID: o.ItemIDs[0], Answer: capture.Answer{Text: "  "}}})
	is.NoErr(err)
	is.Equal(len(told)+answersOf(t, w), 0)
}

// An answer that is cleared is gone, where the caller says that an empty one clears; what
// was answered to a marketing question stays as it was given.
func TestAnswersCanBeCleared(t *testing.T) {
	is := is.New(t)
	w, o, ofOrder, ofUnit := asked(t)
	save := func(clears bool, unit, consent string) {
		t.Helper()
		_, err := capture.Save(t.Context(), w.App, w.A.Owner, []capture.Given{
			{FieldID: ofUnit.ID, ItemID: o.ItemIDs[0], Answer: capture.Answer{Text: unit}, Clears: clears},
			{FieldID: ofOrder.ID, OrderID: o.ID, Answer: capture.Answer{Text: consent}, Clears: clears},
		})
		is.NoErr(err)
	}
	save(false, "Ada", "yes")
	is.Equal(answersOf(t, w), 2)
	save(false, "", "")
	is.Equal(answersOf(t, w), 2)
	save(true, "", "")
	is.Equal(answersOf(t, w), 1)
	save(true, "", "")
	is.Equal(answersOf(t, w), 1)
	_, err := capture.Save(t.Context(), w.App, w.B.Owner, []capture.Given{{FieldID: ofUnit.ID, ItemID: o.ItemIDs[0], Clears: true}})
	is.Equal(app.KindOf(err), app.NotFound)
}

// TestChangedAnswersAreNoted: who changes or clears what a guest had answered is in the audit
// log, and what the guest had answered is not.
func TestChangedAnswersAreNoted(t *testing.T) {
	is := is.New(t)
	w, o, _, ofUnit := asked(t)
	c := w.A.With(app.EditOrders)
	save := func(text string) {
		_, err := capture.Save(t.Context(), w.App, c, []capture.Given{{FieldID: ofUnit.ID, ItemID: o.ItemIDs[0], Answer: capture.Answer{Text: text}, Clears: true}})
		is.NoErr(err)
	}
	notes := func() (all []string) {
		for _, e := range logged(t, w, w.A, audit.Filter{Object: "question_responses"}) {
			is.Equal(e.UserID, c.UserID)
			for _, o := range e.Objects {
				all = append(all, o.Fields[0].After)
			}
		}
		return all
	}
	save("Ada")
	save("Ada")
	is.Equal(notes(), nil) // to answer is no change
	save("Grace")
	is.Equal(notes(), []string{"changed the answer to question 2 of order 1, which was ***"})
	save("")
	is.Equal(notes()[0], "cleared the answer to question 2 of order 1, which was ***")
	save("")
	is.Equal(len(notes()), 2)

	group := capture.Shop
	q, err := capture.CreateQuestion(t.Context(), w.App, w.A.Owner, capture.Radio, capture.QuestionFields{Text: new("Which?"), Group: &group, Options: &[]capture.OptionFields{{Value: "Left"}, {Value: "Right"}}})
	is.NoErr(err)
	f, err := capture.CreateField(t.Context(), w.App, w.A.Owner, q.ID, capture.OfUnit, ofUnit.EntityID, capture.FieldFields{})
	is.NoErr(err)
	for _, option := range []int64{0, 0, 1} {
		_, err := capture.Save(t.Context(), w.App, c, []capture.Given{{FieldID: f.ID, ItemID: o.ItemIDs[0], Answer: capture.Answer{Chosen: []int64{q.Options[option].ID}}}})
		is.NoErr(err)
	}
	is.Equal(len(notes()), 3)
	is.Equal(notes()[0], fmt.Sprintf("changed the answer to question %d of order 1, which was ***", q.ID)) // that was chosen, and not typed
}
