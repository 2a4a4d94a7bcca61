package kvtest

import (
	"bytes"
	"context"
	"runtime"
	"sync"

	"marquee/kv"
)

// Nested is what a transaction inside a transaction panics with.
const Nested = "kv: a transaction inside a transaction: the inner one may wait for the outer for ever"

// Alone wraps an engine so that a View or Update that is called inside the
// closure of another panics with Nested. Engines forbid it and do not look: one
// with a single writer waits for itself for ever, while another lets it pass, and
// a test on that one proves nothing. It costs a microsecond for each transaction.
func Alone(e kv.Engine) kv.Engine { return &alone{Engine: e} }

type alone struct {
	kv.Engine
	// inside has the goroutines that run a closure.
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

// enter notes the goroutine that runs the closure, which need not be the
// caller's; call the result at its end.
func (a *alone) enter() func() {
	id := goroutine()
	a.inside.Store(id, true)
	return func() { a.inside.Delete(id) }
}

// goroutine is the number of the running goroutine, as its stack names it.
func goroutine() string {
	var b [64]byte
	text := b[:runtime.Stack(b[:], false)]
	fields := bytes.Fields(text) // goroutine 17 [running]:
	return string(fields[1])
}
