package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"marquee/kv"
	"marquee/kv/logfile"

	"github.com/matryer/is"
	"go.etcd.io/bbolt"
	"pgregory.net/rapid"
)

// ahead opens a store whose file stays behind its log.
func ahead(t testing.TB) *Engine {
	e := openTemp(t, Options{FreePages: -1, Log: true, LogBytes: 1 << 20})
	e.keepBehind()
	return e
}

// leftBy copies what a kill would leave of a store: the file and its log.
func leftBy(t *testing.T, e *Engine) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "store.db")
	from, to := logfile.Paths(e.path), logfile.Paths(path)
	for from, to := range map[string]string{e.path: path, from[0]: to[0], from[1]: to[1]} {
		b, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

func holds(e kv.Engine, key string) (bool, error) {
	err := e.View(background, func(r kv.Reader) error { _, err := r.Get("s", []byte(key)); return err })
	if errors.Is(err, kv.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// openers are the ways to come to a store.
var openers = map[string]func(path string) (kv.Engine, error){
	"without a log": func(path string) (kv.Engine, error) { return Open(path, Options{FreePages: -1}) },
	"with a log": func(path string) (kv.Engine, error) {
		return Open(path, Options{FreePages: -1, Log: true, LogBytes: 4096})
	},
	"read-only": func(path string) (kv.Engine, error) { return OpenFrozen(path) },
	"for a replay": func(path string) (kv.Engine, error) {
		r, err := OpenReplay(path, Options{})
		if err == nil {
			err = r.Close()
		}
		if err != nil {
			return nil, err
		}
		return OpenFrozen(path)
	},
}

func TestWhateverOpensAKilledStoreHasItsLog(t *testing.T) {
	is := is.New(t)
	e := ahead(t)
	for i := range 30 {
		is.NoErr(e.Update(background, write(fmt.Sprint(i))))
	}
	is.True(e.Stats().Behind >= 29)
	left := map[string]string{}
	for name := range openers {
		left[name] = leftBy(t, e)
	}
	is.NoErr(e.Close())
	want := digestOf(t, e.path)
	for name, open := range openers {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			path := left[name]
			e, err := open(path)
			is.NoErr(err)
			there, err := holds(e, "29")
			is.NoErr(err)
			is.True(there)
			is.NoErr(e.Close())
			is.Equal(digestOf(t, path), want)
			there, err = logfile.Exists(path)
			is.NoErr(err)
			is.True(!there) // and the file is a whole store, for any program
		})
	}
}

func TestACopiedFileSaysThatItsLogIsMissing(t *testing.T) {
	is := is.New(t)
	e := ahead(t)
	is.NoErr(e.Update(background, write("one")))
	for name, open := range openers {
		path := leftBy(t, e)
		is.NoErr(logfile.Remove(path))
		_, err := open(path)
		if !errors.Is(err, ErrLogMissing) || !errors.Is(err, kv.ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
	path := leftBy(t, e)
	is.NoErr(logfile.Remove(path))
	is.NoErr(GoWithoutLog(path))
	lost, err := Open(path, Options{FreePages: -1})
	is.NoErr(err)
	is.True(GoWithoutLog(leftBy(t, e)) != nil) // where there is one it is needed
	there, err := holds(lost, "one")
	is.NoErr(err)
	is.True(!there)
	is.NoErr(lost.Close())
	_, err = openers["read-only"](path)
	is.NoErr(err) // from then on it is a store like any other
}

func TestALogThatDoesNotFollowIsRefused(t *testing.T) {
	is := is.New(t)
	e, other := ahead(t), ahead(t)
	is.NoErr(e.Update(background, write("one")))
	is.NoErr(other.Update(background, write("two")))
	path, foreign := leftBy(t, e), leftBy(t, other)
	for i, log := range logfile.Paths(foreign) {
		is.NoErr(os.Rename(log, logfile.Paths(path)[i]))
	}
	for name, open := range openers {
		if _, err := open(path); !errors.Is(err, ErrLogMissing) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestHalfALogIsRefused: what is in the other half may be there alone.
func TestHalfALogIsRefused(t *testing.T) {
	for half := range 2 {
		is := is.New(t)
		e := openTemp(t, Options{FreePages: -1, Log: true, LogBytes: 4096})
		e.keepBehind()
		for i := range 12 { // the second half is begun
			is.NoErr(e.Update(background, write(fmt.Sprint(i))))
		}
		for name, open := range openers {
			path := leftBy(t, e)
			is.NoErr(os.Remove(logfile.Paths(path)[half]))
			if _, err := open(path); !errors.Is(err, ErrLogMissing) {
				t.Errorf("%s, without half %d: %v", name, half+1, err)
			}
		}
	}
}

// TestALogIsNotPutIntoAnOlderCopy: a copy of a store in use took the place of its file, so what
// was committed later was given up.
func TestALogIsNotPutIntoAnOlderCopy(t *testing.T) {
	is := is.New(t)
	e := openTemp(t, Options{FreePages: -1, Log: true, LogBytes: 1 << 20})
	is.NoErr(e.Update(background, write("one")))
	copied := filepath.Join(t.TempDir(), "copy.db")
	copyFile(t, e, copied)
	is.NoErr(e.Update(background, write("later")))
	older, err := os.ReadFile(copied)
	is.NoErr(err)
	for name, open := range openers {
		path := leftBy(t, e)
		is.NoErr(os.WriteFile(path, older, 0o600))
		if _, err := open(path); !errors.Is(err, ErrLogMissing) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestALogWithoutItsFileIsNoNewStore: nothing is made beside it.
func TestALogWithoutItsFileIsNoNewStore(t *testing.T) {
	is := is.New(t)
	e := ahead(t)
	is.NoErr(e.Update(background, write("one")))
	path := leftBy(t, e)
	is.NoErr(os.Remove(path))
	_, err := Open(path, Options{FreePages: -1})
	is.True(errors.Is(err, ErrFileMissing) && errors.Is(err, kv.ErrDamaged))
	_, err = os.Stat(path)
	is.True(errors.Is(err, os.ErrNotExist))
}

func TestAFileThatIsTooShortIsToldBesideALog(t *testing.T) {
	is := is.New(t)
	path := leftBy(t, ahead(t))
	is.NoErr(os.Truncate(path, 100))
	for _, name := range []string{"read-only", "without a log"} {
		_, err := openers[name](path)
		is.True(errors.Is(err, ErrNeverInitialised))
	}
}

// TestALogThatNobodyWentOnInGoes: a process ended after it had made the log and before it noted
// that in the file, or after it had noted the end and before the log was removed.
func TestALogThatNobodyWentOnInGoes(t *testing.T) {
	is := is.New(t)
	e := openTemp(t, Options{FreePages: -1, Log: true, LogBytes: 4096})
	is.NoErr(e.Update(background, write("one")))
	path := leftBy(t, e)
	is.NoErr(e.Close())
	b, err := os.ReadFile(e.path)
	is.NoErr(err)
	is.NoErr(os.WriteFile(path, b, 0o600)) // ended, beside the log
	again, err := Open(path, Options{FreePages: -1})
	is.NoErr(err)
	is.NoErr(again.Update(background, write("two")))
	is.NoErr(again.Close())
	for _, log := range logfile.Paths(path) {
		is.NoErr(os.WriteFile(log, make([]byte, 4096), 0o600)) // made, and not begun
	}
	again, err = Open(path, Options{FreePages: -1, Log: true, LogBytes: 4096})
	is.NoErr(err)
	there, err := holds(again, "two")
	is.NoErr(err)
	is.True(there)
	is.NoErr(again.Close())
}

// TestProgramsWithoutALogRefuseAStoreThatHasOne: they take the mark for damage.
func TestProgramsWithoutALogRefuseAStoreThatHasOne(t *testing.T) {
	is := is.New(t)
	e := ahead(t)
	is.NoErr(e.db().View(func(tx *bbolt.Tx) error {
		n := tx.Bucket(clockBucket).Sequence()
		micros, seal := n&(1<<timeBits-1), n>>timeBits
		is.True(seal != 0 && seal != sealOf(micros)) // what they accept
		is.True(clockIsSound(tx))
		return nil
	}))
	is.NoErr(e.Close())
	is.NoErr(e.file.Load().DB.Close())
	f, err := OpenFrozen(e.path)
	is.NoErr(err)
	defer f.Close()
	is.NoErr(f.db.View(func(tx *bbolt.Tx) error {
		n := tx.Bucket(clockBucket).Sequence()
		is.Equal(n>>timeBits, sealOf(n&(1<<timeBits-1))) // a clean end leaves what they know
		return nil
	}))
}

func TestACopyOfAStoreInUseIsWhole(t *testing.T) {
	is := is.New(t)
	e := openTemp(t, Options{FreePages: -1, Log: true, LogBytes: 1 << 20})
	for i := range 50 {
		is.NoErr(e.Update(background, write(fmt.Sprint(i))))
	}
	copied := filepath.Join(t.TempDir(), "copy.db")
	copyFile(t, e, copied)
	there, err := holds(e, "49")
	is.NoErr(err)
	is.True(there)
	is.NoErr(e.Update(background, write("later")))
	left := leftBy(t, e) // it is noted again that the store goes on in its log
	is.NoErr(logfile.Remove(left))
	_, err = OpenFrozen(left)
	is.True(errors.Is(err, ErrLogMissing))
	f, err := OpenFrozen(copied)
	is.NoErr(err)
	there, err = holds(f, "49")
	is.NoErr(err)
	is.True(there)
	is.NoErr(f.Close())
}

func TestALogThatFailsPoisons(t *testing.T) {
	is := is.New(t)
	e := ahead(t)
	is.NoErr(e.Update(background, write("one")))
	is.NoErr(e.log.log.Close())
	is.True(errors.Is(e.Update(background, write("two")), kv.ErrPoisoned))
	<-e.Poisoned()
	is.True(errors.Is(e.Update(background, write("three")), kv.ErrPoisoned))
	_, err := holds(e, "one")
	is.True(errors.Is(err, kv.ErrPoisoned))
	path := leftBy(t, e)
	again, err := Open(path, Options{FreePages: -1})
	is.NoErr(err)
	defer again.Close()
	there, err := holds(again, "one")
	is.NoErr(err)
	is.True(there)
}

func TestAFileThatFailsPoisonsAndTheLogStays(t *testing.T) {
	is := is.New(t)
	e := openTemp(t, Options{FreePages: -1, Log: true, LogBytes: 1 << 20})
	e.commit = failingCommit
	is.NoErr(e.Update(background, write("one"))) // it is in the log
	<-e.Poisoned()
	is.True(errors.Is(e.Update(background, write("two")), kv.ErrPoisoned))
	is.True(errors.Is(e.Close(), kv.ErrPoisoned)) // the file has not all that was answered
	again, err := Open(e.path, Options{FreePages: -1})
	is.NoErr(err)
	defer again.Close()
	there, err := holds(again, "one")
	is.NoErr(err)
	is.True(there)
}

// TestTheListIsTakenBeforeTheSnapshot has the file catch up between the two. The twin takes
// them the other way round and misses what was answered.
func TestTheListIsTakenBeforeTheSnapshot(t *testing.T) {
	for _, listFirst := range []bool{true, false} {
		is := is.New(t)
		e := openTemp(t, Options{FreePages: -1, Log: true, LogBytes: 1 << 20})
		hold := make(chan struct{})
		e.commit = func(tx *bbolt.Tx) error { <-hold; return tx.Commit() }
		is.NoErr(e.Update(background, write("one")))
		var behind []generation
		var s snapshot
		list := func() { behind = e.log.generations() }
		look := func() {
			tx, done, err := e.read()
			is.NoErr(err)
			t.Cleanup(done)
			s.begin(tx)
		}
		steps := []func(){list, look}
		if !listFirst {
			steps = []func(){look, list}
		}
		steps[0]()
		close(hold)
		is.NoErr(e.alone(background, func() { is.NoErr(e.awaitFile()) }))
		steps[1]()
		_, err := over(&s, &s, behind).Get("s", []byte("one"))
		is.Equal(err == nil, listFirst)
	}
}

func TestTheFileIsNeverFurtherBehindThanItMay(t *testing.T) {
	is := is.New(t)
	e := ahead(t)
	for i := range 3 * maxCommits {
		is.NoErr(e.Update(background, write(fmt.Sprint(i))))
		s := e.Stats()
		is.True(s.Behind <= maxCommits && s.BehindBytes <= 2<<20)
		is.True(s.Behind == 0 || s.BehindFor >= 0)
	}
}

// TestCountsOverLayers compares counting with walking.
func TestCountsOverLayers(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		is := is.New(t)
		e := openTemp(t, Options{FreePages: -1, Log: true, LogBytes: 1 << 20})
		for range rapid.IntRange(0, 3).Draw(rt, "in the file") {
			is.NoErr(e.Update(background, randomWrites(rt)))
		}
		is.NoErr(e.alone(background, func() { is.NoErr(e.awaitFile()) }))
		e.keepBehind()
		for range rapid.IntRange(0, 6).Draw(rt, "in layers") {
			is.NoErr(e.Update(background, randomWrites(rt)))
		}
		bound := func(name string) []byte {
			if b := []byte(rapid.StringN(0, 2, 4).Draw(rt, name)); len(b) > 0 {
				return b
			}
			return nil
		}
		rg := kv.Range{From: bound("from"), To: bound("to"), Reverse: rapid.Bool().Draw(rt, "reverse")}
		is.NoErr(e.View(background, func(r kv.Reader) error {
			var keys []string
			for p, err := range r.Scan("a", rg) {
				is.NoErr(err)
				keys = append(keys, string(p.Key))
			}
			n, err := kv.Count(r, "a", rg)
			is.NoErr(err)
			is.Equal(n, int64(len(keys)))
			for i := range len(keys) + 2 {
				key, err := kv.Nth(r, "a", rg, int64(i))
				is.NoErr(err)
				want := ""
				if i < len(keys) {
					want = keys[i]
				}
				is.Equal(string(key), want)
			}
			return nil
		}))
		is.NoErr(e.Close())
	})
}

func TestARewriteOfAStoreWithALog(t *testing.T) {
	is := is.New(t)
	e := openTemp(t, Options{FreePages: -1, Log: true, LogBytes: 1 << 20})
	for i := range 50 {
		is.NoErr(e.Update(background, write(fmt.Sprint(i))))
	}
	_, err := e.Rewrite(background, Rewriting{Make: func(_ context.Context, from, to string) error {
		is.NoErr(e.Update(background, write("meanwhile")))
		f, err := OpenFrozen(from)
		if err != nil {
			return err
		}
		return errors.Join(f.CompactTo(to), f.Close())
	}})
	is.NoErr(err)
	for _, log := range logfile.Paths(e.path) {
		b, err := os.ReadFile(log)
		is.NoErr(err)
		is.True(!bytes.Contains(b, []byte("meanwhile"))) // what is removed is not to be found there
	}
	is.NoErr(e.Update(background, write("later")))
	left := leftBy(t, e)
	is.NoErr(e.Close())
	f, err := OpenFrozen(left)
	is.NoErr(err)
	defer f.Close()
	for _, key := range []string{"0", "49", "meanwhile", "later"} {
		there, err := holds(f, key)
		is.NoErr(err)
		is.True(there)
	}
	is.Equal(digestOf(t, e.path), digestOf(t, left))
}

func TestTheAgeOfTheBacklog(t *testing.T) {
	is := is.New(t)
	now := time.Now()
	w := &backlog{waiting: []generation{{since: now.Add(-time.Second), commits: 2, bytes: 3}, {since: now, commits: 1, bytes: 4}}}
	n, bytes, age := w.state(now)
	is.Equal(n, 3)
	is.Equal(bytes, int64(7))
	is.Equal(age, time.Second)
	n, bytes, age = (*backlog)(nil).state(now)
	is.True(n == 0 && bytes == 0 && age == 0)
}

// TestWhenTheFileIsWritten: commits gather, unless there are enough, the oldest waited for long,
// somebody waits for the file, or no more come.
func TestWhenTheFileIsWritten(t *testing.T) {
	is := is.New(t)
	now := time.Now()
	young := generation{commits: 1, since: now}
	full, old := generation{commits: gatherCommits, since: now}, generation{commits: 1, since: now.Add(-gatherTime)}
	is.True(!(&backlog{}).enough(now))
	is.True((&backlog{ended: true}).enough(now))
	is.True(!(&backlog{waiting: []generation{young}}).enough(now))
	is.True((&backlog{waiting: []generation{young}, ended: true}).enough(now))
	is.True((&backlog{waiting: []generation{young}, hurried: 1}).enough(now))
	is.True((&backlog{waiting: []generation{young, young}}).enough(now))
	is.True((&backlog{waiting: []generation{full}}).enough(now))
	is.True((&backlog{waiting: []generation{old}}).enough(now))
}

// TestAListThatIsOlderThanTheSnapshot hides nothing of it: what the file took after the list was
// taken is what is read.
func TestAListThatIsOlderThanTheSnapshot(t *testing.T) {
	is := is.New(t)
	e := openTemp(t, Options{FreePages: -1, Log: true, LogBytes: 1 << 20})
	hold := make(chan struct{}) // the file does not catch up before
	e.commit = func(tx *bbolt.Tx) error { <-hold; return tx.Commit() }
	put := func(value string) {
		is.NoErr(e.Update(background, func(tx kv.Tx) error { return tx.Put("s", []byte("one"), []byte(value)) }))
	}
	put("former")
	behind := e.log.generations()
	is.True(len(behind) > 0)
	put("present")
	close(hold)
	is.NoErr(e.alone(background, func() { is.NoErr(e.awaitFile()) }))
	tx, done, err := e.read()
	is.NoErr(err)
	defer done()
	var s snapshot
	s.begin(tx)
	value, err := over(&s, &s, behind).Get("s", []byte("one"))
	is.NoErr(err)
	is.Equal(string(value), "present")
}
