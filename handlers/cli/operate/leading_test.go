package operate

import (
	"context"
	"sync"
	"testing"

	"github.com/matryer/is"
)

// TestWhatGoesOnGoesOnWhileTheNodeLeads: it begins with leading and ends with it, and what is left is
// written down when nobody writes any more, once.
func TestWhatGoesOnGoesOnWhileTheNodeLeads(t *testing.T) {
	is := is.New(t)
	var mu sync.Mutex
	var said []string
	say := func(what string) {
		mu.Lock()
		defer mu.Unlock()
		said = append(said, what)
	}
	begun := make(chan struct{}, 1)
	l := &leading{
		begin: func() func() { say("begins"); begun <- struct{}{}; return func() { say("ends") } },
		quiet: func(context.Context) { say("quiet") },
		last:  func(context.Context) { say("last") },
	}
	leads, changed := false, make(chan struct{})
	role := func() (bool, <-chan struct{}) {
		mu.Lock()
		defer mu.Unlock()
		return leads, changed
	}
	become := func(now bool) {
		mu.Lock()
		defer mu.Unlock()
		close(changed)
		leads, changed = now, make(chan struct{})
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { l.follow(ctx, role); close(ended) }()
	become(true)
	<-begun
	l.yield(t.Context()) // it is told to give up leading
	become(false)
	become(true)
	<-begun
	cancel()
	<-ended
	l.yield(t.Context())
	l.yield(t.Context()) // nothing goes on any more
	is.Equal(said, []string{"begins", "ends", "quiet", "last", "begins", "ends", "quiet", "last", "quiet"})
}
