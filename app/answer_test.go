package app_test

import (
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
)

func TestRemember(t *testing.T) {
	type told struct {
		Order int64    `msgpack:"o"`
		Codes []string `msgpack:"c"`
	}
	is := is.New(t)
	w := apptest.New(t)
	first := told{7, []string{"A", "B"}}
	is.NoErr(w.App.Update(t.Context(), w.A.Owner, func(tx app.Tx) error {
		return app.Remember(w.App, tx, "test", "one", first)
	}))
	find := func(c *app.Caller, kind, uuid string) (v told, found bool) {
		is.NoErr(w.App.View(t.Context(), c, func(r app.Reader) (err error) {
			v, found, err = app.Remembered[told](w.App, r, kind, uuid)
			return err
		}))
		return v, found
	}
	again, found := find(w.A.Owner, "test", "one")
	is.True(found)
	is.Equal(again, first)
	for _, c := range []struct {
		caller     *app.Caller
		kind, uuid string
	}{{w.A.Owner, "test", "two"}, {w.A.Owner, "other", "one"}, {w.B.Owner, "test", "one"}, {w.A.Owner, "test", ""}} {
		_, found := find(c.caller, c.kind, c.uuid)
		is.True(!found) // kinds, uuids and companies are apart
	}
}
