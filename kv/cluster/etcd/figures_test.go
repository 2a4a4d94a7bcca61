package etcd

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"marquee/kv"
	"marquee/kv/bolt"
	"marquee/kv/cluster"
)

// The figures of a cluster, on a quiet machine: MARQUEE_FIGURES says how many turns each side has.
// The members of etcd, the nodes and the callers share the machine's processors and disk.
const (
	figureTurns   = "MARQUEE_FIGURES"
	figureTurn    = 2 * time.Second
	figureTickets = 50_000
	// usualLease is that of a node whose flags do not say.
	usualLease = 5 * time.Second
	// mostOfEtcd is how large the file of a member may ever be, in bytes.
	mostOfEtcd = 300e6
)

// board is what was measured.
type board struct {
	t    *testing.T
	rows []string
}

// row notes a figure with its goal: at least so much, or with most at most.
func (b *board) row(what string, figure, goal float64, most bool, format string, args ...any) {
	met, word := figure >= goal, "≥"
	if most {
		met, word = figure <= goal, "≤"
	}
	verdict := "met"
	if !met {
		verdict = "MISSED"
		b.t.Fail()
	}
	line := fmt.Sprintf("| %-58s | %8.2f | %s %-6g | %-6s | %s |", what, figure, word, goal, verdict, fmt.Sprintf(format, args...))
	b.rows = append(b.rows, line)
	b.t.Log(line)
}

// TestFigures measures what the manual and the goals say of a cluster.
func TestFigures(t *testing.T) {
	turns := number(t, figureTurns, 0)
	if turns == 0 {
		t.Skip("make bench-cluster asks for it")
	}
	b := &board{t: t}
	for _, part := range []struct {
		name    string
		measure func(*testing.T, int)
	}{{"rates", b.rates}, {"followers", b.followers}, {"size", b.size}, {"takeovers", b.takeovers}} {
		t.Run(part.name, func(t *testing.T) { part.measure(t, turns) })
	}
	t.Log("\n" + strings.Join(b.rows, "\n"))
}

// side is one engine, and what it did.
type side struct {
	e     kv.Engine
	n     atomic.Uint64
	mu    sync.Mutex
	took  []time.Duration
	spent time.Duration
}

// work has callers do something with a side for one turn.
func (s *side) work(t *testing.T, callers int, do func(e kv.Engine, n uint64) error) {
	t.Helper()
	var all sync.WaitGroup
	begun := time.Now()
	for range callers {
		all.Go(func() {
			var own []time.Duration
			for time.Since(begun) < figureTurn {
				since := time.Now()
				if err := do(s.e, s.n.Add(1)); err != nil {
					t.Error(err)
					return
				}
				own = append(own, time.Since(since))
			}
			s.mu.Lock()
			defer s.mu.Unlock()
			s.took = append(s.took, own...)
		})
	}
	all.Wait()
	s.spent += time.Since(begun)
}

func (s *side) rate() float64 { return float64(len(s.took)) / s.spent.Seconds() }

// within is the time in milliseconds within which so many of a hundred were answered.
func within(took []time.Duration, percent int) float64 {
	if len(took) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(took))
	return float64(sorted[(len(sorted)-1)*percent/100]) / 1e6
}

// scan is about what letting a ticket in does: it is found by its code, changed and counted, and a
// log and a feed get a line.
func scan(e kv.Engine, n uint64) error {
	return e.Update(background, func(tx kv.Tx) error {
		id, err := tx.Get("barcode", kv.Int.Append(nil, rand.Int64N(figureTickets)))
		if err != nil {
			return err
		}
		record, err := tx.Get("ticket", id)
		if err != nil {
			return err
		}
		changed := slices.Clone(record)
		binary.BigEndian.PutUint64(changed, n)
		zone, at := kv.Int.Append(nil, int64(n%8)), kv.Int.Append(nil, int64(n))
		if _, err := tx.Get("attendance", zone); err != nil && !errors.Is(err, kv.ErrNotFound) {
			return err
		}
		return errors.Join(
			tx.Put("ticket", id, changed), tx.Put("attendance", zone, slices.Clone(changed[:8])),
			tx.Put("log", at, changed[:120]), tx.Put("feed", at, id),
		)
	})
}

// look reads a ticket.
func look(e kv.Engine, _ uint64) error {
	return e.View(background, func(r kv.Reader) error {
		id, err := r.Get("barcode", kv.Int.Append(nil, rand.Int64N(figureTickets)))
		if err == nil {
			_, err = r.Get("ticket", id)
		}
		return err
	})
}

