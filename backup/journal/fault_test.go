package journal

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

var errDisk = errors.New("disk: input/output error")

// badDisk fails its n-th call, once, and counts all.
type badDisk struct {
	realDisk
	n     int64
	calls atomic.Int64
	names sync.Map // what failed
}

func (d *badDisk) call(name string) error {
	if d.calls.Add(1) == d.n {
		d.names.Store(name, true)
		return fmt.Errorf("%s: %w", name, errDisk)
	}
	return nil
}

func (d *badDisk) MakeFolder(dir string) error {
	return errors.Join(d.call("make folder"), d.realDisk.MakeFolder(dir))
}

func (d *badDisk) Create(path string) (diskFile, error) {
	if err := d.call("create"); err != nil {
		return nil, err
	}
	f, err := d.realDisk.Create(path)
	return badFile{f, d}, err
}

func (d *badDisk) Remove(path string) error {
	if err := d.call("remove"); err != nil {
		return err
	}
	return d.realDisk.Remove(path)
}

func (d *badDisk) SyncFolder(dir string) error {
	return errors.Join(d.call("sync folder"), d.realDisk.SyncFolder(dir))
}

type badFile struct {
	diskFile
	d *badDisk
}

func (f badFile) Write(b []byte) (int, error) {
	if err := f.d.call("write"); err != nil {
		n, _ := f.diskFile.Write(b[:len(b)/2]) // a short write, as on a full disk
		return n, err
	}
	return f.diskFile.Write(b)
}

func (f badFile) Sync() error { return errors.Join(f.d.call("sync"), f.diskFile.Sync()) }

func (f badFile) Close() error { return errors.Join(f.d.call("close"), f.diskFile.Close()) }

// TestEveryCallOfTheDiskFails in turn: every commit is made all the same, and the
// journal is whole from some moment on.
func TestEveryCallOfTheDiskFails(t *testing.T) {
	failed := map[string]bool{}
	for n := int64(1); ; n++ {
		d := &badDisk{n: n}
		if !liveWith(t, d) {
			break
		}
		d.names.Range(func(name, _ any) bool { failed[name.(string)] = true; return true })
	}
	is := is.New(t)
	is.Equal(failed, map[string]bool{"make folder": true, "remove": true, "create": true, "write": true, "sync": true, "close": true, "sync folder": true})
}

// liveWith lives two lives on a bad disk, and tells whether it did anything bad.
func liveWith(t *testing.T, d *badDisk) bool {
	t.Helper()
	is := is.New(t)
	h := open(t)
	h.stop()
	h.o.disk, h.o.SegmentBytes, h.o.syncEvery = d, 400, time.Hour
	var keys []string
	moments := map[time.Time]int{h.last(): 0}
	write := func() {
		keys = append(keys, fmt.Sprintf("key%02d", len(keys)))
		h.write(keys[len(keys)-1]) // no commit fails
		moments[h.last()] = len(keys)
		h.journal.sync()
	}
	for range 2 {
		h.start()
		for range 6 {
			write()
		}
		if d.calls.Load() >= d.n {
			write()
			is.Equal(h.journal.Status().Failed, "") // it is well again
		}
		h.stop()
	}
	h.hasAllSinceItBegan(is, moments, keys)
	return d.calls.Load() >= d.n
}

// stuckDisk writes only when it is let go.
type stuckDisk struct {
	realDisk
	mu *sync.Mutex
}

func (d stuckDisk) Create(path string) (diskFile, error) {
	f, err := d.realDisk.Create(path)
	return stuckFile{f, d.mu}, err
}

type stuckFile struct {
	diskFile
	mu *sync.Mutex
}

func (f stuckFile) Write(b []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.diskFile.Write(b)
}

var most = flag.Duration("most", 0, "how long a hundred writes beside a disk that hangs may take; 0 does not look")

