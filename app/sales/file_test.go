package sales_test

import (
	"path/filepath"
	"testing"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/kv/bolt"
)

// file is a hall on a real store that can be closed and opened again.
type file struct {
	*hall
	path   string
	engine *bolt.Engine
}

// reporter is the part of testing.TB that rapid offers too.
type reporter interface {
	Helper()
	Fatal(args ...any)
}

func newFile(t testing.TB) *file {
	t.Helper()
	clock := apptest.NewClock()
	f := &file{path: filepath.Join(t.TempDir(), "marquee.db")}
	f.open(t, clock)
	t.Cleanup(func() { _ = f.engine.Close() })
	f.hall = newHall(t, apptest.On(f.engine), apptest.Calm(), apptest.WithClock(clock))
	return f
}

func (f *file) open(t reporter, clock *apptest.Clock) {
	t.Helper()
	var err error
	if f.engine, err = bolt.Open(f.path, bolt.Options{Clock: clock.Now}); err != nil {
		t.Fatal(err)
	}
}

// restart closes the store and opens it again, as a new process would.
func (f *file) restart(t reporter) {
	t.Helper()
	if err := f.engine.Close(); err != nil {
		t.Fatal(err)
	}
	f.open(t, f.Clock)
	f.App = app.New(f.engine, app.Options{Clock: f.Clock.Now})
}
