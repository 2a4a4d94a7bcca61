package bolt

import (
	"os"

	"golang.org/x/sys/unix" // posix_fadvise and preadv2, which the standard library does not have
)

const (
	// readPiece is what the system reads ahead at once, at least everywhere.
	readPiece = 128 << 10
	// samples are read to see whether a file is in memory.
	samples = 64
)

// readAhead has the system read a file in order before somebody looks at its pages
// here and there. It only hurries: whatever goes wrong shows where they are used.
func readAhead(f *os.File, size int64) {
	if inMemory(f, size) {
		return
	}
	for at := int64(0); at < size; at += readPiece {
		if unix.Fadvise(int(f.Fd()), at, readPiece, unix.FADV_WILLNEED) != nil {
			return
		}
	}
}

// inMemory looks at some places of a file: are they there without waiting for
// the disk? Where the system cannot say, they are not.
func inMemory(f *os.File, size int64) bool {
	b := [][]byte{make([]byte, 1)}
	for i := range int64(samples) {
		if n, err := unix.Preadv2(int(f.Fd()), b, size/samples*i, unix.RWF_NOWAIT); n != 1 || err != nil {
			return false
		}
	}
	return true
}
