package cli

import (
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term" // tells a person's terminal from a file or a pipe
)

// stepsEvery is the pause between two lines of progress.
const stepsEvery = 2 * time.Second

// Progress is for people: a log or a script that reads the output gets none.

// progressTo prints the steps of a long work on a terminal.
func progressTo(w io.Writer) func(string) {
	if !isTerminal(w) {
		return func(string) {}
	}
	return func(text string) { fmt.Fprintln(w, text) }
}

// steps counts a long work on a terminal: each kind of thing when it is done,
// and now and then in between.
func steps(w io.Writer) func(what string, done, total int) {
	print := progressTo(w)
	last := time.Now()
	return func(what string, done, total int) {
		if done < total && time.Since(last) < stepsEvery {
			return
		}
		last = time.Now()
		print(fmt.Sprintf("%s: %d of %d", what, done, total))
	}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
