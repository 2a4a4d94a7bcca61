package etcd

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"marquee/kv"
	"marquee/kv/bolt"
	"marquee/kv/cluster"

	"github.com/matryer/is"
)

// Nodes are processes of this test's program, started again whenever they end. Whoever leads has
// clients that sell, and prints what was acknowledged. The leader and the members of etcd are
// killed and stopped meanwhile, one after the other, MARQUEE_ROUNDS times.
const (
	nodeName    = "MARQUEE_CLUSTER_NODE" // set in a child
	nodePath    = "MARQUEE_CLUSTER_PATH"
	nodeMembers = "MARQUEE_CLUSTER_MEMBERS"
	nodeRounds  = "MARQUEE_ROUNDS"
	realPrefix  = "/marquee/festival/"
	realClients = 8
	perRound    = 100 // acknowledged between two blows
)

var realKey = make([]byte, 32)

func TestMain(m *testing.M) {
	if name := os.Getenv(nodeName); name != "" {
		os.Exit(serve(name))
	}
	os.Exit(m.Run())
}

func nodeOptions(s Store, name, path string) cluster.Options {
	return cluster.Options{Shared: s, Path: path, Bolt: bolt.Options{FreePages: -1, ReadLimit: time.Hour}, Name: name, Address: name, Key: realKey, Lease: 2 * time.Second, Schema: 1}
}

// serve is the child.
func serve(name string) int {
	s := Open(Options{Members: strings.Split(os.Getenv(nodeMembers), ","), Prefix: realPrefix})
	n, err := cluster.Start(background, nodeOptions(s, name, os.Getenv(nodePath)))
	if err != nil {
		fmt.Println("refused", err)
		return 1
	}
	end := make(chan struct{})
	go func() {
		_, _ = bufio.NewReader(os.Stdin).ReadByte() // until the parent closes it
		close(end)
	}()
	var clients sync.WaitGroup
	for i := range realClients {
		clients.Go(func() { buy(n, fmt.Sprint(name, "-", os.Getpid(), "-", i), end) })
	}
	select {
	case <-end:
		clients.Wait()
		if err := n.Stop(background); err != nil {
			return 1
		}
		return 0
	case <-n.Ended():
		return 75
	}
}

func buy(n *cluster.Node, who string, end <-chan struct{}) {
	for i := 0; ; {
		role, changed := n.Role()
		if role != cluster.Leading {
			select {
			case <-changed:
				continue
			case <-end:
				return
			case <-n.Ended():
				return
			}
		}
		select {
		case <-end:
			return
		default:
		}
		id := fmt.Sprint(who, "-", i)
		switch err := n.Engine().Update(background, sell(id)); {
		case err == nil:
			fmt.Println("sold", id)
			i++
		case errors.Is(err, kv.ErrPoisoned), errors.Is(err, kv.ErrClosed):
			return
		}
	}
}

func sell(id string) func(kv.Tx) error {
	return func(tx kv.Tx) error {
		n := uint64(0)
		b, err := tx.Get("counter", []byte("all"))
		if err == nil {
			n = binary.BigEndian.Uint64(b)
		} else if !errors.Is(err, kv.ErrNotFound) {
			return err
		}
		return errors.Join(tx.Put("counter", []byte("all"), binary.BigEndian.AppendUint64(nil, n+1)), tx.Put("sold", []byte(id), make([]byte, 200)))
	}
}

// child is a node with its supervisor.
type child struct {
	t          *testing.T
	name, path string
	members    []string
	sold       chan<- string

	mu    sync.Mutex
	cmd   *exec.Cmd
	input interface{ Close() error }
	done  bool
}

// live starts the process again and again, until finish is called.
func (c *child) live() {
	for c.run() {
	}
}

func (c *child) run() (again bool) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), nodeName+"="+c.name, nodePath+"="+c.path, nodeMembers+"="+strings.Join(c.members, ","))
	out, err := cmd.StdoutPipe()
	if err != nil {
		c.t.Error(err)
		return false
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		c.t.Error(err)
		return false
	}
	c.mu.Lock()
	if c.done {
		c.mu.Unlock()
		return false
	}
	err = cmd.Start()
	c.cmd, c.input = cmd, in
	c.mu.Unlock()
	if err != nil {
		c.t.Error(err)
		return false
	}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if id, ok := strings.CutPrefix(lines.Text(), "sold "); ok {
			c.sold <- id
		}
	}
	_ = cmd.Wait()
	return true
}

func (c *child) signal(s os.Signal) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cmd != nil {
		_ = c.cmd.Process.Signal(s) // it may have ended
	}
}

// finish has the process stop in order, and not start again.
func (c *child) finish() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done = true
	if c.input != nil {
		_ = c.input.Close()
	}
}

