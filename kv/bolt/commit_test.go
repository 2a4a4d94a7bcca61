package bolt

import (
	"errors"
	"path/filepath"
	"testing"

	"marquee/kv"

	"github.com/matryer/is"
	"go.etcd.io/bbolt"
)

// halted is an engine whose first commit waits for release, after which it ends
// as end says.
func halted(t *testing.T, end func(*bbolt.Tx) error) (e *Engine, committing, release chan struct{}) {
	t.Helper()
	e = openTemp(t, Options{FreePages: -1})
	committing, release = make(chan struct{}), make(chan struct{})
	first := true
	e.commit = func(tx *bbolt.Tx) error {
		if !first {
			return tx.Commit()
		}
		first = false
		close(committing)
		<-release
		return end(tx)
	}
	return e, committing, release
}

// update runs fn in the background; ran is closed when it has run.
func update(e *Engine, fn func(kv.Tx) error) (ran chan struct{}, answer chan error) {
	ran, answer = make(chan struct{}), make(chan error, 1)
	go func() {
		answer <- e.Update(background, func(tx kv.Tx) error { defer close(ran); return fn(tx) })
	}()
	return ran, answer
}

func TestClosuresRunWhileACommitIsUnderWay(t *testing.T) {
	is := is.New(t)
	e, committing, release := halted(t, (*bbolt.Tx).Commit)
	_, first := update(e, write("first"))
	<-committing
	var order []string
	ran, second := update(e, func(tx kv.Tx) error {
		for p := range tx.Scan("s", kv.Range{}) {
			order = append(order, string(p.Key))
		}
		return write("second")(tx)
	})
	<-ran
	refused := errors.New("refused")
	ran, third := update(e, func(tx kv.Tx) error {
		if _, err := tx.Get("s", []byte("second")); err != nil {
			return err
		}
		return refused
	})
	<-ran
	is.Equal(len(first)+len(second)+len(third), 0) // nobody has an answer yet
	is.True(!has(e, "first"))                      // and nobody else sees it
	close(release)
	is.NoErr(<-first)
	is.NoErr(<-second)
	is.True(errors.Is(<-third, refused))
	is.Equal(order, []string{"first"})
	is.True(has(e, "second"))
}

func TestWhatRanOnAFailedCommitIsNotCommitted(t *testing.T) {
	is := is.New(t)
	e, committing, release := halted(t, failingCommit)
	path := e.path
	_, first := update(e, write("first"))
	<-committing
	ran, second := update(e, write("second"))
	<-ran
	ran, reads := update(e, func(tx kv.Tx) error { _, err := tx.Get("s", []byte("first")); return err })
	<-ran
	close(release)
	for _, answer := range []chan error{first, second, reads} {
		is.True(errors.Is(<-answer, kv.ErrPoisoned))
	}
	is.NoErr(e.Close())
	e, err := Open(path, Options{FreePages: -1})
	is.NoErr(err)
	defer e.Close()
	is.True(!has(e, "first"))
	is.True(!has(e, "second"))
}

// A commit that makes the file larger than its map waits until nobody reads. The
// closures of the next commit read, and wait for it.
func TestACommitDoesNotWaitForTheClosuresThatWaitForIt(t *testing.T) {
	is := is.New(t)
	e, committing, release := halted(t, func(tx *bbolt.Tx) error {
		for tx.DB().Stats().OpenTxN > 0 {
			yield()
		}
		return tx.Commit()
	})
	_, first := update(e, write("first"))
	<-committing
	ran, second := update(e, write("second"))
	<-ran
	close(release)
	is.NoErr(<-first)
	is.NoErr(<-second)
}

func TestTheFileGrowsUnderLoad(t *testing.T) {
	is := is.New(t)
	path := filepath.Join(t.TempDir(), "store.db")
	e, err := Open(path, Options{FreePages: -1})
	is.NoErr(err)
	answers := make(chan error, 64)
	value := make([]byte, kv.MaxValue/4)
	for i := range 64 {
		go func() {
			answers <- e.Update(background, func(tx kv.Tx) error { return tx.Put("s", []byte{byte(i + 1)}, value) })
		}()
	}
	for range 64 {
		is.NoErr(<-answers)
	}
	is.NoErr(e.Close())
}
