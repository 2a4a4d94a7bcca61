package operate

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/matryer/is"
)

func TestCopiesOfKilledCommandsGo(t *testing.T) {
	is := is.New(t)
	dir := t.TempDir()
	old := time.Now().Add(-2 * copyAge)
	made := func(name string) string {
		path := filepath.Join(dir, name)
		is.NoErr(os.WriteFile(path, []byte("half a store"), 0o600))
		return path
	}
	ended, mine := made(fmt.Sprintf(".copy-%d-1", endedProcess(t))), made(fmt.Sprintf(".copy-%d-2", os.Getpid()))
	aged, odd := made(fmt.Sprintf(".copy-%d-3", os.Getpid())), made(".copy-of-mine")
	is.NoErr(os.Chtimes(aged, old, old))

	removeLeftCopies(dir)

	for path, stays := range map[string]bool{ended: false, mine: true, aged: false, odd: true} {
		_, err := os.Stat(path)
		is.Equal(err == nil, stays) // the copy of a command that runs stays, and so does what is none
	}
}

// endedProcess is the id of a process that ran and has ended.
func endedProcess(t *testing.T) int {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	return cmd.Process.Pid
}
