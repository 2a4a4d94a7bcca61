package listen

import (
	"context"
	"io"
	"log/slog"
	"sync"
	"time"
	"unicode/utf8"

	"marquee/handlers/cli/cmdline"
)

// What callers send must not fill the disk by way of the log.
const (
	// maxLogged is how much of a text stands in the log, in bytes; of a stack more does.
	maxLogged, maxLoggedStack = 500, 8_000
	// repeatsLogged is how often the same warning or error stands in the log within a
	// repeatsWindow. The first after it says how many were left out.
	repeatsLogged = 20
	repeatsWindow = time.Minute
	// maxMessages is how many different warnings are counted in one window.
	maxMessages = 1_000
)

func Logger(w io.Writer, format, level string) (*slog.Logger, error) {
	var l slog.Level
	if err := l.UnmarshalText([]byte(level)); err != nil {
		return nil, cmdline.Usage("--log-level must be debug, info, warn or error")
	}
	o := &slog.HandlerOptions{Level: l, ReplaceAttr: cutAttr}
	switch format {
	case "text":
		return slog.New(withoutRepeats(slog.NewTextHandler(w, o), time.Now)), nil
	case "json":
		return slog.New(withoutRepeats(slog.NewJSONHandler(w, o), time.Now)), nil
	}
	return nil, cmdline.Usage("--log-format must be text or json")
}

// cutAttr shortens a text that is longer than anybody reads.
func cutAttr(_ []string, a slog.Attr) slog.Attr {
	var text string
	switch v := a.Value.Resolve(); v.Kind() {
	case slog.KindString:
		text = v.String()
	case slog.KindAny:
		err, ok := v.Any().(error)
		if !ok {
			return a
		}
		text = err.Error()
	default:
		return a
	}
	most := maxLogged
	if a.Key == "stack" {
		most = maxLoggedStack
	}
	if len(text) <= most {
		return a
	}
	for !utf8.RuneStart(text[most]) {
		most--
	}
	return slog.String(a.Key, text[:most]+"…")
}

// repeats is a slog.Handler that leaves out warnings and errors that come again and
// again: somebody makes them come, or they are all the same.
type repeats struct {
	slog.Handler
	now  func() time.Time
	seen *seenMessages
}

// seenMessages are those of the present window, by their message.
type seenMessages struct {
	mu    sync.Mutex
	ends  time.Time
	times map[string]int
	past  map[string]int // left out in the window before
}

func withoutRepeats(h slog.Handler, now func() time.Time) slog.Handler {
	return &repeats{h, now, &seenMessages{times: map[string]int{}}}
}

// Handle implements slog.Handler.
func (r *repeats) Handle(ctx context.Context, rec slog.Record) error {
	if rec.Level < slog.LevelWarn {
		return r.Handler.Handle(ctx, rec)
	}
	leftOut, ok := r.seen.take(rec.Message, r.now())
	if !ok {
		return nil
	}
	if leftOut > 0 {
		rec.AddAttrs(slog.Int("leftOut", leftOut))
	}
	return r.Handler.Handle(ctx, rec)
}

// WithAttrs implements slog.Handler.
func (r *repeats) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &repeats{r.Handler.WithAttrs(attrs), r.now, r.seen}
}

// WithGroup implements slog.Handler.
func (r *repeats) WithGroup(name string) slog.Handler {
	return &repeats{r.Handler.WithGroup(name), r.now, r.seen}
}

// take tells whether a message may stand in the log once more, and how many like it were
// left out of the window before.
func (s *seenMessages) take(message string, now time.Time) (leftOut int, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !now.Before(s.ends) || s.ends.Sub(now) > repeatsWindow {
		s.past = map[string]int{}
		for m, n := range s.times {
			if n > repeatsLogged {
				s.past[m] = n - repeatsLogged
			}
		}
		clear(s.times)
		s.ends = now.Add(repeatsWindow)
	}
	if _, known := s.times[message]; !known && len(s.times) >= maxMessages {
		return 0, false
	}
	if s.times[message]++; s.times[message] > repeatsLogged {
		return 0, false
	}
	leftOut = s.past[message]
	delete(s.past, message)
	return leftOut, true
}
