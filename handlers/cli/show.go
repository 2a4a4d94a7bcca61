package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"time"
	"unicode"
)

// moment is a time for people, with its zone; a dash where there is none.
func moment(t *time.Time) string {
	if t == nil {
		return "-"
	}
	return t.UTC().Format("2006-01-02 15:04:05 UTC")
}

// printable is a text that others wrote, on one line and without what a terminal would
// obey.
func printable(text string, most int) string {
	runes := []rune(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text))
	if len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return string(runes)
}

// lines is a text of several lines that others wrote, without what a terminal would obey.
func lines(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text)
}

// words lists words for people, sorted.
func words[S ~string](all iter.Seq[S]) string {
	var out []string
	for w := range all {
		out = append(out, string(w))
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

// screen is where the result of a command is shown, the data folder that it is of, and the
// company that was named, 0 for none.
type screen struct {
	io.Writer
	data    string
	company int
}

// toType is a command to type next, about the data folder and the company of what is being
// shown.
func toType(w io.Writer, command string) string {
	s, ok := w.(screen)
	if !ok {
		return command
	}
	command += " --data " + typed(s.data)
	if s.company != 0 {
		command += fmt.Sprintf(" --company %d", s.company)
	}
	return command
}

func printJSON(w io.Writer, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s\n", b)
	return err
}

// decode reads what travelled as JSON.
func decode[T any](b []byte) (T, error) {
	var v T
	err := json.Unmarshal(b, &v)
	return v, err
}
