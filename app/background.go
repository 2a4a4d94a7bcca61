package app

import (
	"context"
	"sync"
)

type backgroundKey struct{}

// Background marks what is done with a context as work of the box office itself: jobs,
// and notes on backups. Nobody misses it when the store goes back to before it.
func Background(ctx context.Context) context.Context {
	return context.WithValue(ctx, backgroundKey{}, true)
}

func isBackground(ctx context.Context) bool { return ctx.Value(backgroundKey{}) != nil }

// firstWrite is what is done once, before the first transaction that is not in the
// background.
type firstWrite struct {
	mu sync.Mutex
	do func() error
}

// OnFirstWrite has do called once, before the first transaction commits that somebody
// asked for. While do fails, so do these transactions.
func (a *App) OnFirstWrite(do func() error) {
	a.first.Store(&firstWrite{do: do})
}

// beforeWrite runs inside the transaction, after its closure succeeded.
func (a *App) beforeWrite(ctx context.Context) error {
	first := a.first.Load()
	if first == nil || isBackground(ctx) {
		return nil
	}
	first.mu.Lock()
	defer first.mu.Unlock()
	if first.do == nil {
		return nil
	}
	if err := first.do(); err != nil {
		return err
	}
	first.do = nil
	a.first.CompareAndSwap(first, nil)
	return nil
}
