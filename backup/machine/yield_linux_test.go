package machine

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/matryer/is"
	"golang.org/x/sys/unix"
)

// yielding makes the test binary a process that yields and starts another.
const yielding = "MARQUEE_TEST_YIELDING"

func TestYieldHoldsForProcessesStartedLater(t *testing.T) {
	is := is.New(t)
	if os.Getenv(yielding) != "" {
		Yield()
		out, err := exec.Command("cat", "/proc/self/stat").Output()
		is.NoErr(err)
		fields := strings.Fields(string(out[strings.LastIndexByte(string(out), ')')+1:]))
		fmt.Printf("nice %s\n", fields[16])
		return
	}
	before, err := unix.Getpriority(unix.PRIO_PROCESS, 0)
	is.NoErr(err)
	cmd := exec.Command(os.Args[0], "-test.run=^TestYieldHoldsForProcessesStartedLater$")
	cmd.Env = append(os.Environ(), yielding+"=1")
	out, err := cmd.CombinedOutput()
	is.NoErr(err)
	is.True(strings.Contains(string(out), "nice 19\n"))
	after, err := unix.Getpriority(unix.PRIO_PROCESS, 0)
	is.NoErr(err)
	is.Equal(after, before) // and for nobody else
}
