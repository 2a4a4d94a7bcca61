package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"marquee/kv"
	"marquee/kv/cluster/shared"
)

// digestEvery is how often the leader has all nodes compare one of their spaces.
const digestEvery = 10 * time.Minute

// ErrDiffers: the store of this node has not what that of the leader has. The next start fetches
// a copy.
var ErrDiffers = fmt.Errorf("%w: its own differs from that of the leader", ErrMustJoin)

// differs stands in the place of the generation in the file of such a node.
const differs = "/differs"

// digestCall is what the leader asks all nodes, itself too: what a space holds behind the first
// commit that is not before a time.
type digestCall struct {
	Number int64     `json:"number"`
	Space  kv.Space  `json:"space"`
	From   time.Time `json:"from"`
}

// digestFound is what a node found.
type digestFound struct {
	Number int64     `json:"number"`
	At     time.Time `json:"at"` // of the commit
	Sum    string    `json:"sum"`
}

// digesting is what a node does about it.
type digesting struct {
	stop func()

	mu   sync.Mutex
	done int64 // the number of the last call that was followed
}

// callDigest asks for the next space in turn.
func (t *term) callDigest(ctx context.Context) {
	n := t.n
	if n.o.Now()-n.called < digestEvery {
		return
	}
	n.called = n.o.Now()
	spaces, err := n.engine.Spaces()
	if err != nil || len(spaces) == 0 {
		return
	}
	news, _ := n.news.get()
	c := digestCall{Number: 1, From: n.engine.Last().Add(sayEvery)}
	if news.digest != nil {
		c.Number = news.digest.Number + 1
	}
	c.Space = spaces[int(c.Number)%len(spaces)]
	value, err := json.Marshal(c)
	if err == nil {
		_, err = commitTxn(ctx, &n.first, n.o.Shared, shared.Txn{
			If:   []shared.Cond{shared.Created(leaderKey, t.number)},
			Then: []shared.Op{shared.Put(digestKey, value)},
		})
	}
	if err != nil {
		n.o.Log.Warn("cluster: the nodes are not compared", "error", err)
	}
}

// applyDigested adds commits to the file, in two steps where a digest is to be taken in between.
func (n *Node) applyDigested(ctx context.Context, chain []commit) error {
	if news, _ := n.news.get(); news.digest != nil {
		for i, c := range chain {
			if i+1 < len(chain) && !c.at().Before(news.digest.From) && n.engine.Last().Before(news.digest.From) {
				if err := n.engine.Apply(ctx, sets(chain[:i+1])); err != nil {
					return err
				}
				chain = chain[i+1:]
				break
			}
		}
	}
	return n.engine.Apply(ctx, sets(chain))
}

// digest takes one when it is time. The store calls it behind each commit, before the next.
func (n *Node) digest(written []kv.WriteSet) {
	news, _ := n.news.get()
	c := news.digest
	from, at := written[0].Prev, written[len(written)-1].At
	if c == nil || !from.Before(c.From) || at.Before(c.From) {
		return
	}
	n.digesting.mu.Lock()
	defer n.digesting.mu.Unlock()
	if n.digesting.done == c.Number {
		return
	}
	n.digesting.done = c.Number
	err := n.engine.Fork(func(r kv.Reader) {
		sum, err := digestOf(r, c.Space)
		if err == nil {
			err = n.sayDigest(digestFound{c.Number, at, sum})
		}
		if err != nil {
			n.o.Log.Warn("cluster: the digest was not taken", "node", n.o.Name, "error", err)
		}
	})
	if err != nil {
		n.o.Log.Warn("cluster: the digest was not taken", "node", n.o.Name, "error", err)
	}
}

// digestOf is a hash of the keys and values of a space, with their lengths.
func digestOf(r kv.Reader, s kv.Space) (string, error) {
	h := sha256.New()
	var size []byte
	for p, err := range r.Scan(s, kv.Range{}) {
		if err != nil {
			return "", err
		}
		for _, b := range [][]byte{p.Key, p.Value} {
			size = binary.AppendUvarint(size[:0], uint64(len(b)))
			h.Write(size)
			h.Write(b)
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

func (n *Node) sayDigest(d digestFound) error {
	value, err := json.Marshal(d)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), nodeLease)
	defer cancel()
	_, err = commitTxn(ctx, &n.first, n.o.Shared, shared.Txn{Then: []shared.Op{shared.Put(digestKeys+n.o.Name, value)}})
	return err
}

// sameAs tells whether a node has what the leader has, as far as both said so.
func sameAs(name string, s news) bool {
	if s.leader == nil || s.leader.Name == name {
		return true
	}
	own, other := s.digests[name], s.digests[s.leader.Name]
	return own.Number != other.Number || !own.At.Equal(other.At) || own.Sum == other.Sum
}
