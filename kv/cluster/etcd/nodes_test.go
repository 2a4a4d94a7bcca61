package etcd

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"marquee/kv"
	"marquee/kv/bolt"
	"marquee/kv/cluster"

	"github.com/anishathalye/porcupine"
	"github.com/matryer/is"
)

// realCluster is two nodes on three members.
type realCluster struct {
	t     *testing.T
	m     *members
	w     *wires
	s     Store // by way of no wire
	nodes []*child
	live  sync.WaitGroup

	history
	mu    sync.Mutex
	acked map[string]bool
	by    map[string]int // how many by which process
}

func startNodes(t *testing.T, lease time.Duration) *realCluster {
	t.Helper()
	r := &realCluster{t: t, w: newWires(t), acked: map[string]bool{}, by: map[string]int{}, history: history{open: map[string]porcupine.Operation{}}}
	r.m = startMembers(t, three, func(m *members) {
		for i, one := range m.all {
			one.told = r.w.lay("", memberName(i), one.peer)
		}
	})
	r.s = Open(Options{Members: r.m.addresses(), Prefix: realPrefix})
	t.Cleanup(func() { r.s.Close() })
	r.name()
	dir := t.TempDir()
	for _, path := range found(t, r.s, dir, "a", "b") {
		c := &child{t: t, name: strings.TrimSuffix(filepath.Base(path), ".db"), path: path, lease: lease, heard: r.heard}
		for i, one := range r.m.all {
			c.members = append(c.members, fmt.Sprintf("127.0.0.1:%d", r.w.lay(c.name, memberName(i), one.client)))
		}
		r.nodes = append(r.nodes, c)
		r.live.Go(c.live)
	}
	return r
}

func memberName(i int) string { return fmt.Sprint("m", i) }

// name has the wires know who calls whom.
func (r *realCluster) name() {
	r.t.Helper()
	for i, address := range r.m.addresses() {
		c, err := r.s.Via(i).(Store).client(background)
		if err != nil {
			r.t.Fatal(err)
		}
		status, err := c.Status(background, address)
		if err != nil {
			r.t.Fatal(err)
		}
		r.w.name(status.Header.MemberId, memberName(i))
	}
}

// found begins a cluster, and gives each of its nodes a copy of the store.
func found(t *testing.T, s Store, dir string, names ...string) (paths []string) {
	t.Helper()
	base := filepath.Join(dir, names[0]+".db")
	e, err := bolt.Open(base, bolt.Options{FreePages: -1})
	if err == nil {
		err = e.Close()
	}
	if err == nil {
		_, err = cluster.Init(background, s, base, "festival", 1, realKey)
	}
	var b []byte
	if err == nil {
		b, err = os.ReadFile(base)
	}
	for _, name := range names {
		path := filepath.Join(dir, name+".db")
		paths = append(paths, path)
		if err == nil {
			err = os.WriteFile(path, b, 0o600)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// heard notes what a node printed.
func (r *realCluster) heard(line string) {
	if id, ok := strings.CutPrefix(line, "sold "); ok {
		r.mu.Lock()
		defer r.mu.Unlock()
		node, rest, _ := strings.Cut(id, "-")
		process, _, _ := strings.Cut(rest, "-")
		r.acked[id] = true
		r.by[node+"-"+process]++
		return
	}
	r.history.hear(line)
}

func (r *realCluster) sold() int { return r.soldWithout("") }

// soldWithout is what was sold by other processes than one.
func (r *realCluster) soldWithout(process string) (n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for name, sold := range r.by {
		if name != process {
			n += sold
		}
	}
	return n
}

// await waits until so much more is acknowledged.
func (r *realCluster) await(more int) {
	r.t.Helper()
	from := r.sold()
	await(r.t, "nothing is sold any more", func() bool { return r.sold() >= from+more })
}

// leader is the node that leads.
func (r *realCluster) leader() *child {
	r.t.Helper()
	var lead *child
	await(r.t, "nobody leads", func() bool {
		status, err := cluster.Look(background, r.s)
		for _, c := range r.nodes {
			if err == nil && status.Leader != nil && status.Leader.Name == c.name {
				lead = c
			}
		}
		return lead != nil
	})
	return lead
}

// beside is the other node.
func (r *realCluster) beside(c *child) *child {
	if r.nodes[0] == c {
		return r.nodes[1]
	}
	return r.nodes[0]
}

// end stops all nodes, and judges what they have.
func (r *realCluster) end() {
	for _, c := range r.nodes {
		c.finish()
	}
	r.live.Wait()
	digests := map[string]bool{}
	for _, c := range r.nodes {
		digests[r.judge(c)] = true
	}
	if len(digests) != 1 {
		r.t.Error("the nodes have different stores")
	}
	r.t.Logf("%d acknowledged", len(r.acked))
	r.history.judge(r.t)
}

// judge brings a stopped node to the end of the log and compares what it has with what was
// acknowledged.
func (r *realCluster) judge(c *child) (digest string) {
	r.t.Helper()
	is := is.New(r.t)
	o := nodeOptions(r.s, c.name, c.path)
	o.FollowOnly = true
	n, err := cluster.Start(background, o)
	is.NoErr(err)
	status, err := cluster.Look(background, r.s)
	is.NoErr(err)
	await(r.t, "the node does not come to the end of the log", func() bool {
		is.NoErr(n.Err())
		return n.Engine().Last().After(status.LogTo) || n.Engine().Last().Equal(status.LogFrom)
	})
	is.NoErr(n.Stop(background))
	f, err := bolt.OpenFrozen(c.path)
	is.NoErr(err)
	defer f.Close()
	is.NoErr(f.View(background, func(v kv.Reader) error {
		b, err := v.Get("counter", []byte("all"))
		if err != nil {
			return err
		}
		all, err := kv.Count(v, "sold", kv.Range{})
		is.Equal(int64(binary.BigEndian.Uint64(b)), all) // none is there twice
		for id := range r.acked {
			if _, err := v.Get("sold", []byte(id)); err != nil {
				r.t.Errorf("%s has lost %s", c.name, id)
			}
		}
		return err
	}))
	digest, err = f.Digest(background)
	is.NoErr(err)
	return digest
}

// TestAMoveOnARealEtcd: a leader that is told to gives up leading in order.
func TestAMoveOnARealEtcd(t *testing.T) {
	t.Parallel()
	r := startNodes(t, realLease)
	for range 4 {
		r.await(perRound)
		r.move(r.beside(r.leader()).name)
	}
	r.await(perRound)
	r.end()
}

// move has a node lead, as soon as it has said of itself that it is there.
func (r *realCluster) move(to string) {
	r.t.Helper()
	await(r.t, "the node does not lead", func() bool {
		err := cluster.Move(background, r.s, to)
		if err != nil && !errors.Is(err, cluster.ErrNoNode) {
			r.t.Fatal(err)
		}
		return err == nil
	})
}
