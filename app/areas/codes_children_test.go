package areas_test

import (
	"strings"
	"testing"

	"marquee/app"
	"marquee/app/accesscode"
	"marquee/app/apptest"
	. "marquee/app/codes"
	"marquee/app/discount"
	"marquee/kv/kvtest"
	"marquee/kv/mem"

	"github.com/matryer/is"
)

// access and percent make a code that can become a parent.
func access(t *testing.T, w *apptest.World, text string) int64 {
	t.Helper()
	v, err := accesscode.Create(t.Context(), w.App, w.A.Owner, accesscode.Fields{Fields: Fields{Text: &text}})
	if err != nil {
		t.Fatal(err)
	}
	return v.Code.ID
}

func percent(t *testing.T, w *apptest.World, text string) int64 {
	t.Helper()
	amount := int64(1000)
	v, err := discount.Create(t.Context(), w.App, w.A.Owner, discount.Percentage, discount.Fields{Fields: Fields{Text: &text}, Amount: &amount})
	if err != nil {
		t.Fatal(err)
	}
	return v.Code.ID
}

// 5,000 children are made, listed, deleted and restored; no transaction writes more
// than some hundreds of them, so that nobody waits for the writer.
func TestManyChildren(t *testing.T) {
	kvtest.SingleGoroutine(t)
	t.Run("of an access code", func(t *testing.T) { manyChildren(t, accesscode.Codes, access) })
	t.Run("of a discount code", func(t *testing.T) { manyChildren(t, discount.Codes, percent) })
}

func manyChildren[T any](t *testing.T, k *Kind[T], parentOf func(*testing.T, *apptest.World, string) int64) {
	is := is.New(t)
	clock := apptest.NewClock()
	meter := kvtest.Meter(mem.New(mem.Options{Clock: clock.Now}))
	t.Cleanup(func() { _ = meter.Close() })
	w := apptest.New(t, apptest.Calm(), apptest.WithClock(clock), apptest.On(meter))
	id := parentOf(t, w, "PARENT")
	const many = 5_000
	parts := func(do func() error) {
		t.Helper()
		meter.Reset()
		if err := do(); err != nil {
			t.Fatal(err)
		}
		if c := meter.Reset(); c.Updates < many/Batch || c.Puts+c.Deletes > 12*many {
			t.Fatalf("%+v", c)
		}
	}
	var parent View[T]
	parts(func() (err error) {
		parent, err = k.MakeChildren(t.Context(), w.App, w.A.Owner, Key{ID: id}, ChildRequest{Number: many, Prefix: "C"})
		return err
	})
	is.Equal(parent.Children, int64(many))
	page, err := k.List(t.Context(), w.App, w.A.Owner, Filter{ParentID: id, Offset: many - 10})
	is.NoErr(err)
	is.Equal(page.Total, int64(many))
	is.Equal(len(page.Rows), 10)
	all, err := k.List(t.Context(), w.App, w.A.Owner, Filter{})
	is.NoErr(err)
	is.Equal(all.Total, int64(1)) // children are not among the others
	child := k.Of(&page.Rows[9].Code)
	is.True(strings.HasPrefix(child.Text, "C"))
	is.Equal(child.ParentID, id)
	enter := func(text string) error {
		return w.App.View(t.Context(), w.A.Owner, k.View, func(r app.Reader) error { _, err := k.Entered(r, text); return err })
	}
	is.NoErr(enter(child.Text))
	is.True(enter("PARENT") != nil)
	parts(func() error { _, err := k.Delete(t.Context(), w.App, w.A.Owner, Key{ID: id}); return err })
	is.True(enter(child.Text) != nil)
	parts(func() (err error) { parent, err = k.Restore(t.Context(), w.App, w.A.Owner, id); return err })
	is.Equal(parent.Children, int64(many))
	is.NoErr(enter(child.Text))
}

// Children follow their parent, and are not changed themselves.
func TestChildrenFollowTheirParent(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t)
	id := percent(t, w, "PARENT")
	_, err := discount.Codes.MakeChildren(t.Context(), w.App, w.A.Owner, Key{Text: "parent"}, ChildRequest{Number: 2})
	is.NoErr(err)
	amount := int64(2500)
	_, err = discount.Update(t.Context(), w.App, w.A.Owner, discount.Percentage, Key{ID: id}, discount.Fields{Amount: &amount, Fields: Fields{MaximumUses: app.Is(int64(3))}})
	is.NoErr(err)
	page, err := discount.Codes.List(t.Context(), w.App, w.A.Owner, Filter{ParentID: id, Types: []string{"percentage"}})
	is.NoErr(err)
	is.Equal(len(page.Rows), 2)
	for _, v := range page.Rows {
		is.Equal(v.Code.Amount, amount)
		is.Equal(*v.Code.MaximumUses, int64(3))
		_, err := discount.Update(t.Context(), w.App, w.A.Owner, discount.Percentage, Key{ID: v.Code.ID}, discount.Fields{Amount: &amount})
		is.Equal(app.KindOf(err), app.Invalid)
		_, err = discount.Codes.MakeChildren(t.Context(), w.App, w.A.Owner, Key{ID: v.Code.ID}, ChildRequest{Number: 2})
		is.Equal(app.KindOf(err), app.Invalid)
	}
	none, err := discount.Codes.List(t.Context(), w.App, w.A.Owner, Filter{ParentID: id, Types: []string{"fixed"}})
	is.NoErr(err)
	is.Equal(none.Total, int64(0))
}

// What was deleted before the parent stays deleted when the parent comes back; what went
// with it comes back, also when the deletion was asked for twice.
func TestChildrenComeBackWithTheirParent(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t)
	id := access(t, w, "PARENT")
	_, err := accesscode.Codes.MakeChildren(t.Context(), w.App, w.A.Owner, Key{ID: id}, ChildRequest{Number: 3})
	is.NoErr(err)
	page, err := accesscode.Codes.List(t.Context(), w.App, w.A.Owner, Filter{ParentID: id})
	is.NoErr(err)
	gone, err := accesscode.Codes.Delete(t.Context(), w.App, w.A.Owner, Key{ID: page.Rows[0].Code.ID})
	is.NoErr(err)
	is.True(gone)
	gone, err = accesscode.Codes.Delete(t.Context(), w.App, w.A.Owner, Key{ID: id})
	is.NoErr(err)
	is.True(gone)
	_, err = accesscode.Codes.Delete(t.Context(), w.App, w.A.Owner, Key{ID: id})
	is.Equal(app.KindOf(err), app.NotFound)
	v, err := accesscode.Codes.Restore(t.Context(), w.App, w.A.Owner, id)
	is.NoErr(err)
	is.Equal(v.Children, int64(2))
}

func TestWhatAChildMayBegin(t *testing.T) {
	w := apptest.New(t)
	open, plain := access(t, w, "PARENT"), percent(t, w, "PARENT")
	for _, in := range []ChildRequest{{Number: 1}, {Number: 10_001}, {Number: 2, Prefix: "a b"}, {Number: 2, Prefix: strings.Repeat("x", 21)}} {
		if _, err := accesscode.Codes.MakeChildren(t.Context(), w.App, w.A.Owner, Key{ID: open}, in); app.KindOf(err) != app.Invalid {
			t.Errorf("%+v: %v", in, err)
		}
	}
	if _, err := discount.Codes.MakeChildren(t.Context(), w.App, w.A.Owner, Key{ID: plain}, ChildRequest{Number: 2, Prefix: "A+"}); app.KindOf(err) != app.Invalid {
		t.Errorf("a prefix that is no discount code: %v", err)
	}
}
