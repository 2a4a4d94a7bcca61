package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/matryer/is"
)

// losses is how often the server is killed and its store deleted.
const losses = 8

// TestKillAndLoseTheStore kills the real binary under mixed load and deletes the
// file of its store, again and again: one backup from before the first start and
// the journal bring back everything that was acknowledged.
func TestKillAndLoseTheStore(t *testing.T) {
	t.Parallel()
	n := losses
	if testing.Short() {
		n = 2
	}
	is := is.New(t)
	g := newKillRounds(t, 1)
	dir, before := g.dir, g.before
	marquee(t, "backup", "--data", dir)
	g.kill(n, longLife, nil, func() {
		is.NoErr(os.Remove(filepath.Join(dir, "marquee.db")))
		marquee(t, "restore", filepath.Join(dir, "backups"), "--data", dir, "--journal", filepath.Join(dir, "journal"))
	})
	g.start().kill(t)
	sold, admitted := g.settle()
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
