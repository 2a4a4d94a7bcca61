package mem_test

import (
	"testing"
	"time"

	"marquee/kv"
	"marquee/kv/kvtest"
	"marquee/kv/mem"
)

func TestPromises(t *testing.T) {
	kvtest.Conform(t, func(*testing.T) kv.Engine { return mem.New(mem.Options{}) })
}

func TestPromisesUnderChaos(t *testing.T) {
	kvtest.Conform(t, func(*testing.T) kv.Engine { return kvtest.Chaos(mem.New(mem.Options{})) })
}

func TestPromisesThroughTheMeter(t *testing.T) {
	kvtest.Conform(t, func(*testing.T) kv.Engine { return kvtest.Meter(mem.New(mem.Options{})) })
}

func TestPromisesWithAClockThatStandsStill(t *testing.T) {
	at := time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	kvtest.Conform(t, func(*testing.T) kv.Engine { return mem.New(mem.Options{Clock: func() time.Time { return at }}) })
}
