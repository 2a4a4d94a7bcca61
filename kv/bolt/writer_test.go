package bolt

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"marquee/kv"

	"github.com/matryer/is"
	"go.etcd.io/bbolt"
)

var background = context.Background()

func write(key string) func(kv.Tx) error {
	return func(tx kv.Tx) error { return tx.Put("s", []byte(key), []byte("x")) }
}

func has(e *Engine, key string) bool {
	return e.View(background, func(r kv.Reader) error { _, err := r.Get("s", []byte(key)); return err }) == nil
}

// held is an engine whose writer is blocked in a closure until release is called.
func held(t *testing.T, o Options) (e *Engine, release func()) {
	o.FreePages = -1
	e = openTemp(t, o)
	inside, goOn := make(chan struct{}), make(chan struct{})
	go e.Update(background, func(tx kv.Tx) error {
		close(inside)
		<-goOn
		return tx.Put("s", []byte("holder"), []byte("x"))
	})
	<-inside
	release = sync.OnceFunc(func() { close(goOn) })
	t.Cleanup(release)
	return e, release
}

// waitFor spins until n transactions wait; each of them is queued by a goroutine
// that the test has started.
func waitFor(e *Engine, n int) {
	for len(e.queue) < n {
		yield()
	}
}

func TestWhatWaitsIsCommittedTogether(t *testing.T) {
	is := is.New(t)
	commits := make(chan Commit, 100)
	e, release := held(t, Options{OnCommit: func(c Commit) { commits <- c }})
	var wg sync.WaitGroup
	for i := range 100 {
		wg.Go(func() { _ = e.Update(background, write(fmt.Sprint(i))) })
	}
	waitFor(e, 100)
	release()
	wg.Wait()
	want, all := 100, <-commits
	if all.Closures == 1 { // the one that held the writer, where the other goroutine was ready for it
		all = <-commits
	} else {
		want++
	}
	is.Equal(all.Closures, want)
	is.Equal(all.Applied, want)
	is.True(all.Took > 0)
	is.Equal(e.Stats().Closures, uint64(101))
	is.Equal(e.Stats().LastBatch, want)
}

func TestBatchIsBounded(t *testing.T) {
	is := is.New(t)
	commits := make(chan int, 3*maxBatch+1)
	e, release := held(t, Options{OnCommit: func(c Commit) { commits <- c.Closures }})
	var wg sync.WaitGroup
	for i := range 3 * maxBatch {
		wg.Go(func() { _ = e.Update(background, write(fmt.Sprint(i))) })
	}
	waitFor(e, 3*maxBatch)
	release()
	wg.Wait()
	largest := 0
	for left := 3*maxBatch + 1; left > 0; {
		n := <-commits
		left, largest = left-n, max(largest, n)
	}
	is.Equal(largest, maxBatch)
}

func TestFullQueueIsBusy(t *testing.T) {
	is := is.New(t)
	e, release := held(t, Options{QueueLimit: 3})
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() { _ = e.Update(background, write(fmt.Sprint(i))) })
	}
	waitFor(e, 3)
	is.True(errors.Is(e.Update(background, write("one too many")), kv.ErrBusy))
	is.Equal(e.Stats().Refused, uint64(1))
	is.Equal(e.Stats().Queue, 3)
	release()
	wg.Wait()
	is.NoErr(e.Update(background, write("later")))
	is.True(!has(e, "one too many"))
}

func TestContextThatEndsInTheQueueWritesNothing(t *testing.T) {
	is := is.New(t)
	e, release := held(t, Options{})
	ctx, cancel := context.WithCancel(background)
	answer := make(chan error)
	go func() { answer <- e.Update(ctx, write("given up")) }()
	waitFor(e, 1)
	cancel()
	is.True(errors.Is(<-answer, context.Canceled)) // at once, while the writer is still held
	release()
	is.NoErr(e.Update(background, write("later")))
	is.True(!has(e, "given up"))
}

func TestContextThatEndsAfterTheStartIsTooLate(t *testing.T) {
	is := is.New(t)
	e := openTemp(t, Options{FreePages: -1})
	ctx, cancel := context.WithCancel(background)
	is.NoErr(e.Update(ctx, func(tx kv.Tx) error { cancel(); return write("begun")(tx) }))
	is.True(has(e, "begun"))
}

func TestRefusalWaitsForTheCommitItMayRestOn(t *testing.T) {
	is := is.New(t)
	e, release := held(t, Options{})
	committed := false
	e.commit = func(tx *bbolt.Tx) error { committed = true; return tx.Commit() }
	refused := errors.New("somebody wrote it already")
	answer := make(chan error)
	go func() {
		answer <- e.Update(background, func(tx kv.Tx) error {
			if _, err := tx.Get("s", []byte("holder")); err != nil {
				return err
			}
			return refused
		})
	}()
	waitFor(e, 1)
	go e.Update(background, write("neighbour"))
	waitFor(e, 2)
	release()
	is.True(errors.Is(<-answer, refused))
	is.True(committed)
}

func TestReadingTransactionNeedsNoCommit(t *testing.T) {
	is := is.New(t)
	e := openTemp(t, Options{FreePages: -1})
	is.NoErr(e.Update(background, func(tx kv.Tx) error { return tx.Guard("s", []byte("k")) }))
	is.Equal(e.Stats().Commits, uint64(0))
}

func TestPanicKeepsItsStackForTheLog(t *testing.T) {
	is := is.New(t)
	var stack string
	e := openTemp(t, Options{FreePages: -1, OnPanic: func(value any, s []byte) { stack = fmt.Sprint(value, string(s)) }})
	func() {
		defer func() { _ = recover() }()
		_ = e.Update(background, func(kv.Tx) error { return brokenCommand() })
	}()
	is.True(strings.HasPrefix(stack, "broken"))
	is.True(strings.Contains(stack, "brokenCommand"))
}

func brokenCommand() error { panic("broken") }

func TestCloseAnswersWhatWaits(t *testing.T) {
	is := is.New(t)
	e, release := held(t, Options{})
	answer := make(chan error, 10)
	for i := range 10 {
		go func() { answer <- e.Update(background, write(fmt.Sprint(i))) }()
	}
	waitFor(e, 10)
	closed := make(chan error)
	go func() { closed <- e.Close() }()
	release()
	for range 10 {
		is.NoErr(<-answer)
	}
	is.NoErr(<-closed)
}
