package cmdline

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/urfave/cli/v2"
	"golang.org/x/term" // tells a person's terminal from a file or a pipe
)

// Question asks for a flag that was not set.
type Question struct {
	Flag, Text, Usual string
	// Wrong says what is wrong with an answer; nil takes every one.
	Wrong func(answer string) error
}

// Ask asks a person at a terminal for the flags that are missing. A script gets no
// questions: it is told what is missing.
func Ask(c *cli.Context, all ...Question) error {
	f, ok := c.App.Reader.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) || c.Bool("json") {
		return nil
	}
	in := bufio.NewReader(f)
	for _, q := range all {
		if c.IsSet(q.Flag) {
			continue
		}
		answer, err := q.ask(in, c.App.ErrWriter)
		if err != nil {
			return err
		}
		if err := c.Set(q.Flag, answer); err != nil {
			return err
		}
	}
	return nil
}

// Ask repeats the question until the answer will do.
func (q Question) ask(in *bufio.Reader, out io.Writer) (string, error) {
	for {
		fmt.Fprint(out, q.Text)
		if q.Usual != "" {
			fmt.Fprintf(out, " [%s]", q.Usual)
		}
		fmt.Fprint(out, ": ")
		line, err := in.ReadString('\n')
		if err != nil && (!errors.Is(err, io.EOF) || line == "") {
			return "", Usage("there was no answer; --%s says it too", q.Flag)
		}
		answer := strings.TrimSpace(line)
		if answer == "" {
			answer = q.Usual
		}
		if answer == "" {
			continue
		}
		if q.Wrong != nil {
			if err := q.Wrong(answer); err != nil {
				fmt.Fprintf(out, "It %v.\n", err)
				continue
			}
		}
		return answer, nil
	}
}

// MachineZone is the time zone of this machine where it can be told, else UTC.
func MachineZone() string {
	if zone := os.Getenv("TZ"); zone != "" {
		if _, err := time.LoadLocation(zone); err == nil {
			return zone
		}
	}
	target, err := filepath.EvalSymlinks("/etc/localtime")
	if _, zone, found := strings.Cut(filepath.ToSlash(target), "zoneinfo/"); err == nil && found {
		if _, err := time.LoadLocation(zone); err == nil {
			return zone
		}
	}
	return "UTC"
}
