package bench

import (
	"time"

	"golang.org/x/sys/unix"
)

// threadCPU is the time that this thread has had of a processor: other work of the
// machine is no part of it.
func threadCPU() time.Duration {
	var u unix.Rusage
	_ = unix.Getrusage(unix.RUSAGE_THREAD, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
