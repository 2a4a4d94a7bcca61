package cli_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"marquee/backup/machine"
	"marquee/kv/kvtest/powerloss"
	"marquee/kv/kvtest/trace"

	"github.com/matryer/is"
)

var (
	images    = flag.Int("images", 30, "how many images of a power cut are judged for each command")
	imageSeed = flag.Uint64("images.seed", 1, "which")
)

// again is how many images there are for each on which the command runs again.
const again = 10

// TestPowerCutsDuringCommands cuts the power at any moment of every command that
// changes files: the store is the old one or the new one, whole, a backup with
// its final name is whole, what was said to be done is done, and the next try
// succeeds.
func TestPowerCutsDuringCommands(t *testing.T) {
	t.Parallel()
	for _, d := range fileCommands() {
		t.Run(d.name, func(t *testing.T) {
			is := is.New(t)
			dir := memory(t)
			d.before(t, dir)
			was := lookCopy(t, dir)
			log := follow(t, trace.Options{Command: d.command(dir), Folder: dir})
			is.Equal(log.Code, 0)
			after := lookCopy(t, dir)
			var left atomic.Int64
			v := replay(t, log, *images, func(i powerloss.Image, dir, said string) error {
				var now found
				if err := json.Unmarshal([]byte(said), &now); err != nil {
					return err
				}
				done := slices.ContainsFunc(log.Events[:i.Point], func(e trace.Event) bool { return e.Kind == trace.Ack })
				if err := d.right(was, after, now, done); err != nil || left.Add(1)%again != 0 {
					return err
				}
				return d.once(dir)
			})
			t.Logf("%d events, %d images, %d bad", len(log.Events)-log.First, v.Images, len(v.Bad))
		})
	}
}

// once runs the command on what lies there.
func (d fileCommand) once(dir string) error {
	words := d.command(dir)
	out, err := exec.Command(words[0], words[1:]...).CombinedOutput()
	code := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		code = exit.ExitCode()
	} else if err != nil {
		return err
	}
	if !slices.Contains(d.finished, code) {
		return fmt.Errorf("the next try ends with %d: %s", code, out)
	}
	_, err = lookAt(dir)
	return err
}

// follow runs a command under the recorder.
func follow(t *testing.T, o trace.Options) *trace.Log {
	t.Helper()
	o.Timeout = time.Minute
	log, err := trace.Run(o)
	if errors.Is(err, trace.ErrRefused) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return log
}

// memory is a folder for files that need no disk, where there is one with room
// enough to sell.
func memory(t *testing.T) string {
	t.Helper()
	if s, err := machine.SpaceOf("/dev/shm"); err != nil || s.Free < 1<<30 {
		return t.TempDir()
	}
	dir, err := os.MkdirTemp("/dev/shm", "marquee-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// lookCopy leaves the folder as it is.
func lookCopy(t *testing.T, dir string) found {
	t.Helper()
	copied := memory(t)
	if err := copyFolder(dir, copied); err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(copied)
	return lookHere(t, copied)
}

func lookHere(t *testing.T, dir string) found {
	t.Helper()
	s, err := lookAt(dir)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func replay(t *testing.T, log *trace.Log, n int, fits func(i powerloss.Image, dir, said string) error) powerloss.Verdict {
	t.Helper()
	is := is.New(t)
	all := []*powerloss.Judge{{Command: os.Args[:1], Env: []string{judges + "=1"}}, {Command: os.Args[:1], Env: []string{judges + "=1"}}}
	v, err := powerloss.Trial{Images: n, Seed: *imageSeed, Temp: memory(t), Judges: all, Fits: fits}.Run(log)
	for _, j := range all {
		err = errors.Join(err, j.Close())
	}
	is.NoErr(err)
	for _, bad := range v.Bad[:min(5, len(v.Bad))] {
		t.Error(bad)
	}
	return v
}
