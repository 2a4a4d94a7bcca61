package backup

import (
	"encoding/binary"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"marquee/kv"
	"marquee/kv/bolt"

	"github.com/matryer/is"
)

// loadSpace is what the writers of this test write to.
const loadSpace kv.Space = "load"

// load is writers that keep two keys equal, each to the number of its commit.
type load struct {
	begun, done atomic.Uint64
	worst       atomic.Int64
	stop        chan struct{}
	running     sync.WaitGroup
}

func begin(t testing.TB, e *bolt.Engine, writers int) *load {
	l := &load{stop: make(chan struct{})}
	for w := range writers {
		l.running.Go(func() {
			for {
				select {
				case <-l.stop:
					return
				default:
				}
				start := time.Now()
				if err := e.Update(t.Context(), l.write(w)); err != nil {
					t.Error(err)
					return
				}
				l.done.Add(1)
				if took := int64(time.Since(start)); took > l.worst.Load() {
					l.worst.Store(took)
				}
			}
		})
	}
	return l
}

// write adds one to both keys, and leaves a page of rubbish.
func (l *load) write(w int) func(tx kv.Tx) error {
	l.begun.Add(1)
	return func(tx kv.Tx) error {
		n := uint64(1)
		if v, err := tx.Get(loadSpace, []byte("left")); err == nil {
			n = binary.BigEndian.Uint64(v) + 1
		}
		value := binary.BigEndian.AppendUint64(nil, n)
		if err := tx.Put(loadSpace, []byte("left"), value); err != nil {
			return err
		}
		if err := tx.Put(loadSpace, fmt.Appendf(nil, "rubbish %d %d", w, n%50), make([]byte, 1000)); err != nil {
			return err
		}
		return tx.Put(loadSpace, []byte("right"), value)
	}
}

func (l *load) end() { close(l.stop); l.running.Wait() }

// sides reads the two keys of a copy.
func sides(t *testing.T, path string) (left, right uint64) {
	is := is.New(t)
	f, err := bolt.OpenFrozen(path)
	is.NoErr(err)
	defer f.Close()
	is.NoErr(f.View(t.Context(), func(r kv.Reader) error {
		pair, err := r.GetMany(loadSpace, [][]byte{[]byte("left"), []byte("right")})
		left, right = binary.BigEndian.Uint64(pair[0]), binary.BigEndian.Uint64(pair[1])
		return err
	}))
	return left, right
}

var backups = flag.Int("backups", 20, "how many backups are made under load; each is restored")

func TestBackupsUnderLoad(t *testing.T) {
	is := is.New(t)
	path, e, a := festival(t)
	k, dir := here(t), t.TempDir()
	l := begin(t, e, 8)
	for l.done.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	before, err := os.Stat(path)
	is.NoErr(err)
	start := time.Now()
	for n := range *backups {
		copied := filepath.Join(dir, "copy")
		least := l.done.Load()
		_, err := HotCopy(t.Context(), a, copied)
		is.NoErr(err)
		most := l.begun.Load()
		taken, err := k.Take(t.Context(), copied, filepath.Join(dir, fmt.Sprintf("%d.tar.zst", n)), nil)
		is.NoErr(err)
		is.NoErr(os.Remove(copied))
		restored := filepath.Join(dir, "restored")
		_, err = k.Restore(t.Context(), Restoring{Source: taken.Path, Store: restored, Force: true})
		is.NoErr(err)
		left, right := sides(t, restored)
		if left != right || left < least || left > most {
			t.Errorf("backup %d holds %d and %d, between %d and %d were committed", n, left, right, least, most)
		}
		is.NoErr(os.Remove(restored))
	}
	seconds := time.Since(start).Seconds()
	l.end()
	after, err := os.Stat(path)
	is.NoErr(err)
	t.Logf("%d backups, %.0f transactions a second, worst %v, file grew by %d MB", *backups, float64(l.done.Load())/seconds, time.Duration(l.worst.Load()), (after.Size()-before.Size())>>20)
	is.True(after.Size()-before.Size() <= 64<<20)
	is.NoErr(e.Close())
}
