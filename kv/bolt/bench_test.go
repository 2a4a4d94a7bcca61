package bolt

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"marquee/kv"

	"go.etcd.io/bbolt"
)

// The benchmarks do the same work through the engine and directly on bbolt, in turns and
// in one run, because the speed of a disk varies more than the two differ. What counts is
// the ratio of the engine's rate to that of the direct implementation.

const (
	benchTickets = 50_000
	benchRound   = 2_000 // operations of one side before the other's turn
)

// store is what the scan shape needs of either side.
type store interface {
	Get(s kv.Space, key []byte) ([]byte, error)
	Put(s kv.Space, key, value []byte) error
}

// scanShape is about what a zone scan does: find a ticket by its barcode, change
// it, count it, and append to a log and a feed.
func scanShape(tx store, n uint64) error {
	ticket := kv.Int.Append(nil, int64(rand.N(uint64(benchTickets))))
	id, err := tx.Get("barcode", ticket)
	if err != nil {
		return err
	}
	record, err := tx.Get("ticket", id)
	if err != nil {
		return err
	}
	changed := append([]byte(nil), record...)
	binary.BigEndian.PutUint64(changed, n)
	zone := kv.Int.Append(nil, int64(n%8))
	count := append([]byte(nil), changed[:8]...)
	if _, err := tx.Get("attendance", zone); err != nil && !errors.Is(err, kv.ErrNotFound) {
		return err
	}
	at := kv.Int.Append(nil, int64(n))
	return errors.Join(
		tx.Put("ticket", id, changed),
		tx.Put("attendance", zone, count),
		tx.Put("log", at, changed[:120]),
		tx.Put("feed", at, id),
	)
}

func fillTickets(put func(from, to int64) error) error {
	for i := int64(0); i < benchTickets; i += 5000 {
		if err := put(i, i+5000); err != nil {
			return err
		}
	}
	return nil
}

func putTickets(tx store, from, to int64) error {
	for i := from; i < to; i++ {
		key := kv.Int.Append(nil, i)
		if err := errors.Join(tx.Put("barcode", key, key), tx.Put("ticket", key, make([]byte, 237))); err != nil {
			return err
		}
	}
	return nil
}

// byHand is the shortest possible group commit directly on bbolt.
type byHand struct {
	db      *bbolt.DB
	jobs    chan handJob
	commits atomic.Uint64
}

type handJob struct {
	fn   func(handTx) error
	done chan error
}

type handTx map[kv.Space]*bbolt.Bucket

func (t handTx) Get(s kv.Space, key []byte) ([]byte, error) {
	if v := t[s].Get(key); v != nil {
		return v, nil
	}
	return nil, kv.ErrNotFound
}

func (t handTx) Put(s kv.Space, key, value []byte) error { return t[s].Put(key, value) }

var benchSpaces = []kv.Space{"barcode", "ticket", "attendance", "log", "feed"}

func openByHand(b *testing.B) *byHand {
	db, err := bbolt.Open(filepath.Join(b.TempDir(), "hand.db"), 0o600, fileOptions())
	if err != nil {
		b.Fatal(err)
	}
	h := &byHand{db: db, jobs: make(chan handJob, maxQueue)}
	go h.write()
	b.Cleanup(func() { close(h.jobs); db.Close() })
	return h
}

func (h *byHand) write() {
	for j := range h.jobs {
		batch := []handJob{j}
		for quiet := false; len(batch) < maxBatch && !quiet; {
			select {
			case j := <-h.jobs:
				batch = append(batch, j)
				continue
			default:
			}
			runtime.Gosched()
			select {
			case j := <-h.jobs:
				batch = append(batch, j)
			default:
				quiet = true
			}
		}
		err := h.db.Update(func(tx *bbolt.Tx) error {
			t := handTx{}
			for _, s := range benchSpaces {
				t[s], _ = tx.CreateBucketIfNotExists([]byte(s))
			}
			for _, j := range batch {
				if err := j.fn(t); err != nil {
					return err
				}
			}
			return nil
		})
		h.commits.Add(1)
		for _, j := range batch {
			j.done <- err
		}
	}
}

func (h *byHand) update(fn func(handTx) error) error {
	j := handJob{fn, make(chan error, 1)}
	h.jobs <- j
	return <-j.done
}

