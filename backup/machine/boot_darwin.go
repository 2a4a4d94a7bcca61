package machine

import (
	"time"

	"golang.org/x/sys/unix"
)

// Uptime tells how long this machine has been running, the time it slept included,
// and which start of it that counts from. Nobody can set it. It is not ok where the
// system does not tell.
func Uptime() (boot string, up time.Duration, ok bool) {
	boot, err := unix.Sysctl("kern.bootsessionuuid")
	if err != nil || boot == "" {
		return "", 0, false
	}
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &t); err != nil {
		return "", 0, false
	}
	return boot, time.Duration(t.Nano()), true
}

// ClockSynced is not known on this system.
func ClockSynced() bool { return false }
