package kvtest

import (
	"context"
	"errors"
	"sync/atomic"

	"marquee/kv"
)

// errThrownAway ends the runs of a closure whose writes are discarded.
var errThrownAway = errors.New("kvtest: this run is thrown away")

// conflictEvery is how often an Update runs a third time.
const conflictEvery = 3

// Chaos wraps an engine so that every Update runs its closure twice, every third one three
// times, and only the last run counts. The earlier runs are real transactions that fail,
// so other transactions may commit in between, as after a conflict. Bytes that a closure
// read are overwritten when it ends.
func Chaos(e kv.Engine) kv.Engine { return &chaos{Engine: e} }

type chaos struct {
	kv.Engine
	updates atomic.Uint64
}

func (c *chaos) View(ctx context.Context, fn func(kv.Reader) error) error {
	return c.Engine.View(ctx, func(r kv.Reader) error {
		m := &expiring{Reader: r}
		defer m.spoil()
		return fn(m)
	})
}

func (c *chaos) Update(ctx context.Context, fn func(kv.Tx) error) error {
	lost := 1
	if c.updates.Add(1)%conflictEvery == 0 {
		lost = 2
	}
	for range lost {
		if err := c.throwAway(ctx, fn); err != nil {
			return err
		}
	}
	return c.Engine.Update(ctx, func(t kv.Tx) error { return runMortal(t, fn) })
}

// throwAway runs fn once and discards its writes. It ignores the error of fn, but not an
// error of the engine.
func (c *chaos) throwAway(ctx context.Context, fn func(kv.Tx) error) error {
	err := c.Engine.Update(ctx, func(t kv.Tx) error {
		_ = runMortal(t, fn)
		return errThrownAway
	})
	if errors.Is(err, errThrownAway) {
		return nil
	}
	return err
}

func runMortal(t kv.Tx, fn func(kv.Tx) error) error {
	m := &expiringTx{Tx: t, m: expiring{Reader: t}}
	defer m.m.spoil()
	return fn(m)
}
