package disklevel

import (
	"os"

	"golang.org/x/sys/unix"
)

// reserve takes room for a file without writing it.
func reserve(f *os.File, bytes int64) error { return unix.Fallocate(int(f.Fd()), 0, 0, bytes) }
