package rest

import (
	"context"
	"log"
	"log/slog"
	"strings"
	"sync"
	"time"
)

// errorLog receives what net/http writes about connections, such as "too many open
// files", and passes it on with a level. A server that fails for every caller must not
// fill the disk: of each level so many lines are passed on in a window, and the first
// line of the next window says how many were left out.
type errorLog struct {
	log *slog.Logger
	now func() time.Time

	mu      sync.Mutex
	windows map[slog.Level]*errorWindow
}

type errorWindow struct {
	ends    time.Time
	lines   int
	leftOut int
}

// newErrorLog makes the logger that http.Server wants.
func newErrorLog(to *slog.Logger, now func() time.Time) *log.Logger {
	return log.New(&errorLog{log: to, now: now, windows: map[slog.Level]*errorWindow{}}, "", 0)
}

// errorLevels are the beginnings of lines that are no warning. Failed handshakes are
// common on a public address and say nothing about the server.
var errorLevels = []struct {
	prefix string
	level  slog.Level
}{
	{"http: TLS handshake error", slog.LevelDebug},
	{"http: Accept error", slog.LevelError},
	{"http: panic serving", slog.LevelError},
}

func errorLevel(line string) slog.Level {
	for _, e := range errorLevels {
		if strings.HasPrefix(line, e.prefix) {
			return e.level
		}
	}
	return slog.LevelWarn
}

// Write implements io.Writer for one line.
func (l *errorLog) Write(b []byte) (int, error) {
	line := strings.TrimSpace(string(b))
	level := errorLevel(line)
	if !l.log.Enabled(context.Background(), level) {
		return len(b), nil
	}
	leftOut, ok := l.allow(level)
	if !ok {
		return len(b), nil
	}
	args := []any{"error", line}
	if leftOut > 0 {
		args = append(args, "leftOut", leftOut)
	}
	l.log.Log(context.Background(), level, "http server", args...)
	return len(b), nil
}

// allow reports whether a line of a level may be written now, and how many were left
// out in the window before.
func (l *errorLog) allow(level slog.Level) (leftOut int, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now, w := l.now(), l.windows[level]
	if w == nil {
		w = &errorWindow{}
		l.windows[level] = w
	}
	if !now.Before(w.ends) {
		leftOut = w.leftOut
		*w = errorWindow{ends: now.Add(errorLogWindow)}
	}
	if w.lines == errorLogLines {
		w.leftOut++
		return 0, false
	}
	w.lines++
	return leftOut, true
}
