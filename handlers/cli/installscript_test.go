//go:build unix

package cli_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/matryer/is"
)

// fakeRelease is a release whose program says its version.
func fakeRelease(t *testing.T) (dir, name string) {
	t.Helper()
	is := is.New(t)
	dir = t.TempDir()
	name = fmt.Sprintf("marquee-v9-%s-%s", runtime.GOOS, runtime.GOARCH)
	program := []byte("#!/bin/sh\necho marquee v9\n")
	is.NoErr(os.WriteFile(filepath.Join(dir, name), program, 0o644))
	sums := fmt.Sprintf("%x  %s\n%x  %s.cdx.json\n%x  marquee-v9-plan9-amd64\n", sha256.Sum256(program), name, sha256.Sum256(nil), name, sha256.Sum256(nil))
	is.NoErr(os.WriteFile(filepath.Join(dir, "SHA256SUMS"), []byte(sums), 0o644))
	return dir, name
}

func install(args ...string) (string, error) {
	out, err := exec.Command("sh", append([]string{"install.sh"}, args...)...).CombinedOutput()
	return string(out), err
}

// TestInstallScript: what fits its checksum is installed, and nothing else is.
func TestInstallScript(t *testing.T) {
	is := is.New(t)
	from, name := fakeRelease(t)
	to := t.TempDir()
	said, err := install(from, to)
	is.NoErr(err)
	is.Equal(said, fmt.Sprintf("installed %s/marquee\nmarquee v9\n", to))

	is.NoErr(os.WriteFile(filepath.Join(from, name), []byte("#!/bin/sh\necho evil\n"), 0o644))
	other := t.TempDir()
	said, err = install(from, other)
	is.True(err != nil)
	is.True(strings.Contains(said, "is not what SHA256SUMS says: nothing was installed"))
	left, err := os.ReadDir(other)
	is.NoErr(err)
	is.Equal(len(left), 0)

	for _, c := range []struct{ from, to, want string }{
		{from, "/nowhere-at-all", "there is no folder"},
		{t.TempDir(), other, "SHA256SUMS cannot be fetched"},
	} {
		said, err = install(c.from, c.to)
		is.True(err != nil)
		is.True(strings.Contains(said, c.want))
	}
	said, err = install()
	is.True(err != nil)
	is.True(strings.Contains(said, "say where the release is"))
}
