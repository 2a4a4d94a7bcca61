//go:build unix

package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/matryer/is"
)

// TestADeniedFileIsExplained runs a command as a user to whom the store does not
// belong; where the tests have no root, on a store without any rights.
func TestADeniedFileIsExplained(t *testing.T) {
	is := is.New(t)
	dir, err := os.MkdirTemp("", "denied-")
	is.NoErr(err)
	defer os.RemoveAll(dir)
	is.NoErr(os.Chmod(dir, 0o755))
	program := filepath.Join(dir, "marquee")
	content, err := os.ReadFile(filepath.Join(binary, "marquee"))
	is.NoErr(err)
	is.NoErr(os.WriteFile(program, content, 0o755)) // where that user can start it
	data := filepath.Join(dir, "data")
	is.NoErr(exec.Command(program, "init", "--data", data, "--company", "Songs", "--currency", "EUR", "--email", owner).Run())

	c := exec.Command(program, "token", "create", "--data", data, "--email", owner, "--name", "x")
	wants := []string{"chmod u+rwX " + filepath.Join(data, "marquee.db")}
	if os.Geteuid() == 0 {
		is.NoErr(os.Chmod(data, 0o777))
		c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 12345, Gid: 12345}}
		wants = []string{"The user 12345 may not use " + filepath.Join(data, "marquee.db"), "belongs to root", "chown -R 12345 " + data}
	} else {
		is.NoErr(os.Chmod(filepath.Join(data, "marquee.db"), 0))
	}
	said, err := c.CombinedOutput()
	is.True(err != nil)
	for _, want := range wants {
		if !strings.Contains(string(said), want) {
			t.Errorf("does not say %q: %s", want, said)
		}
	}
}

// TestADeniedFolderIsNoServer: what asks first whether a server runs says who may not use the
// folder, and not that one runs.
func TestADeniedFolderIsNoServer(t *testing.T) {
	is := is.New(t)
	dir, err := os.MkdirTemp("", "denied-")
	is.NoErr(err)
	defer os.RemoveAll(dir)
	is.NoErr(os.Chmod(dir, 0o755))
	program, data := filepath.Join(dir, "marquee"), filepath.Join(dir, "data")
	content, err := os.ReadFile(filepath.Join(binary, "marquee"))
	is.NoErr(err)
	is.NoErr(os.WriteFile(program, content, 0o755))
	is.NoErr(exec.Command(program, "init", "--data", data, "--company", "Songs", "--currency", "EUR", "--email", owner).Run())
	root, want := os.Geteuid() == 0, "The user 12345 may not use "+data
	if !root {
		want = "chmod u+rwX " + data
		is.NoErr(os.Chmod(data, 0))
		defer os.Chmod(data, 0o700)
	}
	for _, command := range []string{"serve", "rescue", "rollback"} {
		c := exec.Command(program, command, "--data", data)
		if root {
			c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 12345, Gid: 12345}}
		}
		said, err := c.CombinedOutput()
		if err == nil || c.ProcessState.ExitCode() != 1 || !strings.Contains(string(said), want) {
			t.Errorf("%s ends with %v, and does not say %q: %s", command, err, want, said)
		}
	}
}

// TestNobodyIsToldToTakeAFolderOfTheSystem: a data folder, or a backup, is to be made where
// only root may make one.
func TestNobodyIsToldToTakeAFolderOfTheSystem(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can run this as somebody else")
	}
	is := is.New(t)
	dir, err := os.MkdirTemp("", "denied-")
	is.NoErr(err)
	defer os.RemoveAll(dir)
	is.NoErr(os.Chmod(dir, 0o755))
	program := filepath.Join(dir, "marquee")
	content, err := os.ReadFile(filepath.Join(binary, "marquee"))
	is.NoErr(err)
	is.NoErr(os.WriteFile(program, content, 0o755))
	for _, words := range [][]string{
		{"init", "--data", filepath.Join(dir, "lib", "fest"), "--company", "Songs", "--currency", "EUR", "--email", owner},
		{"backup", "list", filepath.Join(dir, "closed")},
	} {
		is.NoErr(os.MkdirAll(filepath.Join(dir, "closed"), 0o700))
		c := exec.Command(program, words...)
		c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 12345, Gid: 12345}}
		said, err := c.CombinedOutput()
		is.True(err != nil)
		is.True(!strings.Contains(string(said), "chown"))
		is.True(strings.Contains(string(said), "install -d -m 0700 -o 12345 FOLDER"))
	}
}
