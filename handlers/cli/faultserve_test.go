package cli_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"marquee/kv/kvtest/powerloss"
	"marquee/kv/kvtest/trace"

	"github.com/matryer/is"
)

// TestServingOnAFailingDisk lets the calls of a server that sells fail, one after
// the other: it ends with 75 when the store could not be written, what it
// answered is there, nothing else is, and it can be started again.
func TestServingOnAFailingDisk(t *testing.T) {
	t.Parallel()
	t.Run("and nothing else", func(t *testing.T) { failServing(t, func(string) func() { return nil }) })
	t.Run("and compacting", func(t *testing.T) {
		failServing(t, func(dir string) func() {
			return func() { // may fail, as the disk does
				_ = exec.Command(filepath.Join(binary, "marquee"), "compact", "--data", data(dir)).Run()
			}
		})
	})
}

func failServing(t *testing.T, during func(dir string) func()) {
	t.Helper()
	is := is.New(t)
	prepared, dir := memory(t), memory(t)
	_, first := shop(t, prepared)
	is.NoErr(copyFolder(prepared, dir))
	command, l := first.on(t, dir)
	l.during = during(dir)
	untouched := follow(t, trace.Options{Command: command, Folder: dir, Started: l.serving})
	is.Equal(untouched.Code, 0)
	var poisoned atomic.Int64
	tried := tryAll(t, chosen(untouched.Calls), func(f trace.Fault, j *powerloss.Judge) error {
		code, err := first.onFailingDisk(t, prepared, f, j, during)
		if code == 75 {
			poisoned.Add(1)
		}
		return err
	})
	t.Logf("%v: %d faults, %d of them ended it with 75", untouched.Calls, tried, poisoned.Load())
}

// on is the same shop in another folder, at an address of its own.
func (l *till) on(t *testing.T, dir string) (command []string, other *till) {
	address := freeAddress(t)
	return serveCommand(dir, address), &till{base: "http://" + address, token: l.token, sold: map[string]int64{}}
}

func (l *till) onFailingDisk(t *testing.T, prepared string, f trace.Fault, j *powerloss.Judge, during func(dir string) func()) (code int, err error) {
	dir := memory(t)
	defer os.RemoveAll(dir)
	if err := copyFolder(prepared, dir); err != nil {
		return 0, err
	}
	command, l := l.on(t, dir)
	l.during = during(dir)
	over := make(chan struct{})
	log := follow(t, trace.Options{Command: command, Folder: dir, Fault: &f, Started: func(p *os.Process) { l.serving(p); close(over) }})
	<-over // what ran beside the server may outlive it
	if log.Code == -1 && strings.Contains(log.Stderr, "the store refused a write") {
		log.Code = 75 // it was closing when the signal to stop came
	} else if err := wellEnded(log, 1, 6, 75); err != nil {
		return log.Code, err
	}
	said, err := j.Ask(dir)
	if err != nil {
		return log.Code, fmt.Errorf("exit code %d, and then: %w\n%s", log.Code, err, log.Stderr)
	}
	var now found
	if err := json.Unmarshal([]byte(said), &now); err != nil {
		return log.Code, err
	}
	for _, order := range l.sold {
		if !slices.Contains(now.Orders, order) {
			return log.Code, fmt.Errorf("exit code %d: order %d was answered and is not there", log.Code, order)
		}
	}
	if log.Code != 75 && l.refused > 0 {
		return log.Code, fmt.Errorf("exit code %d after %d refused sales", log.Code, l.refused)
	}
	return log.Code, l.opensAgain(t, dir)
}

// opensAgain starts the server on what is left, without faults, and sells.
func (l *till) opensAgain(t *testing.T, dir string) error {
	command, again := l.on(t, dir)
	log := follow(t, trace.Options{Command: command, Folder: dir, Started: again.serving})
	if log.Code != 0 || len(again.sold) != buyers*buys {
		return fmt.Errorf("started again it sells %d and ends with %d: %s", len(again.sold), log.Code, log.Stderr)
	}
	return nil
}
