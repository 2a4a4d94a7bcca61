package bolt

import (
	"os"

	"golang.org/x/sys/unix" // posix_fadvise, which the standard library does not have
)

// readPiece is what the system reads ahead at once, at least everywhere.
const readPiece = 128 << 10

// readAhead asks for the file piece by piece. What is in memory costs nothing.
func readAhead(f *os.File, size int64) {
	for at := int64(0); at < size; at += readPiece {
		if unix.Fadvise(int(f.Fd()), at, readPiece, unix.FADV_WILLNEED) != nil {
			return
		}
	}
}
