package cli_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"marquee/kv/kvtest/powerloss"
	"marquee/kv/kvtest/trace"

	"github.com/matryer/is"
)

var (
	faults    = flag.Int("faults", 4, "how many failing calls are tried for each command; 0 tries every call in every way")
	faultSeed = flag.Uint64("faults.seed", 1, "which")
)

// illness is a way in which calls fail.
type illness struct {
	call  trace.Call
	error syscall.Errno
	short bool
}

var illnesses = []illness{
	{trace.CallWrite, syscall.EIO, false}, {trace.CallWrite, syscall.ENOSPC, false}, {trace.CallWrite, syscall.ENOSPC, true},
	{trace.CallSync, syscall.EIO, false}, {trace.CallResize, syscall.ENOSPC, false}, {trace.CallResize, syscall.EIO, false},
	{trace.CallRename, syscall.EIO, false}, {trace.CallLink, syscall.EIO, false}, {trace.CallFolder, syscall.ENOSPC, false},
	{trace.CallOpen, syscall.EMFILE, false}, {trace.CallOpen, syscall.EIO, false}, {trace.CallRemove, syscall.EIO, false},
}

// chosen are the faults to try: every call in every way, once and from then on,
// or some of them, each way as often as the others.
func chosen(calls map[trace.Call]int) (all []trace.Fault) {
	ways := make([][]trace.Fault, 2*len(illnesses))
	for i, ill := range illnesses {
		for at := 1; at <= calls[ill.call]; at++ {
			for j, always := range []bool{false, true} {
				f := trace.Fault{Call: ill.call, At: at, Error: ill.error, Short: ill.short, Always: always}
				ways[2*i+j] = append(ways[2*i+j], f)
			}
		}
	}
	if *faults == 0 {
		return slices.Concat(ways...)
	}
	rng := rand.New(rand.NewPCG(*faultSeed, 0))
	ways = slices.DeleteFunc(ways, func(w []trace.Fault) bool { return len(w) == 0 })
	rng.Shuffle(len(ways), func(i, j int) { ways[i], ways[j] = ways[j], ways[i] })
	for i := range *faults {
		w := ways[i%len(ways)]
		all = append(all, w[rng.IntN(len(w))])
	}
	return all
}

// TestCommandsOnAFailingDisk lets the calls of every command that changes files
// fail, one after the other: it ends with a code that is written down and says
// why, never claims to have done what it has not, leaves the old store or the
// new one, whole, and the next try succeeds.
func TestCommandsOnAFailingDisk(t *testing.T) {
	t.Parallel()
	for _, d := range fileCommands() {
		t.Run(d.name, func(t *testing.T) {
			is := is.New(t)
			prepared, dir := memory(t), memory(t)
			d.before(t, prepared)
			was := lookCopy(t, prepared)
			is.NoErr(copyFolder(prepared, dir))
			untouched := follow(t, trace.Options{Command: d.command(dir), Folder: dir})
			is.Equal(untouched.Code, 0)
			after := lookCopy(t, dir)
			tried := tryAll(t, chosen(untouched.Calls), func(f trace.Fault, j *powerloss.Judge) error {
				return d.onFailingDisk(t, prepared, f, j, was, after)
			})
			t.Logf("%v: %d faults", untouched.Calls, tried)
		})
	}
}

// tryAll tries faults, two at a time.
func tryAll(t *testing.T, all []trace.Fault, try func(f trace.Fault, j *powerloss.Judge) error) int {
	next := make(chan trace.Fault)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			j := &powerloss.Judge{Command: os.Args[:1], Env: []string{judges + "=1"}}
			for f := range next {
				if err := try(f, j); err != nil {
					t.Errorf("%v: %v", f, err)
				}
			}
			if err := j.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	for _, f := range all {
		next <- f
	}
	close(next)
	wg.Wait()
	return len(all)
}

func (d fileCommand) onFailingDisk(t *testing.T, prepared string, f trace.Fault, j *powerloss.Judge, was, after found) error {
	dir := memory(t)
	defer os.RemoveAll(dir)
	if err := copyFolder(prepared, dir); err != nil {
		return err
	}
	log := follow(t, trace.Options{Command: d.command(dir), Folder: dir, Fault: &f})
	if err := wellEnded(log, 1, 6, 75); err != nil {
		return err
	}
	if err := nothingLeft(dir, f, log.Code); err != nil {
		return err
	}
	said, err := j.Ask(dir)
	if err != nil {
		return fmt.Errorf("exit code %d, and then: %w\n%s", log.Code, err, log.Stderr)
	}
	var now found
	if err := json.Unmarshal([]byte(said), &now); err != nil {
		return err
	}
	if err := d.right(was, after, now, log.Code == 0); err != nil {
		return fmt.Errorf("exit code %d, and then: %w", log.Code, err)
	}
	return d.once(dir)
}

// wellEnded wants an exit code that is written down for this, and words.
func wellEnded(log *trace.Log, codes ...int) error {
	if log.Code != 0 && !slices.Contains(codes, log.Code) {
		return fmt.Errorf("exit code %d: %s", log.Code, log.Stderr)
	}
	if log.Code != 0 && !strings.Contains(log.Stderr, "marquee: ") {
		return fmt.Errorf("exit code %d without a word: %s", log.Code, log.Stderr)
	}
	for _, crash := range []string{"panic", "goroutine ", "fatal error"} {
		if strings.Contains(log.Stderr, crash) {
			return fmt.Errorf("it crashed: %s", log.Stderr)
		}
	}
	return nil
}

// nothingLeft wants no unfinished files where the disk failed once only, and
// allows them to be removed.
func nothingLeft(dir string, f trace.Fault, code int) error {
	if f.Always || f.Call == trace.CallRemove {
		return nil
	}
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		for _, mark := range []string{".partial", ".new-store-", ".compacting", ".restoring", ".copy-", ".unfinished", ".verify"} {
			if err == nil && strings.Contains(d.Name(), mark) {
				return fmt.Errorf("exit code %d, and %s is left behind", code, d.Name())
			}
		}
		return err
	})
}

// copyFolder copies files; what is zero takes no room.
func copyFolder(from, to string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		there := filepath.Join(to, strings.TrimPrefix(path, from))
		if d.IsDir() {
			if path == from {
				return nil
			}
			return os.Mkdir(there, 0o700)
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return writeSparse(there, content)
	})
}

func writeSparse(path string, content []byte) error {
	const step = 64 << 10
	nothing := string(make([]byte, step))
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	for at := 0; at < len(content) && err == nil; at += step {
		if part := content[at:min(at+step, len(content))]; string(part) != nothing[:len(part)] {
			_, err = f.WriteAt(part, int64(at))
		}
	}
	return errors.Join(err, f.Truncate(int64(len(content))), f.Close())
}
