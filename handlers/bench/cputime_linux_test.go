package bench

import (
	"time"

	"golang.org/x/sys/unix"
)

// processCPU is the time that this program has had of all processors.
func processCPU() time.Duration {
	var u unix.Rusage
	_ = unix.Getrusage(unix.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// threadCPU is the time that this thread has had of a processor: other work of the
// machine is no part of it.
func threadCPU() time.Duration {
	var u unix.Rusage
	_ = unix.Getrusage(unix.RUSAGE_THREAD, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
