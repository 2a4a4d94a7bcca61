package backup_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/areas"
	"marquee/backup"
	"marquee/indexes"
	"marquee/kv"
	"marquee/kv/bolt"
)

// closureThatPanics is looked for in the log.
func closureThatPanics(kv.Tx) error { panic("boom") }

func TestAPanicInAWriteIsLoggedWithItsStack(t *testing.T) {
	is := is.New(t)
	var out bytes.Buffer
	log := slog.New(slog.NewTextHandler(&out, nil))
	engine, err := backup.Open(context.Background(), areas.Definition(), filepath.Join(t.TempDir(), "marquee.db"), backup.Opening{}, log)
	is.NoErr(err)
	defer func() { is.NoErr(engine.Close()) }()
	func() {
		defer func() { is.Equal(recover(), "boom") }() // it reaches the caller all the same
		_ = engine.Update(context.Background(), closureThatPanics)
	}()
	is.True(strings.Contains(out.String(), "closureThatPanics"))
	is.True(strings.Contains(out.String(), "panic=boom"))
}

// slow is a record that takes long to read while slowly says so.
type slow struct {
	ID   int64  `msgpack:"i"`
	Name string `msgpack:"n"`
}

var slowly time.Duration

func (s *slow) EncodeMsgpack(e *indexes.Encoder) {
	e.Array(2)
	e.Int(s.ID)
	e.Text(s.Name)
}

func (s *slow) DecodeMsgpack(d *indexes.Decoder) error {
	time.Sleep(slowly)
	f := d.Array()
	f.Int(&s.ID)
	f.Text(&s.Name)
	return f.Close()
}

// TestLookingIsEndedByNoLimit: nobody waits for the look at the newest records, so that a cold
// disk may take longer over them than a read may that others wait for.
func TestLookingIsEndedByNoLimit(t *testing.T) {
	is := is.New(t)
	byName := indexes.NewBy("name", kv.String, func(s *slow) []string { return []string{s.Name} })
	table := indexes.Define(indexes.Spec[slow]{Person: indexes.Nobody("a test"), Name: "slow", Version: 1, ID: func(s *slow) *int64 { return &s.ID }}, byName.Index)
	only := &app.Definition{Schema: indexes.NewSchema(indexes.Parts{Tables: []indexes.Declared{table.Declared}})}
	path, log := filepath.Join(t.TempDir(), "store"), slog.New(slog.DiscardHandler)
	e, err := backup.Open(t.Context(), only, path, backup.Opening{}, log)
	is.NoErr(err)
	a := app.New(e, nil, app.Options{})
	is.NoErr(a.UpdateCompany(app.Background(t.Context()), 1, func(tx app.Tx) error { return table.Insert(tx, &slow{Name: "one"}) }))
	is.NoErr(e.Close())

	slowly = 1200 * time.Millisecond // longer than a read may take else
	defer func() { slowly = 0 }()
	e, err = backup.Open(t.Context(), only, path, backup.Opening{}, log)
	is.NoErr(err)
	is.NoErr(backup.Look(t.Context(), only, e, log))
	err = e.View(t.Context(), func(r kv.Reader) error {
		return only.Schema.Sample(t.Context(), r, "slow", 1, func(indexes.Finding) {})
	})
	is.True(errors.Is(err, kv.ErrReaderTooOld)) // the limit is there, and only for others
	is.NoErr(e.Close())
}

// TestAStoreOfAClusterIsNotOpenedAlone until it is told to stand alone.
func TestAStoreOfAClusterIsNotOpenedAlone(t *testing.T) {
	is := is.New(t)
	path, log := filepath.Join(t.TempDir(), "marquee.db"), slog.New(slog.DiscardHandler)
	open := func() error {
		e, err := backup.Open(context.Background(), areas.Definition(), path, backup.Opening{}, log)
		if err == nil {
			is.NoErr(e.Close())
		}
		return err
	}
	of, err := backup.ClusterOf(path)
	is.NoErr(err) // there is none
	is.Equal(of, "")
	is.NoErr(open())
	is.NoErr(bolt.SetMember(path, "festival/1"))
	is.True(backup.IsMember(open()))
	of, err = backup.ClusterOf(path)
	is.NoErr(err)
	is.Equal(of, "festival")
	is.NoErr(backup.StandAlone(path))
	is.NoErr(backup.StandAlone(path)) // it does
	is.NoErr(open())
}
