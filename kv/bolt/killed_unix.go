//go:build unix

package bolt

import (
	"errors"
	"os"
	"syscall"
	"time"

	bolterrors "go.etcd.io/bbolt/errors"
)

// prepare prepares a file that bbolt is about to open and lock. It takes the lock and
// keeps it: the lock belongs to the open file, so bbolt's own locking succeeds, and no
// other process can lock the file in between.
func prepare(path string, f *os.File) error {
	if err := lock(f); errors.Is(err, syscall.EWOULDBLOCK) {
		return bolterrors.ErrTimeout
	} else if err != nil {
		return err
	}
	if same, err := isStill(path, f); err != nil || !same {
		return err
	}
	return afterKill(f)
}

// lock waits up to lockWait for the lock of a file.
func lock(f *os.File) (err error) {
	for end := time.Now().Add(lockWait); ; time.Sleep(lockWait / 20) {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EWOULDBLOCK) || time.Now().After(end) {
			return err
		}
	}
}

// mapFile maps the first bytes of a file into memory.
func mapFile(f *os.File, size int64) (b []byte, unmap func(), err error) {
	if size != int64(int(size)) {
		return nil, nil, errors.ErrUnsupported
	}
	b, err = syscall.Mmap(int(f.Fd()), 0, int(size), syscall.PROT_READ, syscall.MAP_SHARED)
	return b, func() { _ = syscall.Munmap(b) }, err
}
