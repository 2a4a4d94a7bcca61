package operate

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"marquee/app"
	"marquee/backup/clock"
	"marquee/kv/mem"

	"github.com/matryer/is"
)

// TestAJumpIsShown in the log, in the notes that /readyz tells, and in the metrics.
func TestAJumpIsShown(t *testing.T) {
	is := is.New(t)
	var said bytes.Buffer
	log := slog.New(slog.NewTextHandler(&said, nil))
	now := clock.Reading{Wall: time.Now().UTC(), Boot: "one", Up: time.Hour}
	w := clock.NewWatch(clock.WatchOptions{Read: func() clock.Reading { return now }, Synced: func() bool { return false }, Log: log})
	store := &Store{App: app.New(mem.New(mem.Options{}), nil, app.Options{})}
	showClock(t.Context(), store, w, log)
	shown := func() (note string, off float64) {
		w.Step()
		return store.Notes[0](), store.Gauges[0].Value()
	}
	note, off := shown()
	is.Equal(note, "clock: fine")
	is.Equal(off, 0.0)
	now.Wall = now.Wall.Add(400 * 24 * time.Hour)
	note, off = shown()
	is.True(strings.HasPrefix(note, "clock: THE CLOCK JUMPED BY 9600h0m0s SINCE THE START"))
	is.Equal(off, 9600*3600.0)
	is.True(strings.Contains(said.String(), "JUMPED while the store was served"))
}
