package machine

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// niceness is the lowest priority for the processors. Beside busy loops such a process comes
// to its end after minutes, if at all: the tests of the command line are linked with 0.
var niceness = "19"

const (
	// lastInLine is the lowest priority for the disk among those that get a share
	// at all: best effort (2), level 7.
	lastInLine = 2<<13 | 7
	// ioprioThread names one thread.
	ioprioThread = 1
)

// Yield lets everybody else go first, for processors and disk, from now on and
// with every process that this one starts. It does what the system allows and
// tells nobody what it did not: the work is the same either way.
func Yield() {
	nice, err := strconv.Atoi(niceness)
	if err != nil {
		return
	}
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return
	}
	for _, t := range threads {
		id, err := strconv.Atoi(t.Name())
		if err != nil {
			continue
		}
		_ = unix.Setpriority(unix.PRIO_PROCESS, id, nice)
		_, _, _ = unix.Syscall(unix.SYS_IOPRIO_SET, ioprioThread, uintptr(id), lastInLine)
	}
}
