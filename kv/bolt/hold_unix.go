//go:build unix

package bolt

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"marquee/kv"
)

// Hold keeps everybody else away from the file of a store without reading it,
// as one must be able to with a damaged one. It answers kv.ErrInUse when another
// process holds it. Call the result to let go.
func Hold(path string) (release func() error, err error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	for end := time.Now().Add(lockWait); ; time.Sleep(lockWait / 20) {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EWOULDBLOCK) || time.Now().After(end) {
			break
		}
	}
	if err == nil {
		return f.Close, nil
	}
	if errors.Is(err, syscall.EWOULDBLOCK) {
		err = fmt.Errorf("%w: %s is held by %s", kv.ErrInUse, path, holder(path))
	}
	return nil, errors.Join(err, f.Close())
}
