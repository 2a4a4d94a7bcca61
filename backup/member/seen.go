package member

import (
	"context"
	"errors"
	"time"

	"marquee/kv/cluster"
)

// Seen is what is known of a cluster at a moment.
type Seen struct {
	Status
	Etcd []Etcd `json:"etcd"`
	// Name is that of the cluster, and Node the node that looked; empty where none did.
	Name string `json:"name"`
	Node string `json:"node,omitempty"`
	// Clocks is how far the clocks of the others are ahead of that of the node that looked.
	Clocks map[string]time.Duration `json:"clocks,omitempty"`
	// Stranger: whoever looked has not the key of the nodes.
	Stranger bool `json:"isStranger,omitempty"`
	// Unread is why nothing but Etcd is known.
	Unread string `json:"unread,omitempty"`
}

// See looks at the cluster and at etcd. It fails where no cluster was begun, or by a newer program.
func (c *Cluster) See(ctx context.Context) (Seen, error) {
	s := Seen{Name: c.Name}
	var err error
	s.Status, err = cluster.Look(ctx, c.shared)
	s.Etcd = c.Health(ctx)
	switch {
	case IsNone(err), IsForeign(err):
		return s, err
	case errors.Is(err, context.DeadlineExceeded):
		s.Unread = "no answer in time"
	case err != nil:
		s.Unread = err.Error()
	case c.seal != nil:
		s.Stranger = !s.Base.Fits(c.key())
	}
	return s, nil
}

// See looks as this node.
func (n *Node) See(ctx context.Context) (Seen, error) {
	s, err := n.cluster.See(ctx)
	s.Node, s.Clocks = n.name, map[string]time.Duration{}
	clocks := cluster.ClocksOf(n.node)
	for _, i := range s.Nodes {
		if ahead, known := clocks[i.Name]; known {
			s.Clocks[i.Name] = ahead
		}
	}
	return s, err
}

// Lag is how far a node is behind the newest of them, in commits that are known of. The one that
// leads has all of them, though its file gets them a little later.
func Lag(s Status, n NodeInfo) time.Duration {
	newest := n.Applied
	if s.Leader != nil && s.Leader.Name == n.Name {
		return 0
	}
	for _, other := range s.Nodes {
		if other.Applied.After(newest) {
			newest = other.Applied
		}
	}
	return newest.Sub(n.Applied)
}

// Silent is how much longer ago a node was heard of than the one that was heard of last, by clocks
// as far as they are known.
func (s Seen) Silent(n NodeInfo) time.Duration {
	said := func(i NodeInfo) time.Time { return i.Wall.Add(-s.Clocks[i.Name]) }
	newest := said(n)
	for _, other := range s.Nodes {
		if at := said(other); at.After(newest) {
			newest = at
		}
	}
	return newest.Sub(said(n))
}