// realCluster is two nodes on three members.
type realCluster struct {
	t     *testing.T
	m     *members
	s     Store
	nodes []*child
	live  sync.WaitGroup

	sold  chan string
	acked map[string]bool
}

func startNodes(t *testing.T) *realCluster {
	t.Helper()
	r := &realCluster{t: t, m: startMembers(t), sold: make(chan string, 1<<20), acked: map[string]bool{}}
	r.s = Open(Options{Members: r.m.addresses(), Prefix: realPrefix})
	t.Cleanup(func() { r.s.Close() })
	dir := t.TempDir()
	base := filepath.Join(dir, "a.db")
	e, err := bolt.Open(base, bolt.Options{FreePages: -1})
	if err == nil {
		err = e.Close()
	}
	if err == nil {
		_, err = cluster.Init(background, r.s, base, "festival", 1, realKey)
	}
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(base)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "b.db"), b, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "b"} {
		c := &child{t: t, name: name, path: filepath.Join(dir, name+".db"), members: r.m.addresses(), sold: r.sold}
		r.nodes = append(r.nodes, c)
		r.live.Go(c.live)
	}
	return r
}

// await takes what is acknowledged until there is so much more.
func (r *realCluster) await(more int) {
	r.t.Helper()
	hangs := time.NewTimer(patience)
	defer hangs.Stop()
	for range more {
		select {
		case id := <-r.sold:
			r.acked[id] = true
		case <-hangs.C:
			r.t.Fatal("nothing is sold any more")
		}
	}
}

// leader is the node that leads.
func (r *realCluster) leader() *child {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(background, patience)
	defer cancel()
	for ctx.Err() == nil {
		status, err := cluster.Look(ctx, r.s)
		for _, c := range r.nodes {
			if err == nil && status.Leader != nil && status.Leader.Name == c.name {
				return c
			}
		}
	}
	r.t.Fatal("nobody leads")
	return nil
}

// end stops all nodes, and judges what they have.
func (r *realCluster) end() {
	for _, c := range r.nodes {
		c.finish()
	}
	over := make(chan struct{})
	go func() { r.live.Wait(); close(over) }()
	for open := true; open; {
		select {
		case id := <-r.sold:
			r.acked[id] = true
		case <-over:
			open = false
		}
	}
	for len(r.sold) > 0 {
		r.acked[<-r.sold] = true
	}
	digests := map[string]bool{}
	for _, c := range r.nodes {
		digests[r.judge(c)] = true
	}
	if len(digests) != 1 {
		r.t.Error("the nodes have different stores")
	}
	r.t.Logf("%d acknowledged", len(r.acked))
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
	for !n.Engine().Last().After(status.LogTo) && !n.Engine().Last().Equal(status.LogFrom) {
		if n.Err() != nil {
			r.t.Fatal(n.Err())
		}
	}
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
		is.Equal(int64(binary.BigEndian.Uint64(b)), all)
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

func TestNothingIsLostOnARealEtcd(t *testing.T) {
	rounds := 8
	if s := os.Getenv(nodeRounds); s != "" {
		var err error
		if rounds, err = strconv.Atoi(s); err != nil {
			t.Fatal(err)
		}
	}
	r := startNodes(t)
	for round := range rounds {
		r.await(perRound)
		c, member := r.leader(), r.m.leader(r.s)
		switch round % 4 {
		case 0:
			c.signal(syscall.SIGKILL)
		case 1:
			// It may just have been killed, and begin again and lead: so it is stopped until it does not.
			for r.leader() == c {
				c.signal(syscall.SIGSTOP)
			}
			r.await(perRound)
			c.signal(syscall.SIGCONT)
		case 2:
			member = max(member, 0)
			r.m.kill(member)
			r.await(perRound)
			r.m.start(member, "existing")
		case 3:
			member = max(member, 0)
			r.m.signal(member, syscall.SIGSTOP)
			r.await(perRound)
			r.m.signal(member, syscall.SIGCONT)
		}
	}
	r.await(perRound)
	r.end()
}

// TestAMoveOnARealEtcd: a leader that is told to gives up leading in order.
func TestAMoveOnARealEtcd(t *testing.T) {
	is := is.New(t)
	r := startNodes(t)
	for range 4 {
		r.await(perRound)
		to := "a"
		if r.leader().name == "a" {
			to = "b"
		}
		ctx, cancel := context.WithTimeout(background, patience)
		for errors.Is(cluster.Move(ctx, r.s, to), cluster.ErrNoNode) { // until it has said of itself that it is there
		}
		is.NoErr(ctx.Err())
		cancel()
	}
	r.await(perRound)
	r.end()
}
