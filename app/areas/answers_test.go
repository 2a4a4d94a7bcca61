package areas_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/kv"
)

type told struct {
	Order int64    `msgpack:"o"`
	Codes []string `msgpack:"c"`
}

type asks struct {
	Zone  int64    `msgpack:"z"`
	Codes []string `msgpack:"c"`
}

func call(t *testing.T, kind, uuid string, a asks) app.Call {
	t.Helper()
	c, err := app.NewCall(kind, uuid, &a)
	is.New(t).NoErr(err)
	return c
}

func TestAnswered(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t)
	first, want := told{7, []string{"A", "B"}}, asks{1, []string{"A"}}
	is.NoErr(w.App.Update(t.Context(), w.A.Owner, app.Authenticated, func(tx app.Tx) error {
		return app.Remember(w.App, tx, call(t, "test", "one", want), first)
	}))
	find := func(c *app.Caller, kind, uuid string, a asks) (v told, found bool, err error) {
		err = w.App.View(t.Context(), c, app.Authenticated, func(r app.Reader) (err error) {
			v, found, err = app.Answered[told](w.App, r, call(t, kind, uuid, a))
			return err
		})
		return v, found, err
	}
	for _, c := range []*app.Caller{w.A.Owner, w.A.With()} { // whoever repeats it
		again, found, err := find(c, "test", "one", want)
		is.NoErr(err)
		is.True(found)
		is.Equal(again, first)
	}
	for _, c := range []struct {
		caller     *app.Caller
		kind, uuid string
	}{{w.A.Owner, "test", "two"}, {w.A.Owner, "other", "one"}, {w.B.Owner, "test", "one"}, {w.A.Owner, "test", ""}} {
		_, found, err := find(c.caller, c.kind, c.uuid, asks{2, nil})
		is.NoErr(err)
		is.True(!found) // kinds, uuids and companies are apart
	}
	for _, other := range []asks{{2, []string{"A"}}, {1, []string{"B"}}, {1, []string{"A", "B"}}, {}} {
		_, found, err := find(w.A.Owner, "test", "one", other)
		is.True(!found)
		is.True(app.Reused(err))
		is.Equal(app.KindOf(err), app.Invalid)
	}
}

// TestAReusedUUIDDoesNothing runs a command twice with one uuid, for two things.
func TestAReusedUUIDDoesNothing(t *testing.T) {
	is := is.New(t)
	var log bytes.Buffer
	w := apptest.New(t)
	a := app.New(w.App.Engine(), nil, app.Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
	effects := 0
	pay := func(ctx context.Context, want asks) error {
		c := call(t, "pay", "one", want)
		return a.Update(ctx, w.A.Owner, app.Authenticated, func(tx app.Tx) error {
			_, done, err := app.Answered[told](a, tx, c)
			if err != nil || done {
				return err
			}
			tx.AfterCommit(func() { effects++ })
			return app.Remember(a, tx, c, told{Order: want.Zone})
		})
	}
	is.NoErr(pay(t.Context(), asks{Zone: 1}))
	is.NoErr(pay(t.Context(), asks{Zone: 1}))
	is.Equal(a.ReusedUUIDs(), int64(0))
	is.True(app.Reused(pay(t.Context(), asks{Zone: 2})))
	is.Equal(effects, 1)
	is.Equal(a.ReusedUUIDs(), int64(1))
	is.True(strings.Contains(log.String(), "call=pay company="))
}

// One answer that cannot be read does not keep the others from being forgotten.
func TestForgettingSkipsWhatIsDamaged(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t, apptest.Unchecked())
	for _, uuid := range []string{"one", "two", "three"} {
		is.NoErr(w.App.Update(t.Context(), w.A.Owner, app.Authenticated, func(tx app.Tx) error {
			return app.Remember(w.App, tx, call(t, "test", uuid, asks{}), told{})
		}))
	}
	count := func() (n int) {
		is.NoErr(w.App.Engine().View(t.Context(), func(r kv.Reader) error {
			n = 0
			for _, err := range r.Scan("replays", kv.Range{}) {
				is.NoErr(err)
				n++
			}
			return nil
		}))
		return n
	}
	is.NoErr(w.App.Engine().Update(t.Context(), func(tx kv.Tx) error {
		for p, err := range tx.Scan("replays", kv.Range{Limit: 1}) {
			is.NoErr(err)
			value := bytes.Clone(p.Value)
			value[len(value)-1] ^= 0xff
			is.NoErr(tx.Put("replays", bytes.Clone(p.Key), value))
		}
		return nil
	}))
	w.Clock.Jump(app.AnswersKept + time.Hour)
	err := w.App.RunJob(t.Context(), "forget old answers")
	is.True(err != nil && strings.Contains(err.Error(), "record 1")) // said
	is.Equal(count(), 1)
}
