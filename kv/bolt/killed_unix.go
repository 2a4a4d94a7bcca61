//go:build unix

package bolt

import (
	"errors"
	"os"
	"syscall"
	"time"

	"go.etcd.io/bbolt"
)

// prepare readies a file that bbolt is about to open and lock. It takes the lock
// first, for good: it belongs to the open file, so that bbolt finds it taken
// already, and nobody else comes in between.
func prepare(path string, f *os.File) error {
	if err := lock(f); errors.Is(err, syscall.EWOULDBLOCK) {
		return bbolt.ErrTimeout
	} else if err != nil {
		return err
	}
	if same, err := isStill(path, f); err != nil || !same {
		return err
	}
	return afterKill(f)
}

// lock waits for the lock of a file, for a moment.
func lock(f *os.File) (err error) {
	for end := time.Now().Add(lockWait); ; time.Sleep(lockWait / 20) {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EWOULDBLOCK) || time.Now().After(end) {
			return err
		}
	}
}

// mapFile gives the first bytes of a file without reading them yet.
func mapFile(f *os.File, size int64) (b []byte, unmap func(), err error) {
	if size != int64(int(size)) {
		return nil, nil, errors.ErrUnsupported
	}
	b, err = syscall.Mmap(int(f.Fd()), 0, int(size), syscall.PROT_READ, syscall.MAP_SHARED)
	return b, func() { _ = syscall.Munmap(b) }, err
}
