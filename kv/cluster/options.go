package cluster

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"marquee/kv/bolt"
	"marquee/kv/cluster/shared"
)

const (
	// usualLease is how long nobody else leads after a leader was heard of last.
	usualLease = 5 * time.Second
	// nodeLease is how long what a node says of itself stays, and sayEvery how often it says it.
	nodeLease = 30 * time.Second
	sayEvery  = time.Second
	// tryFor is how long one call to a member may take.
	tryFor = time.Second
	// doubtFactor leases is how long a commit is tried whose outcome is not known.
	doubtFactor = 3
	// drainFor is how long those who are at work may take before a leader gives up leading.
	drainFor = 5 * time.Second
)

// Options of a node.
type Options struct {
	// Shared is what the nodes share.
	Shared shared.Store
	// Path is the file of the node's store, and Bolt how it is opened.
	Path string
	Bolt bolt.Options
	// Name is the node's own; Address is where the others reach it.
	Name, Address string
	// Key seals commits in the log: 32 bytes that every node has, and nobody else. Without one
	// they are not sealed.
	Key []byte
	// Lease is how long nobody else leads after the leader was heard of last; 5 s when zero.
	Lease time.Duration
	// FollowOnly: the node never leads.
	FollowOnly bool
	// Build is the version of the program and Schema that of its store. Beside are fingerprints of
	// what a leader needs beside the store, by what it is; may be nil.
	Build  string
	Schema int
	Beside func() map[string]string
	// Backup tells the last transaction in the newest verified backup; may be nil.
	Backup func() time.Time
	// Ready is called when the node has become the leader and can write, before it says so: it
	// migrates the store. After an error the node gives up leading and never tries again. May be nil.
	Ready func(ctx context.Context) error
	// Drain is called before a leader gives up leading because it was told to, while it still
	// takes writes: it returns when no request that writes is running and no new one is begun. May
	// be nil.
	Drain func(ctx context.Context)
	// Log hears what happens.
	Log *slog.Logger

	// Now is a clock that also runs while the machine sleeps, and Wall that on the wall.
	Now  func() time.Duration
	Wall func() time.Time
}

var started = time.Now()

func (o Options) withDefaults() Options {
	o.Lease = cmp.Or(o.Lease, usualLease)
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Backup == nil {
		o.Backup = func() time.Time { return time.Time{} }
	}
	if o.Beside == nil {
		o.Beside = func() map[string]string { return nil }
	}
	if o.Ready == nil {
		o.Ready = func(context.Context) error { return nil }
	}
	if o.Drain == nil {
		o.Drain = func(context.Context) {}
	}
	if o.Now == nil {
		o.Now = boottime
	}
	if o.Wall == nil {
		o.Wall = time.Now
	}
	return o
}
