package app

import "sync"

// PerApp is a value that an area keeps in memory beside one App: a cache, a
// semaphore, a queue. It is never part of what the store promises. The
// declaration itself never changes, so it may be a package variable.
type PerApp[T any] struct{ make func() *T }

// NewPerApp declares such a value.
func NewPerApp[T any](make func() *T) *PerApp[T] { return &PerApp[T]{make} }

// Of gives the App's own value, made at the first call.
func (p *PerApp[T]) Of(a *App) *T {
	if v, ok := a.values.Load(p); ok {
		return v.(*T)
	}
	v, _ := a.values.LoadOrStore(p, p.make())
	return v.(*T)
}

// values holds the value of each PerApp.
type values = sync.Map
