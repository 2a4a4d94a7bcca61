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

func install(args ...string) (string, error) { return installOn("", args...) }

// installOn installs where the programs of a folder stand before all others.
func installOn(first string, args ...string) (string, error) {
	cmd := exec.Command("sh", append([]string{"install.sh"}, args...)...)
	if first != "" {
		cmd.Env = append(os.Environ(), "PATH="+first+string(os.PathListSeparator)+os.Getenv("PATH"))
	}
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// machineThatIs is a folder with an uname that tells of another machine.
func machineThatIs(t *testing.T, system, machine string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	text := fmt.Sprintf("#!/bin/sh\ncase $1 in -s) echo %s ;; *) echo %s ;; esac\n", system, machine)
	if err := os.WriteFile(filepath.Join(dir, "uname"), []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestInstallScriptOnOtherMachines: nothing is installed for which there is no binary, or whose
// binary does not run there.
func TestInstallScriptOnOtherMachines(t *testing.T) {
	is := is.New(t)
	from, name := fakeRelease(t)
	to := t.TempDir()
	for _, c := range []struct{ system, machine, want string }{
		{"Linux", "riscv64", "there is no binary for riscv64"},
		{"SunOS", "x86_64", "the release has no binary for sunos amd64"},
		{"Plan9", "x86_64", "marquee-v9-plan9-amd64 cannot be fetched"},
	} {
		said, err := installOn(machineThatIs(t, c.system, c.machine), from, to)
		is.True(err != nil)
		is.True(strings.Contains(said, c.want))
	}
	broken := []byte("#!/bin/sh\nexit 1\n")
	is.NoErr(os.WriteFile(filepath.Join(from, name), broken, 0o644))
	is.NoErr(os.WriteFile(filepath.Join(from, "SHA256SUMS"), fmt.Appendf(nil, "%x  %s\n", sha256.Sum256(broken), name), 0o644))
	is.NoErr(os.WriteFile(filepath.Join(to, "marquee"), []byte("the one before"), 0o755))
	said, err := install(from, to)
	is.True(err != nil)
	is.True(strings.Contains(said, "does not run here: nothing was installed"))
	left, err := os.ReadDir(to)
	is.NoErr(err)
	is.Equal(len(left), 1)
	before, err := os.ReadFile(filepath.Join(to, "marquee"))
	is.NoErr(err)
	is.Equal(string(before), "the one before")
}

// fakeGo builds programs that say for which system they are, and tell of no parts. What packs
// the release has tests of its own.
const fakeGo = `#!/bin/sh
[ "$1" = run ] && exit
while [ $# -gt 0 ]; do
	case $1 in -o) out=$2 ;; esac
	shift
done
printf '#!/bin/sh\ncase "$*" in *--sbom*) echo "{}" ;; *) echo "marquee v9 %s %s" ;; esac\n' "$GOOS" "$GOARCH" >"$out"
chmod 755 "$out"
`

// TestRelease makes a release by the makefile, but for the compiling, and installs it.
func TestRelease(t *testing.T) {
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip("make is not installed")
	}
	is := is.New(t)
	dir := t.TempDir()
	for from, to := range map[string]string{"../../Makefile": "Makefile", "install.sh": "handlers/cli/install.sh"} {
		text, err := os.ReadFile(from)
		is.NoErr(err)
		is.NoErr(os.MkdirAll(filepath.Dir(filepath.Join(dir, to)), 0o700))
		is.NoErr(os.WriteFile(filepath.Join(dir, to), text, 0o600))
	}
	is.NoErr(os.WriteFile(filepath.Join(dir, "go"), []byte(fakeGo), 0o755))
	here := runtime.GOOS + "/" + runtime.GOARCH
	cmd := exec.Command("make", "release", "GO=./go", "VERSION=v9", "SYSTEMS="+here+" plan9/386 windows/amd64")
	cmd.Dir, cmd.Env = dir, []string{"PATH=" + os.Getenv("PATH")} // nothing of a make around this
	out, err := cmd.CombinedOutput()
	t.Log(string(out))
	is.NoErr(err)

	dist := filepath.Join(dir, "dist")
	sums, err := os.ReadFile(filepath.Join(dist, "SHA256SUMS"))
	is.NoErr(err)
	mine := "marquee-v9-" + runtime.GOOS + "-" + runtime.GOARCH
	for _, name := range []string{mine, "marquee-v9-plan9-386", "marquee-v9-windows-amd64.exe"} {
		for _, file := range []string{name, name + ".cdx.json"} {
			content, err := os.ReadFile(filepath.Join(dist, file))
			is.NoErr(err)
			is.True(len(content) > 0)
			is.True(strings.Contains(string(sums), fmt.Sprintf("%x  %s\n", sha256.Sum256(content), file)))
		}
	}
	to := t.TempDir()
	said, err := exec.Command("sh", filepath.Join(dist, "install.sh"), dist, to).CombinedOutput()
	is.NoErr(err)
	is.Equal(string(said), fmt.Sprintf("installed %s/marquee\nmarquee v9 %s %s\n", to, runtime.GOOS, runtime.GOARCH))
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
