package machine

import (
	"os"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// touchedLately tells whether a file was written to within the hour; a clock that was
// set by hand since is hours away from that.
func touchedLately(path string, now time.Time) bool {
	info, err := os.Stat(path)
	return err == nil && now.Sub(info.ModTime()).Abs() <= time.Hour
}

// Uptime tells how long this machine has been running, the time it slept included,
// and which start of it that counts from. Nobody can set it. It is not ok where the
// system does not tell.
func Uptime() (boot string, up time.Duration, ok bool) {
	id, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return "", 0, false
	}
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_BOOTTIME, &t); err != nil {
		return "", 0, false
	}
	return strings.TrimSpace(string(id)), time.Duration(t.Nano()), true
}

const (
	clockUnsynced = 0x40 // STA_UNSYNC
	clockError    = 5    // TIME_ERROR
)

// timesyncFile is touched by systemd-timesyncd whenever a time server answered, which
// is every 34 minutes or more often.
const timesyncFile = "/run/systemd/timesync/synchronized"

// ClockSynced tells whether the system says that a time server keeps its clock right.
// Inside a service that may not even ask, timesyncd may tell.
func ClockSynced() bool {
	var t unix.Timex
	state, err := unix.Adjtimex(&t)
	if err != nil {
		return touchedLately(timesyncFile, time.Now())
	}
	return state != clockError && t.Status&clockUnsynced == 0
}
