//go:build unix

package bolt

import (
	"errors"
	"fmt"
	"os"
	"syscall"

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
	if err = lock(f); err == nil {
		return f.Close, nil
	}
	if errors.Is(err, syscall.EWOULDBLOCK) {
		err = fmt.Errorf("%w: %s is held by %s", kv.ErrInUse, path, holder(path))
	}
	return nil, errors.Join(err, f.Close())
}
