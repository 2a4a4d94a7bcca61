package member

import (
	"context"
	"errors"

	"marquee/app"
	"marquee/kv/cluster"
	"marquee/kv/cluster/etcd"
)

// What a cluster says of itself, and what of it is refused.
type (
	Status   = cluster.Status
	NodeInfo = cluster.NodeInfo
	Base     = cluster.Base
	Etcd     = etcd.Member
)

// The roles that commands and servers ask for.
const (
	Following = cluster.Following
	Leading   = cluster.Leading
)

// Cluster is one that a person or a node has to do with.
type Cluster struct {
	Name   string
	shared etcd.Store
	seal   []byte
}

// Open makes the way to a cluster. Seal is the key that all nodes have; commands that neither read
// nor write commits need none.
func Open(p Place, seal []byte) (*Cluster, error) {
	s, name, err := p.open()
	if err != nil {
		return nil, err
	}
	return &Cluster{Name: name, shared: s, seal: seal}, nil
}

// Close ends the connections.
func (c *Cluster) Close() error { return c.shared.Close() }

func (c *Cluster) key() []byte { return Derive(c.seal, "commits") }

// Init begins it with a stopped store, which is that of its first node from then on.
func (c *Cluster) Init(ctx context.Context, business *app.Definition, path string) (Base, error) {
	return cluster.Init(ctx, c.shared, path, c.Name, schemaOf(business), c.key())
}

// Reseed puts a stopped store in the place of the cluster's, which is on hold.
func (c *Cluster) Reseed(ctx context.Context, business *app.Definition, path string) (Base, error) {
	return cluster.Reseed(ctx, c.shared, path, schemaOf(business), c.key())
}

// OnHold tells whether the cluster is on hold and has no leader, so that Reseed may be done.
func (c *Cluster) OnHold(ctx context.Context) error {
	s, err := cluster.Look(ctx, c.shared)
	if err == nil && (!s.Order.Hold || s.Leader != nil) {
		err = cluster.ErrNotOnHold
	}
	return err
}

// Look reads what it says of itself.
func (c *Cluster) Look(ctx context.Context) (Status, error) { return cluster.Look(ctx, c.shared) }

// Health asks each member of etcd how it is.
func (c *Cluster) Health(ctx context.Context) []Etcd { return c.shared.Health(ctx) }

// Hold has nobody lead, Resume ends that, Move has a node lead; each returns when it is so.
func (c *Cluster) Hold(ctx context.Context) error            { return cluster.Hold(ctx, c.shared) }
func (c *Cluster) Resume(ctx context.Context) error          { return cluster.Resume(ctx, c.shared) }
func (c *Cluster) Move(ctx context.Context, to string) error { return cluster.Move(ctx, c.shared, to) }

// Keep writes what all nodes shall have beside the store in a file of that name.
func (c *Cluster) Keep(ctx context.Context, file string, content []byte) error {
	return cluster.Keep(ctx, c.shared, file, content)
}

// Leave forgets a node.
func (c *Cluster) Leave(ctx context.Context, name string) error {
	return cluster.Leave(ctx, c.shared, name)
}

// What a node leads with and what is not in the store, in NodeInfo.Beside.
const (
	Payments    = "payments"
	Passes      = "passes"
	Mail        = "mail"
	Address     = "address"
	Certificate = "certificate"
)

// The refusals that a command explains.
func IsNone(err error) bool      { return errors.Is(err, cluster.ErrNoCluster) }
func IsForeign(err error) bool   { return errors.Is(err, cluster.ErrForeign) }
func IsOnHold(err error) bool    { return errors.Is(err, cluster.ErrOnHold) }
func IsNotOnHold(err error) bool { return errors.Is(err, cluster.ErrNotOnHold) }
func IsNoNode(err error) bool    { return errors.Is(err, cluster.ErrNoNode) }

// IsRefused tells whether etcd does not let this program in; the error says what to do.
func IsRefused(err error) bool {
	var refused *etcd.Refused
	return errors.As(err, &refused)
}

// dropWeight is more than the tables and indexes of a dropped space counted.
const dropWeight = 16

// schemaOf numbers the form of a store: a program that has a table, an index or a version more has
// a higher one. A node whose number is below that of the store cannot lead.
func schemaOf(business *app.Definition) int {
	n := dropWeight * len(business.Schema.Dropped())
	for _, t := range business.Schema.Tables() {
		n += 1 + t.Version
		for _, x := range t.Indexes {
			n += 1 + x.Version
		}
	}
	return n
}
