package etcd

import (
	"context"
	"errors"
	"testing"

	"marquee/kv"
	"marquee/kv/cluster"
)

// together are nodes in this process.
type together struct {
	t     *testing.T
	s     Store
	nodes map[string]*cluster.Node
}

// startTogether begins a cluster with a store, and starts its nodes.
func startTogether(t *testing.T, s Store, change func(*cluster.Options), names ...string) *together {
	t.Helper()
	g := &together{t: t, s: s, nodes: map[string]*cluster.Node{}}
	for i, path := range found(t, s, t.TempDir(), names...) {
		g.start(nodeOptions(s, names[i], path), change)
	}
	t.Cleanup(func() {
		for name := range g.nodes {
			g.stop(name)
		}
	})
	return g
}

func (g *together) start(o cluster.Options, change func(*cluster.Options)) *cluster.Node {
	g.t.Helper()
	if change != nil {
		change(&o)
	}
	n, err := cluster.Start(background, o)
	if err != nil {
		g.t.Fatal(err)
	}
	g.nodes[o.Name] = n
	return n
}

func (g *together) stop(name string) {
	ctx, cancel := context.WithTimeout(background, patience)
	defer cancel()
	if err := g.nodes[name].Stop(ctx); err != nil {
		g.t.Log(err)
	}
	delete(g.nodes, name)
}

// leader waits for a node to lead.
func (g *together) leader() (lead *cluster.Node) {
	g.t.Helper()
	await(g.t, "nobody leads", func() bool {
		lead = g.leads()
		return lead != nil
	})
	return lead
}

func (g *together) leads() *cluster.Node {
	for _, n := range g.nodes {
		if role, _ := n.Role(); role == cluster.Leading {
			return n
		}
	}
	return nil
}

// follower is a node that does not lead.
func (g *together) follower() *cluster.Node {
	lead := g.leader()
	for _, n := range g.nodes {
		if n != lead {
			return n
		}
	}
	return nil
}

// update has whoever leads write. Who is told that another one does asks that one.
func (g *together) update(fn func(kv.Tx) error) error {
	for {
		if err := g.leader().Engine().Update(background, fn); !errors.Is(err, kv.ErrNotLeader) {
			return err
		}
	}
}
