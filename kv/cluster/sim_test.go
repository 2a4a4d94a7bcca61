package cluster_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"marquee/kv"
	"marquee/kv/bolt"
	"marquee/kv/cluster"
	"marquee/kv/cluster/fake"
	"marquee/kv/cluster/shared"
)

// A simulation is a cluster of two or three nodes in one process, with stores of their own on the
// disk and what they share played by package fake, under everything that goes wrong with it.
// Clients sell meanwhile. At the end every node must have everything that was acknowledged, once,
// and all must have the same. Its time is that of a bubble: it takes none.
type simulation struct {
	w     *fake.World
	seed  uint64
	dice  *rand.Rand // of the one who makes things go wrong
	wrap  func(shared.Store) shared.Store
	nodes []*process
	key   []byte

	mu     sync.Mutex
	calm   bool      // nothing goes wrong any more
	unsure time.Time // until when a leader may be sure and wrong, because its lease ended before its time
	acked  map[string]bool
	wrongs []string
}

const (
	simLease   = 2 * time.Second
	simFor     = 8 * time.Second
	simClients = 6
)

var background = context.Background()

func (s *simulation) wrong(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wrongs = append(s.wrongs, fmt.Sprintf(format, args...))
}

// simulate runs one, and gives what was wrong at the end. No wrap: nothing is left out of what a
// cluster does.
func simulate(t *testing.T, seed uint64, wrap func(shared.Store) shared.Store) (wrongs []string, acked int) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		s := &simulation{w: fake.New(), seed: seed, dice: rand.New(rand.NewPCG(seed, 0)), wrap: wrap, acked: map[string]bool{}}
		if wrap == nil {
			s.wrap = func(s shared.Store) shared.Store { return s }
		}
		if seed%2 == 0 {
			s.key = make([]byte, 32)
		}
		s.begin(t, dir, 2+int(seed%2))
		s.play()
		s.settle()
		s.judge()
		time.Sleep(10 * simLease) // for what is on its way to nobody
		wrongs, acked = s.wrongs, len(s.acked)
	})
	return wrongs, acked
}

