package machine

import (
	"os"

	"golang.org/x/sys/unix"
)

// datasync is the sync that a commit makes.
func datasync(f *os.File) error { return unix.Fdatasync(int(f.Fd())) }
