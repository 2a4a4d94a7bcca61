package sales_test

import (
	"os"
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

func newFile(t testing.TB, opts ...apptest.Option) *file {
	t.Helper()
	clock := apptest.NewClock()
	f := &file{path: filepath.Join(t.TempDir(), "marquee.db")}
	f.open(t, clock)
	t.Cleanup(func() { _ = f.engine.Close() })
	f.hall = newHall(t, append(opts, apptest.On(f.engine), apptest.Calm(), apptest.WithClock(clock))...)
	return f
}

// copied opens a copy of a closed store, with a hall and a clock of its own.
func (f *file) copied(t reporter) *file {
	t.Helper()
	data, err := os.ReadFile(f.path)
	if err != nil {
		t.Fatal(err)
	}
	made, err := os.CreateTemp(filepath.Dir(f.path), "copy")
	if err == nil {
		_, err = made.Write(data)
	}
	if err == nil {
		err = made.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	world, h := *f.World, *f.hall
	world.Clock = apptest.NewClock()
	h.World = &world
	twin := &file{hall: &h, path: made.Name()}
	twin.open(t, world.Clock)
	twin.App = app.New(twin.engine, world.App.Definition(), app.Options{Clock: world.Clock.Now})
	return twin
}

func (f *file) open(t reporter, clock *apptest.Clock) {
	t.Helper()
	var err error
	if f.engine, err = bolt.Open(f.path, bolt.Options{Clock: clock.Now, FreePages: -1}); err != nil {
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
	f.App = app.New(f.engine, f.App.Definition(), app.Options{Clock: f.Clock.Now})
}
