package listen

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"
)

// logged are the lines of a log of JSON.
func logged(t *testing.T, b *bytes.Buffer) (lines []map[string]any) {
	t.Helper()
	for line := range strings.Lines(b.String()) {
		var fields map[string]any
		if err := json.Unmarshal([]byte(line), &fields); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		lines = append(lines, fields)
	}
	return lines
}

// TestWhatCallersSendIsCutInTheLog: methods, paths and errors of any length take a line.
func TestWhatCallersSendIsCutInTheLog(t *testing.T) {
	is := is.New(t)
	var out bytes.Buffer
	log, err := Logger(&out, "json", "info")
	is.NoErr(err)
	long := strings.Repeat("ü", 10_000)
	log.Info("request", "method", long, "bytes", 7, "short", "ä", "error", errors.New(long), "stack", long)
	line := logged(t, &out)[0]
	for name, most := range map[string]int{"method": maxLogged, "error": maxLogged, "stack": maxLoggedStack} {
		text := line[name].(string)
		is.True(len(text) <= most+len("…"))
		is.True(strings.HasSuffix(text, "ü…")) // between two characters
	}
	is.Equal(line["bytes"], float64(7))
	is.Equal(line["short"], "ä")
}

// TestRepeatedErrorsAreCounted: an error that somebody makes come a thousand times takes
// a few lines, another one its own, and the next window says how many there were.
func TestRepeatedErrorsAreCounted(t *testing.T) {
	is := is.New(t)
	var out bytes.Buffer
	now := time.Unix(1_800_000_000, 0)
	log := slog.New(withoutRepeats(slog.NewJSONHandler(&out, nil), func() time.Time { return now }))
	for range 1000 {
		log.Error("fault", "id", 1)
		log.With("a", 1).WithGroup("g").Error("fault")
		log.Info("request")
	}
	log.Error("another")
	count := func(message string) (n int) {
		for _, l := range logged(t, &out) {
			if l["msg"] == message {
				n++
			}
		}
		return n
	}
	is.Equal(count("fault"), repeatsLogged)
	is.Equal(count("another"), 1)
	is.Equal(count("request"), 1000)
	out.Reset()
	now = now.Add(repeatsWindow)
	log.Error("fault")
	log.Error("fault")
	lines := logged(t, &out)
	is.Equal(lines[0]["leftOut"], float64(2000-repeatsLogged))
	is.Equal(lines[1]["leftOut"], nil)
	out.Reset()
	now = now.Add(-time.Hour) // a clock that was set back ends the window too
	log.Error("fault")
	is.Equal(count("fault"), 1)
	for i := range 2 * maxMessages {
		log.Error(strings.Repeat("m", i%500) + string(rune('a'+i/500)))
	}
	is.True(len(logged(t, &out)) <= maxMessages+1) // nor do messages that never repeat
}
