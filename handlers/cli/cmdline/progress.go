package cmdline

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term" // tells a person's terminal from a file or a pipe
)

const (
	// stepsEvery is the pause between two looks of a bar.
	stepsEvery = 100 * time.Millisecond
	// barWidth is how many characters a full bar has.
	barWidth = 24
)

// Progress is for people: a log or a script that reads the output gets none.

// ProgressTo prints the steps of a long work on a terminal.
func ProgressTo(w io.Writer) func(string) {
	if !IsTerminal(w) {
		return func(string) {}
	}
	return func(text string) { fmt.Fprintln(w, text) }
}

// Steps draws a bar on a terminal: it grows on one line, and each kind of thing has
// one of its own.
func Steps(w io.Writer) func(what string, done, total int) {
	if !IsTerminal(w) {
		return func(string, int, int) {}
	}
	last := time.Now()
	return func(what string, done, total int) {
		if done < total && time.Since(last) < stepsEvery {
			return
		}
		last = time.Now()
		end := ""
		if done >= total {
			end = "\n"
		}
		fmt.Fprintf(w, "\r\x1b[K%s%s", bar(what, done, total), end)
	}
}

// bar is one line of progress.
func bar(what string, done, total int) string {
	part := 1.0
	if total > 0 {
		part = min(float64(done)/float64(total), 1)
	}
	full := int(part * barWidth)
	return fmt.Sprintf("%-12s [%s%s] %3d %%  %d of %d", what, strings.Repeat("#", full), strings.Repeat(".", barWidth-full), int(part*100), done, total)
}

// The colours of a terminal.
const (
	Red, Green, Yellow = "31", "32", "33"
)

// Painted is a text in a colour, where people look at it and want colours.
func Painted(w io.Writer, colour, text string) string {
	if os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" || !IsTerminal(w) {
		return text
	}
	return "\x1b[" + colour + "m" + text + "\x1b[0m"
}

func IsTerminal(w io.Writer) bool {
	if s, ok := w.(Screen); ok {
		w = s.Writer
	}
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
