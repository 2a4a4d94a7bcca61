package bench

import (
	"path/filepath"
	"runtime"
	"sync/atomic"
	"testing"

	"go.etcd.io/bbolt"
)

// twin is the ceiling: it does to a second copy of the festival what was written
// down on a tape, straight on bbolt, with a group commit as short as it can be.
type twin struct {
	db   *bbolt.DB
	jobs chan twinJob
	next atomic.Int64
}

type twinJob struct {
	do   func(buckets) error
	done chan error
}

func openTwin(t testing.TB) *twin {
	t.Helper()
	path := filepath.Join(t.TempDir(), "twin.db")
	must(t, copyFile(path, festivalFile(t, *hotOrders)))
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{NoFreelistSync: true, FreelistType: bbolt.FreelistArrayType, InitialMmapSize: 1 << 30})
	must(t, err)
	w := &twin{db: db, jobs: make(chan twinJob, 2000)}
	written := make(chan struct{})
	go func() { defer close(written); w.write() }()
	t.Cleanup(func() { close(w.jobs); <-written; must(t, db.Close()) })
	return w
}

// once replays one of the recorded requests, by turns.
func (w *twin) once(tapes [][]taped) error {
	for _, one := range tapes[int(w.next.Add(1))%len(tapes)] {
		if err := w.play(one); err != nil {
			return err
		}
	}
	return nil
}

func (w *twin) play(one taped) error {
	if !one.write {
		return w.db.View(func(tx *bbolt.Tx) error { return newBuckets(tx).replay(one.moves) })
	}
	return w.update(func(b buckets) error { return b.replay(one.moves) })
}

// update runs do in the next commit. It must not fail: it shares that commit.
func (w *twin) update(do func(buckets) error) error {
	j := twinJob{do, make(chan error, 1)}
	w.jobs <- j
	return <-j.done
}

// write takes what is queued, commits it together, and answers.
func (w *twin) write() {
	for j := range w.jobs {
		batch := []twinJob{j}
		for more := true; more && len(batch) < 256; {
			runtime.Gosched()
			more = false
			for waiting := len(w.jobs); waiting > 0 && len(batch) < 256; waiting-- {
				batch, more = append(batch, <-w.jobs), true
			}
		}
		err := w.db.Update(func(tx *bbolt.Tx) error {
			open := newBuckets(tx)
			for _, j := range batch {
				if err := j.do(open); err != nil {
					return err
				}
			}
			return nil
		})
		for _, j := range batch {
			j.done <- err
		}
	}
}

// buckets are opened once per transaction.
type buckets struct {
	tx   *bbolt.Tx
	open map[string]*bbolt.Bucket
}

func newBuckets(tx *bbolt.Tx) buckets { return buckets{tx, map[string]*bbolt.Bucket{}} }

func (b buckets) at(space string) *bbolt.Bucket {
	at, ok := b.open[space]
	if !ok {
		at = b.tx.Bucket([]byte(space))
		b.open[space] = at
	}
	return at
}

func (b buckets) replay(moves []move) error {
	for _, m := range moves {
		at := b.at(m.space)
		if at == nil {
			continue
		}
		if err := m.do(at); err != nil {
			return err
		}
	}
	return nil
}

func (m *move) do(b *bbolt.Bucket) error {
	switch m.kind {
	case 'g':
		b.Get(m.key)
	case 's':
		m.scan(b.Cursor())
	case 'p':
		return b.Put(m.key, m.value)
	case 'd':
		return b.Delete(m.key)
	}
	return nil
}

func (m *move) scan(c *bbolt.Cursor) {
	step, key := c.Next, []byte(nil)
	if m.walk.Reverse {
		step = c.Prev
		c.Seek(m.walk.To)
		key, _ = c.Prev()
	} else {
		key, _ = c.Seek(m.walk.From)
	}
	for n := 1; key != nil && n < m.pairs; n++ {
		key, _ = step()
	}
}
