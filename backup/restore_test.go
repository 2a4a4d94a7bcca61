package backup

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/matryer/is"
)

func TestRestoreRefusesAndTouchesNothing(t *testing.T) {
	dir := t.TempDir()
	content := something(t, filepath.Join(dir, "copy"), storeFront(t)+"songs")
	packAs := func(t *testing.T, change func(*Manifest)) string {
		is := is.New(t)
		m, err := newManifest("test", business.Schema, time.Unix(1, 0).UTC(), content, Report{Digest: "same"})
		is.NoErr(err)
		change(&m)
		var out bytes.Buffer
		is.NoErr(pack(&out, m, content))
		return something(t, filepath.Join(t.TempDir(), "b.tar.zst"), out.String())
	}
	restore := func(t *testing.T, source string, check func(context.Context, string, Depth, func(Finding)) (Report, error)) error {
		is := is.New(t)
		store := something(t, filepath.Join(t.TempDir(), "marquee.db"), "old songs")
		k := here(t)
		k.Check = check
		_, err := k.Restore(t.Context(), Restoring{Source: source, Store: store, Force: true})
		left, reading := os.ReadDir(filepath.Dir(store))
		is.NoErr(reading)
		is.Equal(len(left), 1)
		now, reading := os.ReadFile(store)
		is.NoErr(reading)
		is.Equal(string(now), "old songs")
		return err
	}
	said := func(r Report) func(context.Context, string, Depth, func(Finding)) (Report, error) {
		return func(context.Context, string, Depth, func(Finding)) (Report, error) { return r, nil }
	}
	same := func(*Manifest) {}
	t.Run("another product", func(t *testing.T) {
		is := is.New(t)
		is.True(IsBad(restore(t, packAs(t, func(m *Manifest) { m.Product = "jukebox" }), good)))
	})
	t.Run("a newer form", func(t *testing.T) {
		is := is.New(t)
		is.True(IsBad(restore(t, packAs(t, func(m *Manifest) { m.Form = packForm + 1 }), good)))
	})
	t.Run("another SHA-256 than the manifest's", func(t *testing.T) {
		is := is.New(t)
		is.True(IsBad(restore(t, packAs(t, func(m *Manifest) { m.SHA256 = "0" }), good)))
	})
	t.Run("another digest than the manifest's", func(t *testing.T) {
		is := is.New(t)
		is.True(IsBad(restore(t, packAs(t, same), said(Report{Digest: "other"}))))
	})
	for name, r := range map[string]Report{
		"a newer schema": {Newer: "migration 9 is unknown here"}, "a foreign store": {Foreign: true}, "a damaged store": {Findings: 1},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			err := restore(t, packAs(t, same), said(r))
			var damaged *DamagedError
			is.True(errors.As(err, &damaged))
			is.Equal(damaged.Report.Good(), false)
		})
	}
}
