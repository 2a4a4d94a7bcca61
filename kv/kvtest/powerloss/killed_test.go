package powerloss_test

import (
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"marquee/kv/kvtest/powerloss"
	"marquee/kv/kvtest/trace"

	"github.com/matryer/is"
)

// The pages of bbolt that the start after a kill writes, by their flags.
const (
	metaPage = 0x04
	listPage = 0x10
)

// killedStore is a folder with a store whose process ended without closing it, and
// the last number that each writer said.
func killedStore(t *testing.T, env ...string) (dir string, said [writers]int64) {
	t.Helper()
	is := is.New(t)
	dir = t.TempDir()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(append(os.Environ(), writesTo+"="+dir, briefly+"=1", dies+"=1"), env...)
	out, err := cmd.Output()
	is.NoErr(err)
	lastSaid(strings.Lines(string(out)), &said)
	is.True(said[0] > 0)
	return dir, said
}

func lastSaid(lines func(func(string) bool), said *[writers]int64) {
	for line := range lines {
		var w, n int64
		if _, err := fmt.Sscan(line, &w, &n); err == nil {
			said[w] = n
		}
	}
}

// since expects every writer at the last number that it acknowledged in the first or second
// process, or at the next one, which it was about to acknowledge.
func since(said [writers]int64) func(i powerloss.Image, _, found string) error {
	return func(i powerloss.Image, _, found string) error {
		said := said
		lastSaid(i.Acked(), &said)
		return fits(said, found)
	}
}

func fits(said [writers]int64, found string) error {
	for w, word := range strings.Fields(found) {
		var n int64
		if _, err := fmt.Sscan(word, &n); err != nil {
			return err
		}
		if n < said[w] || n > said[w]+1 {
			return fmt.Errorf("writer %d was acknowledged %d and is at %d", w, said[w], n)
		}
	}
	return nil
}

// written is the first write of a page of some kind that a process made, -1 for none.
func written(log *trace.Log, flags uint16) int {
	for i := log.First; i < len(log.Events); i++ {
		e := log.Events[i]
		if e.Kind == trace.Write && len(e.Data) >= 16 && len(e.Data)%4096 == 0 && len(e.Data) != 8192 && binary.NativeEndian.Uint16(e.Data[8:]) == flags {
			return i
		}
	}
	return -1
}

// cutAfterKill judges images of the start after a kill: the power goes at any
// moment of it, and of some events that follow.
func cutAfterKill(t *testing.T, n, follow int, change func(log *trace.Log)) powerloss.Verdict {
	t.Helper()
	is := is.New(t)
	dir, said := killedStore(t)
	log := recordIn(t, dir, nil, briefly+"=1")
	is.Equal(log.Code, 0)
	list, meta := written(log, listPage), written(log, metaPage)
	is.True(log.First < list && list < meta) // the list was written, then what leads to it
	log.Events = log.Events[:meta+1+follow]
	change(log)
	j := &powerloss.Judge{Command: os.Args[:1], Env: []string{judges + "=1"}}
	v, err := powerloss.Trial{Images: n, Seed: *imageSeed, Temp: memory(t), Judges: []*powerloss.Judge{j}, Fits: since(said)}.Run(log)
	is.NoErr(err)
	is.NoErr(j.Close())
	return v
}

// TestPowerCutsInTheStartAfterAKill: a process is killed, the next one makes the
// list of free pages anew, and the power goes meanwhile.
func TestPowerCutsInTheStartAfterAKill(t *testing.T) {
	judged := 0
	for range 3 {
		v := cutAfterKill(t, *images/10, 30, func(*trace.Log) {})
		judged += v.Images
		for _, bad := range v.Bad {
			t.Error(bad)
		}
	}
	t.Logf("%d images", judged)
}

// TestWithoutItsSyncTheListIsMissed is the control: the same without syncing the list before
// the meta page that refers to it is written.
func TestWithoutItsSyncTheListIsMissed(t *testing.T) {
	v := cutAfterKill(t, 100, 0, func(log *trace.Log) {
		for i := written(log, listPage); i < written(log, metaPage); i++ {
			if log.Events[i].Kind == trace.Sync {
				log.Events[i] = trace.Event{Kind: trace.Ack}
			}
		}
	})
	t.Logf("%d images, %d bad", v.Images, len(v.Bad))
	is.New(t).True(len(v.Bad) > 0)
}

// TestOverPagesInUseTheListDestroys is the control: the same with the list written over
// pages that are in use.
func TestOverPagesInUseTheListDestroys(t *testing.T) {
	v := cutAfterKill(t, 100, 0, func(log *trace.Log) {
		list := written(log, listPage)
		log.Events[list].Offset = int64(binary.NativeEndian.Uint64(log.Events[written(log, metaPage)].Data[32:])) * 4096
	})
	t.Logf("%d images, %d bad", v.Images, len(v.Bad))
	is.New(t).True(len(v.Bad) > 0)
}

// TestFaultsInTheStartAfterAKill makes every write and every sync of the start fail in turn,
// once or from then on, or writes half: the store starts without the list or is refused,
// and the next start finds everything.
func TestFaultsInTheStartAfterAKill(t *testing.T) {
	is := is.New(t)
	j := &powerloss.Judge{Command: os.Args[:1], Env: []string{judges + "=1"}}
	defer j.Close()
	tried, refused := 0, 0
	for _, f := range startFaults() {
		dir, said := killedStore(t)
		log := recordIn(t, dir, &f, briefly+"=1")
		is.True(log.Fired > 0)
		lastSaid(strings.Lines(log.Stdout), &said)
		found, err := j.Ask(dir)
		if err == nil {
			err = fits(said, found)
		}
		if err != nil {
			t.Errorf("%v: %v", f, err)
		}
		if tried++; log.Code != 0 {
			refused++
		}
		if err := os.Remove(filepath.Join(dir, "store.db")); err != nil {
			t.Error(err)
		}
	}
	t.Logf("%d faults, the start was refused after %d", tried, refused)
	is.True(refused > 0 && refused < tried)
}

// startFaults are the first calls, more than the start makes.
func startFaults() (all []trace.Fault) {
	for at := 1; at <= 4; at++ {
		all = append(all,
			trace.Fault{Call: trace.CallSync, At: at, Error: syscall.EIO},
			trace.Fault{Call: trace.CallWrite, At: at, Error: syscall.EIO},
			trace.Fault{Call: trace.CallWrite, At: at, Error: syscall.ENOSPC, Short: true},
			trace.Fault{Call: trace.CallWrite, At: at, Error: syscall.ENOSPC, Always: true},
		)
	}
	return all
}
