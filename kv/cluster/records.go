package cluster

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"marquee/kv/cluster/shared"
)

var (
	// ErrNoCluster: nothing was begun where the nodes were told to meet.
	ErrNoCluster = errors.New("cluster: there is none yet")
	// ErrForeign: what is shared, or the store, belongs to another cluster or another program.
	ErrForeign = errors.New("cluster: it belongs to another one")
	// ErrMustJoin: the log does not go on from the file of this node, which needs a copy of that
	// of another one.
	ErrMustJoin = errors.New("cluster: the node needs a copy of the store")
	// ErrFenced: the node does not lead any more.
	ErrFenced = errors.New("cluster: another node leads, or may")
	// ErrOnHold and ErrNotOnHold: the cluster is told to have no leader, or is not.
	ErrOnHold    = errors.New("cluster: it is on hold")
	ErrNotOnHold = errors.New("cluster: it is not on hold")
	// ErrOrdered: somebody else gave another order at the same time.
	ErrOrdered = errors.New("cluster: somebody else gave an order at the same time")
	// ErrNoNode: there is no such node, or it cannot lead.
	ErrNoNode = errors.New("cluster: there is no such node that could lead")
)

// form of what is shared that this program writes and reads.
const form = 1

// Base says which store a cluster keeps.
type Base struct {
	Form int `json:"form"`
	// Cluster is its name, and Generation what is new each time that a store is put in the place
	// of the one before.
	Cluster    string `json:"cluster"`
	Generation string `json:"generation"`
	// Store is the id of the store. At is its last transaction before the log.
	Store string    `json:"store"`
	At    time.Time `json:"at"`
	// Schema is that of the store: a node with a lower one does not lead.
	Schema int `json:"schema"`
	// Key tells whether a node has the key that commits are sealed with; empty if they are not.
	Key string `json:"key,omitempty"`

	revision int64 // at which it was written
}

// Fits tells whether a node that has a key is one of this cluster.
func (b Base) Fits(key []byte) bool { return b.Key == keyCheck(key) }

// Member is the note in the file of a store that belongs to the cluster.
func (b Base) Member() string { return b.Cluster + "/" + b.Generation }

// Leader is who leads.
type Leader struct {
	Name    string    `json:"name"`
	Address string    `json:"address"`
	Build   string    `json:"build"`
	Schema  int       `json:"schema"`
	Lease   int64     `json:"lease"`
	Since   time.Time `json:"since"`

	Term int64 `json:"term,omitempty"`
}

// Order is what a person wants.
type Order struct {
	// Hold: nobody leads. To: this node leads as soon as it can.
	Hold bool   `json:"hold,omitempty"`
	To   string `json:"to,omitempty"`

	revision int64
}

// NodeInfo is what a node says of itself.
type NodeInfo struct {
	Name    string `json:"name"`
	Address string `json:"address"`
	Role    Role   `json:"role"`
	// Applied is the last transaction in its file.
	Applied time.Time `json:"applied"`
	Build   string    `json:"build"`
	Schema  int       `json:"schema"`
	// Beside are fingerprints of what a leader needs and what is not in the store, by what it is.
	Beside map[string]string `json:"beside,omitempty"`
	// Backup is the last transaction in the newest verified backup that it knows of.
	Backup time.Time `json:"backup,omitzero"`
	// Cannot says why it does not lead; empty if it would.
	Cannot string `json:"cannot,omitempty"`
	// Wall is its clock when it said so.
	Wall time.Time `json:"wall"`
}

// news is what state/ says.
type news struct {
	base    *Base
	leader  *Leader
	order   Order
	trim    time.Time
	trimmed int64 // the revision of it
	nodes   map[string]NodeInfo
	kept    map[string][]byte
	digest  *digestCall
	digests map[string]digestFound
}

// readNews reads it. What a newer program wrote is refused.
func readNews(pairs []shared.Pair) (n news, err error) {
	n.nodes, n.digests, n.kept = map[string]NodeInfo{}, map[string]digestFound{}, map[string][]byte{}
	for _, p := range pairs {
		if bad := n.take(p); bad != nil {
			return n, fmt.Errorf("%s: %w", p.Key, bad)
		}
	}
	if n.base != nil && n.base.Form > form {
		return n, fmt.Errorf("%w: a newer program began it", ErrForeign)
	}
	return n, nil
}

func (n *news) take(p shared.Pair) (err error) {
	switch {
	case p.Key == baseKey:
		n.base = &Base{}
		err = json.Unmarshal(p.Value, n.base)
		n.base.revision = p.Modified
	case p.Key == leaderKey:
		n.leader = &Leader{}
		err = json.Unmarshal(p.Value, n.leader)
		n.leader.Term = p.Created
	case p.Key == orderKey:
		err = json.Unmarshal(p.Value, &n.order)
		n.order.revision = p.Modified
	case p.Key == trimKey:
		n.trimmed = p.Modified
		n.trim, err = momentOf(p.Value)
	case p.Key == digestKey:
		n.digest = &digestCall{}
		err = json.Unmarshal(p.Value, n.digest)
	case strings.HasPrefix(p.Key, digestKeys):
		var d digestFound
		err = json.Unmarshal(p.Value, &d)
		n.digests[p.Key[len(digestKeys):]] = d
	case strings.HasPrefix(p.Key, keptKeys):
		n.kept[p.Key[len(keptKeys):]] = p.Value
	case strings.HasPrefix(p.Key, nodeKeys):
		var i NodeInfo
		err = json.Unmarshal(p.Value, &i)
		n.nodes[p.Key[len(nodeKeys):]] = i
	}
	return err
}
