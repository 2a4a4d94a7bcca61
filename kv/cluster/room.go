package cluster

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"marquee/kv/cluster/shared"
)

// roomEvery is how often a node makes room where there is none: who keeps what is shared stands
// still meanwhile.
const roomEvery = 3 * time.Second

// noticing is what is shared, for a node that notices by its answers whether there is room for more.
type noticing struct {
	shared.Store
	full *atomic.Bool
}

// Via implements shared.Store.
func (s noticing) Via(member int) shared.Store { return noticing{s.Store.Via(member), s.full} }

// Commit implements shared.Store.
func (s noticing) Commit(ctx context.Context, t shared.Txn) (shared.Result, error) {
	r, err := s.Store.Commit(ctx, t)
	s.heard(err, r.Done && adds(t))
	return r, err
}

// Grant implements shared.Store.
func (s noticing) Grant(ctx context.Context, ttl time.Duration) (int64, error) {
	lease, err := s.Store.Grant(ctx, ttl)
	s.heard(err, err == nil)
	return lease, err
}

func (s noticing) heard(err error, fitted bool) {
	switch {
	case errors.Is(err, shared.ErrNoSpace):
		s.full.Store(true)
	case fitted:
		s.full.Store(false)
	}
}

func adds(t shared.Txn) bool {
	for _, op := range t.Then {
		if !op.Delete {
			return true
		}
	}
	return false
}

// Full tells whether what is shared has no room for more, as far as this node knows: then nothing
// can be written.
func (n *Node) Full() bool { return n.full.Load() }

// makeRoom has what was written over and deleted be forgotten where there is no room. Any node may do
// it: one that is to lead has to say so, and that needs room. It takes nothing from the log, which a
// node may need that could not say so.
func (n *Node) makeRoom(ctx context.Context) {
	if !n.full.Load() || n.roomMade != 0 && n.o.Now()-n.roomMade < roomEvery {
		return
	}
	n.o.Log.Error("cluster: what is shared is full, so nothing can be written; room is made", "node", n.o.Name)
	page, err := get(ctx, &n.first, n.o.Shared, shared.Range{From: baseKey, KeysOnly: true})
	if err == nil {
		err = n.compact(ctx, page.Revision)
	}
	if err != nil {
		n.o.Log.Error("cluster: no room could be made", "node", n.o.Name, "error", err)
	}
	n.roomMade = n.o.Now()
}
