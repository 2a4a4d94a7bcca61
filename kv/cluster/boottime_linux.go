package cluster

import (
	"time"

	"golang.org/x/sys/unix" // CLOCK_BOOTTIME: the clock of package time stands still while the machine sleeps
)

func boottime() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_BOOTTIME, &t); err != nil {
		return time.Since(started)
	}
	return time.Duration(t.Nano())
}
