package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"slices"
	"strings"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
	"marquee/kv/bolt"
)

// sample is how many of the newest records of each table are looked at when a store begins
// to be served.
const sample = 100

// Opening is how a store is opened.
type Opening struct {
	// Log has commits be durable in a log beside the file, before the file has them.
	Log bool
}

// Open opens a store, makes an empty one when there is none, and brings it to the
// schema of the business. The log hears of a head that is not whole, of each
// step of an upgrade, and of panics in transactions with their stack: the goroutine in
// which the panic is raised again does not have it.
func Open(ctx context.Context, business *app.Definition, path string, how Opening, log *slog.Logger) (*bolt.Engine, error) {
	o := EngineOptions(business, log)
	o.Log = how.Log
	engine, err := bolt.Open(path, o)
	if err != nil {
		return nil, err
	}
	if warning := engine.Warning(); warning != "" {
		log.Error("the store was not whole; it goes on with what is", "finding", warning)
	}
	err = bolt.Guarded(func() error { return MakeReady(kv.Alone(ctx), business, engine, log) })
	if err != nil {
		return nil, errors.Join(err, engine.Close())
	}
	return engine, nil
}

// EngineOptions are those of the engine below a store of the business.
func EngineOptions(business *app.Definition, log *slog.Logger) bolt.Options {
	appendOnly := business.Schema.AppendOnly()
	return bolt.Options{
		AppendOnly: func(s kv.Space) bool { return slices.Contains(appendOnly, s) },
		OnPanic: func(value any, stack []byte) {
			log.Error("panic in a transaction", "panic", fmt.Sprint(value), "stack", string(stack))
		},
	}
}

// MakeReady migrates a store that an older program wrote.
func MakeReady(ctx context.Context, business *app.Definition, e kv.Engine, log *slog.Logger) error {
	steps, err := business.Schema.Pending(ctx, e)
	if err != nil {
		return err
	}
	for _, step := range steps {
		log.Info("upgrading the store", "step", step)
	}
	return business.Schema.Ready(ctx, e)
}

// Look verifies the newest records of each table of a store in use, and tells the log of
// damage that shows at first sight. Nobody waits for it: of a store that is not in memory it
// reads pages from everywhere. So it is ended by ctx alone, however long a read takes.
func Look(ctx context.Context, business *app.Definition, e kv.Engine, log *slog.Logger) error {
	for _, t := range business.Schema.Tables() {
		err := e.View(kv.Alone(ctx), func(r kv.Reader) error {
			return business.Schema.Sample(ctx, r, t.Name, sample, func(f indexes.Finding) {
				log.Error("the store is damaged", "finding", f.String())
			})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Read lets fn read a stopped store, to which nothing is written: not even an upgrade.
// The store must be of the schema of this program, see Pending.
func (k *Keeper) Read(store string, fn func(a *app.App) error) error {
	f, err := bolt.OpenFrozen(store)
	if err != nil {
		return err
	}
	err = bolt.Guarded(func() error { return fn(app.New(f, k.Business, app.Options{})) })
	return errors.Join(err, f.Close())
}

// IsMember tells that a store was refused because it belongs to a cluster.
func IsMember(err error) bool { return errors.Is(err, bolt.ErrMember) }

// ClusterOf is the name of the cluster that a stopped store belongs to; empty if it stands alone, or is not there.
func ClusterOf(path string) (of string, err error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	f, err := bolt.OpenFrozen(path)
	if err != nil {
		return "", err
	}
	err = bolt.Guarded(func() (err error) {
		of, err = f.Member()
		return err
	})
	name, _, _ := strings.Cut(of, "/")
	return name, errors.Join(err, f.Close())
}

// StandAlone takes the note out of a stopped store that it belongs to a cluster.
func StandAlone(path string) error {
	of, err := ClusterOf(path)
	if err != nil || of == "" {
		return err
	}
	return bolt.SetMember(path, "")
}