// tickets fills a store. Where it is that of a cluster all nodes get it.
func tickets(t *testing.T, e kv.Engine) {
	t.Helper()
	for from := int64(0); from < figureTickets; from += 1000 {
		err := e.Update(background, func(tx kv.Tx) error {
			var err error
			for i := from; i < from+1000; i++ {
				key := kv.Int.Append(nil, i)
				err = errors.Join(err, tx.Put("barcode", key, key), tx.Put("ticket", key, make([]byte, 237)))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func alone(t *testing.T, o bolt.Options) kv.Engine {
	t.Helper()
	e, err := bolt.Open(filepath.Join(t.TempDir(), "alone.db"), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	tickets(t, e)
	return e
}

// figured is a cluster of nodes in this process.
func figured(t *testing.T, names ...string) *together {
	t.Helper()
	m := startMembers(t, three)
	s := Open(Options{Members: m.addresses(), Prefix: realPrefix})
	t.Cleanup(func() { s.Close() })
	g := startTogether(t, s, func(o *cluster.Options) { o.Lease, o.Bolt = usualLease, bolt.Options{} }, names...)
	tickets(t, g.leader().Engine())
	return g
}

// rates compares a leader with a node that stands alone, by turns.
func (b *board) rates(t *testing.T, turns int) {
	file, log := alone(t, bolt.Options{}), alone(t, bolt.Options{Log: true})
	lead := figured(t, "a").leader().Engine()
	for _, c := range []struct {
		callers int
		goal    float64
	}{{1, 0}, {64, 0.75}, {256, 1}} {
		sides := []*side{{e: file}, {e: log}, {e: lead}}
		for range turns {
			for _, s := range sides {
				s.work(t, c.callers, scan)
			}
		}
		one, logged, many := sides[0], sides[1], sides[2]
		b.row(fmt.Sprintf("scans/s of a cluster ÷ of one node, %d callers", c.callers), many.rate()/one.rate(), c.goal, false,
			"%.0f/s, %.0f/s alone, %.0f/s alone with --log; p50 %.2f, %.2f and %.2f ms, p99 %.1f, %.1f and %.1f ms",
			many.rate(), one.rate(), logged.rate(), within(many.took, 50), within(one.took, 50), within(logged.took, 50), within(many.took, 99), within(one.took, 99), within(logged.took, 99))
		if c.callers == 1 {
			b.row("a lone write, p50 in ms", within(many.took, 50), 1.5, true, "p99 %.1f", within(many.took, 99))
		}
	}
}

// followers measures how far one is behind while callers write as fast as they can, how fast it is
// read, how long a planned move takes, and how large etcd's files become.
func (b *board) followers(t *testing.T, turns int) {
	g := figured(t, "a", "b")
	single := &side{e: alone(t, bolt.Options{})}
	follows := &side{e: g.follower().Engine()}
	for range turns {
		single.work(t, realCallers, look)
		follows.work(t, realCallers, look)
	}
	b.row("reads/s of a follower ÷ of one node, 64 callers", follows.rate()/single.rate(), 0.9, false, "%.0f/s and %.0f/s", follows.rate(), single.rate())

	lags, stop := behind(g)
	lead := &side{e: g.leader().Engine()}
	most, ended := watchSize(g.s)
	for range max(turns, 2) * 3 {
		lead.work(t, realCallers, scan)
	}
	stop()
	b.row("how far a follower is behind, p99 in ms, 64 callers", within(lags(), 99), 250, true, "p50 %.1f at %.0f scans/s", within(lags(), 50), lead.rate())
	ended()
	file, used := most()
	b.row("the largest file of etcd in MB", float64(file)/1e6, mostOfEtcd/1e6, true, "%.0f MB of it in use at most, after %d scans", float64(used)/1e6, len(lead.took))

	longest, calls := time.Duration(0), 0
	for range max(turns, 3) {
		took, n := g.moves(t)
		longest, calls = max(longest, took), calls+n
	}
	b.row("the longest call while the leading is moved, in ms", float64(longest)/1e6, 1000, true, "%d calls, none refused", calls)
}

// size measures how large etcd's files become while a node that joins takes its time, so that the
// log is kept for it, and much is written.
func (b *board) size(t *testing.T, turns int) {
	g := figured(t, "a")
	hangs, joins := make(chan struct{}), make(chan error, 1)
	j := cluster.Joiner{Shared: g.s, Name: "late", Key: realKey, Path: filepath.Join(t.TempDir(), "late.db")}
	j.Fetch = func(ctx context.Context) (io.ReadCloser, error) {
		close(hangs)
		<-ctx.Done()
		return nil, ctx.Err()
	}
	ctx, cancel := context.WithCancel(background)
	go func() { joins <- j.Join(ctx) }()
	<-hangs
	most, ended := watchSize(g.s)
	write := &side{e: g.leader().Engine()}
	const value = 64 << 10
	for write.n.Load()*value < uint64(max(turns, 3))*200e6 {
		write.work(t, realCallers, func(e kv.Engine, n uint64) error {
			return e.Update(background, func(tx kv.Tx) error { return tx.Put("media", kv.Int.Append(nil, int64(n%100)), randomBytes(value)) })
		})
	}
	ended()
	cancel()
	<-joins
	file, used := most()
	b.row("the largest file of etcd in MB while a node joins", float64(file)/1e6, mostOfEtcd/1e6, true, "%.0f MB of it in use at most, after %.0f MB", float64(used)/1e6, float64(write.n.Load())*value/1e6)
}

func randomBytes(n int) []byte {
	b := make([]byte, n)
	for i := 0; i+8 <= n; i += 8 {
		binary.LittleEndian.PutUint64(b[i:], rand.Uint64())
	}
	return b
}

// behind measures how much later a follower has what the leader has.
func behind(g *together) (lags func() []time.Duration, stop func()) {
	var mu sync.Mutex
	var all []time.Duration
	led := map[time.Time]time.Time{}
	at := func(sets []kv.WriteSet) time.Time { return sets[len(sets)-1].At }
	_, ledStop := g.leader().Engine().Follow(bolt.Follower{After: func(sets []kv.WriteSet) {
		mu.Lock()
		defer mu.Unlock()
		led[at(sets)] = time.Now()
	}})
	_, followsStop := g.follower().Engine().Follow(bolt.Follower{After: func(sets []kv.WriteSet) {
		mu.Lock()
		defer mu.Unlock()
		for _, one := range sets {
			if since, ok := led[one.At]; ok {
				all = append(all, time.Since(since))
				delete(led, one.At)
			}
		}
	}})
	lags = func() []time.Duration { mu.Lock(); defer mu.Unlock(); return slices.Clone(all) }
	return lags, func() { ledStop(); followsStop() }
}

// watchSize asks the members again and again how large they are.
func watchSize(s Store) (most func() (file, used int64), ended func()) {
	ctx, cancel := context.WithCancel(background)
	var mu sync.Mutex
	var file, used int64
	over := make(chan struct{})
	go func() {
		defer close(over)
		for ctx.Err() == nil {
			for _, one := range s.Health(ctx) {
				mu.Lock()
				file, used = max(file, one.Size), max(used, one.InUse)
				mu.Unlock()
			}
			select {
			case <-time.After(200 * time.Millisecond):
			case <-ctx.Done():
			}
		}
	}()
	most = func() (int64, int64) { mu.Lock(); defer mu.Unlock(); return file, used }
	return most, func() { cancel(); <-over }
}

// moves has the other node lead while callers write, and gives how long the longest call took.
func (g *together) moves(t *testing.T) (longest time.Duration, calls int) {
	t.Helper()
	to := ""
	for name, n := range g.nodes {
		if n == g.follower() {
			to = name
		}
	}
	over, end := context.WithCancel(background)
	s := &side{}
	var all sync.WaitGroup
	for range realCallers {
		all.Go(func() {
			for over.Err() == nil {
				since := time.Now()
				if err := g.write(s.n.Add(1)); err != nil {
					t.Error(err)
					return
				}
				s.mu.Lock()
				s.took = append(s.took, time.Since(since))
				s.mu.Unlock()
			}
		})
	}
	await(t, "nothing is written", func() bool { return s.n.Load() > 10*realCallers })
	if err := cluster.Move(background, g.s, to); err != nil {
		t.Error(err)
	}
	from := s.n.Load()
	await(t, "nothing is written any more", func() bool { return s.n.Load() > from+10*realCallers })
	end()
	all.Wait()
	return slices.Max(s.took), len(s.took)
}

// write has the node that leads write, and waits for one where none does: so a relay holds calls.
func (g *together) write(n uint64) error {
	for {
		for _, node := range g.nodes {
			role, _ := node.Role()
			if role != cluster.Leading {
				continue
			}
			if err := scan(node.Engine(), n); !errors.Is(err, kv.ErrNotLeader) {
				return err
			}
		}
		time.Sleep(time.Millisecond)
	}
}

// takeovers kills the process of the leader again and again. It begins anew at once: the next one
// may be on the same machine.
func (b *board) takeovers(t *testing.T, turns int) {
	r := startNodes(t, usualLease)
	var took []time.Duration
	for range turns {
		r.await(perRound)
		lead := r.leader()
		await(t, "there is no second node", func() bool {
			status, err := cluster.Look(background, r.s)
			return err == nil && len(status.Nodes) == len(r.nodes)
		})
		process := lead.process()
		before, since := r.soldWithout(process), time.Now()
		lead.signal(syscall.SIGKILL)
		await(t, "nobody sells any more", func() bool { return r.soldWithout(process) > before })
		took = append(took, time.Since(since))
	}
	b.row("takeover ÷ lease, the longest", float64(slices.Max(took))/float64(usualLease), 1.2, true, "%d kills at a lease of %s: %v", len(took), usualLease, took)
	r.end()
}