// begin makes the store of the first node, and copies of it for the others.
func (s *simulation) begin(t *testing.T, dir string, nodes int) {
	t.Helper()
	base := filepath.Join(dir, "n0.db")
	e, err := bolt.Open(base, bolt.Options{FreePages: -1})
	if err == nil {
		err = e.Close()
	}
	if err == nil {
		_, err = cluster.Init(background, s.w.Client(fake.Faults{}, 0).Store(), base, "festival", 1, s.key)
	}
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(base)
	if err != nil {
		t.Fatal(err)
	}
	for i := range nodes {
		p := &process{s: s, name: fmt.Sprint("n", i), path: filepath.Join(dir, fmt.Sprint("n", i, ".db"))}
		if i > 0 {
			if err := os.WriteFile(p.path, b, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if s.dice.IntN(3) == 0 {
			p.behind = time.Duration(s.dice.IntN(3600)) * time.Second
		}
		s.nodes = append(s.nodes, p)
	}
}

// play lets nodes, clients and faults loose for a while.
func (s *simulation) play() {
	ctx, end := context.WithCancel(background)
	var nodes, others sync.WaitGroup
	for _, p := range s.nodes {
		nodes.Go(func() { p.live(ctx) })
	}
	over, stop := context.WithTimeout(background, simFor)
	defer stop()
	for i := range simClients {
		others.Go(func() { s.buy(over, i) })
	}
	others.Go(func() { s.read(over) })
	others.Go(func() { s.trouble(over) })
	others.Wait()
	end()
	nodes.Wait()
}

// settle starts all nodes once more, without anything going wrong, and waits until they are even.
func (s *simulation) settle() {
	s.mu.Lock()
	s.calm = true
	s.mu.Unlock()
	ctx, end := context.WithCancel(background)
	defer end()
	var nodes sync.WaitGroup
	for _, p := range s.nodes {
		nodes.Go(func() { p.live(ctx) })
	}
	resumed, even := false, false
	for range 600 {
		time.Sleep(100 * time.Millisecond)
		if !resumed { // there may be no room yet
			resumed = cluster.Resume(ctx, s.w.Client(fake.Faults{}, 0).Store()) == nil
		}
		if even = resumed && s.even(); even {
			break
		}
	}
	if !even {
		s.wrong("the nodes did not become even within a minute")
	}
	end()
	nodes.Wait()
}

func (s *simulation) even() bool {
	leads := s.leading() != nil
	var last time.Time
	for i, p := range s.nodes {
		n := p.running()
		if n == nil {
			return false
		}
		if at := n.Engine().Last(); i > 0 && !at.Equal(last) {
			return false
		} else {
			last = at
		}
	}
	return leads
}

// judge looks at what the nodes have.
func (s *simulation) judge() {
	digests := map[string]bool{}
	for _, p := range s.nodes {
		f, err := bolt.OpenFrozen(p.path)
		if err != nil {
			s.wrong("%s: %v", p.name, err)
			continue
		}
		d, err := f.Digest(background)
		if err != nil {
			s.wrong("%s: %v", p.name, err)
		}
		digests[d] = true
		s.count(p.name, f)
		if err := f.Close(); err != nil {
			s.wrong("%s: %v", p.name, err)
		}
	}
	if len(digests) != 1 {
		s.wrong("the nodes have %d different stores", len(digests))
	}
	if n, err := cluster.Loose(s.w.Client(fake.Faults{}, 0).Store(), s.key); n > 0 || err != nil {
		s.wrong("%d commits that nothing leads to were left: %v", n, err)
	}
}

// count compares what a node sold with what it counted, and with what was acknowledged.
func (s *simulation) count(name string, e kv.Engine) {
	err := e.View(background, func(r kv.Reader) error {
		counted, err := counter(r)
		if err != nil {
			return err
		}
		sold := map[string]bool{}
		for p, err := range r.Scan("sold", kv.Range{}) {
			if err != nil {
				return err
			}
			sold[string(p.Key)] = true
		}
		if int(counted) != len(sold) {
			s.wrong("%s counted %d and sold %d", name, counted, len(sold))
		}
		for id := range s.acked {
			if !sold[id] {
				s.wrong("%s has lost %s", name, id)
			}
		}
		return nil
	})
	if err != nil {
		s.wrong("%s: %v", name, err)
	}
}

func counter(r kv.Reader) (uint64, error) {
	b, err := r.Get("counter", []byte("all"))
	if errors.Is(err, kv.ErrNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return binary.BigEndian.Uint64(b), nil
}

// sell sells something once, however often it is called.
func sell(id string) func(kv.Tx) error {
	return func(tx kv.Tx) error {
		if _, err := tx.Get("sold", []byte(id)); !errors.Is(err, kv.ErrNotFound) {
			return err
		}
		n, err := counter(tx)
		if err != nil {
			return err
		}
		return errors.Join(
			tx.Put("counter", []byte("all"), binary.BigEndian.AppendUint64(nil, n+1)),
			tx.Put("sold", []byte(id), []byte("yes")),
		)
	}
}

// buy is one client: it asks whoever says that it leads, and asks again until it has an answer.
func (s *simulation) buy(ctx context.Context, who int) {
	dice := rand.New(rand.NewPCG(s.seed, uint64(100+who)))
	for n := 0; ctx.Err() == nil; {
		time.Sleep(time.Duration(dice.IntN(60)) * time.Millisecond)
		node := s.leading()
		if node == nil {
			continue
		}
		id := fmt.Sprintf("%d-%d", who, n)
		if node.Engine().Update(background, sell(id)) == nil {
			s.mu.Lock()
			s.acked[id] = true
			s.mu.Unlock()
			n++
		}
	}
}

// read reads where somebody leads. While a node is sure that it does, it must have all that was
// acknowledged before.
func (s *simulation) read(ctx context.Context) {
	for ctx.Err() == nil {
		time.Sleep(30 * time.Millisecond)
		for _, p := range s.nodes {
			n := p.running()
			if n == nil {
				continue
			}
			s.mu.Lock()
			before := len(s.acked)
			if time.Now().Before(s.unsure) {
				before = 0
			}
			s.mu.Unlock()
			sold := uint64(0)
			err := n.Engine().View(background, func(r kv.Reader) (err error) { sold, err = counter(r); return err })
			role, _ := n.Role()
			if err == nil && role == cluster.Leading && n.Age() == 0 && int(sold) < before {
				s.wrong("%s is sure to lead and has sold %d of %d", p.name, sold, before)
			}
		}
	}
}

// trouble makes things go wrong.
func (s *simulation) trouble(ctx context.Context) {
	control := s.w.Client(fake.Faults{}, 0).Store()
	for {
		time.Sleep(time.Duration(100+s.dice.IntN(1200)) * time.Millisecond)
		if ctx.Err() != nil {
			return
		}
		p := s.nodes[s.dice.IntN(len(s.nodes))]
		if lead := s.leads(); lead != nil && s.dice.IntN(4) > 0 {
			p = lead
		}
		switch s.dice.IntN(9) {
		case 0, 1:
			p.kill()
		case 2, 3:
			if c := p.way(); c != nil {
				resume := c.Pause()
				time.Sleep(time.Duration(s.dice.Int64N(int64(2 * simLease))))
				resume()
			}
		case 4:
			s.mu.Lock()
			s.unsure = time.Now().Add(simLease)
			s.mu.Unlock()
			s.w.EndLease(cluster.LeaderKey)
		case 5:
			up := s.w.Down()
			time.Sleep(time.Duration(s.dice.Int64N(int64(simLease))))
			up()
		case 6:
			short, cancel := context.WithTimeout(ctx, simLease)
			_ = cluster.Move(short, control, p.name)
			cancel()
		case 7:
			if c := p.way(); c != nil {
				c.Hang(s.dice.IntN(3), true)
			}
		case 8:
			s.w.Fill()
		}
	}
}

// leads is the process that says that it leads.
func (s *simulation) leads() *process {
	for _, p := range s.nodes {
		if n := p.running(); n != nil {
			if role, _ := n.Role(); role == cluster.Leading {
				return p
			}
		}
	}
	return nil
}

func (s *simulation) leading() *cluster.Node {
	if p := s.leads(); p != nil {
		return p.running()
	}
	return nil
}

// process is a node with its supervisor.
type process struct {
	s          *simulation
	name, path string
	behind     time.Duration // its clock
	starts     uint64

	mu     sync.Mutex
	node   *cluster.Node
	client *fake.Client
	killed chan struct{}
}

func (p *process) running() *cluster.Node {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.node
}

func (p *process) way() *fake.Client {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.client
}

func (p *process) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.client != nil {
		p.client.Kill()
		p.client = nil
		close(p.killed)
	}
}

// live starts the node again and again.
func (p *process) live(ctx context.Context) {
	for ctx.Err() == nil {
		p.starts++
		p.s.mu.Lock()
		f := fake.Faults{Late: 30, Latest: 2 * simLease, Lost: 20, Refused: 20, Twice: 20, Broken: 20, Distance: time.Duration(p.s.seed%4) * 10 * time.Millisecond}
		if p.s.calm {
			f = fake.Faults{}
		}
		p.s.mu.Unlock()
		c := p.s.w.Client(f, p.s.seed*1000+p.starts)
		n, err := p.start(ctx, c)
		if err != nil {
			time.Sleep(100 * time.Millisecond)
			continue
		}
		killed := make(chan struct{})
		p.mu.Lock()
		p.node, p.client, p.killed = n, c, killed
		p.mu.Unlock()
		stop, cancel := context.WithCancel(background)
		select {
		case <-n.Ended():
		case <-killed:
			cancel()
		case <-ctx.Done():
		}
		p.mu.Lock()
		p.node, p.client = nil, nil
		p.mu.Unlock()
		p.ended(n.Stop(stop))
		cancel()
		time.Sleep(200 * time.Millisecond)
	}
}

// ended notes why a node ended, if it must not.
func (p *process) ended(err error) {
	for _, never := range []error{cluster.ErrMustJoin, cluster.ErrForeign, bolt.ErrGap, kv.ErrDamaged} {
		if errors.Is(err, never) {
			p.s.wrong("%s ended: %v", p.name, err)
		}
	}
}

func (p *process) start(ctx context.Context, c *fake.Client) (*cluster.Node, error) {
	o := cluster.Options{
		Shared: p.s.wrap(c.Store()), Path: p.path, Bolt: bolt.Options{FreePages: -1, Clock: func() time.Time { return time.Now().Add(-p.behind) }},
		Name: p.name, Address: p.name, Key: p.s.key, Lease: simLease, Schema: 1,
		Now: func() time.Duration { return time.Since(time.Unix(0, 0)) },
	}
	n, err := cluster.Start(ctx, o)
	if !errors.Is(err, cluster.ErrMustJoin) {
		return n, err
	}
	p.s.wrong("%s must join: %v", p.name, err)
	return nil, err
}

// copyFrom begins to read a copy of a running node's store.
func copyFrom(n *cluster.Node, folder string) func(context.Context) (io.ReadCloser, error) {
	return func(ctx context.Context) (io.ReadCloser, error) {
		r, w := io.Pipe()
		go func() { w.CloseWithError(cluster.SendCopy(ctx, n.Engine(), folder, w)) }()
		return r, nil
	}
}
