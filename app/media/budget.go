package media

import (
	"context"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"marquee/app"
)

// decodings bound the memory in which pictures are decoded, for the whole process.
var decodings = app.NewPerApp(func() *budget { return &budget{left: maxDecoded} })

// budget is memory, in bytes, that those who need some of it have one after the other.
type budget struct {
	mu      sync.Mutex
	left    int64
	waiting []*asking // the first one to come is the first
}

type asking struct {
	weight int64
	given  chan struct{}
}

// enter waits until there is so much; call leave then.
func (b *budget) enter(ctx context.Context, weight int64) (leave func(), err error) {
	ask, err := b.ask(weight)
	if err != nil {
		return nil, err
	}
	timeout := time.NewTimer(patience)
	defer timeout.Stop()
	select {
	case <-ask.given:
		return func() { b.leave(weight) }, nil
	case <-timeout.C:
		err = busy()
	case <-ctx.Done():
		err = ctx.Err()
	}
	if !b.giveUp(ask) {
		b.give(weight) // it was given at this moment
	}
	return nil, err
}

// ask takes what is there, or stands in line for it.
func (b *budget) ask(weight int64) (*asking, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.waiting) >= maxAsking {
		return nil, busy()
	}
	ask := &asking{weight, make(chan struct{})}
	b.waiting = append(b.waiting, ask)
	b.hand()
	return ask, nil
}

// giveUp takes somebody out of the line; false tells that it was given meanwhile.
func (b *budget) giveUp(ask *asking) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := slices.Index(b.waiting, ask)
	if i < 0 {
		return false
	}
	b.waiting = slices.Delete(b.waiting, i, i+1)
	b.hand() // who stood behind may need less
	return true
}

// leave gives memory back, to the system where it was much: what is only garbage would be held
// beside the next picture.
func (b *budget) leave(weight int64) {
	if weight >= muchMemory {
		debug.FreeOSMemory()
	}
	b.give(weight)
}

func (b *budget) give(weight int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.left += weight
	b.hand()
}

// hand gives those at the front what they ask for.
func (b *budget) hand() {
	for len(b.waiting) > 0 && b.waiting[0].weight <= b.left {
		b.left -= b.waiting[0].weight
		close(b.waiting[0].given)
		b.waiting = b.waiting[1:]
	}
}

func busy() error {
	e := app.Refuse(app.TooMany, "Too many pictures are being read. Please try again.")
	e.RetryAfter = retryAfter
	return e
}
