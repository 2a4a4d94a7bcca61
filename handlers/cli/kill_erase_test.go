package cli_test

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"marquee/app"
	"marquee/app/customer"

	"github.com/klauspost/compress/zstd"
	"github.com/matryer/is"
)

var eraseKills = flag.Int("erase.kills", 3, "how often an erasure is killed, and how often a restore that erases again")

// erasedName stands in every file that knows the customer.
const erasedName = "Zauberkasten Vanishing"

// TestKillWhileErasing kills marquee erase, and a restore that erases again, after each of
// some steps. Said once more they come to their end, and no file knows the customer then.
func TestKillWhileErasing(t *testing.T) {
	t.Parallel()
	is := is.New(t)
	root := t.TempDir()
	fest, stick, far := filepath.Join(root, "fest"), filepath.Join(root, "stick"), filepath.Join(root, "far")
	mustRun(t, "demo", "--data", fest, "--orders", "20", "--json")
	erase := []string{"erase", "--data", fest, "--customer", erasable(t, fest), "--force", "--backups", filepath.Join(fest, "backups"), "--backups", stick}
	for _, to := range []string{filepath.Join(fest, "backups"), stick, stick, far} {
		mustRun(t, "backup", to, "--data", fest)
	}
	old := globbed(t, filepath.Join(far, "*.zst"))
	restore := []string{"restore", old[0], "--data", fest, "--force"}
	is.True(len(filesWith(t, root, erasedName)) >= 5)
	for _, c := range []struct {
		args []string
		ends func()
	}{
		{erase, func() {
			for _, b := range globbed(t, filepath.Join(stick, "*.zst")) {
				mustRun(t, "backup", "verify", b)
			}
		}},
		{restore, func() { verifyStore(t, fest) }},
	} {
		before := keepTree(t, root)
		steps := killAtStep(t, c.args, 0)
		t.Logf("%s: %d steps", c.args[0], steps)
		is.True(steps > 3)
		for i := range *eraseKills {
			before()
			killAtStep(t, c.args, 1 + i*steps / *eraseKills)
			mustRun(t, c.args...)
			is.Equal(filesWith(t, root, erasedName), old) // which is out of reach
			c.ends()
		}
	}
}

// erasable makes a customer of a name that nobody else has, and gives the number.
func erasable(t *testing.T, dir string) string {
	t.Helper()
	a, closeStore := openStore(t, dir)
	defer closeStore()
	var id int64
	err := a.UpdateCompany(t.Context(), 1, func(tx app.Tx) error {
		c, err := customer.FindOrCreate(tx, customer.Buyer{Name: erasedName, Email: "vanishing@example.org"})
		id = c.ID
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strconv.FormatInt(id, 10)
}

// mustRun runs the program to its good end.
func mustRun(t *testing.T, args ...string) {
	t.Helper()
	if out, err := exec.Command(filepath.Join(binary, "marquee"), args...).CombinedOutput(); err != nil {
		t.Fatalf("marquee %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// killAtStep runs the program and kills it once it has told so many steps; 0 lets it come to
// its end. It gives how many it told.
func killAtStep(t *testing.T, args []string, step int) (told int) {
	t.Helper()
	cmd := exec.Command(filepath.Join(binary, "marquee"), args...)
	said, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(said); lines.Scan(); {
		if told++; told == step {
			_ = cmd.Process.Kill()
		}
	}
	if err := cmd.Wait(); err != nil && step == 0 {
		t.Fatal(err)
	}
	return told
}

// keepTree keeps a copy of a folder, which the result brings back.
func keepTree(t *testing.T, root string) (back func()) {
	t.Helper()
	kept := filepath.Join(t.TempDir(), "kept")
	if err := os.CopyFS(kept, os.DirFS(root)); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := errors.Join(os.RemoveAll(root), os.CopyFS(root, os.DirFS(kept))); err != nil {
			t.Fatal(err)
		}
	}
}

// filesWith lists the files in a folder, as they are or unpacked, that have a text in them.
func filesWith(t *testing.T, root, text string) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if z, bad := zstd.NewReader(bytes.NewReader(b)); bad == nil {
			unpacked, _ := io.ReadAll(z) // as far as it is whole
			z.Close()
			b = append(b, unpacked...)
		}
		if bytes.Contains(b, []byte(text)) {
			paths = append(paths, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

func globbed(t *testing.T, pattern string) []string {
	t.Helper()
	all, err := filepath.Glob(pattern)
	if err != nil || len(all) == 0 {
		t.Fatalf("nothing is like %s: %v", pattern, err)
	}
	return all
}
