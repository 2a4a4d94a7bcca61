package kvtest

import (
	"bytes"
	"context"
	"runtime"
	"sync"

	"marquee/kv"
)

// Nested is the panic value of a transaction inside a transaction.
const Nested = "kv: a transaction inside a transaction: the inner one may wait for the outer for ever"

// Alone wraps an engine so that a View or Update inside the closure of another one panics
// with Nested. Engines forbid this but do not check it: with a single writer it blocks for
// ever, while other engines allow it, so a test on them proves nothing. The check costs a
// microsecond per transaction.
func Alone(e kv.Engine) kv.Engine { return &alone{Engine: e} }

type alone struct {
	kv.Engine
	// inside contains the goroutines that are running a closure.
	inside sync.Map
}

// View implements kv.Engine.
func (a *alone) View(ctx context.Context, fn func(kv.Reader) error) error {
	a.check()
	return a.Engine.View(ctx, func(r kv.Reader) error {
		defer a.enter()()
		return fn(r)
	})
}

// Update implements kv.Engine.
func (a *alone) Update(ctx context.Context, fn func(kv.Tx) error) error {
	a.check()
	return a.Engine.Update(ctx, func(t kv.Tx) error {
		defer a.enter()()
		return fn(t)
	})
}

func (a *alone) check() {
	if _, ok := a.inside.Load(goroutine()); ok {
		panic(Nested)
	}
}

// enter records the goroutine that runs the closure, which need not be the caller's. The
// returned function removes it.
func (a *alone) enter() func() {
	id := goroutine()
	a.inside.Store(id, true)
	return func() { a.inside.Delete(id) }
}

// goroutine is the number of the current goroutine, taken from its stack trace.
func goroutine() string {
	var b [64]byte
	text := b[:runtime.Stack(b[:], false)]
	fields := bytes.Fields(text) // goroutine 17 [running]:
	return string(fields[1])
}
