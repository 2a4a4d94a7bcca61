package member

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"marquee/app"
	"marquee/backup"
	"marquee/kv"
	"marquee/kv/bolt"
	"marquee/kv/cluster"
)

// Options of a node.
type Options struct {
	// Path is the file of the store.
	Path string
	// Name is the node's own; Address is where the others reach it.
	Name, Address string
	Lease         time.Duration
	FollowOnly    bool
	Build         string
	// Beside are fingerprints of what lies beside the store and a leader needs, by what it is.
	Beside func() map[string]string
	// Fetch gets a copy from another node, where this one has none or one that is of no use.
	Fetch Fetch
}

// Node is this machine in its cluster. What it leads with is told to it by whoever serves.
type Node struct {
	node    *cluster.Node
	cluster *Cluster
	name    string
	path    string
	// opened is closed when node is there: the cluster may have it lead before.
	opened chan struct{}
	drain  atomic.Pointer[func(context.Context)]
}

// stopFor is how long a node that ends may take to hand over.
const stopFor = 10 * time.Second

// Start opens the store of a node and has it take its part. Where the log does not go on from the
// store, or there is none, the node gets a copy first.
func (c *Cluster) Start(ctx context.Context, business *app.Definition, o Options, log *slog.Logger) (*Node, error) {
	n := &Node{cluster: c, name: o.Name, path: o.Path, opened: make(chan struct{})}
	options := n.options(c, business, o, log)
	node, err := cluster.Start(ctx, options)
	if mustJoin(err) {
		log.Info("the node gets a copy of the store", "node", o.Name, "why", err)
		source, joined := c.joinSoon(ctx, o.Path, o.Name, o.Fetch)
		if joined != nil {
			return nil, fmt.Errorf("%w: %w", err, joined)
		}
		log.Info("the node has a copy of the store", "node", o.Name, "from", source)
		node, err = cluster.Start(ctx, options)
	}
	if err != nil {
		return nil, err
	}
	n.node = node
	close(n.opened)
	return n, nil
}

func (n *Node) options(c *Cluster, business *app.Definition, o Options, log *slog.Logger) cluster.Options {
	return cluster.Options{
		Shared: c.shared, Path: o.Path, Bolt: backup.EngineOptions(business, log), Name: o.Name, Address: o.Address, Key: c.key(),
		Lease: o.Lease, FollowOnly: o.FollowOnly, Build: o.Build, Schema: schemaOf(business), Beside: o.Beside, Log: log,
		Ready: func(ctx context.Context) error {
			<-n.opened
			return bolt.Guarded(func() error { return backup.MakeReady(kv.Alone(ctx), business, n.node.Engine(), log) })
		},
		Drain: func(ctx context.Context) {
			if drain := n.drain.Load(); drain != nil {
				(*drain)(ctx)
			}
		},
	}
}

// Engine is the store.
func (n *Node) Engine() *bolt.Member { return n.node.Engine() }

// Name is the node's own.
func (n *Node) Name() string { return n.name }

// Leads tells whether this node takes what is written; changed is closed when its role is another.
func (n *Node) Leads() (leads bool, changed <-chan struct{}) {
	role, changed := n.node.Role()
	return role == Leading, changed
}

// Elsewhere is the address of another node that leads; empty while none does. changed is closed when
// that may be different.
func (n *Node) Elsewhere() (address string, changed <-chan struct{}) {
	leader, changed := n.node.Leader()
	if leader == nil || leader.Name == n.name {
		return "", changed
	}
	return leader.Address, changed
}

// Keep writes what all nodes shall have beside the store in a file of that name; empty: no such
// file. It is refused where the node does not lead.
func (n *Node) Keep(ctx context.Context, file string, content []byte) error {
	return cluster.ShelfOf(n.node).Keep(ctx, file, content)
}

// Kept is what all nodes shall have in it; there is false where nobody said so. Changed is closed
// when that may be different.
func (n *Node) Kept(file string) (content []byte, there bool, changed <-chan struct{}) {
	return cluster.ShelfOf(n.node).Kept(file)
}

// Last is the last transaction that can be read here, and Age how old what can be read may be.
func (n *Node) Last() time.Time    { return n.node.Engine().Last() }
func (n *Node) Age() time.Duration { return n.node.Age() }

// Full tells whether etcd has no room, as far as this node knows: then nothing can be written.
func (n *Node) Full() bool { return n.node.Full() }

// BeforeYield has fn called before the node gives up leading because it was told to, while it still
// takes writes: it returns when nobody writes any more.
func (n *Node) BeforeYield(fn func(ctx context.Context)) { n.drain.Store(&fn) }

// OnOthers has fn called when something can be read that another node wrote.
func (n *Node) OnOthers(fn func()) {
	n.node.Engine().Follow(bolt.Follower{After: func([]kv.WriteSet) {
		if leads, _ := n.Leads(); !leads {
			fn()
		}
	}})
}

// Ended is closed when the process has to end and begin again; Err says why.
func (n *Node) Ended() <-chan struct{} { return n.node.Ended() }
func (n *Node) Err() error             { return n.node.Err() }

// Ready says why nobody should be sent here: the node neither leads nor has what is new.
func (n *Node) Ready() error {
	if age := n.node.Age(); age > FreshFor {
		return fmt.Errorf("%s has nothing newer than %s ago: it does not hear from the cluster", n.name, age.Round(time.Second))
	}
	return nil
}

// FreshFor is how old what a node answers may be while there is one that can answer better.
const FreshFor = 5 * time.Second

// Close hands over, if the node leads, and closes the store.
func (n *Node) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), stopFor)
	defer cancel()
	return n.node.Stop(ctx)
}
