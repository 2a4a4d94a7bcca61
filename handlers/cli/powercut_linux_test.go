package cli_test

import (
	"bytes"
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"marquee/kv/kvtest/powerloss"

	"github.com/matryer/is"
)

var cuts = flag.Int("cuts", 0, "how often the plug of a real file system is pulled; needs root and loop devices")

// cutMegabytes is a disk with room enough to sell.
const cutMegabytes = 2048

func plugged(t *testing.T) *powerloss.Disk {
	t.Helper()
	if *cuts == 0 {
		t.Skip("not asked for: make powercut")
	}
	d, err := powerloss.NewDisk(t.TempDir(), cutMegabytes, "")
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

// TestRealCutsOfAServer pulls the plug of the disk of a server that sells.
func TestRealCutsOfAServer(t *testing.T) {
	is := is.New(t)
	d := plugged(t)
	_, l := shop(t, d.Dir)
	is.NoErr(d.Settle())
	rng := rand.New(rand.NewPCG(*imageSeed, 1))
	for range *cuts {
		command, now := l.on(t, d.Dir)
		cmd := exec.Command(command[0], command[1:]...)
		is.NoErr(cmd.Start())
		for end := time.Now().Add(serverTimeout); time.Now().Before(end) && !answers(now.base+"/readyz"); {
			time.Sleep(time.Millisecond)
		}
		cut := make(chan error, 1)
		time.AfterFunc(time.Duration(rng.Int64N(int64(100*time.Millisecond))), func() { cut <- d.Cut() })
		now.sell()
		is.NoErr(<-cut)
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		is.NoErr(d.Restart())
		for id, order := range now.sold {
			l.sold[id] = order
		}
		there := lookHere(t, d.Dir)
		for _, order := range l.sold {
			if !slices.Contains(there.Orders, order) {
				t.Fatalf("order %d was answered and is not there", order)
			}
		}
	}
	t.Logf("%d cuts, %d sales answered, none lost", *cuts, len(l.sold))
}

// TestRealCutsDuringCommands pulls the plug during every command that changes
// files, some time between its beginning and its end.
func TestRealCutsDuringCommands(t *testing.T) {
	for _, d := range fileCommands() {
		t.Run(d.name, func(t *testing.T) {
			is := is.New(t)
			disk := plugged(t)
			prepared, dir := t.TempDir(), filepath.Join(disk.Dir, "folder")
			d.before(t, prepared)
			was := lookCopy(t, prepared)
			whole, after := d.whole(t, prepared, dir)
			rng := rand.New(rand.NewPCG(*imageSeed, 2))
			n, done := (*cuts+len(fileCommands())-1)/len(fileCommands()), 0
			for range n {
				is.NoErr(errors.Join(os.RemoveAll(dir), os.Mkdir(dir, 0o700), copyFolder(prepared, dir), disk.Settle()))
				words := d.command(dir)
				cmd := exec.Command(words[0], words[1:]...)
				var said bytes.Buffer
				cmd.Stdout = &said
				is.NoErr(cmd.Start())
				time.Sleep(time.Duration(rng.Int64N(int64(whole)))) // the moment of the cut
				is.NoErr(disk.Cut())
				ended := cmd.Wait()
				is.NoErr(disk.Restart())
				if ended == nil {
					done++
				}
				if err := d.right(was, after, lookHere(t, dir), ended == nil && said.Len() > 0); err != nil {
					t.Fatal(err)
				}
				is.NoErr(d.once(dir))
			}
			t.Logf("%d cuts within %v, %d of them after the command had said that it was done", n, whole.Round(time.Millisecond), done)
		})
	}
}

// whole runs the command without a cut: how long it takes, and what it leaves.
func (d fileCommand) whole(t *testing.T, prepared, dir string) (time.Duration, found) {
	t.Helper()
	is := is.New(t)
	is.NoErr(errors.Join(os.Mkdir(dir, 0o700), copyFolder(prepared, dir)))
	words := d.command(dir)
	began := time.Now()
	out, err := exec.Command(words[0], words[1:]...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return time.Since(began), lookCopy(t, dir)
}
