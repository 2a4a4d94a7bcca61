package backup_test

import (
	"bytes"
	"context"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app/areas"
	"marquee/backup"
	"marquee/kv"
)

// closureThatPanics is looked for in the log.
func closureThatPanics(kv.Tx) error { panic("boom") }

func TestAPanicInAWriteIsLoggedWithItsStack(t *testing.T) {
	is := is.New(t)
	var out bytes.Buffer
	log := slog.New(slog.NewTextHandler(&out, nil))
	engine, err := backup.Open(context.Background(), areas.Definition(), filepath.Join(t.TempDir(), "marquee.db"), log)
	is.NoErr(err)
	defer func() { is.NoErr(engine.Close()) }()
	func() {
		defer func() { is.Equal(recover(), "boom") }() // it reaches the caller all the same
		_ = engine.Update(context.Background(), closureThatPanics)
	}()
	is.True(strings.Contains(out.String(), "closureThatPanics"))
	is.True(strings.Contains(out.String(), "panic=boom"))
}
