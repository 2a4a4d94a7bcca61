package journal

import (
	"context"
	"encoding/binary"
	"log/slog"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"marquee/kv"
	"marquee/kv/bolt"
)

// scanLike writes about what a scan does.
func scanLike(n uint64) func(kv.Tx) error {
	key := binary.BigEndian.AppendUint64(nil, n)
	value := make([]byte, 120)
	return func(tx kv.Tx) error {
		for _, s := range []kv.Space{"tickets", "counts", "log", "feed"} {
			if err := tx.Put(s, key, value); err != nil {
				return err
			}
		}
		return nil
	}
}

// BenchmarkCommit is the same load with and without a journal, in turns and in one
// run: look at the ratio.
func BenchmarkCommit(b *testing.B) {
	for _, writers := range []int{1, 64} {
		b.Run(map[int]string{1: "alone", 64: "64 writers"}[writers], func(b *testing.B) {
			with, without := benchEngine(b, true), benchEngine(b, false)
			var took [2]time.Duration
			for left := b.N; left > 0; left -= round {
				took[0] += spread(b, without, min(left, round), writers)
				took[1] += spread(b, with, min(left, round), writers)
			}
			b.ReportMetric(float64(b.N)/took[0].Seconds(), "without/s")
			b.ReportMetric(float64(b.N)/took[1].Seconds(), "with/s")
			b.ReportMetric(took[0].Seconds()/took[1].Seconds(), "ratio")
			b.ReportMetric(0, "ns/op")
		})
	}
}

func benchEngine(b *testing.B, kept bool) *bolt.Engine {
	dir := b.TempDir()
	e, err := bolt.Open(filepath.Join(dir, "store.db"), bolt.Options{})
	if err != nil {
		b.Fatal(err)
	}
	if kept {
		j, err := Start(e, Options{Dir: filepath.Join(dir, "journal"), Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(j.Close)
	}
	b.Cleanup(func() { e.Close() })
	return e
}

// round is how many operations one side does before it is the turn of the other.
const round = 200

var benchKey atomic.Uint64

func spread(b *testing.B, e *bolt.Engine, ops, writers int) time.Duration {
	var left atomic.Int64
	left.Store(int64(ops))
	var wg sync.WaitGroup
	start := time.Now()
	for range writers {
		wg.Go(func() {
			for left.Add(-1) >= 0 {
				if err := e.Update(context.Background(), scanLike(benchKey.Add(1))); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	return time.Since(start)
}

// BenchmarkBefore is what the goroutine that commits pays for one commit of 64
// scans: encoding, handing over, the write itself.
func BenchmarkBefore(b *testing.B) {
	e := benchEngine(b, false)
	j, err := Start(e, Options{Dir: filepath.Join(b.TempDir(), "journal"), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		b.Fatal(err)
	}
	defer j.Close()
	at := time.Now().UTC().Truncate(time.Microsecond)
	sets := make([]kv.WriteSet, 64)
	for i := range sets {
		for _, s := range []kv.Space{"counts", "feed", "log", "tickets"} {
			sets[i].Writes = append(sets[i].Writes, kv.Entry{Space: s, Key: make([]byte, 8), Value: make([]byte, 120)})
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		for i := range sets {
			sets[i].Prev = at
			at = at.Add(time.Microsecond)
			sets[i].At = at
		}
		j.before(sets)
		j.after(sets)
	}
}
