package member

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"time"

	"marquee/kv/bolt"
	"marquee/kv/cluster"
)

// Fetch begins to read the copy that the node at an address sends.
type Fetch func(ctx context.Context, address string) (io.ReadCloser, error)

// errNobodyHasIt: no node can be asked for a copy.
var errNobodyHasIt = errors.New("no other node of the cluster is there to copy the store from")

// Join gets the store of a node from another one, that at the address from, or one that follows
// before the one that leads when it is empty. The store that is there is kept under another name.
func (c *Cluster) Join(ctx context.Context, path, name, from string, fetch Fetch) (source string, err error) {
	sources := []string{from}
	if from == "" {
		s, err := c.Look(ctx)
		if err != nil {
			return "", err
		}
		sources = sourcesIn(s, name)
	}
	j := cluster.Joiner{Shared: c.shared, Name: name, Key: c.key(), Path: path}
	j.Fetch = func(ctx context.Context) (io.ReadCloser, error) {
		failed := errNobodyHasIt
		for _, source = range sources {
			r, err := fetch(ctx, source)
			if err == nil {
				return r, nil
			}
			failed = fmt.Errorf("%w: %s: %w", errNobodyHasIt, source, err)
		}
		return nil, failed
	}
	return source, j.Join(ctx)
}

// sourcesIn are the addresses of nodes that have the store: a leader has enough to do, and is last.
func sourcesIn(s Status, name string) (all []string) {
	for _, role := range []cluster.Role{Following, Leading} {
		for _, n := range s.Nodes {
			if n.Role == role && n.Name != name && n.Address != "" && !slices.Contains(s.Differing, n.Name) {
				all = append(all, n.Address)
			}
		}
	}
	// One that has just begun to lead may not have said so of itself yet.
	if l := s.Leader; l != nil && l.Name != name && l.Address != "" && !slices.Contains(all, l.Address) {
		all = append(all, l.Address)
	}
	return all
}

// joinFor is how long a node waits for one that has the store, as both may be started together, and
// joinEvery how often it looks.
const joinFor, joinEvery = 30 * time.Second, time.Second

// joinSoon is Join as soon as another node has the store.
func (c *Cluster) joinSoon(ctx context.Context, path, name string, fetch Fetch) (source string, err error) {
	for until := time.Now().Add(joinFor); ; {
		source, err = c.Join(ctx, path, name, "", fetch)
		if !errors.Is(err, errNobodyHasIt) || time.Now().After(until) {
			return source, err
		}
		select {
		case <-time.After(joinEvery):
		case <-ctx.Done():
			return source, err
		}
	}
}

// SendCopy writes a copy of the node's store for one that joins.
func (n *Node) SendCopy(ctx context.Context, w io.Writer) error {
	return cluster.SendCopy(ctx, n.node.Engine(), filepath.Dir(n.path), w)
}

// mustJoin tells that the node needs a copy.
func mustJoin(err error) bool {
	return errors.Is(err, cluster.ErrMustJoin) && !errors.Is(err, bolt.ErrMember)
}
