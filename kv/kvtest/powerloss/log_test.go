package powerloss_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"marquee/kv/kvtest/powerloss"
	"marquee/kv/kvtest/trace"

	"github.com/matryer/is"
)

// TestPowerCutsAfterAFailedSyncAndARestartWithALog: what the memory of the system has of the
// log is put into the file, and then the power goes.
func TestPowerCutsAfterAFailedSyncAndARestartWithALog(t *testing.T) {
	judged, bad := restarted(t, 6, func(*trace.Log) {}, logs+"=1")
	for _, why := range bad {
		t.Error(why)
	}
	t.Logf("%d images", judged)
}

// TestPowerCutsInTheStartAfterAKillWithALog: a process is killed, the next one brings the file
// up to the log and begins a new one, and the power goes meanwhile.
func TestPowerCutsInTheStartAfterAKillWithALog(t *testing.T) {
	judged := 0
	for range 3 {
		is := is.New(t)
		dir, said := killedStore(t, logs+"=1")
		log := recordIn(t, dir, nil, briefly+"=1", logs+"=1")
		is.Equal(log.Code, 0)
		j := &powerloss.Judge{Command: os.Args[:1], Env: []string{judges + "=1"}}
		v, err := powerloss.Trial{Images: *images / 10, Seed: *imageSeed, Temp: memory(t), Judges: []*powerloss.Judge{j}, Fits: since(said)}.Run(log)
		is.NoErr(err)
		is.NoErr(j.Close())
		judged += v.Images
		for _, bad := range v.Bad {
			t.Error(bad)
		}
	}
	t.Logf("%d images", judged)
}

// TestWithoutSyncsOfTheLogTheyLose is the control: the same without the syncs of commits in the
// log.
func TestWithoutSyncsOfTheLogTheyLose(t *testing.T) {
	log := record(t, nil, logs+"=1")
	ofLog := map[int]bool{}
	for i, e := range log.Events {
		if e.Kind == trace.Create && strings.Contains(filepath.Base(e.Path), ".log-") {
			ofLog[e.File] = true
		}
		if e.Kind == trace.Sync && ofLog[e.File] {
			log.Events[i] = trace.Event{Kind: trace.Sync}
		}
	}
	v := replay(t, log, 100)
	t.Logf("%d images, %d bad", v.Images, len(v.Bad))
	is.New(t).True(len(v.Bad) > 10)
}

// TestFaultsInTheStartAfterAKillWithALog makes the disk full, or a sync fail, at each step of
// bringing the file up to the log and beginning a new one.
func TestFaultsInTheStartAfterAKillWithALog(t *testing.T) {
	is := is.New(t)
	j := &powerloss.Judge{Command: os.Args[:1], Env: []string{judges + "=1"}}
	defer j.Close()
	dir, _ := killedStore(t, logs+"=1")
	calls := recordIn(t, dir, nil, briefly+"=1", logs+"=1").Calls
	tried, refused := 0, 0
	for _, f := range logFaults(calls) {
		dir, said := killedStore(t, logs+"=1")
		log := recordIn(t, dir, &f, briefly+"=1", logs+"=1")
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
	t.Logf("%d faults, the process ended after %d", tried, refused)
	is.True(refused > 0)
}

func logFaults(calls map[trace.Call]int) (all []trace.Fault) {
	for at := 1; at <= calls[trace.CallWrite]; at++ {
		all = append(all, trace.Fault{Call: trace.CallWrite, At: at, Error: syscall.ENOSPC, Always: true})
		if at%3 == 0 {
			all = append(all, trace.Fault{Call: trace.CallWrite, At: at, Error: syscall.ENOSPC, Short: true})
		}
	}
	for at := 1; at <= calls[trace.CallSync]; at++ {
		all = append(all, trace.Fault{Call: trace.CallSync, At: at, Error: syscall.EIO})
	}
	return all
}
