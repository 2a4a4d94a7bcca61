package bench

import (
	"path/filepath"
	"runtime"
	"sync/atomic"
	"testing"

	"go.etcd.io/bbolt"
)

// baseline is the ceiling: it does to a second copy of the festival what was written
// down on a recording, straight on bbolt, with a group commit as short as it can be.
type baseline struct {
	db   *bbolt.DB
	jobs chan baselineJob
	next atomic.Int64
}

type baselineJob struct {
	do   func(buckets) error
	done chan error
}

func openBaseline(t testing.TB) *baseline {
	t.Helper()
	path := filepath.Join(t.TempDir(), "baseline.db")
	must(t, copyFile(path, festivalFile(t, *hotOrders)))
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{NoFreelistSync: true, FreelistType: bbolt.FreelistArrayType, InitialMmapSize: 1 << 30})
	must(t, err)
	w := &baseline{db: db, jobs: make(chan baselineJob, 2000)}
	written := make(chan struct{})
	go func() { defer close(written); w.write() }()
	t.Cleanup(func() { close(w.jobs); <-written; must(t, db.Close()) })
	return w
}

// once replays one of the recorded requests, by turns.
func (w *baseline) once(recordings []recording) error {
	for _, one := range recordings[int(w.next.Add(1))%len(recordings)] {
		if err := w.play(one); err != nil {
			return err
		}
	}
	return nil
}

func (w *baseline) play(one recordedTx) error {
	if !one.write {
		return w.db.View(func(tx *bbolt.Tx) error { return newBuckets(tx).replay(one.ops) })
	}
	return w.update(func(b buckets) error { return b.replay(one.ops) })
}

// update runs do in the next commit. It must not fail: it shares that commit.
func (w *baseline) update(do func(buckets) error) error {
	j := baselineJob{do, make(chan error, 1)}
	w.jobs <- j
	return <-j.done
}

// write takes what is queued, commits it together, and answers.
func (w *baseline) write() {
	for j := range w.jobs {
		batch := []baselineJob{j}
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

func (b buckets) replay(ops []op) error {
	for _, m := range ops {
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

func (m *op) do(b *bbolt.Bucket) error {
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

func (m *op) scan(c *bbolt.Cursor) {
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
