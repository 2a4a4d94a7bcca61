package powerloss_test

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"marquee/kv/kvtest/powerloss"

	"github.com/matryer/is"
	"go.etcd.io/bbolt" // the control: a store without syncs, which the product cannot open
)

var cuts = flag.Int("cuts", 0, "how often the plug of a real file system is pulled; needs root and loop devices")

// unsafeWrites makes the program write without syncs, for the control.
const unsafeWrites = "MARQUEE_POWERLOSS_NOSYNC"

// mounts are the ways in which the file system is mounted, in turn.
var mounts = []string{"", "commit=1", "noauto_da_alloc", "data=writeback"}

const diskMegabytes = 64

// cutter makes a disk for a program that writes to it until the disk is cut off.
func cutter(t *testing.T, mount string) *powerloss.Disk {
	t.Helper()
	d, err := powerloss.NewDisk(t.TempDir(), diskMegabytes, mount)
	if errors.Is(err, powerloss.ErrNoLoop) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

// cutOnce lets the program write until the plug is pulled, some time after its
// first acknowledgement, and gives the last number that each writer said before.
func cutOnce(t *testing.T, d *powerloss.Disk, after time.Duration, env ...string) (acked [writers]int64, answers int) {
	t.Helper()
	is := is.New(t)
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(append(os.Environ(), forEver+"=1"), env...)
	out, err := cmd.StdoutPipe()
	is.NoErr(err)
	is.NoErr(cmd.Start())
	pulled := make(chan error, 1)
	for lines := bufio.NewScanner(out); lines.Scan(); answers++ {
		if answers == 0 {
			time.AfterFunc(after, func() {
				err := d.Cut() // what was said until now was said before
				pulled <- errors.Join(err, cmd.Process.Kill())
			})
		}
		var w, n int64
		if _, err := fmt.Sscan(lines.Text(), &w, &n); err == nil {
			acked[w] = n
		}
	}
	is.True(answers > 0)
	is.NoErr(<-pulled)
	_ = cmd.Wait()
	is.NoErr(d.Restart())
	return acked, answers
}

// TestRealCuts shuts an ext4 file system down under a store that four writers write to, with a
// log and without.
func TestRealCuts(t *testing.T) {
	if *cuts == 0 {
		t.Skip("not asked for: make powercut")
	}
	for name, log := range map[string]string{"in the file": "", "with a log": "1"} {
		t.Run(name, func(t *testing.T) { realCuts(t, logs+"="+log) })
	}
}

func realCuts(t *testing.T, env string) {
	is := is.New(t)
	total := 0
	rng := rand.New(rand.NewPCG(*imageSeed, 0))
	began := time.Now()
	for i, mount := range mounts {
		d := cutter(t, mount)
		for range (*cuts + len(mounts) - 1 - i) / len(mounts) {
			acked, answers := cutOnce(t, d, time.Duration(rng.Int64N(int64(300*time.Millisecond))), writesTo+"="+d.Dir, env)
			total += answers
			said, err := look(d.Dir)
			is.NoErr(err)
			for w, word := range strings.Fields(said) {
				var n int64
				_, err := fmt.Sscan(word, &n)
				is.NoErr(err)
				if n < acked[w] {
					t.Errorf("mounted with %q: writer %d was acknowledged %d and is at %d", mount, w, acked[w], n)
				}
			}
		}
	}
	t.Logf("%d cuts, %d acknowledged writes, none lost, in %v", *cuts, total, time.Since(began).Round(time.Second))
}

// TestRealCutsWithoutSyncsLose is the control: the same cuts under a store that
// does not sync.
func TestRealCutsWithoutSyncsLose(t *testing.T) {
	if *cuts == 0 {
		t.Skip("not asked for: make powercut")
	}
	d := cutter(t, "")
	lost := int64(0)
	for range 3 {
		path := filepath.Join(d.Dir, "unsafe.db")
		_ = os.Remove(path)
		acked, _ := cutOnce(t, d, 200*time.Millisecond, unsafeWrites+"="+path)
		lost += acked[0] - countUnsafe(path)
	}
	t.Logf("%d acknowledged writes lost in 3 cuts", lost)
	is.New(t).True(lost > 0)
}

// writeUnsafe writes without syncs until it is killed.
func writeUnsafe(path string) error {
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{NoSync: true, NoGrowSync: true, NoFreelistSync: true})
	if err != nil {
		return err
	}
	for n := int64(1); ; n++ {
		err := db.Update(func(tx *bbolt.Tx) error {
			b, err := tx.CreateBucketIfNotExists([]byte("numbers"))
			if err != nil {
				return err
			}
			return b.Put(key(0, n), value(0, n))
		})
		if err != nil {
			return err
		}
		fmt.Println(0, n)
	}
}

// countUnsafe is how many writes are there; none when the file cannot be read.
func countUnsafe(path string) (n int64) {
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true, Timeout: time.Second})
	if err != nil {
		return 0
	}
	defer db.Close()
	_ = db.View(func(tx *bbolt.Tx) error {
		if b := tx.Bucket([]byte("numbers")); b != nil {
			n = int64(b.Stats().KeyN)
		}
		return nil
	})
	return n
}
