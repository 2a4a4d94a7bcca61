package bolt

import (
	"sync/atomic"
	"testing"
	"time"

	"marquee/kv"
	"marquee/kv/kvtest"

	"go.etcd.io/bbolt"
)

func TestPromises(t *testing.T) {
	kvtest.Conform(t, func(t *testing.T) kv.Engine { return openTemp(t, Options{FreePages: -1}) })
}

// A log of so few bytes turns over and over, and the file is often what the next commit waits for.
var tinyLog = Options{FreePages: -1, Log: true, LogBytes: 4096}

func TestPromisesWithALog(t *testing.T) {
	kvtest.Conform(t, func(t *testing.T) kv.Engine { return openTemp(t, Options{FreePages: -1, Log: true, LogBytes: 1 << 20}) })
}

func TestPromisesWithATinyLog(t *testing.T) {
	kvtest.Conform(t, func(t *testing.T) kv.Engine { return openTemp(t, tinyLog) })
}

func TestPromisesWithALogUnderChaos(t *testing.T) {
	kvtest.Conform(t, func(t *testing.T) kv.Engine { return kvtest.Chaos(openTemp(t, tinyLog)) })
}

// TestPromisesFarAheadOfTheFile keeps the file behind: what is read comes from layers.
func TestPromisesFarAheadOfTheFile(t *testing.T) {
	kvtest.Conform(t, func(t *testing.T) kv.Engine {
		e := openTemp(t, Options{FreePages: -1, Log: true, LogBytes: 8 << 20})
		e.keepBehind()
		return e
	})
}

// keepBehind has the file wait until it is nearly as far behind as it can be.
func (e *Engine) keepBehind() {
	e.commit = func(tx *bbolt.Tx) error {
		w := e.log
		w.mu.Lock()
		for w.behind() < maxCommits-1 && !w.ended {
			w.changed.Wait()
		}
		w.mu.Unlock()
		return tx.Commit()
	}
}

func TestPromisesUnderChaos(t *testing.T) {
	kvtest.Conform(t, func(t *testing.T) kv.Engine { return kvtest.Chaos(openTemp(t, Options{FreePages: -1})) })
}

func TestPromisesWithAClockThatStepsBack(t *testing.T) {
	start := time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	var ticks atomic.Int64
	back := func() time.Time { return start.Add(-time.Duration(ticks.Add(1)) * time.Minute) }
	kvtest.Conform(t, func(t *testing.T) kv.Engine { return openTemp(t, Options{FreePages: -1, Clock: back}) })
}
