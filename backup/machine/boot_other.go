//go:build !linux && !darwin

package machine

import "time"

// Uptime is not known on this system.
func Uptime() (boot string, up time.Duration, ok bool) { return "", 0, false }

// ClockSynced is not known on this system.
func ClockSynced() bool { return false }
