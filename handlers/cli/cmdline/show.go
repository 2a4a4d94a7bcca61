package cmdline

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

// Moment is a time for people, with its zone; a dash where there is none.
func Moment(t *time.Time) string {
	if t == nil {
		return "-"
	}
	return t.UTC().Format("2006-01-02 15:04:05 UTC")
}

// Printable is a text that others wrote, on one line and without what a terminal would
// obey.
func Printable(text string, most int) string {
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

// Lines is a text of several lines that others wrote, without what a terminal would obey.
func Lines(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text)
}

// Words lists words for people, sorted.
func Words[S ~string](all iter.Seq[S]) string {
	var out []string
	for w := range all {
		out = append(out, string(w))
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

// Screen is where the result of a command is shown, the data folder that it is of, and the
// company that was named, 0 for none.
type Screen struct {
	io.Writer
	Data    string
	Company int
}

// ToType is a command to type next, about the data folder and the company of what is being
// shown.
func ToType(w io.Writer, command string) string {
	s, ok := w.(Screen)
	if !ok {
		return command
	}
	command += " --data " + Typed(s.Data)
	if s.Company != 0 {
		command += fmt.Sprintf(" --company %d", s.Company)
	}
	return command
}

// PrintJSON prints a value as JSON, on a line.
func PrintJSON(w io.Writer, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s\n", b)
	return err
}

// Decode reads what travelled as JSON.
func Decode[T any](b []byte) (T, error) {
	var v T
	err := json.Unmarshal(b, &v)
	return v, err
}
