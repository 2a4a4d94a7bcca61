package bolt

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"marquee/kv"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

// told keeps what a follower was told, before and after.
type told struct {
	mu            sync.Mutex
	before, after []kv.WriteSet
}

func (l *told) follower() Follower {
	keep := func(to *[]kv.WriteSet) func([]kv.WriteSet) {
		return func(sets []kv.WriteSet) {
			l.mu.Lock()
			defer l.mu.Unlock()
			for _, s := range sets {
				s.Writes = append([]kv.Entry(nil), s.Writes...)
				*to = append(*to, s)
			}
		}
	}
	return Follower{Before: keep(&l.before), After: keep(&l.after)}
}

func TestFollowersAreToldEveryWriteInOrder(t *testing.T) {
	is := is.New(t)
	e := openTemp(t, Options{FreePages: -1})
	is.NoErr(e.Update(background, write("earlier")))
	var l told
	from, stop := e.Follow(l.follower())
	var wg sync.WaitGroup
	for i := range 100 {
		wg.Go(func() {
			_ = e.Update(background, func(tx kv.Tx) error {
				switch i % 4 {
				case 0:
					return fmt.Errorf("refused")
				case 1:
					return nil
				}
				return write(fmt.Sprint(i))(tx)
			})
		})
	}
	wg.Wait()
	is.NoErr(e.Update(background, func(tx kv.Tx) error { return tx.Delete("s", []byte("earlier")) }))
	stop()
	is.NoErr(e.Update(background, write("later")))

	is.Equal(l.before, l.after)
	is.Equal(len(l.after), 51) // what was refused or wrote nothing is not told
	for _, s := range l.after {
		is.Equal(s.Prev, from) // without a gap
		is.True(s.At.After(from))
		is.Equal(len(s.Writes), 1)
		from = s.At
	}
	last := l.after[50].Writes[0]
	is.Equal(string(last.Key), "earlier")
	is.True(last.Value == nil)
}

func TestFollowersOfAFailedCommitAreToldOnlyBefore(t *testing.T) {
	is := is.New(t)
	e := openTemp(t, Options{FreePages: -1})
	var l told
	e.Follow(l.follower())
	e.commit = failingCommit
	is.True(e.Update(background, write("unknown")) != nil)
	is.Equal(len(l.before), 1)
	is.Equal(len(l.after), 0)
}

func TestAfterIsToldBeforeTheAnswer(t *testing.T) {
	is := is.New(t)
	e := openTemp(t, Options{FreePages: -1})
	n := 0 // no lock: the race detector sees whether the answer comes later
	e.Follow(Follower{After: func(sets []kv.WriteSet) { n += len(sets) }})
	for i := range 20 {
		is.NoErr(e.Update(background, write(fmt.Sprint(i))))
		is.Equal(n, i+1)
	}
}

func TestAFollowerThatPanicsIsDropped(t *testing.T) {
	is := is.New(t)
	var said any
	e := openTemp(t, Options{FreePages: -1, OnPanic: func(v any, _ []byte) { said = v }})
	var l told
	e.Follow(Follower{Before: func([]kv.WriteSet) { panic("oops") }})
	e.Follow(l.follower())
	is.NoErr(e.Update(background, write("one")))
	is.Equal(said, "oops")
	said = nil
	is.NoErr(e.Update(background, write("two")))
	is.Equal(said, nil)
	is.Equal(len(l.after), 2) // the others go on
}

// TestReplay writes at random, copies the store at a random time, applies the rest to the
// copy, and compares the two.
func TestReplay(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		is := is.New(t)
		path := filepath.Join(t.TempDir(), "store.db")
		e, err := Open(path, Options{FreePages: -1})
		is.NoErr(err)
		var l told
		e.Follow(l.follower())
		n := rapid.IntRange(1, 12).Draw(rt, "commits")
		at := rapid.IntRange(0, n-1).Draw(rt, "copied after")
		copied := path + ".copy"
		for i := range n {
			if i == at {
				copyFile(t, e, copied)
			}
			is.NoErr(e.Update(background, randomWrites(rt)))
		}
		is.NoErr(e.Close())
		r, err := OpenReplay(copied, Options{})
		is.NoErr(err)
		for _, set := range l.after {
			if set.At.After(r.Last()) {
				is.NoErr(r.Apply([]kv.WriteSet{set}))
			}
		}
		is.NoErr(r.Close())
		is.Equal(digestOf(t, copied), digestOf(t, path))
	})
}

func randomWrites(rt *rapid.T) func(kv.Tx) error {
	spaces := rapid.SampledFrom([]kv.Space{"a", "b", "c"})
	small := rapid.StringN(1, 2, 4)
	puts := rapid.MapOfN(small, small, 0, 5).Draw(rt, "puts")
	gone := rapid.SliceOfN(small, 0, 3).Draw(rt, "deletions")
	in := spaces.Draw(rt, "space")
	return func(tx kv.Tx) error {
		for key, value := range maps.All(puts) {
			if err := tx.Put(in, []byte(key), []byte(value)); err != nil {
				return err
			}
		}
		for _, key := range gone {
			if err := tx.Delete(in, []byte(key)); err != nil {
				return err
			}
		}
		return nil
	}
}

func TestReplayRefusesAGap(t *testing.T) {
	is := is.New(t)
	path := filepath.Join(t.TempDir(), "store.db")
	e, err := Open(path, Options{FreePages: -1})
	is.NoErr(err)
	var l told
	e.Follow(l.follower())
	for i := range 3 {
		is.NoErr(e.Update(background, write(fmt.Sprint(i))))
	}
	is.NoErr(e.Close())
	r, err := OpenReplay(path, Options{})
	is.NoErr(err)
	defer r.Close()
	next := l.after[2].At.Add(time.Second)
	for name, set := range map[string]kv.WriteSet{
		"one that is there":     l.after[2],
		"one that comes later":  {Prev: next, At: next.Add(time.Second)},
		"one that stands still": {Prev: r.Last(), At: r.Last()},
	} {
		t.Run(name, func(t *testing.T) { is.New(t).True(r.Apply([]kv.WriteSet{set}) != nil) })
	}
}

func copyFile(t *testing.T, e *Engine, path string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := e.CopyTo(background, f); err != nil {
		t.Fatal(err)
	}
}

func digestOf(t *testing.T, path string) string {
	t.Helper()
	f, err := OpenFrozen(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d, err := f.Digest(background)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
