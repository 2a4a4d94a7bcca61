//go:build unix

package bolt

import (
	"errors"
	"fmt"
	"os"
	"syscall"

	"marquee/kv"
)

// Hold locks the file of a store without reading it, because it may be damaged. It
// returns kv.ErrInUse if another process has it open. Call release to unlock it.
func Hold(path string) (release func() error, err error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	if err = lock(f); err == nil {
		return f.Close, nil
	}
	if errors.Is(err, syscall.EWOULDBLOCK) {
		err = fmt.Errorf("%w: %s is held by %s", kv.ErrInUse, path, holder(path))
	}
	return nil, errors.Join(err, f.Close())
}
