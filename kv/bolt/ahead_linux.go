package bolt

import (
	"os"

	"golang.org/x/sys/unix" // posix_fadvise and preadv2, which the standard library does not have
)

const (
	// readPiece is how much the kernel reads ahead at once on every system.
	readPiece = 128 << 10
	// samples is how many pages are probed to see whether a file is in memory.
	samples = 64
)

// readAhead makes the kernel read a file sequentially before its pages are read in
// random order. It only makes later reads faster, so errors are ignored: they occur
// again where the pages are used.
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

// inMemory probes some pages of a file: can they be read without waiting for the
// disk? If the kernel cannot tell, it returns false.
func inMemory(f *os.File, size int64) bool {
	b := [][]byte{make([]byte, 1)}
	for i := range int64(samples) {
		if n, err := unix.Preadv2(int(f.Fd()), b, size/samples*i, unix.RWF_NOWAIT); n != 1 || err != nil {
			return false
		}
	}
	return true
}
