package cli_test

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"marquee/backup/machine"

	"github.com/matryer/is"
)

// TestKillWhileCompacting kills the server under load while its store is compacted
// again and again: the old or the new file is the store, whole, and with all that
// was acknowledged.
func TestKillWhileCompacting(t *testing.T) {
	t.Parallel()
	n := max(*kills/5, 3)
	is := is.New(t)
	g := newKillRounds(t, 1)
	compacted, meanwhile, held := 0, 0, 0.0
	one := make(chan struct{}) // closed when one came to its end beside transactions
	came := sync.OnceFunc(func() { close(one) })
	compact := func() {
		for {
			out, err := exec.Command(filepath.Join(binary, "marquee"), "compact", "--data", g.dir, "--json").Output()
			if err != nil {
				return // the server is gone
			}
			var done struct {
				Serving *struct {
					Meanwhile        int
					HeldMilliseconds float64
				}
			}
			if json.Unmarshal(out, &done) != nil || done.Serving == nil {
				return // the store was stopped already
			}
			compacted, meanwhile = compacted+1, meanwhile+done.Serving.Meanwhile
			held = max(held, done.Serving.HeldMilliseconds)
			if meanwhile > 0 {
				came()
			}
		}
	}
	besides := func() func() {
		var beside sync.WaitGroup
		beside.Go(compact)
		return beside.Wait
	}
	g.kill(n, 2*longLife, besides, nil)
	if meanwhile == 0 { // on a busy machine none came to its end in so short a life
		g.life(func() {
			select {
			case <-one:
			case <-time.After(serverTimeout):
			}
		}, besides, nil)
	}
	s := g.start()
	out, err := exec.Command("ls", "-A", g.dir).Output()
	is.NoErr(err)
	is.True(!strings.Contains(string(out), ".compact")) // nothing is left over
	s.kill(t)
	sold, admitted := g.settle()
	is.True(compacted > 0 && meanwhile > 0)
	t.Logf("%d kills, %d compactions with %d transactions meanwhile, writers held for %.1f ms at most; %d sales and %d admissions acknowledged, none lost",
		n, compacted, meanwhile, held, sold, admitted)
}

// TestOneAtATime: while a backup is made nothing else makes one, and nothing
// compacts.
func TestOneAtATime(t *testing.T) {
	t.Parallel()
	is := is.New(t)
	dir, _ := newStore(t)
	s := startServer(t, dir)
	defer s.kill(t)
	release, err := machine.Lock(filepath.Join(dir, "backup.lock"))
	is.NoErr(err)
	defer release()
	for _, words := range [][]string{{"compact"}, {"run-backup", "--to", t.TempDir()}} {
		cmd := exec.Command(filepath.Join(binary, "marquee"), append(words, "--data", dir)...)
		out, err := cmd.CombinedOutput()
		is.True(err != nil)
		is.Equal(cmd.ProcessState.ExitCode(), 4)
		is.True(strings.Contains(string(out), "another backup of this store is being made"))
	}
}
