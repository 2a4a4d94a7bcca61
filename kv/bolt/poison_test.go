package bolt

import (
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"marquee/kv"

	"github.com/matryer/is"
	"go.etcd.io/bbolt"
)

var errDisk = errors.New("input/output error")

func failingCommit(tx *bbolt.Tx) error { return errors.Join(tx.Rollback(), errDisk) }

func TestFailedCommitPoisons(t *testing.T) {
	is := is.New(t)
	path := filepath.Join(t.TempDir(), "store.db")
	var seen Commit
	e, err := Open(path, Options{FreePages: -1, OnCommit: func(c Commit) { seen = c }})
	is.NoErr(err)
	is.NoErr(e.Update(background, write("before")))
	e.commit = failingCommit
	hooked := false
	err = e.Update(background, func(tx kv.Tx) error {
		tx.AfterCommit(func() { hooked = true })
		return write("unknown")(tx)
	})
	is.True(errors.Is(err, kv.ErrPoisoned))
	is.True(errors.Is(err, errDisk)) // the reason is named
	is.True(!hooked)
	is.True(errors.Is(seen.Err, errDisk))
	<-e.Poisoned()
	is.True(e.Stats().Poisoned)
	e.commit = (*bbolt.Tx).Commit
	is.True(errors.Is(e.Update(background, write("after")), kv.ErrPoisoned))                     // even though the disk is well again
	is.True(errors.Is(e.View(background, func(kv.Reader) error { return nil }), kv.ErrPoisoned)) // what is visible may not be durable
	_, err = e.CopyTo(background, nil)
	is.True(errors.Is(err, kv.ErrPoisoned))
	is.NoErr(e.Close())

	e, err = Open(path, Options{FreePages: -1})
	is.NoErr(err)
	defer e.Close()
	is.True(has(e, "before"))
	is.True(!has(e, "after"))
}

func TestEverybodyInTheFailedCommitLearnsIt(t *testing.T) {
	is := is.New(t)
	e, release := held(t, Options{})
	e.commit = failingCommit
	refused := errors.New("refused")
	answers := make(chan error, 20)
	for i := range 20 {
		go func() {
			answers <- e.Update(background, func(tx kv.Tx) error {
				if i%2 == 0 {
					return refused
				}
				return write(fmt.Sprint(i))(tx)
			})
		}()
	}
	waitFor(e, 20)
	release()
	for range 20 {
		is.True(errors.Is(<-answers, kv.ErrPoisoned)) // a refusal may rest on what was lost
	}
}
