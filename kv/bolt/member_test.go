package bolt

import (
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"marquee/kv"
	"marquee/kv/kvtest"

	"github.com/matryer/is"
)

// logOf is a log that a test answers for. It keeps what was appended.
type logOf struct {
	mu     sync.Mutex
	room   int
	sets   []kv.WriteSet
	answer func(n int, done chan<- error) // n: how many commits were appended before
	n      int
}

func (l *logOf) Append(sets []kv.WriteSet) <-chan error {
	l.mu.Lock()
	defer l.mu.Unlock()
	done := make(chan error, 1)
	l.sets = append(l.sets, sets...)
	l.answer(l.n, done)
	l.n++
	return done
}

func (l *logOf) Room() int { return l.room }

// atOnce answers every commit at once; later does so in the order that it is told to.
func atOnce() *logOf {
	return &logOf{room: 4, answer: func(_ int, done chan<- error) { done <- nil }}
}

// memberAt makes a store that belongs to a cluster.
func memberAt(t testing.TB) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "store.db")
	e, err := Open(path, Options{FreePages: -1})
	if err == nil {
		err = errors.Join(e.Close(), SetMember(path, "festival/1"))
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

var festival = Following{Of: "festival/1", Leader: func() error { return kv.NotLeader{Leader: "there"} }}

func openMember(t testing.TB, path string) *Member {
	t.Helper()
	e, err := OpenFollower(path, Options{FreePages: -1, ReadLimit: time.Minute}, festival)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

func leading(t testing.TB, l Log) *Member {
	t.Helper()
	e := openMember(t, memberAt(t))
	if err := e.Lead(background, l); err != nil {
		t.Fatal(err)
	}
	return e
}

func TestPromisesOfALeader(t *testing.T) {
	kvtest.Conform(t, func(t *testing.T) kv.Engine { return leading(t, atOnce()) })
}

// TestPromisesOfALeaderFarFromItsLog: several commits are on their way, and the file is behind.
func TestPromisesOfALeaderFarFromItsLog(t *testing.T) {
	kvtest.Conform(t, func(t *testing.T) kv.Engine {
		e := leading(t, &logOf{room: 4, answer: func(_ int, done chan<- error) {
			go func() { time.Sleep(time.Millisecond); done <- nil }()
		}})
		e.keepBehind()
		return e
	})
}

func TestAStoreOfAClusterIsOpenedForItAlone(t *testing.T) {
	is := is.New(t)
	path := memberAt(t)
	_, err := Open(path, Options{FreePages: -1})
	is.True(errors.Is(err, ErrMember))
	_, err = OpenFollower(path, Options{FreePages: -1}, Following{Of: "festival/2", Leader: festival.Leader})
	is.True(errors.Is(err, ErrMember))
	_, err = OpenFollower(path, Options{FreePages: -1, Log: true}, festival)
	is.True(errors.Is(err, ErrMember))
	f, err := OpenFrozen(path) // whoever reads alone may
	is.NoErr(err)
	of, err := f.Member()
	is.NoErr(err)
	is.Equal(of, "festival/1")
	spaces, err := f.Spaces()
	is.NoErr(err)
	is.Equal(len(spaces), 0) // the note is no space
	is.NoErr(f.Close())
	is.NoErr(SetMember(path, ""))
	_, err = OpenFollower(path, Options{FreePages: -1}, festival)
	is.True(errors.Is(err, ErrMember))
	e, err := Open(path, Options{FreePages: -1})
	is.NoErr(err)
	is.NoErr(e.Close())
}

func TestTheNoteIsNoPartOfTheDigest(t *testing.T) {
	is := is.New(t)
	path := memberAt(t)
	with := digestOf(t, path)
	is.NoErr(SetMember(path, ""))
	is.Equal(digestOf(t, path), with)
}

func TestAFollowerHasWhatTheLeaderCommitted(t *testing.T) {
	is := is.New(t)
	log := atOnce()
	leader := leading(t, log)
	follower := openMember(t, memberAt(t))
	err := follower.Update(background, write("own"))
	is.True(errors.Is(err, kv.ErrNotLeader))
	is.Equal(err, error(kv.NotLeader{Leader: "there"}))
	for i := range 10 {
		is.NoErr(leader.Update(background, write(fmt.Sprint(i))))
	}
	heard := 0
	_, stop := follower.Follow(Follower{After: func(sets []kv.WriteSet) { heard += len(sets) }})
	is.NoErr(follower.Apply(background, log.sets[:4]))
	is.True(errors.Is(follower.Apply(background, log.sets[5:]), ErrGap)) // one is missing
	is.NoErr(follower.Apply(background, log.sets[4:]))
	is.NoErr(follower.Apply(background, nil))
	stop()
	is.Equal(heard, 10)
	is.True(has(follower.Engine, "9"))
	is.True(follower.Last().Equal(leader.Last()))
	is.True(follower.InFile().Equal(leader.Last()))
	is.True(errors.Is(leader.Apply(background, log.sets), ErrMember)) // it follows nobody
	is.NoErr(leader.Close())
	is.NoErr(follower.Close())
	is.Equal(digestOf(t, follower.path), digestOf(t, leader.path))
}

func TestALeaderYieldsAndLeadsAgain(t *testing.T) {
	is := is.New(t)
	log := atOnce()
	a, b := leading(t, log), openMember(t, memberAt(t))
	for turn := range 4 {
		before := len(log.sets)
		var wg sync.WaitGroup
		errs := make(chan error, 20)
		for i := range 20 {
			wg.Go(func() { errs <- a.Update(background, write(fmt.Sprint(turn, i))) })
		}
		is.NoErr(a.Yield(background))
		wg.Wait()
		written := 0
		for range 20 {
			if err := <-errs; err == nil {
				written++
			} else {
				is.True(errors.Is(err, kv.ErrNotLeader)) // and nothing in between
			}
		}
		is.Equal(len(log.sets)-before, written)
		is.True(a.InFile().Equal(a.Last()))
		is.NoErr(b.Apply(background, log.sets[before:]))
		is.NoErr(b.Lead(background, log))
		a, b = b, a
	}
	is.NoErr(a.Close())
	is.NoErr(b.Close())
	is.Equal(digestOf(t, a.path), digestOf(t, b.path))
}

// TestNobodyHearsOfACommitBeforeTheOnesBeforeIt: answers come in another order.
func TestNobodyHearsOfACommitBeforeTheOnesBeforeIt(t *testing.T) {
	is := is.New(t)
	var first chan<- error
	sent := make(chan int, 10)
	e := leading(t, &logOf{room: 4, answer: func(n int, done chan<- error) {
		if n == 0 {
			first = done
		} else {
			done <- nil
		}
		sent <- n
	}})
	answers := make(chan error, 2)
	go func() { answers <- e.Update(background, write("one")) }()
	<-sent
	go func() { answers <- e.Update(background, write("two")) }()
	<-sent
	is.True(!has(e.Engine, "two")) // though the log has it
	is.Equal(len(answers), 0)
	first <- nil
	is.NoErr(<-answers)
	is.NoErr(<-answers)
	is.True(has(e.Engine, "two"))
}

func TestWhatFollowsALostCommitIsLostToo(t *testing.T) {
	is := is.New(t)
	var first chan<- error
	sent := make(chan int, 10)
	e := leading(t, &logOf{room: 4, answer: func(n int, done chan<- error) {
		if n == 0 {
			first = done
		} else {
			done <- nil
		}
		sent <- n
	}})
	lost := errors.New("lost")
	answers := make(chan error, 2)
	for _, key := range []string{"one", "two"} {
		go func() { answers <- e.Update(background, write(key)) }()
		<-sent
	}
	first <- lost
	for range 2 {
		err := <-answers
		is.True(errors.Is(err, kv.ErrPoisoned))
		is.True(errors.Is(err, lost))
	}
	<-e.Poisoned()
	is.True(errors.Is(e.Update(background, write("three")), kv.ErrPoisoned))
	is.True(e.Yield(background) != nil)
	path := e.path
	is.NoErr(e.Close())
	f, err := OpenFrozen(path)
	is.NoErr(err)
	defer f.Close()
	for _, key := range []string{"one", "two"} {
		there, err := holds(f, key)
		is.NoErr(err)
		is.True(!there) // the file has nothing that the log has not
	}
}

func TestWhatNobodyWroteIsAnsweredAfterWhatItRead(t *testing.T) {
	is := is.New(t)
	var first chan<- error
	sent := make(chan int, 10)
	e := leading(t, &logOf{room: 1, answer: func(_ int, done chan<- error) { first = done; sent <- 0 }})
	go func() { _ = e.Update(background, write("one")) }()
	<-sent
	answer := make(chan error, 1)
	ran := make(chan struct{})
	go func() {
		answer <- e.Update(background, func(tx kv.Tx) error {
			defer close(ran)
			_, err := tx.Get("s", []byte("one"))
			return err
		})
	}()
	<-ran
	is.Equal(len(answer), 0)
	first <- errors.New("lost")
	is.True(errors.Is(<-answer, kv.ErrPoisoned)) // it saw what never was
}

func TestADigestIsOfOneCommitWhileOthersGoOn(t *testing.T) {
	is := is.New(t)
	e := leading(t, atOnce())
	seen, gone := make(chan int, 1), make(chan struct{})
	_, stop := e.Follow(Follower{After: func(sets []kv.WriteSet) {
		if string(sets[0].Writes[0].Key) != "2" {
			return
		}
		_ = e.Fork(func(r kv.Reader) {
			<-gone
			n, err := kv.Count(r, "s", kv.Range{})
			is.NoErr(err)
			seen <- int(n)
		})
	}})
	defer stop()
	for i := range 5 {
		is.NoErr(e.Update(background, write(fmt.Sprint(i))))
	}
	close(gone)
	is.Equal(<-seen, 3)
	spaces, err := e.Spaces()
	is.NoErr(err)
	is.True(len(spaces) <= 1) // those of the file, which may be behind
}

func TestACopyOfALeaderIsOfACommit(t *testing.T) {
	is := is.New(t)
	e := leading(t, atOnce())
	is.NoErr(e.Update(background, write("one")))
	path := filepath.Join(t.TempDir(), "copy.db")
	copyFile(t, e.Engine, path)
	c := openMember(t, path)
	is.True(has(c.Engine, "one"))
	is.True(c.Last().Equal(e.Last()))
}

func TestAFullDiskEndsAFollower(t *testing.T) {
	is := is.New(t)
	log := atOnce()
	leader := leading(t, log)
	is.NoErr(leader.Update(background, write("one")))
	e := openMember(t, memberAt(t))
	is.NoErr(e.db().Close()) // so that nothing can be written
	err := e.Apply(background, log.sets)
	is.True(errors.Is(err, kv.ErrPoisoned))
	<-e.Poisoned()
}
