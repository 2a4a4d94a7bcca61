//go:build unix && !linux

package machine

import "syscall"

// Yield lets everybody else go first, for the processors, from now on and with
// every process that this one starts.
func Yield() { _ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, 19) }
