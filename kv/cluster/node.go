package cluster

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"marquee/kv"
	"marquee/kv/bolt"
)

// Node is this machine in its cluster.
type Node struct {
	o      Options
	engine *bolt.Member
	base   Base
	log    *reader // of the goroutine that follows and leads
	first  first
	full   atomic.Bool // what is shared has no room for more
	// Of the goroutine that follows and leads: where the file was when it was last found behind the
	// log, when room was made last, and when the leader compacted and called for digests.
	lateAt                      time.Time
	roomMade, compacted, called time.Duration
	untrimmed                   string // why the log was not trimmed when it was to be last
	digesting                   digesting

	news bell[news]
	role bell[Role]

	mu      sync.Mutex
	asOf    time.Duration              // when what the store has was the newest, by Options.Now
	lease   *lease                     // while it leads
	cannot  string                     // why it does not lead
	offsets map[string][]time.Duration // of other nodes' clocks from this one's
	ledBy   string                     // who leads, or led last
	err     error

	cancel context.CancelFunc
	stop   chan struct{} // closed when the node shall give up leading and end
	once   sync.Once
	wait   sync.WaitGroup
	ended  chan struct{}
}

// Start opens the store of a node and has it take its part. It returns ErrNoCluster,
// ErrForeign, or ErrMustJoin: then Join fetches a copy of the store, or Adopt makes one of a
// backup.
func Start(ctx context.Context, o Options) (*Node, error) {
	o = o.withDefaults()
	n := &Node{stop: make(chan struct{}), ended: make(chan struct{}), offsets: map[string][]time.Duration{}}
	o.Shared = noticing{o.Shared, &n.full}
	n.o = o
	first, err := readState(ctx, o.Shared)
	if err != nil {
		return nil, err
	}
	if err := fits(first.base, o.Key); err != nil {
		return nil, err
	}
	n.base = *first.base
	n.log = newReader(o.Shared, o.Key, n.base)
	n.news.set(first)
	n.role.set(Following)
	if err := n.open(ctx); err != nil {
		return nil, err
	}
	n.isAsOf(o.Now())
	n.compacted, n.called = o.Now(), o.Now()
	_, n.digesting.stop = n.engine.Follow(bolt.Follower{After: n.digest})
	ctx, n.cancel = context.WithCancel(context.WithoutCancel(ctx))
	n.wait.Go(func() { n.listen(ctx) })
	n.wait.Go(func() { n.say(ctx) })
	n.wait.Go(func() { n.live(ctx) })
	return n, nil
}

// fits tells whether a node may take part in a cluster.
func fits(b *Base, key []byte) error {
	switch {
	case b == nil:
		return ErrNoCluster
	case !b.Fits(key):
		return fmt.Errorf("%w: its commits are sealed with another key", ErrForeign)
	}
	return nil
}

// open opens the file, and checks that the log goes on from it.
func (n *Node) open(ctx context.Context) error {
	of, err := memberIn(n.o.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%w: there is no %s", ErrMustJoin, n.o.Path)
	case err != nil:
		return err
	case of == "":
		return fmt.Errorf("%w: %s stands alone", ErrForeign, n.o.Path)
	case of != n.base.Member() && clusterOf(of) == n.base.Cluster:
		return fmt.Errorf("%w: another store was put in the place of its own", ErrMustJoin)
	}
	n.engine, err = bolt.OpenFollower(n.o.Path, n.o.Bolt, bolt.Following{Of: n.base.Member(), Leader: n.notLeader})
	if err != nil {
		return err
	}
	if n.engine.Identity() != n.base.Store {
		err = fmt.Errorf("%w: %s is the store %s, not %s", ErrForeign, n.o.Path, n.engine.Identity(), n.base.Store)
	} else {
		err = n.checkPlace(ctx)
	}
	if err != nil {
		return errors.Join(err, n.engine.Close())
	}
	return nil
}

// memberIn is the cluster that a file says it belongs to.
func memberIn(path string) (of string, err error) {
	if _, err := os.Stat(path); err != nil {
		return "", err
	}
	f, err := bolt.OpenFrozen(path)
	if err != nil {
		return "", err
	}
	of, err = f.Member()
	return of, errors.Join(err, f.Close())
}

// Engine is the store. It is the same one in every role.
func (n *Node) Engine() *bolt.Member { return n.engine }

// Role is what the node is; changed is closed when it is something else.
func (n *Node) Role() (role Role, changed <-chan struct{}) { return n.role.get() }

// Leader is who leads, as far as this node knows; nil if nobody does. changed is closed when
// something that all nodes share is different.
func (n *Node) Leader() (leader *Leader, changed <-chan struct{}) {
	news, changed := n.news.get()
	return news.leader, changed
}

// Age is how old what the store has may be; nothing while the node leads for certain.
func (n *Node) Age() time.Duration {
	now := n.o.Now()
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.lease != nil {
		return n.lease.age(now)
	}
	return max(now-n.asOf, 0)
}

// notLeader is what the store tells those who want to write.
func (n *Node) notLeader() error {
	if leader, _ := n.Leader(); leader != nil && leader.Name != n.o.Name {
		return kv.NotLeader{Leader: leader.Address}
	}
	return kv.NotLeader{}
}

// Ended is closed when the node takes no part any more, and the process has to end, with exit
// code 75, so that it is started again; Err says why.
func (n *Node) Ended() <-chan struct{} { return n.ended }

// Err is why it ended; nil after Stop.
func (n *Node) Err() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.err
}

// Stop has a leader finish what it took and give up leading, so that another node leads at once,
// and closes the store. It waits for as long as ctx allows.
func (n *Node) Stop(ctx context.Context) error {
	n.once.Do(func() { close(n.stop) })
	select {
	case <-n.ended:
	case <-ctx.Done():
	}
	n.cancel()
	n.wait.Wait()
	n.digesting.stop()
	err := errors.Join(n.Err(), n.engine.Close())
	if errors.Is(err, ErrDiffers) {
		err = errors.Join(err, bolt.SetMember(n.o.Path, n.base.Cluster+differs))
	}
	return err
}

// become changes the role.
func (n *Node) become(r Role) {
	was, _ := n.role.get()
	if was == r {
		return
	}
	n.role.set(r)
	n.o.Log.Info("cluster: the node changes its role", "node", n.o.Name, "from", was, "to", r)
}

// live is the goroutine that follows, campaigns and leads, in turn.
func (n *Node) live(ctx context.Context) {
	defer close(n.ended)
	err := n.run(ctx)
	if err != nil && ctx.Err() == nil {
		n.become(Fenced)
		n.o.Log.Error("cluster: the node takes no part any more", "node", n.o.Name, "error", err)
		n.mu.Lock()
		n.err = err
		n.mu.Unlock()
	}
}

func (n *Node) run(ctx context.Context) error {
	for {
		if err := n.follow(ctx); err != nil {
			return err
		}
		if n.stopping() {
			return nil
		}
		n.become(Campaigning)
		won, err := n.campaign(ctx)
		switch {
		case err == nil && won != nil:
			err = won.lead(ctx)
		case err == nil:
			n.makeRoom(ctx)
			n.rest(ctx, retryEvery)
		}
		if err != nil {
			return err
		}
		n.become(Following)
		if n.stopping() {
			return nil
		}
	}
}

// rest waits for a while, or until the node shall stop.
func (n *Node) rest(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-n.stop:
	case <-ctx.Done():
	}
}

func (n *Node) stopping() bool {
	select {
	case <-n.stop:
		return true
	default:
		return false
	}
}