func TestADiskThatHangsHoldsNobodyUp(t *testing.T) {
	is := is.New(t)
	h := open(t)
	h.stop()
	var mu sync.Mutex
	h.o.disk, h.o.timeout, h.o.queueBytes = stuckDisk{mu: &mu}, 300*time.Millisecond, 2000
	h.start()
	mu.Lock()
	start := time.Now()
	for i := range 100 {
		h.write(fmt.Sprint(i))
	}
	is.True(*most == 0 || time.Since(start) < *most) // it waits for the journal once: each time would be half a minute
	s := h.journal.Status()
	is.Equal(s.Failed, errSlow.Error())
	is.True(s.Lag > 0)
	mu.Unlock()
	for i := 100; h.journal.Status().Failed != ""; i++ {
		h.write(fmt.Sprint(i))
		h.journal.sync()
	}
	is.True(h.journal.Status().NeedsBase)
	is.True(h.journal.Status().Lag > 0) // what was missed is safe only with a base
	h.journal.Based(h.last())
	h.journal.sync()
	is.Equal(h.journal.Status().Lag, time.Duration(0))
	from := h.last()
	h.write("well")
	h.stop()
	is.Equal(h.keys(from), []string{"well"})
}

// stuck is a store whose journal has its base, and a disk that does nothing until
// the mutex is let go.
func stuck(t *testing.T) (*testStore, *sync.Mutex) {
	h := open(t)
	h.stop()
	mu := new(sync.Mutex)
	h.o.disk, h.o.timeout = stuckDisk{mu: mu}, time.Millisecond
	h.start()
	h.journal.Based(h.last())
	h.journal.sync()
	mu.Lock()
	return h, mu
}

// many writes so many keys, and tells them.
func (h *testStore) many(n int) (keys []string) {
	for i := range n {
		keys = append(keys, fmt.Sprintf("key%04d", i))
		h.write(keys[i])
	}
	return keys
}

// drain comes back when nothing waits for the disk.
func (h *testStore) drain() {
	for h.journal.waiting.Load() > 0 {
		runtime.Gosched()
	}
}

func TestADiskThatIsSlowIsFollowed(t *testing.T) {
	is := is.New(t)
	h, mu := stuck(t)
	before, from := h.journal.Status(), h.last()
	keys := h.many(100) // no commit waits for the disk
	s := h.journal.Status()
	is.Equal(s.Failed, "")
	is.True(s.Lag > 0) // but it tells how far behind it is
	mu.Unlock()
	h.write("later")
	h.stop()
	s = h.journal.Status()
	is.Equal(s.Generation, before.Generation)
	is.True(!s.NeedsBase)
	is.Equal(s.Lag, time.Duration(0))
	is.Equal(h.keys(from), append(keys, "later"))
	is.Equal(len(h.generations()), 1)
}

// TestTheEndWaitsForASlowDisk: also where nothing waits for it but the end of the segment.
func TestTheEndWaitsForASlowDisk(t *testing.T) {
	is := is.New(t)
	h, mu := stuck(t)
	mu.Unlock()
	h.write("one")
	h.drain()
	mu.Lock()
	time.AfterFunc(20*time.Millisecond, mu.Unlock) // many times as long as a commit waits
	h.stop()
	is.Equal(h.journal.Status().Lag, time.Duration(0))
}

func TestWhatWaitsIsWrittenAtTheEnd(t *testing.T) {
	is := is.New(t)
	h, mu := stuck(t)
	from := h.last()
	keys := h.many(20)
	is.NoErr(h.engine.Close())
	closed := make(chan struct{})
	go func() { h.journal.Close(); close(closed) }()
	mu.Unlock()
	<-closed
	is.Equal(h.keys(from), keys)
}

// TestKilledWhileTheDiskIsBehind: what waited is lost with the process, and the
// journal does not go on as if it had it.
func TestKilledWhileTheDiskIsBehind(t *testing.T) {
	is := is.New(t)
	h, mu := stuck(t)
	h.many(20)
	is.NoErr(h.engine.Close())
	left := t.TempDir()
	is.NoErr(os.CopyFS(left, os.DirFS(h.o.Dir))) // the folder as a kill leaves it
	mu.Unlock()
	h.vanish()
	h.o.Dir, h.o.disk = left, nil
	h.start()
	is.True(h.journal.Status().NeedsBase)
	is.Equal(len(h.generations()), 2)
	from := h.last()
	h.write("well")
	h.stop()
	is.Equal(h.keys(from), []string{"well"})
}

