package bolt

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"marquee/kv"

	bolterrors "go.etcd.io/bbolt/errors"
)

// Guarded runs fn, which reads an unchecked file, and converts a panic or memory fault
// into kv.ErrDamaged. It cannot catch a fault in another goroutine.
func Guarded(fn func() error) (err error) {
	old := debug.SetPanicOnFault(true)
	defer debug.SetPanicOnFault(old)
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", kv.ErrDamaged, p)
		}
	}()
	return fn()
}

// fileError converts an error of opening a bbolt file to one of package kv.
func fileError(path string, err error) error {
	for _, bad := range []error{bolterrors.ErrInvalid, bolterrors.ErrChecksum, bolterrors.ErrVersionMismatch} {
		if errors.Is(err, bad) {
			return fmt.Errorf("%w: %s: %w", kv.ErrDamaged, path, err)
		}
	}
	return fmt.Errorf("%s: %w", path, err)
}

// checkMetas checks the meta pages and the size of a file before bbolt maps it, because
// reading a truncated file would end the process. warning is set if one of the two meta
// pages is damaged.
func checkMetas(path string) (warning string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	b := make([]byte, 2*pageSize)
	if n, err := f.ReadAt(b, 0); err != nil && !errors.Is(err, io.EOF) || n < len(b) {
		return "", err
	}
	high := uint64(0)
	var newest, txid uint64
	for i := range uint64(2) {
		m, err := readMeta(b[i*pageSize+pageHead:])
		if err != nil {
			warning = fmt.Sprintf("meta page %d: %v", i, err)
		} else if m.txid >= txid {
			newest, txid, high = i, m.txid, m.high
		}
	}
	info, err := f.Stat() // after the meta pages: a file in use grows before its meta page is written
	if err == nil && uint64(info.Size()) < high*pageSize {
		err = fmt.Errorf("%w: %s has %d bytes, meta page %d needs %d: it was cut off", kv.ErrDamaged, path, info.Size(), newest, high*pageSize)
	}
	return warning, err
}

// FrontSize is how much of a file tells whether it is a store, in bytes: its two meta
// pages.
const FrontSize = 2 * pageSize

// IsFront tells whether bytes begin as a store does: one of the meta pages is good.
func IsFront(b []byte) bool {
	for at := pageHead; at+metaBytes <= len(b); at += pageSize {
		if _, err := readMeta(b[at:]); err == nil {
			return true
		}
	}
	return false
}
