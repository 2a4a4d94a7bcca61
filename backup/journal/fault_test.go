package journal

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/matryer/is"
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
	all := h.generations()
	g := all[len(all)-1]
	from, ok := moments[g.Start]
	is.True(ok)
	got, err := keysOf(g, g.Start, always)
	is.NoErr(err)
	is.Equal(got, keys[from:]) // all since it began
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

func TestADiskThatHangsHoldsNobodyUp(t *testing.T) {
	is := is.New(t)
	h := open(t)
	h.stop()
	var mu sync.Mutex
	h.o.disk, h.o.patience = stuckDisk{mu: &mu}, time.Millisecond
	h.start()
	mu.Lock()
	start := time.Now()
	for i := range 100 {
		h.write(fmt.Sprint(i))
	}
	is.True(time.Since(start) < 5*time.Second) // it waits for the journal once
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
		if time.Since(start) > 2*time.Second { // on a loaded machine; else some 50 ms
			t.Fatal("nobody syncs")
		}
	}
	h.stop()
}
