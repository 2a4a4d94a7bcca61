package relay

import (
	"context"
	"sync"
)

// gate counts those who write here.
type gate struct {
	leads func() bool

	mu   sync.Mutex
	in   int
	idle chan struct{} // closed when nobody is in; nil while nobody waits for that
}

// enter lets somebody write, if the node leads. Then leave is called once.
func (g *gate) enter() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.leads() {
		return false
	}
	g.in++
	return true
}

func (g *gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.in--; g.in == 0 && g.idle != nil {
		close(g.idle)
		g.idle = nil
	}
}

// wait returns when nobody writes. The node does not lead any more, so nobody begins to.
func (g *gate) wait(ctx context.Context) {
	g.mu.Lock()
	if g.in == 0 {
		g.mu.Unlock()
		return
	}
	if g.idle == nil {
		g.idle = make(chan struct{})
	}
	idle := g.idle
	g.mu.Unlock()
	select {
	case <-idle:
	case <-ctx.Done():
	}
}
