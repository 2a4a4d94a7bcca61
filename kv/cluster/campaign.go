package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"marquee/kv/cluster/shared"
)

// clockBound is how far the clock of who leads next may be from that of who led.
const clockBound = 2 * time.Second

// candidate is a node that might lead.
type candidate struct {
	name       string
	followOnly bool
	schema     int
	cannot     string
	// offset is that of the clock of who led last from its own; 0 if that one is gone.
	offset time.Duration
}

// mayLead says why a node must not try to lead; "" if it may. Late means that nobody has led for
// the time of a lease, so whoever was to lead does not.
func mayLead(c candidate, s news, late bool) (why string) {
	switch {
	case s.base == nil:
		return "nothing was begun"
	case s.leader != nil:
		return "another one leads"
	case s.order.Hold:
		return "the cluster is on hold"
	case c.followOnly:
		return "it is told to follow only"
	case c.cannot != "":
		return c.cannot
	case c.schema < s.base.Schema:
		return fmt.Sprintf("its program is of schema %d, the store of %d", c.schema, s.base.Schema)
	case c.offset.Abs() > clockBound:
		return fmt.Sprintf("its clock is %s from that of the node that led", c.offset)
	case s.order.To != "" && s.order.To != c.name && !late && able(s.nodes, s.order.To):
		return s.order.To + " shall lead"
	}
	return ""
}

// able tells whether a node was heard of lately, and would lead.
func able(nodes map[string]NodeInfo, name string) bool {
	i, ok := nodes[name]
	return ok && i.Cannot == "" && i.Role != Joining
}

func (n *Node) candidate(s news) candidate {
	n.mu.Lock()
	defer n.mu.Unlock()
	c := candidate{name: n.o.Name, followOnly: n.o.FollowOnly, schema: n.o.Schema, cannot: n.cannot}
	if _, ok := s.nodes[n.ledBy]; ok {
		c.offset = clockOffset(n.offsets[n.ledBy])
	}
	return c
}

// term is a time of leading.
type term struct {
	n      *Node
	number int64
	lease  *lease
	id     int64         // of the lease
	lost   chan struct{} // closed when the lease is
	w      *writer
}

// campaign puts the name of the node where that of the leader stands, if nobody's does; nil if
// another one was quicker.
func (n *Node) campaign(ctx context.Context) (*term, error) {
	if _, _, err := n.catchUp(ctx); err != nil {
		if isFinal(err) {
			return nil, err
		}
		return nil, nil
	}
	sent := n.o.Now()
	id, err := ask(ctx, &n.first, n.o.Shared, func(ctx context.Context, s shared.Store) (int64, error) { return s.Grant(ctx, n.o.Lease) })
	if err != nil {
		return nil, nil
	}
	l := Leader{Name: n.o.Name, Address: n.o.Address, Build: n.o.Build, Schema: n.o.Schema, Lease: id, Since: n.o.Wall().UTC()}
	value, err := json.Marshal(l)
	if err != nil {
		return nil, err
	}
	r, err := commitTxn(ctx, &n.first, n.o.Shared, shared.Txn{
		If:   []shared.Cond{shared.Created(leaderKey, 0), shared.Modified(baseKey, n.base.revision)},
		Then: []shared.Op{{Key: leaderKey, Value: value, Lease: id}},
		Else: []string{leaderKey},
	})
	switch there := shared.Found(r.Found, leaderKey); {
	case err == nil && r.Done:
		return n.term(r.Revision, id, sent), nil
	case err == nil && there != nil && string(there.Value) == string(value):
		return n.term(there.Created, id, sent), nil // an earlier try got through
	}
	n.revoke(ctx, id)
	return nil, nil
}

func (n *Node) term(number, id int64, sent time.Duration) *term {
	return &term{n: n, number: number, id: id, lease: &lease{sent: sent, ttl: n.o.Lease}, lost: make(chan struct{})}
}

// revoke gives a lease back. When that fails it runs out.
func (n *Node) revoke(ctx context.Context, id int64) {
	_, err := ask(ctx, &n.first, n.o.Shared, func(ctx context.Context, s shared.Store) (any, error) { return nil, s.Revoke(ctx, id) })
	if err != nil {
		n.o.Log.Warn("cluster: the lease could not be given back and runs out", "node", n.o.Name, "error", err)
	}
}
