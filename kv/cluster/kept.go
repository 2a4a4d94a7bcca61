package cluster

import (
	"context"

	"marquee/kv/cluster/shared"
)

// Beside the store a node has a few small files that another one needs as well. Who leads writes
// what is in them where all nodes see it, and each of them keeps its own file.

// Shelf is what a node keeps beside its store as all others do.
type Shelf struct{ n *Node }

// ShelfOf is that of a node.
func ShelfOf(n *Node) Shelf { return Shelf{n} }

// Keep writes what all nodes shall have under a name; empty: none shall have anything. Only the
// node that leads may; its refusal is a kv.NotLeader.
func (s Shelf) Keep(ctx context.Context, name string, value []byte) error {
	n := s.n
	news, _ := n.news.get()
	if news.leader == nil || news.leader.Name != n.o.Name {
		return n.notLeader()
	}
	r, err := commitTxn(ctx, &n.first, n.o.Shared, shared.Txn{
		If:   []shared.Cond{shared.Created(leaderKey, news.leader.Term)},
		Then: []shared.Op{shared.Put(keptKeys+name, value)},
	})
	if err == nil && !r.Done {
		err = n.notLeader()
	}
	return err
}

// Kept is what all nodes shall have under a name; there is false where nobody wrote that. Changed
// is closed when something that all nodes share is different.
func (s Shelf) Kept(name string) (value []byte, there bool, changed <-chan struct{}) {
	news, changed := s.n.news.get()
	value, there = news.kept[name]
	return value, there, changed
}

// Keep writes it while no node need be running.
func Keep(ctx context.Context, s shared.Store, name string, value []byte) error {
	news, err := readState(ctx, s)
	if err == nil && news.base == nil {
		err = ErrNoCluster
	}
	if err == nil {
		_, err = commitTxn(ctx, &first{}, s, shared.Txn{Then: []shared.Op{shared.Put(keptKeys+name, value)}})
	}
	return err
}
