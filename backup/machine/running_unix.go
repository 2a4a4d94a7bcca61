//go:build unix

package machine

import (
	"errors"
	"syscall"
)

// Runs tells whether there is a process with an id. It says yes where it cannot know.
func Runs(id int) bool { return !errors.Is(syscall.Kill(id, 0), syscall.ESRCH) }