// inTurns runs n operations on each side in alternating rounds and reports both.
func inTurns(b *testing.B, n, workers int, engine, hand func() error) {
	var ours, theirs time.Duration
	for left := n; left > 0; left -= benchRound {
		ops := min(left, benchRound)
		theirs += spread(b, ops, workers, hand)
		ours += spread(b, ops, workers, engine)
	}
	b.ReportMetric(float64(n)/ours.Seconds(), "engine/s")
	b.ReportMetric(float64(n)/theirs.Seconds(), "byhand/s")
	b.ReportMetric(theirs.Seconds()/ours.Seconds(), "ratio")
	b.ReportMetric(0, "ns/op")
}

func spread(b *testing.B, ops, workers int, do func() error) time.Duration {
	var left atomic.Int64
	left.Store(int64(ops))
	var wg sync.WaitGroup
	start := time.Now()
	for range workers {
		wg.Go(func() {
			for left.Add(-1) >= 0 {
				if err := do(); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	return time.Since(start)
}

func benchStores(b *testing.B) (*Engine, *byHand) {
	e, h := openTemp(b, Options{}), openByHand(b)
	err := errors.Join(
		fillTickets(func(from, to int64) error {
			return e.Update(background, func(tx kv.Tx) error { return putTickets(tx, from, to) })
		}),
		fillTickets(func(from, to int64) error {
			return h.update(func(tx handTx) error { return putTickets(tx, from, to) })
		}))
	if err != nil {
		b.Fatal(err)
	}
	return e, h
}

func BenchmarkGroupCommit(b *testing.B) {
	e, h := benchStores(b)
	var n, m atomic.Uint64
	for _, writers := range []int{1, 64, 256} {
		b.Run(fmt.Sprint("writers=", writers), func(b *testing.B) {
			b.ReportAllocs()
			before, byHand := e.Stats(), h.commits.Load()
			inTurns(b, b.N, writers,
				func() error {
					i := n.Add(1)
					return e.Update(background, func(tx kv.Tx) error { return scanShape(tx, i) })
				},
				func() error {
					i := m.Add(1)
					return h.update(func(tx handTx) error { return scanShape(tx, i) })
				})
			after := e.Stats()
			b.ReportMetric(float64(after.Closures-before.Closures)/float64(after.Commits-before.Commits), "closures/commit")
			b.ReportMetric(float64(b.N)/float64(h.commits.Load()-byHand), "byhand-closures/commit")
		})
	}
}

func BenchmarkGet(b *testing.B) {
	e, h := benchStores(b)
	for _, readers := range []int{1, 8} {
		b.Run(fmt.Sprint("readers=", readers), func(b *testing.B) {
			b.ReportAllocs()
			inTurns(b, b.N, readers,
				func() error {
					key := kv.Int.Append(nil, rand.N(int64(benchTickets)))
					return e.View(background, func(r kv.Reader) error { _, err := r.Get("ticket", key); return err })
				},
				func() error {
					key := kv.Int.Append(nil, rand.N(int64(benchTickets)))
					return h.db.View(func(tx *bbolt.Tx) error {
						if tx.Bucket([]byte("ticket")).Get(key) == nil {
							return kv.ErrNotFound
						}
						return nil
					})
				})
		})
	}
}

func BenchmarkScan(b *testing.B) {
	const length = 1000
	e, h := benchStores(b)
	b.ReportAllocs()
	inTurns(b, b.N, 1,
		func() error {
			from := kv.Int.Append(nil, rand.N(int64(benchTickets-length)))
			return e.View(background, func(r kv.Reader) error {
				n := 0
				for _, err := range r.Scan("ticket", kv.Range{From: from, Limit: length}) {
					if err != nil {
						return err
					}
					n++
				}
				return want(n, length)
			})
		},
		func() error {
			from := kv.Int.Append(nil, rand.N(int64(benchTickets-length)))
			return h.db.View(func(tx *bbolt.Tx) error {
				n, c := 0, tx.Bucket([]byte("ticket")).Cursor()
				for k, _ := c.Seek(from); k != nil && n < length; k, _ = c.Next() {
					n++
				}
				return want(n, length)
			})
		})
}

func want(got, want int) error {
	if got != want {
		return fmt.Errorf("walked %d pairs, not %d", got, want)
	}
	return nil
}
