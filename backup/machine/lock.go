package machine

import (
	"errors"
	"os"
)

// ErrLocked: another process, or another part of this one, holds the lock.
var ErrLocked = errors.New("locked")

// Lock takes a lock that the system lets go of when its holder ends, however it
// ends. It lies in a file, which is made and stays. It does not wait: it answers
// ErrLocked when somebody has it.
func Lock(path string) (release func() error, err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := lock(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f.Close, nil
}
