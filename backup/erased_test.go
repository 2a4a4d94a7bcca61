package backup

import (
	"context"
	"encoding/json"
	"io/fs"
	"os"
	"strings"
	"testing"
	"time"

	"marquee/app/customer"
	"marquee/kv/kvtest"

	"github.com/matryer/is"
)

// erasing is a keeper whose checks tell of so many erased customers.
func erasing(t *testing.T, n int) *Keeper {
	t.Helper()
	k := here(t)
	at := time.Date(2026, 7, 4, 12, 0, 0, 123456000, time.UTC)
	all := make([]customer.Erased, n)
	for i := range all {
		all[i] = customer.Erased{Company: 1, Customer: int64(100_000 + i), At: at, Made: at.Add(-time.Hour)}
	}
	k.Check = func(ctx context.Context, path string, depth Depth, tell func(Finding)) (Report, error) {
		r, err := inspectLoaded(ctx, path, depth, tell)
		r.Erased = all
		return r, err
	}
	return k
}

// TestManyErasures: however many were erased, backups are good and name them all.
func TestManyErasures(t *testing.T) {
	kvtest.SingleGoroutine(t)
	is := is.New(t)
	store, dest := closed(t), t.TempDir()
	taken, err := erasing(t, 30_000).Take(t.Context(), store, dest, nil)
	is.NoErr(err)
	m, err := ManifestOf(t.Context(), taken.Path, nil)
	is.NoErr(err)
	is.Equal(len(m.Report.Erased), 30_000)

	// What a check says of very many comes through as well.
	said, err := json.Marshal(line{Report: &Report{Erased: make([]customer.Erased, 300_000)}})
	is.NoErr(err)
	report, _, err := listen(strings.NewReader(string(said)), func(Finding) {})
	is.NoErr(err)
	is.Equal(len(report.Erased), 300_000)
}

// TestTooManyErasures: a manifest that nobody could read again is not written.
func TestTooManyErasures(t *testing.T) {
	kvtest.SingleGoroutine(t)
	is := is.New(t)
	dest := t.TempDir()
	_, err := erasing(t, 700_000).Take(t.Context(), closed(t), dest, nil)
	is.True(err != nil && strings.Contains(err.Error(), "700000 customers who were erased"))
	left, err := os.ReadDir(dest)
	is.NoErr(err)
	is.Equal(left, []fs.DirEntry{})
}
