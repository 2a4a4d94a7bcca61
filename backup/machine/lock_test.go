package machine

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/matryer/is"
)

func TestALockHasOneHolder(t *testing.T) {
	is := is.New(t)
	path := filepath.Join(t.TempDir(), "lock")
	release, err := Lock(path)
	is.NoErr(err)
	_, err = Lock(path)
	is.True(errors.Is(err, ErrLocked))
	is.NoErr(release())
	release, err = Lock(path)
	is.NoErr(err)
	is.NoErr(release())
}
