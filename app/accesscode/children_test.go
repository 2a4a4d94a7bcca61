package accesscode_test

import (
	"strings"
	"testing"

	"marquee/app"
	. "marquee/app/accesscode"
	"marquee/app/apptest"
	"marquee/kv/kvtest"
	"marquee/kv/mem"

	"github.com/matryer/is"
)

// 5,000 children are made, listed, deleted and restored; no transaction writes more
// than some hundreds of them, so that nobody waits for the writer.
func TestManyChildren(t *testing.T) {
	is := is.New(t)
	clock := apptest.NewClock()
	meter := kvtest.Meter(mem.New(mem.Options{Clock: clock.Now}))
	t.Cleanup(func() { _ = meter.Close() })
	w := apptest.New(t, apptest.Calm(), apptest.WithClock(clock), apptest.On(meter))
	text := "PARENT"
	parent, err := Create(t.Context(), w.App, w.A.Owner, Fields{Text: &text})
	is.NoErr(err)
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
	k := Key{ID: parent.ID}
	parts(func() error {
		parent, err = MakeChildren(t.Context(), w.App, w.A.Owner, k, ChildRequest{Number: many, Prefix: "C_"})
		return err
	})
	is.Equal(parent.Children, int64(many))
	page, err := List(t.Context(), w.App, w.A.Owner, Filter{ParentID: parent.ID, Offset: many - 10})
	is.NoErr(err)
	is.Equal(page.Total, int64(many))
	is.Equal(len(page.Rows), 10)
	child := page.Rows[9]
	is.True(strings.HasPrefix(child.Text, "C_"))
	parts(func() error { _, err := Delete(t.Context(), w.App, w.A.Owner, k); return err })
	find := func() error {
		return w.App.View(t.Context(), w.A.Owner, app.Authenticated, func(r app.Reader) error { _, err := Entered(r, child.Text); return err })
	}
	is.True(find() != nil)
	parts(func() error { parent, err = Restore(t.Context(), w.App, w.A.Owner, parent.ID); return err })
	is.Equal(parent.Children, int64(many))
	is.NoErr(find())
}

func TestWhatAChildMayBegin(t *testing.T) {
	w := apptest.New(t)
	text := "PARENT"
	parent, err := Create(t.Context(), w.App, w.A.Owner, Fields{Text: &text})
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range []ChildRequest{{Number: 1}, {Number: 10_001}, {Number: 2, Prefix: "a b"}, {Number: 2, Prefix: strings.Repeat("x", 21)}} {
		if _, err := MakeChildren(t.Context(), w.App, w.A.Owner, Key{ID: parent.ID}, b); app.KindOf(err) != app.Invalid {
			t.Errorf("%+v: %v", b, err)
		}
	}
}
