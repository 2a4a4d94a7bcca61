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
	kept, err := keepInTerm(ctx, &n.first, n.o.Shared, news.leader.Term, name, value)
	if err == nil && !kept {
		err = n.notLeader()
	}
	return err
}

// keepInTerm writes it as long as nobody has led since the term began: what a node knows of who leads
// may be old.
func keepInTerm(ctx context.Context, f *first, s shared.Store, term int64, name string, value []byte) (kept bool, err error) {
	r, err := commitTxn(ctx, f, s, shared.Txn{
		If:   []shared.Cond{shared.Created(leaderKey, term)},
		Then: []shared.Op{shared.Put(keptKeys+name, value)},
	})
	return r.Done, err
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
