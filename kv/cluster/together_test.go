package cluster_test

import (
	"context"
	"errors"
	"fmt"
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

	"github.com/matryer/is"
	"go.etcd.io/bbolt"
)

// festival is a cluster in which nothing goes wrong by itself.
type festival struct {
	t     *testing.T
	w     *fake.World
	dir   string
	nodes map[string]*cluster.Node
	ways  map[string]*fake.Client
}

// calmly runs a test in a bubble, with nodes that are started and at one.
func calmly(t *testing.T, names []string, test func(is *is.I, f *festival)) {
	t.Helper()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		f := &festival{t: t, w: fake.New(), dir: dir, nodes: map[string]*cluster.Node{}, ways: map[string]*fake.Client{}}
		f.found(names)
		for _, name := range names {
			f.start(name)
		}
		f.leader()
		test(is.New(t), f)
		for name := range f.nodes {
			f.stop(name)
		}
		time.Sleep(time.Minute) // for leases and what is on its way
	})
}

func (f *festival) path(name string) string { return filepath.Join(f.dir, name+".db") }
func (f *festival) shared() shared.Store    { return f.w.Client(fake.Faults{}, 0).Store() }

// found begins the cluster with a store, which all of its nodes have a copy of.
func (f *festival) found(names []string) {
	base := f.path("base")
	makeStore(f.t, base)
	if _, err := cluster.Init(background, f.shared(), base, "festival", 1, nil); err != nil {
		f.t.Fatal(err)
	}
	for _, name := range names {
		copyStore(f.t, base, f.path(name))
	}
}

