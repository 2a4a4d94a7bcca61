package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"sync/atomic"
	"time"

	"marquee/kv/cluster/shared"
)

// retryEvery is the pause between two tries of what nobody waits for.
const retryEvery = 200 * time.Millisecond

// first is the member that is asked first: the last one that answered.
type first struct{ member atomic.Int64 }

// ask asks one member after the other until one answers. What is asked must do no harm when it is
// done twice.
func ask[T any](ctx context.Context, f *first, s shared.Store, do func(context.Context, shared.Store) (T, error)) (answer T, err error) {
	from := int(f.member.Load())
	for i := range s.Members() {
		via := (from + i) % s.Members()
		answer, err = once(ctx, s.Via(via), do)
		if err == nil || errors.Is(err, shared.ErrNoLease) || errors.Is(err, shared.ErrNoSpace) || ctx.Err() != nil {
			f.member.Store(int64(via))
			return answer, err
		}
	}
	return answer, err
}

func once[T any](ctx context.Context, s shared.Store, do func(context.Context, shared.Store) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, tryFor)
	defer cancel()
	return do(ctx, s)
}

func get(ctx context.Context, f *first, s shared.Store, r shared.Range) (shared.Page, error) {
	return ask(ctx, f, s, func(ctx context.Context, s shared.Store) (shared.Page, error) { return s.Get(ctx, r) })
}

func commitTxn(ctx context.Context, f *first, s shared.Store, t shared.Txn) (shared.Result, error) {
	return ask(ctx, f, s, func(ctx context.Context, s shared.Store) (shared.Result, error) { return s.Commit(ctx, t) })
}

// pause waits, and tells whether there is any more to do.
func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

var everyState = shared.Range{From: stateKeys, To: shared.End(stateKeys)}

// readState reads what state/ says.
func readState(ctx context.Context, s shared.Store) (news, error) {
	page, err := get(ctx, &first{}, s, everyState)
	if err != nil {
		return news{}, err
	}
	return readNews(page.Pairs)
}

// listen is the goroutine that keeps up with state/.
func (n *Node) listen(ctx context.Context) {
	unheard := false
	for ctx.Err() == nil {
		page, err := get(ctx, &n.first, n.o.Shared, everyState)
		if (err != nil) != unheard && ctx.Err() == nil {
			unheard = err != nil
			n.o.Log.Warn("cluster: whether the node hears what is shared has changed", "node", n.o.Name, "hears", !unheard, "error", err)
		}
		if err != nil {
			pause(ctx, retryEvery)
			continue
		}
		known := map[string]shared.Pair{}
		for _, p := range page.Pairs {
			known[p.Key] = p
		}
		n.publish(known)
		n.hear(ctx, known, page.Revision)
	}
}

// hear follows the changes until they end. The node hears what it says itself every second: when
// it does not, the member that it listens to hangs.
func (n *Node) hear(ctx context.Context, known map[string]shared.Pair, revision int64) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	member := int(n.first.member.Load())
	events := n.o.Shared.Via(member).Watch(ctx, stateKeys, shared.End(stateKeys), revision)
	silence := time.NewTimer(hearFor)
	defer silence.Stop()
	for {
		select {
		case all, ok := <-events:
			if !ok {
				return
			}
			for _, e := range all {
				if known[e.Key] = e.Pair; e.Deleted {
					delete(known, e.Key)
				}
				n.compareClocks(e)
			}
			n.publish(known)
			silence.Reset(hearFor)
		case <-silence.C:
			n.first.member.CompareAndSwap(int64(member), int64((member+1)%n.o.Shared.Members()))
			return
		case <-ctx.Done():
			return
		}
	}
}

// hearFor is how long a node believes in a member that it hears nothing from.
const hearFor = 3 * sayEvery

func (n *Node) publish(known map[string]shared.Pair) {
	news, err := readNews(slices.Collect(maps.Values(known)))
	if err != nil {
		n.o.Log.Error("cluster: what is shared cannot be read", "error", err)
		return
	}
	if news.leader != nil {
		n.mu.Lock()
		n.ledBy = news.leader.Name
		n.mu.Unlock()
	}
	n.news.set(news)
}

// offsetMemory is how often a node is listened to before what it said of its clock is forgotten.
const offsetMemory = 8

// clockOffset is how far a clock is ahead, of what was noted of it. What came late makes it look as
// if it were behind: what came soonest is nearest to the truth.
func clockOffset(noted []time.Duration) time.Duration {
	if len(noted) == 0 {
		return 0
	}
	return slices.Max(noted)
}

// ClocksOf tells how far the clocks of other nodes are ahead of that of a node.
func ClocksOf(n *Node) map[string]time.Duration {
	n.mu.Lock()
	defer n.mu.Unlock()
	all := map[string]time.Duration{}
	for name, noted := range n.offsets {
		all[name] = clockOffset(noted)
	}
	return all
}

// compareClocks notes how far the clock of another node is from this one's, as it has just said.
func (n *Node) compareClocks(e shared.Event) {
	var i NodeInfo
	if e.Deleted || !isNode(e.Key) || json.Unmarshal(e.Value, &i) != nil || i.Name == n.o.Name {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	noted := append(n.offsets[i.Name], i.Wall.Sub(n.o.Wall()))
	n.offsets[i.Name] = noted[max(0, len(noted)-offsetMemory):]
}

// say is the goroutine that tells the others of this node.
func (n *Node) say(ctx context.Context) {
	var lease int64
	for {
		err := n.sayOnce(ctx, &lease)
		if errors.Is(err, shared.ErrNoLease) {
			lease = 0
		}
		if !pause(ctx, sayEvery) {
			return
		}
	}
}

func (n *Node) sayOnce(ctx context.Context, lease *int64) error {
	if *lease == 0 {
		granted, err := ask(ctx, &n.first, n.o.Shared, func(ctx context.Context, s shared.Store) (int64, error) { return s.Grant(ctx, nodeLease) })
		if err != nil {
			return err
		}
		*lease = granted
	}
	value, err := json.Marshal(infoOf(n))
	if err != nil {
		return err
	}
	put := shared.Op{Key: nodeKeys + n.o.Name, Value: value, Lease: *lease}
	_, err = commitTxn(ctx, &n.first, n.o.Shared, shared.Txn{Then: []shared.Op{put}})
	if err != nil && !errors.Is(err, shared.ErrNoSpace) { // where there is no room, what it said before stays
		return err
	}
	_, err = ask(ctx, &n.first, n.o.Shared, func(ctx context.Context, s shared.Store) (any, error) { return nil, s.Keep(ctx, *lease) })
	return err
}

// infoOf is what a node says of itself.
func infoOf(n *Node) NodeInfo {
	role, _ := n.role.get()
	n.mu.Lock()
	cannot := n.cannot
	n.mu.Unlock()
	if n.o.FollowOnly {
		cannot = "it is told to follow only"
	}
	return NodeInfo{
		Name: n.o.Name, Address: n.o.Address, Role: role, Applied: n.engine.InFile(), Build: n.o.Build, Schema: n.o.Schema,
		Beside: n.o.Beside(), Backup: n.o.Backup(), Cannot: cannot, Wall: n.o.Wall().UTC(),
	}
}
