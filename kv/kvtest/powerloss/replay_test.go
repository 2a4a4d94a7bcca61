package powerloss_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"marquee/kv/kvtest/powerloss"
	"marquee/kv/kvtest/trace"

	"github.com/matryer/is"
)

var (
	images    = flag.Int("images", 2000, "how many images of a power cut are judged")
	imageSeed = flag.Uint64("images.seed", 1, "which")
)

// record follows the program that writes.
func record(t *testing.T, f *trace.Fault, env ...string) *trace.Log {
	t.Helper()
	return recordIn(t, t.TempDir(), f, env...)
}

func recordIn(t *testing.T, dir string, f *trace.Fault, env ...string) *trace.Log {
	t.Helper()
	log, err := trace.Run(trace.Options{Command: os.Args[:1], Env: append(env, writesTo+"="+dir), Folder: dir, Fault: f})
	if errors.Is(err, trace.ErrRefused) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return log
}

// memory is a folder for files that need no disk, where there is one.
func memory(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "marquee-images-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

func replay(t *testing.T, log *trace.Log, n int) powerloss.Verdict {
	t.Helper()
	return replayed(t, log, n, 1)
}

// replayed allows for more than one write of each writer that nobody was told of.
func replayed(t *testing.T, log *trace.Log, n int, inFlight int64) powerloss.Verdict {
	t.Helper()
	is := is.New(t)
	all := []*powerloss.Judge{{Command: os.Args[:1], Env: []string{judges + "=1"}}, {Command: os.Args[:1], Env: []string{judges + "=1"}}}
	v, err := powerloss.Trial{Images: n, Seed: *imageSeed, Temp: memory(t), Judges: all, Fits: acknowledged(inFlight)}.Run(log)
	is.NoErr(err)
	for _, j := range all {
		is.NoErr(j.Close())
	}
	return v
}

// acknowledged expects every writer at the last number that it acknowledged, or at the next
// one, which it was about to acknowledge.
func acknowledged(inFlight int64) func(i powerloss.Image, _, said string) error {
	return func(i powerloss.Image, _, said string) error {
		var acked, found [writers]int64
		for line := range i.Acked() {
			var w, n int64
			if _, err := fmt.Sscan(line, &w, &n); err == nil {
				acked[w] = n
			}
		}
		for w, word := range strings.Fields(said) {
			if _, err := fmt.Sscan(word, &found[w]); err != nil {
				return err
			}
			if found[w] < acked[w] || found[w] > acked[w]+inFlight {
				return fmt.Errorf("writer %d was acknowledged %d and is at %d", w, acked[w], found[w])
			}
		}
		return nil
	}
}

// TestPowerCutsLoseNothing cuts the power at any point in the life of a store, from its
// creation to its second close.
func TestPowerCutsLoseNothing(t *testing.T) { cutsLoseNothing(t) }

// TestPowerCutsLoseNothingWithALog: the images are of the file and its log together.
func TestPowerCutsLoseNothingWithALog(t *testing.T) { cutsLoseNothing(t, logs+"=1") }

func cutsLoseNothing(t *testing.T, env ...string) {
	t.Helper()
	is := is.New(t)
	began := time.Now()
	log := record(t, nil, env...)
	is.Equal(log.Code, 0)
	is.Equal(strings.Count(log.Stdout, "\n"), lives*writers*turns)
	recorded := time.Since(began)
	v := replay(t, log, *images)
	for _, bad := range v.Bad[:min(5, len(v.Bad))] {
		t.Error(bad)
	}
	is.True(v.Images > *images*8/10)
	t.Logf("%d events recorded in %v; %d images %v, %d bad, in %v", len(log.Events)-log.First, recorded.Round(time.Millisecond),
		v.Images, v.Ways, len(v.Bad), time.Since(began).Round(time.Millisecond))
	is.Equal(len(v.Bad), 0)
}

// TestPowerCutsAfterAFailedSync: the disk refuses a sync, the store stops, and
// then the power goes.
func TestPowerCutsAfterAFailedSync(t *testing.T) { cutsAfterAFailedSync(t) }

func TestPowerCutsAfterAFailedSyncWithALog(t *testing.T) { cutsAfterAFailedSync(t, logs+"=1") }

func cutsAfterAFailedSync(t *testing.T, env ...string) {
	t.Helper()
	calls := record(t, nil, env...).Calls[trace.CallSync]
	judged := 0
	for at := 1; at <= calls/2; at += calls / 24 { // batches differ from run to run: another may have fewer
		log := record(t, &trace.Fault{Call: trace.CallSync, At: at, Error: syscall.EIO}, env...)
		is := is.New(t)
		is.Equal(log.Fired, 1)
		if log.Code == 0 {
			t.Errorf("sync %d of %d failed, and the process ended well", at, calls)
		}
		v := replay(t, log, 40)
		judged += v.Images
		for _, bad := range v.Bad {
			t.Errorf("sync %d failed: %s", at, bad)
		}
	}
	t.Logf("%d images", judged)
}

// TestPowerCutsAfterAFailedSyncAndARestart: the disk refuses a sync, the store
// stops and is opened again, sees in the memory of the system what never reached
// the disk, writes on, and then the power goes.
func TestPowerCutsAfterAFailedSyncAndARestart(t *testing.T) {
	judged, bad := restarted(t, 6, func(*trace.Log) {})
	for _, why := range bad {
		t.Error(why)
	}
	t.Logf("%d images", judged)
}

// TestWithoutItsHeadARestartLoses is the control: the same without writing the two meta
// pages again when the store is opened.
func TestWithoutItsHeadARestartLoses(t *testing.T) {
	judged, bad := restarted(t, 40, func(second *trace.Log) {
		for i, e := range second.Events {
			if i >= second.First && e.Kind == trace.Write && e.Offset == 0 && len(e.Data) == 2*os.Getpagesize() {
				second.Events[i] = trace.Event{Kind: trace.Ack}
			}
		}
	})
	t.Logf("%d images, %d bad", judged, len(bad))
	is.New(t).True(len(bad) > 0)
}

// restarted judges images of a failed sync, a restart and a cut, for one sync after
// the other until there are bad ones.
func restarted(t *testing.T, syncs int, change func(second *trace.Log), env ...string) (judged int, bad []string) {
	t.Helper()
	is := is.New(t)
	calls := record(t, nil, env...).Calls[trace.CallSync]
	for at := calls / 4; at < calls/4+syncs && len(bad) == 0; at++ {
		dir := t.TempDir()
		first := recordIn(t, dir, &trace.Fault{Call: trace.CallSync, At: at, Error: syscall.EIO}, env...)
		is.Equal(first.Fired, 1)
		second := recordIn(t, dir, nil, env...)
		second.Events = second.Events[:second.First+40] // before long the disk has a state of its own again
		change(second)
		v := replayed(t, powerloss.Restarted(first, second), 50, 2) // of each process
		judged += v.Images
		for _, why := range v.Bad {
			bad = append(bad, fmt.Sprintf("sync %d failed: %s", at, why))
		}
	}
	return judged, bad
}

// TestWithoutSyncsTheyLose is the control: the same log without the syncs of commits.
func TestWithoutSyncsTheyLose(t *testing.T) {
	log := record(t, nil)
	store := 0
	for i, e := range log.Events {
		if e.Kind == trace.Link && filepath.Base(e.To) == "store.db" {
			store = e.File // made and named; from here on its syncs are taken away
		}
		if e.Kind == trace.Sync && e.File == store {
			log.Events[i] = trace.Event{Kind: trace.Sync}
		}
	}
	v := replay(t, log, 100)
	lost := 0
	for _, bad := range v.Bad {
		if strings.Contains(bad, "was acknowledged") {
			lost++
		}
	}
	t.Logf("%d images, %d bad, %d of them lost what was acknowledged", v.Images, len(v.Bad), lost)
	is.New(t).True(lost > 10)
}