// TestALateAnswerHealsNothing: of what was handed over before the journal failed,
// nothing is written after it, and a segment that opens late does not hide that
// commits are missing.
func TestALateAnswerHealsNothing(t *testing.T) {
	is := is.New(t)
	h, mu := stuck(t)
	h.journal.o.queueBytes = 500
	h.many(30)
	is.Equal(h.journal.Status().Failed, errSlow.Error())
	mu.Unlock()
	h.vanish()
	all := h.generations()
	kept, err := keysOf(all[0], all[0].Start, always)
	is.NoErr(err)
	is.True(len(kept) <= 1) // the one that was being written
	is.Equal(len(all), 1)
	is.True(h.journal.isBroken())
}

func TestLagIsTheAgeOfTheOldestWrite(t *testing.T) {
	is := is.New(t)
	h := open(t)
	h.stop()
	now := time.Now()
	var mu sync.Mutex
	h.o.syncEvery = time.Hour
	h.o.now = func() time.Time { mu.Lock(); defer mu.Unlock(); return now }
	h.start()
	h.journal.Based(h.last())
	h.journal.sync()
	is.Equal(h.journal.Status().Lag, time.Duration(0))
	h.write("one")
	mu.Lock()
	now = now.Add(30 * time.Millisecond)
	mu.Unlock()
	h.write("two")
	is.Equal(h.journal.Status().Lag, 30*time.Millisecond)
	h.journal.sync()
	is.Equal(h.journal.Status().Lag, time.Duration(0))
	h.stop()
}

func TestWhatIsWrittenIsSyncedSoon(t *testing.T) {
	h := open(t)
	h.write("one")
	for start := time.Now(); h.journal.Status().Lag > 0; time.Sleep(time.Millisecond) {
		if time.Since(start) > time.Minute { // on a busy machine; else some 50 ms
			t.Fatal("nobody syncs")
		}
	}
	h.stop()
}

// TestADiskWithMoods is slow and quick again at any moment, with little and much
// room to wait: no commit fails, and the journal has everything since it began.
func TestADiskWithMoods(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		is := is.New(t)
		h := open(t)
		h.stop()
		var mu sync.Mutex
		h.o.disk, h.o.timeout = stuckDisk{mu: &mu}, 100*time.Microsecond
		h.o.queueBytes = rapid.SampledFrom([]int64{1, 300, 1 << 20}).Draw(r, "room")
		h.o.SegmentBytes = rapid.SampledFrom([]int64{400, 1 << 20}).Draw(r, "segment")
		h.start()
		var keys []string
		moments, locked := map[time.Time]int{h.last(): 0}, false
		for range rapid.IntRange(1, 40).Draw(r, "steps") {
			if rapid.Bool().Draw(r, "mood") {
				if locked = !locked; locked {
					mu.Lock()
				} else {
					mu.Unlock()
				}
			}
			keys = append(keys, fmt.Sprintf("key%02d", len(keys)))
			h.write(keys[len(keys)-1])
			moments[h.last()] = len(keys)
		}
		if locked {
			mu.Unlock()
		}
		h.drain()
		for h.journal.isBroken() { // until it is well again
			keys = append(keys, fmt.Sprintf("key%02d", len(keys)))
			h.write(keys[len(keys)-1])
			moments[h.last()] = len(keys)
			h.drain()
		}
		h.stop()
		h.hasAllSinceItBegan(is, moments, keys)
	})
}

// hasAllSinceItBegan holds the newest generation to the keys that were written after
// its start; moments tells how many there were at each.
func (h *testStore) hasAllSinceItBegan(is *is.I, moments map[time.Time]int, keys []string) {
	all := h.generations()
	g := all[len(all)-1]
	from, ok := moments[g.Start]
	is.True(ok)
	got, err := keysOf(g, g.Start, always)
	is.NoErr(err)
	is.Equal(append([]string{}, got...), append([]string{}, keys[from:]...))
}
