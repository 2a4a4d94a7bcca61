package bolt

import (
	"sync/atomic"
	"testing"
	"time"

	"marquee/kv"
	"marquee/kv/kvtest"
)

func TestPromises(t *testing.T) {
	kvtest.Conform(t, func(t *testing.T) kv.Engine { return openTemp(t, Options{FreePages: -1}) })
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
