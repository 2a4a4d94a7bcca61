package cluster

import "sync"

// bell is a value that others wait to change.
type bell[T any] struct {
	mu    sync.Mutex
	value T
	rung  chan struct{} // closed at the next change
}

// get gives the value, and what is closed when there is another one.
func (b *bell[T]) get() (T, <-chan struct{}) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.rung == nil {
		b.rung = make(chan struct{})
	}
	return b.value, b.rung
}

func (b *bell[T]) set(v T) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.value = v
	if b.rung != nil {
		close(b.rung)
		b.rung = nil
	}
}
