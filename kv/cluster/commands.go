package cluster

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"marquee/kv/bolt"
	"marquee/kv/cluster/shared"
)

// Init begins a cluster with a stopped store, which becomes that of its first node. There must be
// none yet.
func Init(ctx context.Context, s shared.Store, path, name string, schema int, key []byte) (Base, error) {
	news, err := readState(ctx, s)
	if err != nil {
		return Base{}, err
	}
	if news.base != nil {
		return *news.base, fmt.Errorf("%w: %s keeps the store %s there", ErrForeign, news.base.Cluster, news.base.Store)
	}
	return begin(ctx, s, path, name, schema, key, []shared.Cond{shared.Created(baseKey, 0), shared.Created(leaderKey, 0)})
}

// Reseed puts a stopped store in the place of the one that a cluster keeps, which must be on hold
// and have no leader. All other nodes fetch copies of it then.
func Reseed(ctx context.Context, s shared.Store, path string, schema int, key []byte) (Base, error) {
	news, err := readState(ctx, s)
	switch {
	case err != nil:
		return Base{}, err
	case news.base == nil:
		return Base{}, ErrNoCluster
	case !news.order.Hold || news.leader != nil:
		return Base{}, ErrNotOnHold
	}
	return begin(ctx, s, path, news.base.Cluster, schema, key, []shared.Cond{
		shared.Modified(baseKey, news.base.revision), shared.Created(leaderKey, 0), shared.Modified(orderKey, news.order.revision),
	})
}

// begin writes state/base, with an empty log, and the note in the file. The file comes first: it
// says that it belongs to a cluster before there is one, and not the other way round.
func begin(ctx context.Context, s shared.Store, path, name string, schema int, key []byte, conds []shared.Cond) (Base, error) {
	b := Base{Form: form, Cluster: name, Generation: rand.Text()[:8], Schema: schema, Key: keyCheck(key)}
	var err error
	if b.Store, b.At, err = storeAt(path); err != nil {
		return b, err
	}
	value, err := json.Marshal(b)
	if err != nil {
		return b, err
	}
	if err := bolt.SetMember(path, b.Member()); err != nil {
		return b, err
	}
	r, err := commitTxn(ctx, &first{}, s, shared.Txn{
		If: conds,
		Then: []shared.Op{
			shared.Put(baseKey, value), shared.Put(trimKey, []byte(moment(b.At))),
			shared.Delete(logKeys, shared.End(logKeys)), shared.Delete(partKeys, shared.End(partKeys)),
			shared.Delete(digestKey, ""), shared.Delete(digestKeys, shared.End(digestKeys)),
		},
		Else: []string{baseKey},
	})
	if err != nil {
		return b, err
	}
	if there := shared.Found(r.Found, baseKey); !r.Done && (there == nil || string(there.Value) != string(value)) {
		return b, fmt.Errorf("%w: it was begun by somebody else at the same time", ErrForeign)
	}
	return b, nil
}

// storeAt is the id of a stopped store, and its last transaction.
func storeAt(path string) (id string, at time.Time, err error) {
	f, err := bolt.OpenFrozen(path)
	if err != nil {
		return "", at, err
	}
	defer f.Close()
	if id, err = f.Identity(); err == nil {
		at, err = f.LastCommit()
	}
	return id, at, err
}

// Rescue has a stopped store stand alone. What the cluster has and this file has not is lost to
// it; and if the cluster goes on there are two box offices.
func Rescue(path string) error { return bolt.SetMember(path, "") }

// Status is what a cluster says of itself.
type Status struct {
	Base   Base       `json:"base"`
	Leader *Leader    `json:"leader,omitempty"`
	Order  Order      `json:"order"`
	Nodes  []NodeInfo `json:"nodes"` // by name
	// LogFrom is where the log begins, and LogTo its last commit but one.
	LogFrom time.Time `json:"logFrom"`
	LogTo   time.Time `json:"logTo"`
	// Differing are the nodes whose stores are not what the leader's is.
	Differing []string `json:"differing,omitempty"`
}

// Look reads it.
func Look(ctx context.Context, s shared.Store) (Status, error) {
	news, err := readState(ctx, s)
	if err != nil {
		return Status{}, err
	}
	if news.base == nil {
		return Status{}, ErrNoCluster
	}
	out := Status{Base: *news.base, Leader: news.leader, Order: news.order, LogFrom: news.trim, LogTo: news.trim}
	for _, name := range slices.Sorted(maps.Keys(news.nodes)) {
		out.Nodes = append(out.Nodes, news.nodes[name])
		if !sameAs(name, news) {
			out.Differing = append(out.Differing, name)
		}
	}
	page, err := get(ctx, &first{}, s, shared.Range{From: logKeys, To: shared.End(logKeys), Limit: 1, KeysOnly: true, Backwards: true})
	if err == nil && len(page.Pairs) > 0 {
		out.LogTo, err = prevOf(page.Pairs[0].Key)
	}
	return out, err
}

// Hold has nobody lead until Resume. It returns when nobody does.
func Hold(ctx context.Context, s shared.Store) error {
	if err := order(ctx, s, Order{Hold: true}); err != nil {
		return err
	}
	return await(ctx, s, func(n news) bool { return n.leader == nil })
}

// Resume ends a hold, or an order to lead.
func Resume(ctx context.Context, s shared.Store) error { return order(ctx, s, Order{}) }

// Move has a node lead. It returns when it does.
func Move(ctx context.Context, s shared.Store, to string) error {
	now, err := readState(ctx, s)
	switch {
	case err != nil:
		return err
	case now.order.Hold:
		return ErrOnHold
	case !able(now.nodes, to):
		return fmt.Errorf("%w: %s", ErrNoNode, to)
	case now.leader != nil && now.leader.Name == to:
		return nil
	}
	if err := order(ctx, s, Order{To: to}); err != nil {
		return err
	}
	return await(ctx, s, func(n news) bool { return n.leader != nil && n.leader.Name == to })
}

func order(ctx context.Context, s shared.Store, o Order) error {
	value, err := json.Marshal(o)
	if err != nil {
		return err
	}
	news, err := readState(ctx, s)
	if err == nil && news.base == nil {
		err = ErrNoCluster
	}
	if err == nil {
		err = putOrder(ctx, s, news.order.revision, value)
	}
	return err
}

// putOrder writes an order in the place of the one that was read: one that arrives late must not
// take the place of the next.
func putOrder(ctx context.Context, s shared.Store, revision int64, value []byte) error {
	r, err := commitTxn(ctx, &first{}, s, shared.Txn{
		If:   []shared.Cond{shared.Modified(orderKey, revision)},
		Then: []shared.Op{shared.Put(orderKey, value)},
		Else: []string{orderKey},
	})
	if there := shared.Found(r.Found, orderKey); err == nil && !r.Done && (there == nil || string(there.Value) != string(value)) {
		err = ErrOrdered
	}
	return err
}

// awaitEvery is how often somebody looks who waits for an order to be followed.
const awaitEvery = 20 * time.Millisecond

func await(ctx context.Context, s shared.Store, done func(news) bool) error {
	for {
		now, err := readState(ctx, s)
		if err == nil && done(now) {
			return nil
		}
		if !pause(ctx, awaitEvery) {
			return context.Cause(ctx)
		}
	}
}

// Leave takes what a stopped node said of itself away, so that nobody waits for it.
func Leave(ctx context.Context, s shared.Store, name string) error {
	_, err := commitTxn(ctx, &first{}, s, shared.Txn{Then: []shared.Op{shared.Delete(nodeKeys+name, ""), shared.Delete(digestKeys+name, "")}})
	return err
}
