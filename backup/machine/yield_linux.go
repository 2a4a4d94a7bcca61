package machine

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

const (
	// niceness is the lowest priority for the processors.
	niceness = 19
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
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return
	}
	for _, t := range threads {
		id, err := strconv.Atoi(t.Name())
		if err != nil {
			continue
		}
		_ = unix.Setpriority(unix.PRIO_PROCESS, id, niceness)
		_, _, _ = unix.Syscall(unix.SYS_IOPRIO_SET, ioprioThread, uintptr(id), lastInLine)
	}
}
