package etcd

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"marquee/kv"
	"marquee/kv/bolt"
	"marquee/kv/cluster"
)

// Nodes are processes of this test's program, started again whenever they end. Whoever leads has
// callers that sell, and prints what was acknowledged.
const (
	nodeName    = "MARQUEE_CLUSTER_NODE" // set in a child
	nodePath    = "MARQUEE_CLUSTER_PATH"
	nodeMembers = "MARQUEE_CLUSTER_MEMBERS"
	nodeLease   = "MARQUEE_CLUSTER_LEASE"
	realPrefix  = "/marquee/festival/"
	realCallers = 64
	realLease   = 2 * time.Second
	// mostThought is how long a caller thinks at most before it buys again.
	mostThought = 100 * time.Millisecond
)

var realKey = make([]byte, 32)

func TestMain(m *testing.M) {
	if name := os.Getenv(nodeName); name != "" {
		os.Exit(serve(name))
	}
	os.Exit(m.Run())
}

func nodeOptions(s Store, name, path string) cluster.Options {
	return cluster.Options{
		Shared: s, Path: path, Bolt: bolt.Options{FreePages: -1, ReadLimit: time.Hour}, Name: name, Address: name, Key: realKey, Lease: realLease, Schema: 1,
	}
}

// serve is the child.
func serve(name string) int {
	s := Open(Options{Members: strings.Split(os.Getenv(nodeMembers), ","), Prefix: realPrefix})
	o := nodeOptions(s, name, os.Getenv(nodePath))
	if lease, err := time.ParseDuration(os.Getenv(nodeLease)); err == nil {
		o.Lease = lease
	}
	n, err := cluster.Start(background, o)
	if err != nil {
		fmt.Println("refused", err)
		return 1
	}
	end := make(chan struct{})
	go func() {
		_, _ = bufio.NewReader(os.Stdin).ReadByte() // until the parent closes it
		close(end)
	}()
	var callers sync.WaitGroup
	for i := range realCallers {
		callers.Go(func() { buy(n, fmt.Sprint(name, "-", os.Getpid(), "-", i), end) })
	}
	for i := range observers {
		callers.Go(func() { observe(n, fmt.Sprint(name, "-", os.Getpid(), "-o", i), i, end) })
	}
	select {
	case <-end:
		callers.Wait()
		if err := n.Stop(background); err != nil {
			fmt.Println("refused", err)
			return 1
		}
		return 0
	case <-n.Ended():
		return 75
	}
}

// leads thinks for a while, and then waits for a node to lead; false when it never will.
func leads(n *cluster.Node, end <-chan struct{}, thought time.Duration) bool {
	select {
	case <-time.After(rand.N(thought)):
	case <-end:
		return false
	}
	for {
		role, changed := n.Role()
		if role == cluster.Leading {
			return true
		}
		select {
		case <-changed:
		case <-end:
			return false
		case <-n.Ended():
			return false
		}
	}
}

func buy(n *cluster.Node, who string, end <-chan struct{}) {
	for i := 0; leads(n, end, mostThought); {
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
	lease      time.Duration
	heard      func(line string)

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
	cmd.Env = append(os.Environ(), nodeName+"="+c.name, nodePath+"="+c.path, nodeMembers+"="+strings.Join(c.members, ","), nodeLease+"="+c.lease.String())
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
		c.heard(lines.Text())
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

// process is the name of what runs now, as in what it sells.
func (c *child) process() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return fmt.Sprint(c.name, "-", c.cmd.Process.Pid)
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
