package cli

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

// question asks for a flag that was not set.
type question struct {
	flag, text, usual string
	// wrong says what is wrong with an answer; nil takes every one.
	wrong func(answer string) error
}

// ask asks a person at a terminal for the flags that are missing. A script gets no
// questions: it is told what is missing.
func ask(c *cli.Context, all ...question) error {
	f, ok := c.App.Reader.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) || c.Bool("json") {
		return nil
	}
	in := bufio.NewReader(f)
	for _, q := range all {
		if c.IsSet(q.flag) {
			continue
		}
		answer, err := q.ask(in, c.App.ErrWriter)
		if err != nil {
			return err
		}
		if err := c.Set(q.flag, answer); err != nil {
			return err
		}
	}
	return nil
}

// ask repeats the question until the answer will do.
func (q question) ask(in *bufio.Reader, out io.Writer) (string, error) {
	for {
		fmt.Fprint(out, q.text)
		if q.usual != "" {
			fmt.Fprintf(out, " [%s]", q.usual)
		}
		fmt.Fprint(out, ": ")
		line, err := in.ReadString('\n')
		if err != nil && (!errors.Is(err, io.EOF) || line == "") {
			return "", usage("there was no answer; --%s says it too", q.flag)
		}
		answer := strings.TrimSpace(line)
		if answer == "" {
			answer = q.usual
		}
		if answer == "" {
			continue
		}
		if q.wrong != nil {
			if err := q.wrong(answer); err != nil {
				fmt.Fprintf(out, "It %v.\n", err)
				continue
			}
		}
		return answer, nil
	}
}

// machineZone is the time zone of this machine where it can be told, else UTC.
func machineZone() string {
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
