package handlers_test

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/julienschmidt/httprouter"
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
	moves []move
	done  chan error
}

func openTwin(t testing.TB) *twin {
	t.Helper()
	path := filepath.Join(t.TempDir(), "twin.db")
	must(t, copyFile(path, festivalFile(t)))
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
		return w.db.View(func(tx *bbolt.Tx) error { return buckets{}.replay(tx, one.moves) })
	}
	j := twinJob{one.moves, make(chan error, 1)}
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
			open := buckets{}
			for _, j := range batch {
				if err := open.replay(tx, j.moves); err != nil {
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
type buckets map[string]*bbolt.Bucket

func (b buckets) replay(tx *bbolt.Tx, moves []move) error {
	for _, m := range moves {
		at, ok := b[m.space]
		if !ok {
			at = tx.Bucket([]byte(m.space))
			b[m.space] = at
		}
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

// reference is the smallest server that does the same scan: the same request
// read, the same transactions made durable, the same answer written.
func (w *twin) reference(tapes [][]taped, answer any) http.Handler {
	r := httprouter.New()
	r.POST("/v1/zones/scan", func(out http.ResponseWriter, in *http.Request, _ httprouter.Params) {
		var asked struct {
			UUID, ZoneID, Scan string
			Barcodes           []string
		}
		err := json.NewDecoder(in.Body).Decode(&asked)
		if err == nil {
			err = w.once(tapes)
		}
		if err != nil {
			http.Error(out, err.Error(), http.StatusInternalServerError)
			return
		}
		out.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(out).Encode(answer)
	})
	return r
}