func makeStore(t *testing.T, path string) {
	t.Helper()
	e, err := bolt.Open(path, bolt.Options{FreePages: -1})
	if err == nil {
		err = errors.Join(e.Update(background, sell("first")), e.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
}

func copyStore(t *testing.T, from, to string) {
	t.Helper()
	b, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, b, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func (f *festival) options(name string) cluster.Options {
	c := f.w.Client(fake.Faults{}, 0)
	f.ways[name] = c
	return cluster.Options{
		Shared: c.Store(), Path: f.path(name), Bolt: bolt.Options{FreePages: -1, ReadLimit: time.Hour}, Name: name, Address: name + ":8080", Lease: simLease, Schema: 1,
		Now: func() time.Duration { return time.Since(time.Unix(0, 0)) },
	}
}

func (f *festival) start(name string) *cluster.Node {
	f.t.Helper()
	return f.startWith(name, f.options(name))
}

func (f *festival) startWith(name string, o cluster.Options) *cluster.Node {
	f.t.Helper()
	n, err := cluster.Start(background, o)
	if err != nil {
		f.t.Fatal(err)
	}
	f.nodes[name] = n
	return n
}

func (f *festival) stop(name string) {
	f.t.Helper()
	n := f.nodes[name]
	delete(f.nodes, name)
	if err := n.Stop(background); err != nil {
		f.t.Error(name, err)
	}
}

// until waits for something that must come.
func (f *festival) until(what string, is func() bool) {
	f.t.Helper()
	for range 3000 {
		if is() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	f.t.Fatalf("%s: not within half a minute", what)
}

// leader waits for one node to lead.
func (f *festival) leader() (name string, n *cluster.Node) {
	f.t.Helper()
	f.until("a leader", func() bool {
		for name, n = range f.nodes {
			if role, _ := n.Role(); role == cluster.Leading {
				return true
			}
		}
		return false
	})
	return name, n
}

func (f *festival) follower() (string, *cluster.Node) {
	f.t.Helper()
	lead, _ := f.leader()
	for name, n := range f.nodes {
		if name != lead {
			return name, n
		}
	}
	f.t.Fatal("nobody follows")
	return "", nil
}

// ended is a context that is over.
func ended() context.Context {
	ctx, cancel := context.WithCancel(background)
	cancel()
	return ctx
}

func (f *festival) sell(ids ...string) {
	f.t.Helper()
	_, n := f.leader()
	for _, id := range ids {
		if err := n.Engine().Update(background, sell(id)); err != nil {
			f.t.Fatal(err)
		}
	}
}

// even waits until all nodes are where the leader is.
func (f *festival) even() {
	f.t.Helper()
	_, lead := f.leader()
	f.until("all the same", func() bool {
		for _, n := range f.nodes {
			if !n.Engine().Last().Equal(lead.Engine().Last()) {
				return false
			}
		}
		return true
	})
}

func (f *festival) digest(name string) string {
	f.t.Helper()
	e, err := bolt.OpenFrozen(f.path(name))
	if err != nil {
		f.t.Fatal(err)
	}
	defer e.Close()
	d, err := e.Digest(background)
	if err != nil {
		f.t.Fatal(err)
	}
	return d
}

func sold(e kv.Engine) int {
	n := uint64(0)
	_ = e.View(background, func(r kv.Reader) (err error) { n, err = counter(r); return err })
	return int(n)
}

func TestOneLeadsAndOthersFollow(t *testing.T) {
	calmly(t, []string{"a", "b", "c"}, func(is *is.I, f *festival) {
		name, lead := f.leader()
		f.sell("one", "two")
		f.even()
		for other, n := range f.nodes {
			role, _ := n.Role()
			leader, _ := n.Leader()
			is.Equal(leader.Name, name)
			is.Equal(sold(n.Engine()), 3)
			if other == name {
				is.Equal(n.Age(), time.Duration(0))
				continue
			}
			is.Equal(role, cluster.Following)
			err := n.Engine().Update(background, sell("three"))
			is.Equal(err, error(kv.NotLeader{Leader: name + ":8080"}))
			f.until("what it has to be new", func() bool { return n.Age() < 2*time.Second })
		}
		s, err := cluster.Look(background, f.shared())
		is.NoErr(err)
		is.Equal(len(s.Nodes), 3)
		is.Equal(s.Leader.Name, name)
		is.Equal(s.Base.Cluster, "festival")
		f.stop(name) // and gives the lease back
		start := time.Now()
		next, _ := f.leader()
		is.True(next != name)
		is.True(time.Since(start) < simLease) // in the time of the bubble
		f.sell("three")
		_ = lead
	})
}

func TestALeaderThatDiesIsFollowedByAnother(t *testing.T) {
	calmly(t, []string{"a", "b"}, func(is *is.I, f *festival) {
		name, lead := f.leader()
		f.sell("one")
		f.ways[name].Kill()
		delete(f.nodes, name)
		next, n := f.leader()
		is.True(next != name)
		is.Equal(sold(n.Engine()), 2)
		is.True(lead.Age() > 0) // the one that was cut off knows that it may not lead any more
		_ = lead.Stop(ended())
	})
}

// TestWhatLiesBesideTheStoreReachesEveryNode: from the node that leads, and from nobody else.
func TestWhatLiesBesideTheStoreReachesEveryNode(t *testing.T) {
	calmly(t, []string{"one", "two"}, func(is *is.I, f *festival) {
		_, n := f.leader()
		name, other := f.follower()
		lead, follow := cluster.ShelfOf(n), cluster.ShelfOf(other)
		is.True(errors.Is(follow.Keep(background, "keys", []byte("other")), kv.ErrNotLeader))
		_, there, _ := follow.Kept("keys")
		is.True(!there)
		is.NoErr(lead.Keep(background, "keys", []byte("sealed")))
		has := func(want string) func() bool {
			return func() bool { v, there, _ := follow.Kept("keys"); return there && string(v) == want }
		}
		f.until("what was kept", has("sealed"))
		is.NoErr(cluster.Keep(background, f.shared(), "keys", nil))
		f.until("that there is nothing", has(""))
		is.NoErr(cluster.Move(background, f.shared(), name))
		f.until("the move", func() bool { role, _ := other.Role(); return role == cluster.Leading })
		is.True(errors.Is(lead.Keep(background, "keys", []byte("late")), kv.ErrNotLeader))
		is.NoErr(follow.Keep(background, "keys", []byte("new")))
		kept, err := cluster.KeepInTerm(f.shared(), 1, "keys", []byte("of a term that is over"))
		is.NoErr(err)
		is.True(!kept)
	})
}

// TestAMoveRefusesNobody: who is told that another one leads asks that one, and nobody hears
// anything else.
func TestAMoveRefusesNobody(t *testing.T) {
	calmly(t, []string{"a", "b"}, func(is *is.I, f *festival) {
		over, end := context.WithCancel(background)
		var clients sync.WaitGroup
		for i := range 8 {
			clients.Go(func() {
				for n := 0; over.Err() == nil; n++ {
					for sent := false; !sent; time.Sleep(time.Millisecond) {
						_, lead := f.leader()
						err := lead.Engine().Update(background, sell(fmt.Sprint(i, "-", n)))
						sent = err == nil
						if !sent && !errors.Is(err, kv.ErrNotLeader) {
							f.t.Errorf("refused: %v", err)
						}
					}
				}
			})
		}
		for range 6 {
			to, _ := f.follower()
			is.NoErr(cluster.Move(background, f.shared(), to))
			name, _ := f.leader()
			is.Equal(name, to)
			time.Sleep(100 * time.Millisecond)
			s, err := cluster.Look(background, f.shared())
			is.NoErr(err)
			is.Equal(s.Order.To, "") // it is done
		}
		end()
		clients.Wait()
		is.True(errors.Is(cluster.Move(background, f.shared(), "nobody"), cluster.ErrNoNode))
	})
}

func TestBeforeAMoveThoseAtWorkFinish(t *testing.T) {
	calmly(t, []string{"a"}, func(is *is.I, f *festival) {
		copyStore(f.t, f.path("base"), f.path("b"))
		o := f.options("b")
		drained := false
		o.Drain = func(context.Context) {
			drained = f.nodes["b"].Engine().Update(background, sell("last")) == nil
		}
		f.startWith("b", o)
		f.until("b to be known", func() bool { return cluster.Move(background, f.shared(), "b") == nil })
		is.NoErr(cluster.Move(background, f.shared(), "a"))
		is.True(drained) // the store still took what they wrote
		_, a := f.leader()
		is.Equal(sold(a.Engine()), 2)
	})
}

func TestOnHoldNobodyLeads(t *testing.T) {
	calmly(t, []string{"a", "b"}, func(is *is.I, f *festival) {
		is.NoErr(cluster.Hold(background, f.shared()))
		time.Sleep(5 * simLease)
		for _, n := range f.nodes {
			role, _ := n.Role()
			is.Equal(role, cluster.Following)
			is.True(errors.Is(n.Engine().Update(background, sell("x")), kv.ErrNotLeader))
		}
		is.True(errors.Is(cluster.Move(background, f.shared(), "a"), cluster.ErrOnHold))
		is.NoErr(cluster.Resume(background, f.shared()))
		f.sell("x")
	})
}

func TestANodeJoinsWhileOthersSell(t *testing.T) {
	calmly(t, []string{"a", "b"}, func(is *is.I, f *festival) {
		f.sell("one", "two")
		_, err := cluster.Start(background, f.options("c"))
		is.True(errors.Is(err, cluster.ErrMustJoin))
		_, from := f.follower()
		j := cluster.Joiner{Shared: f.shared(), Name: "c", Path: f.path("c"), Fetch: copyFrom(from, f.dir)}
		f.sell("three")
		is.NoErr(j.Join(background))
		f.sell("four")
		f.start("c")
		f.even()
		is.Equal(sold(f.nodes["c"].Engine()), 5)
	})
}

// TestANodeJoinsWhileAMemberHangs: another one that keeps what is shared is asked.
func TestANodeJoinsWhileAMemberHangs(t *testing.T) {
	calmly(t, []string{"a", "b"}, func(is *is.I, f *festival) {
		f.sell("one")
		way := f.w.Client(fake.Faults{}, 0)
		way.Hang(0, true)
		_, from := f.follower()
		j := cluster.Joiner{Shared: way.Store(), Name: "c", Path: f.path("c"), Fetch: copyFrom(from, f.dir)}
		is.NoErr(j.Join(background))
		f.start("c")
		f.even()
	})
}

func TestWhatIsNoCopyOfTheStoreIsRefused(t *testing.T) {
	calmly(t, []string{"a"}, func(is *is.I, f *festival) {
		other := f.path("other")
		makeStore(f.t, other)
		j := cluster.Joiner{Shared: f.shared(), Name: "c", Path: f.path("c")}
		is.True(errors.Is(j.Adopt(background, other), cluster.ErrForeign)) // another store
		f.sell("one")
		f.stop("a")
		ahead := f.path("ahead")
		copyStore(f.t, f.path("base"), ahead)
		is.NoErr(cluster.Rescue(ahead))
		e, err := bolt.Open(ahead, bolt.Options{FreePages: -1})
		is.NoErr(err)
		is.NoErr(e.Update(background, sell("own")))
		is.NoErr(e.Close())
		is.True(errors.Is(j.Adopt(background, ahead), cluster.ErrMustJoin)) // it has what the log has not
		is.NoErr(j.Adopt(background, f.path("base")))                       // an old copy goes on from where it is
		f.start("c")
		f.leader()
		is.Equal(sold(f.nodes["c"].Engine()), 2)
	})
}

func TestANodeThatWasAwayForLongFetchesACopy(t *testing.T) {
	calmly(t, []string{"a", "b"}, func(is *is.I, f *festival) {
		away, _ := f.follower()
		f.stop(away)
		for i := range 40 {
			f.sell(fmt.Sprint(i))
			time.Sleep(time.Minute)
		}
		s, err := cluster.Look(background, f.shared())
		is.NoErr(err)
		is.True(s.LogFrom.After(s.Base.At)) // it was trimmed
		_, err = cluster.Start(background, f.options(away))
		is.True(errors.Is(err, cluster.ErrMustJoin))
		_, from := f.leader()
		is.NoErr(cluster.Joiner{Shared: f.shared(), Name: away, Path: f.path(away), Fetch: copyFrom(from, f.dir)}.Join(background))
		f.start(away)
		f.even()
		is.Equal(sold(f.nodes[away].Engine()), 41)
		kept, err := filepath.Glob(f.path(away) + ".before-*")
		is.NoErr(err)
		is.Equal(len(kept), 1)
	})
}

func TestACommitOfManyMegabytesIsInParts(t *testing.T) {
	calmly(t, []string{"a", "b"}, func(is *is.I, f *festival) {
		_, lead := f.leader()
		is.NoErr(lead.Engine().Update(background, func(tx kv.Tx) error {
			var err error
			for i := range 8 {
				err = errors.Join(err, tx.Put("media", fmt.Append(nil, i), make([]byte, kv.MaxValue)))
			}
			return err
		}))
		f.even()
		f.sell("after")
		f.even()
		f.stop("a")
		f.stop("b")
		is.Equal(f.digest("a"), f.digest("b"))
	})
}

func TestWhereThereIsNoRoomALeaderMakesSome(t *testing.T) {
	calmly(t, []string{"a", "b"}, func(is *is.I, f *festival) {
		_, lead := f.leader()
		f.w.Fill()
		is.NoErr(lead.Engine().Update(background, sell("one"))) // it waited for that
		f.until("the leader to know that there is room", func() bool { return !lead.Full() })
		f.w.Fill()
		f.sell("two")
	})
}

// TestWhereThereIsNoRoomForALeaderOneMakesSome: who is to lead needs a word for that, which has no
// room.
func TestWhereThereIsNoRoomForALeaderOneMakesSome(t *testing.T) {
	calmly(t, []string{"a", "b"}, func(is *is.I, f *festival) {
		name, _ := f.leader()
		f.w.Fill()
		f.crash(name)
		next, n := f.leader()
		is.True(next != name)
		is.Equal(sold(n.Engine()), 1)
		f.sell("one")
	})
}

func TestANodeThatDiffersTakesNoPart(t *testing.T) {
	calmly(t, []string{"a", "b"}, func(is *is.I, f *festival) {
		name, _ := f.follower()
		f.stop(name)
		tamper(f.t, f.path(name))
		n := f.start(name)
		for i := range 10 {
			f.sell(fmt.Sprint(i))
			time.Sleep(5 * time.Minute)
		}
		<-n.Ended()
		is.True(errors.Is(n.Err(), cluster.ErrDiffers))
		delete(f.nodes, name)
		is.True(errors.Is(n.Stop(background), cluster.ErrDiffers))
		_, err := cluster.Start(background, f.options(name))
		is.True(errors.Is(err, cluster.ErrMustJoin)) // and not before it has another copy
		_, from := f.leader()
		is.NoErr(cluster.Joiner{Shared: f.shared(), Name: name, Path: f.path(name), Fetch: copyFrom(from, f.dir)}.Join(background))
		n = f.start(name)
		for i := range 10 {
			f.sell(fmt.Sprint("again", i))
			time.Sleep(5 * time.Minute)
		}
		is.NoErr(n.Err())
	})
}

// tamper changes a value of a store, and nothing else.
func tamper(t *testing.T, path string) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{NoFreelistSync: true})
	if err == nil {
		err = errors.Join(db.Update(func(tx *bbolt.Tx) error {
			return tx.Bucket([]byte("sold")).Put([]byte("first"), []byte("no"))
		}), db.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestAnotherStoreInThePlaceOfTheFirst(t *testing.T) {
	calmly(t, []string{"a", "b"}, func(is *is.I, f *festival) {
		other := f.path("other")
		makeStore(f.t, other)
		_, err := cluster.Reseed(background, f.shared(), other, 1, nil)
		is.True(errors.Is(err, cluster.ErrNotOnHold))
		is.NoErr(cluster.Hold(background, f.shared()))
		_, err = cluster.Reseed(background, f.shared(), other, 1, nil)
		is.NoErr(err)
		for name, n := range f.nodes {
			<-n.Ended()
			is.True(errors.Is(n.Err(), cluster.ErrMustJoin))
			delete(f.nodes, name)
			_ = n.Stop(background)
			_, err := cluster.Start(background, f.options(name))
			is.True(errors.Is(err, cluster.ErrMustJoin))
		}
		is.NoErr(cluster.Resume(background, f.shared()))
		f.start("other")
		f.sell("one")
	})
}

func TestWhoCannotLeadLetsAnotherOneLead(t *testing.T) {
	calmly(t, []string{"a"}, func(is *is.I, f *festival) {
		f.stop("a")
		copyStore(f.t, f.path("a"), f.path("b"))
		o := f.options("a")
		o.Ready = func(context.Context) error { return errors.New("the migration failed") }
		a := f.startWith("a", o)
		f.until("a to have tried", func() bool {
			s, err := cluster.Look(background, f.shared())
			return err == nil && len(s.Nodes) == 1 && s.Nodes[0].Cannot != ""
		})
		f.start("b")
		name, _ := f.leader()
		is.Equal(name, "b")
		role, _ := a.Role()
		is.Equal(role, cluster.Following)
		f.sell("one")
		f.even()
	})
}

func TestANodeIsRefused(t *testing.T) {
	calmly(t, []string{"a"}, func(is *is.I, f *festival) {
		o := f.options("b")
		o.Key = make([]byte, 32)
		_, err := cluster.Start(background, o)
		is.True(errors.Is(err, cluster.ErrForeign)) // it has another key
		makeStore(f.t, f.path("b"))
		_, err = cluster.Start(background, f.options("b"))
		is.True(errors.Is(err, cluster.ErrForeign)) // its store stands alone
		_, err = cluster.Init(background, f.shared(), f.path("b"), "other", 1, nil)
		is.True(errors.Is(err, cluster.ErrForeign)) // there is one
		o.Shared = fake.New().Client(fake.Faults{}, 0).Store()
		_, err = cluster.Start(background, o)
		is.True(errors.Is(err, cluster.ErrNoCluster))
		_, err = bolt.Open(f.path("base"), bolt.Options{})
		is.True(errors.Is(err, bolt.ErrMember)) // nobody opens a member's store for themselves
	})
}
