package app

import (
	"context"
	"slices"
	"sync"
	"time"
)

const (
	// maxQueued is how much work of one caller waits in the store's queue or runs there,
	// beyond the first fewQueued transactions. More of it waits outside, so that another
	// caller's write is not behind all of it. It is enough for more than a hundred scans,
	// which then share a commit.
	maxQueued = 8 * time.Millisecond
	// fewQueued is how many go ahead however long they are: with fewer in a commit,
	// writing would be slower for everybody.
	fewQueued = 32
	// expectedWrite is what the transactions of a caller are taken for who had none under
	// way: a long one, so that a sudden crowd of long ones is few until it is known.
	expectedWrite = 500 * time.Microsecond
	// shareFading is in how many transactions the mean follows what they are.
	shareFading = 8
)

// shares bound what each caller has in the store's queue. Transactions run there one
// after the other in the order in which they came: without a bound, a caller with a
// thousand requests under way makes everybody wait for all of them, and fills the queue.
type shares struct {
	mu    sync.Mutex
	known map[shareKey]*share // of callers who have something under way
}

// shareKey is whose share a transaction belongs to: a token's, or that of all the
// buyers of a company.
type shareKey struct{ company, token int64 }

// share is what one caller has under way.
type share struct {
	running int
	queued  time.Duration // what those that run are expected to be
	mean    time.Duration // of a transaction, lately
	waiting []*claim      // the first one to come is the first
}

// claim is a transaction that goes ahead once admitted is closed, or at once without it.
type claim struct {
	expected time.Duration
	admitted chan struct{}
}

func newShares() *shares { return &shares{known: map[shareKey]*share{}} }

// run lets a transaction go to the store when it is its turn. do tells how long its
// closure ran, which is what counts: waiting for a commit costs nobody else anything.
func (a *shares) run(ctx context.Context, key shareKey, do func() (ran time.Duration, err error)) error {
	s, c := a.arrive(key)
	if c.admitted != nil {
		if err := a.await(ctx, key, s, c); err != nil {
			return err
		}
	}
	ran := c.expected
	defer func() { a.leave(key, s, c.expected, ran) }() // also when the closure panics
	var err error
	ran, err = do()
	return err
}

// arrive admits a transaction, or makes it wait behind the caller's others.
func (a *shares) arrive(key shareKey) (*share, *claim) {
	a.mu.Lock()
	defer a.mu.Unlock()
	s := a.known[key]
	if s == nil {
		s = &share{mean: expectedWrite}
		a.known[key] = s
	}
	if len(s.waiting) == 0 && s.fits() {
		return s, &claim{expected: s.begin()}
	}
	c := &claim{admitted: make(chan struct{})}
	s.waiting = append(s.waiting, c)
	return s, c
}

// await waits to be admitted, as long as the caller does.
func (a *shares) await(ctx context.Context, key shareKey, s *share, c *claim) error {
	select {
	case <-c.admitted:
		return nil
	case <-ctx.Done():
	}
	a.mu.Lock()
	i := slices.Index(s.waiting, c)
	if i >= 0 {
		s.waiting = slices.Delete(s.waiting, i, i+1)
	}
	a.mu.Unlock()
	if i < 0 { // admitted at this moment
		a.leave(key, s, c.expected, c.expected)
	}
	return ctx.Err()
}

// leave admits those for whom there is room now, and forgets a caller with nothing
// under way.
func (a *shares) leave(key shareKey, s *share, expected, ran time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	s.running--
	s.queued -= expected
	s.mean += (ran - s.mean) / shareFading
	for len(s.waiting) > 0 && s.fits() {
		c := s.waiting[0]
		s.waiting = s.waiting[1:]
		c.expected = s.begin()
		close(c.admitted)
	}
	if s.running == 0 {
		delete(a.known, key)
	}
}

// fits tells whether one more transaction may go ahead.
func (s *share) fits() bool { return s.running < fewQueued || s.queued+s.mean <= maxQueued }

// begin counts one more, and tells as how much.
func (s *share) begin() time.Duration {
	s.running++
	s.queued += s.mean
	return s.mean
}
