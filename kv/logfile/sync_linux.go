package logfile

import (
	"os"
	"syscall"
)

// datasync makes what was written to a file durable, and its length where that changed.
func datasync(f *os.File) error { return syscall.Fdatasync(int(f.Fd())) }
