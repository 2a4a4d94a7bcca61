package bolt

import (
	"errors"
	"testing"

	"github.com/matryer/is"
)

// slowFile counts what is written and synced, and may refuse to sync.
type slowFile struct {
	written, syncs, most, since int
	err                         error
}

func (f *slowFile) Write(b []byte) (int, error) {
	f.written += len(b)
	f.since += len(b)
	f.most = max(f.most, f.since)
	return len(b), nil
}

func (f *slowFile) Sync() error {
	f.syncs++
	f.since = 0
	return f.err
}

func TestALargeFileIsSyncedInSteps(t *testing.T) {
	is := is.New(t)
	f := &slowFile{}
	w := Steady(f)
	const piece = 32 << 10
	for range 100 << 20 / piece {
		n, err := w.Write(make([]byte, piece))
		is.NoErr(err)
		is.Equal(n, piece)
	}
	is.Equal(f.written, 100<<20)
	is.Equal(f.syncs, 25)
	is.True(f.most <= steadyStep+piece)
}

func TestASyncThatFailsIsTold(t *testing.T) {
	is := is.New(t)
	broken := errors.New("broken")
	_, err := Steady(&slowFile{err: broken}).Write(make([]byte, steadyStep))
	is.True(errors.Is(err, broken))
}
