package bolt

import (
	"testing"
	"time"

	"github.com/matryer/is"
	"go.etcd.io/bbolt"
)

// TestIdle: it is while a commit has just begun, for the part of it that is usual, and where
// nobody commits.
func TestIdle(t *testing.T) {
	is := is.New(t)
	start := time.Unix(1_000_000, 0)
	at := func(us int) time.Time { return start.Add(time.Duration(us) * time.Microsecond) }
	var l idle
	now := func(us int) bool { is, _ := l.look(at(us)); return is }
	is.True(now(0)) // nobody commits

	l.begin(at(0))
	is.True(!now(1)) // how long it takes is not known
	l.end(at(1_000))
	is.True(!now(1_001)) // the next one is soon

	_, next := l.look(at(1_002))
	is.True(!closed(next))
	l.begin(at(2_000))
	is.True(closed(next))
	is.True(now(2_000))
	is.True(now(2_000 + 10*idlePercent - 1))
	is.True(!now(2_000 + 10*idlePercent)) // its disk may be done any time
	is.True(!now(2_000_000))              // and is slow

	l.end(at(3_000))
	is.True(!now(3_000))
	is.True(now(3_000 + int(idleWait.Microseconds())))
}

// TestIdleFollowsTheDisk: what is usual follows what commits take.
func TestIdleFollowsTheDisk(t *testing.T) {
	is := is.New(t)
	now := time.Unix(1_000_000, 0)
	var l idle
	commits := func(n int, takes time.Duration) {
		for range n {
			l.begin(now)
			now = now.Add(takes)
			l.end(now)
		}
	}
	commits(1, time.Millisecond)
	is.Equal(l.usual, time.Millisecond)
	commits(1, time.Second) // one alone says little
	is.True(l.usual < 100*time.Millisecond)
	commits(200, 8*time.Millisecond)
	is.True(l.usual > 7*time.Millisecond)
	is.True(l.usual < 9*time.Millisecond)
}

// TestACommitIsALull: one that runs, until it has ended.
func TestACommitIsALull(t *testing.T) {
	is := is.New(t)
	e := openTemp(t, Options{FreePages: -1})
	e.idle.usual = time.Hour
	during := false
	e.commit = func(tx *bbolt.Tx) error {
		during, _ = e.idle.look(time.Now())
		return tx.Commit()
	}
	is.NoErr(e.Update(background, write("a")))
	is.True(during)
	after, _ := e.idle.look(e.idle.ended)
	is.True(!after)
	is.True(e.idle.usual < time.Hour)
}

func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
