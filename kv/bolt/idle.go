package bolt

import (
	"context"
	"sync"
	"time"
)

// idle tells when a commit has just begun. Until the disk is done with it, those who wait for it
// need no processor, and work that nobody waits for does best to use one then: whoever has it when
// the disk is done makes them wait for longer.
type idle struct {
	mu    sync.Mutex
	began time.Time     // the last commit
	ended time.Time     // the last that did
	usual time.Duration // how long commits took lately
	next  chan struct{} // closed when one begins, nil while nobody waits
}

func (l *idle) begin(now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.began = now
	if l.next != nil {
		close(l.next)
		l.next = nil
	}
}

func (l *idle) end(now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended = now
	took := now.Sub(l.began)
	if l.usual == 0 {
		l.usual = took
	}
	l.usual += (took - l.usual) / idleMemory
}

// look tells whether it is now, or nobody commits; else next is closed when the next one begins.
func (l *idle) look(now time.Time) (is bool, next <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch running := l.ended.Before(l.began); {
	case running && now.Sub(l.began) < l.usual*idlePercent/100:
		return true, nil
	case !running && now.Sub(l.ended) >= idleWait:
		return true, nil
	}
	if l.next == nil {
		l.next = make(chan struct{})
	}
	return false, l.next
}

// AwaitIdle implements kv.Engine.
func (e *Engine) AwaitIdle(ctx context.Context) {
	is, next := e.idle.look(time.Now())
	if is {
		return
	}
	longest := time.NewTimer(idleWait)
	defer longest.Stop()
	select {
	case <-next:
	case <-longest.C:
	case <-ctx.Done():
	}
}
