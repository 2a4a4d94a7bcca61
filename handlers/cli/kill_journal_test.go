package cli_test

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/matryer/is"
)

// losses is how often the server is killed and its store deleted.
const losses = 8

// TestKillAndLoseTheStore kills the real binary under mixed load and deletes the
// file of its store, again and again: one backup from before the first start and
// the journal bring back everything that was acknowledged.
func TestKillAndLoseTheStore(t *testing.T) {
	n := losses
	if testing.Short() {
		n = 2
	}
	is := is.New(t)
	dir := t.TempDir()
	made, err := exec.Command(filepath.Join(binary, "marquee"), "demo", "--data", dir, "--orders", "60", "--json").Output()
	is.NoErr(err)
	var keys struct{ Token string }
	is.NoErr(json.Unmarshal(made, &keys))
	before := countStore(t, dir)
	marquee(t, "backup", "--data", dir)

	rng := rand.New(rand.NewPCG(*killSeed, 1))
	load := newLoad(keys.Token)
	for round := range n {
		s := startServer(t, dir)
		load.repeat(t, s.base)
		stop := load.run(s.base, round)
		time.Sleep(shortLife + time.Duration(rng.Int64N(int64(longLife-shortLife)))) // the moment of the kill
		s.kill(t)
		stop()
		is.NoErr(os.Remove(filepath.Join(dir, "marquee.db")))
		marquee(t, "restore", filepath.Join(dir, "backups"), "--data", dir, "--journal", filepath.Join(dir, "journal"))
		verifyStore(t, dir)
		if t.Failed() {
			t.Fatalf("round %d of seed %d", round, *killSeed)
		}
	}
	s := startServer(t, dir)
	load.repeat(t, s.base)
	s.kill(t)

	after, sold, admitted := countStore(t, dir), load.done("/basket-items"), load.done("/zones/scan")
	is.Equal(after.complete-before.complete, sold) // each sale once, whatever was repeated
	is.Equal(after.admitted-before.admitted, admitted)
	is.True(sold > n && admitted > 0)
	t.Logf("the store was deleted %d times; %d sales and %d admissions acknowledged, none lost", n, sold, admitted)

	t.Run("the control without the journal loses them", func(t *testing.T) {
		is := is.New(t)
		other := t.TempDir()
		all, err := filepath.Glob(filepath.Join(dir, "backups", "*.zst"))
		is.NoErr(err)
		marquee(t, "restore", all[0], "--data", other)
		is.Equal(countStore(t, other), before)
	})
}

func marquee(t *testing.T, words ...string) {
	t.Helper()
	if out, err := exec.Command(filepath.Join(binary, "marquee"), words...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", words, err, out)
	}
}
