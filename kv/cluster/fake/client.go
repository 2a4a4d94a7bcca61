package fake

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"time"

	"marquee/kv/cluster/shared"
)

// Faults is how often what goes wrong, of a thousand calls.
type Faults struct {
	// Distance is what a call takes at least, there and back.
	Distance time.Duration
	// Late calls arrive up to Latest after they were sent, others within a few milliseconds.
	Late   int
	Latest time.Duration
	// Lost calls are done, and nobody hears of it; Refused ones are not done; Twice ones are done
	// again later.
	Lost, Refused, Twice int
	// Broken is how often a watch ends, of a thousand events.
	Broken int
}

// Members is how many keep what is shared.
const members = 3

var errConnection = errors.New("fake: connection reset by peer")

// Client is one node's way to a World.
type Client struct {
	w      *World
	faults Faults

	mu     sync.Mutex
	dice   *rand.Rand
	hung   [members]bool
	paused chan struct{} // not nil: the node is stopped until it is closed
	dead   chan struct{} // closed when it is killed
	once   sync.Once
}

// Client makes a way to the world that goes wrong as its dice tell.
func (w *World) Client(f Faults, seed uint64) *Client {
	return &Client{w: w, faults: f, dice: rand.New(rand.NewPCG(seed, 1)), dead: make(chan struct{})}
}

// Kill has nothing leave the node any more, and nothing reach it. What is on its way arrives.
func (c *Client) Kill() { c.once.Do(func() { close(c.dead) }) }

// Pause stops the node until resume is called: nothing leaves or reaches it. What is on its way
// arrives.
func (c *Client) Pause() (resume func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	paused := make(chan struct{})
	c.paused = paused
	return func() {
		c.mu.Lock()
		c.paused = nil
		c.mu.Unlock()
		close(paused)
	}
}

// Hang has a member take calls of this node and not answer them.
func (c *Client) Hang(member int, hangs bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hung[member] = hangs
}

// fate of one call.
type fate struct {
	before, after       time.Duration
	lost, refused, hung bool
	again               time.Duration // done once more so much later; 0: not
}

func (c *Client) fate(via int) fate {
	c.mu.Lock()
	defer c.mu.Unlock()
	is := func(n int) bool { return c.dice.IntN(1000) < n }
	f := fate{before: c.short(), after: c.short(), lost: is(c.faults.Lost), refused: is(c.faults.Refused), hung: c.hung[via]}
	if c.faults.Latest > 0 && is(c.faults.Late) {
		f.before = time.Duration(c.dice.Int64N(int64(c.faults.Latest)))
	}
	if is(c.faults.Twice) {
		f.again = c.short() + 1
	}
	return f
}

func (c *Client) short() time.Duration {
	return c.faults.Distance/2 + time.Duration(c.dice.IntN(3000))*time.Microsecond
}

// alive waits while the node is stopped, and tells whether it is not dead.
func (c *Client) alive(ctx context.Context) bool {
	for {
		c.mu.Lock()
		paused := c.paused
		c.mu.Unlock()
		if paused == nil {
			break
		}
		select {
		case <-paused:
		case <-c.dead:
			return false
		case <-ctx.Done():
			return false
		}
	}
	select {
	case <-c.dead:
		return false
	default:
		return ctx.Err() == nil
	}
}

// call has something done in the world, as its fate is.
func call[T any](ctx context.Context, c *Client, via int, do func() (T, error)) (answer T, err error) {
	if !c.alive(ctx) {
		<-ctx.Done()
		return answer, ctx.Err()
	}
	type reply struct {
		answer T
		err    error
	}
	f, replies := c.fate(via), make(chan reply, 1)
	go func() {
		time.Sleep(f.before)
		if f.hung {
			return
		}
		if down := c.w.isDown(); down != nil {
			<-down
		}
		if f.refused {
			replies <- reply{err: errConnection}
			return
		}
		answer, err := do()
		if f.again > 0 {
			time.Sleep(f.again)
			_, _ = do()
		}
		time.Sleep(f.after)
		if !f.lost {
			replies <- reply{answer, err}
		}
	}()
	select {
	case r := <-replies:
		if !c.alive(ctx) {
			<-ctx.Done()
			return answer, ctx.Err()
		}
		return r.answer, r.err
	case <-ctx.Done():
		return answer, ctx.Err()
	}
}

// way is a Client by way of one member. It is a shared.Store.
type way struct {
	*Client
	member int
}

// Store is what the node uses.
func (c *Client) Store() shared.Store { return way{c, 0} }

func (way) Members() int                  { return members }
func (v way) Via(member int) shared.Store { return way{v.Client, member % members} }

func (v way) Get(ctx context.Context, r shared.Range) (shared.Page, error) {
	return call(ctx, v.Client, v.member, func() (shared.Page, error) { return v.w.Get(r), nil })
}

func (v way) Commit(ctx context.Context, t shared.Txn) (shared.Result, error) {
	return call(ctx, v.Client, v.member, func() (shared.Result, error) { return v.w.Commit(t) })
}

func (v way) Grant(ctx context.Context, ttl time.Duration) (int64, error) {
	return call(ctx, v.Client, v.member, func() (int64, error) { return v.w.grant(ttl) })
}

func (v way) Keep(ctx context.Context, lease int64) error {
	_, err := call(ctx, v.Client, v.member, func() (any, error) { return nil, v.w.keep(lease) })
	return err
}

func (v way) Revoke(ctx context.Context, lease int64) error {
	_, err := call(ctx, v.Client, v.member, func() (any, error) { return nil, v.w.revoke(lease) })
	return err
}

func (v way) Compact(ctx context.Context, revision int64) error {
	_, err := call(ctx, v.Client, v.member, func() (any, error) { v.w.compact(revision); return nil, nil })
	return err
}

func (v way) Watch(ctx context.Context, from, to string, after int64) <-chan []shared.Event {
	out := make(chan []shared.Event)
	go func() {
		defer close(out)
		for {
			all, changed, err := v.w.since(after)
			if err != nil {
				return
			}
			for _, events := range all {
				after++
				if !v.send(ctx, out, events, from, to) {
					return
				}
			}
			if len(all) > 0 {
				continue
			}
			select {
			case <-changed:
			case <-ctx.Done():
				return
			case <-v.dead:
				return
			}
		}
	}()
	return out
}

// send passes on the events of one revision; false when the watch ends.
func (v way) send(ctx context.Context, out chan<- []shared.Event, events []shared.Event, from, to string) bool {
	var own []shared.Event
	for _, e := range events {
		if e.Key >= from && e.Key < to {
			own = append(own, e)
		}
	}
	if len(own) == 0 {
		return true
	}
	f := v.fate(v.member)
	time.Sleep(f.before)
	if down := v.w.isDown(); down != nil {
		<-down
	}
	if f.hung { // and says nothing
		<-ctx.Done()
		return false
	}
	v.mu.Lock()
	broken := v.dice.IntN(1000) < v.faults.Broken
	v.mu.Unlock()
	if broken || !v.alive(ctx) {
		return false
	}
	select {
	case out <- own:
		return true
	case <-ctx.Done():
		return false
	}
}
