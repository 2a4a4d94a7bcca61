package app

import "sync"

// Memo is a value that an area keeps in memory beside one App: a cache, a
// counter, a queue. It is never part of what the store promises.
type Memo[T any] struct{ make func() *T }

// NewMemo declares a memo, once, as a package variable.
func NewMemo[T any](make func() *T) *Memo[T] { return &Memo[T]{make} }

// Of gives the App's own value, made at the first call.
func (m *Memo[T]) Of(a *App) *T {
	if v, ok := a.memos.Load(m); ok {
		return v.(*T)
	}
	v, _ := a.memos.LoadOrStore(m, m.make())
	return v.(*T)
}

// memos holds the value of each Memo.
type memos = sync.Map
