package etcd

import (
	"context"
	"errors"
	"testing"
	"time"

	"marquee/kv/cluster/fake"
	"marquee/kv/cluster/shared"

	"github.com/matryer/is"
)

var background = context.Background()

// What a cluster relies on holds for what plays etcd in its tests, and for etcd.
func TestTheFakeKeepsWhatEtcdKeeps(t *testing.T) {
	keeps(t, fake.New().Client(fake.Faults{}, 1).Store())
}

func TestEtcdKeepsWhatAClusterRelies(t *testing.T) {
	t.Parallel()
	m := startMembers(t, three)
	s := Open(Options{Members: m.addresses(), Prefix: "/marquee/contract/"})
	t.Cleanup(func() { s.Close() })
	keeps(t, s)
	all := s.Health(background)
	is := is.New(t)
	is.Equal(len(all), 3)
	for _, one := range all {
		is.Equal(one.Error, "")
		is.True(one.Version != "" && one.Size > 0)
	}
}

var promises = map[string]func(*is.I, shared.Store){
	"conditions": keepsConditions, "ranges": keepsRanges, "leases": keepsLeases, "changes": keepsChanges, "compaction": keepsCompaction,
}

func keeps(t *testing.T, s shared.Store) {
	t.Helper()
	for name, test := range promises {
		t.Run(name, func(t *testing.T) { test(is.New(t), s) })
	}
}

func put(is *is.I, s shared.Store, key, value string) shared.Result {
	is.Helper()
	r, err := s.Commit(background, shared.Txn{Then: []shared.Op{shared.Put(key, []byte(value))}})
	is.NoErr(err)
	is.True(r.Done)
	return r
}

func keepsConditions(is *is.I, s shared.Store) {
	create := func(value string) shared.Result {
		r, err := s.Via(1).Commit(background, shared.Txn{
			If: []shared.Cond{shared.Created("c/one", 0)}, Then: []shared.Op{shared.Put("c/one", []byte(value))}, Else: []string{"c/one", "c/none"},
		})
		is.NoErr(err)
		return r
	}
	first := create("a")
	is.True(first.Done)
	second := create("b")
	is.True(!second.Done)
	is.Equal(len(second.Found), 1)
	is.Equal(second.Found[0], shared.Pair{Key: "c/one", Value: []byte("a"), Created: first.Revision, Modified: first.Revision})
	changed := put(is, s, "c/one", "c")
	for _, c := range []struct {
		cond shared.Cond
		done bool
	}{
		{shared.Created("c/one", first.Revision), true}, {shared.Created("c/one", changed.Revision), false},
		{shared.Modified("c/one", changed.Revision), true}, {shared.Modified("c/one", first.Revision), false},
		{shared.Modified("c/none", 0), true},
	} {
		r, err := s.Commit(background, shared.Txn{If: []shared.Cond{c.cond}, Then: []shared.Op{shared.Put("c/seen", []byte("x"))}})
		is.NoErr(err)
		is.Equal(r.Done, c.done)
	}
	gone, err := s.Commit(background, shared.Txn{Then: []shared.Op{shared.Delete("c/one", "")}})
	is.NoErr(err)
	is.True(gone.Done)
	is.True(create("again").Done) // as if it had never been
}

func keepsRanges(is *is.I, s shared.Store) {
	for _, key := range []string{"r/a", "r/b", "r/\x00\xff", "r/c"} {
		put(is, s, key, key)
	}
	keys := func(r shared.Range) (all []string) {
		page, err := s.Get(background, r)
		is.NoErr(err)
		for _, p := range page.Pairs {
			is.Equal(len(p.Value) > 0, !r.KeysOnly)
			all = append(all, p.Key[2:])
		}
		return all
	}
	end := shared.End("r/")
	is.Equal(keys(shared.Range{From: "r/", To: end}), []string{"\x00\xff", "a", "b", "c"})
	is.Equal(keys(shared.Range{From: "r/b", To: end, KeysOnly: true}), []string{"b", "c"})
	is.Equal(keys(shared.Range{From: "r/", To: "r/c", Backwards: true, Limit: 1}), []string{"b"})
	is.Equal(keys(shared.Range{From: "r/b"}), []string{"b"})
	is.Equal(len(keys(shared.Range{From: "r/bb"})), 0)
	page, err := s.Get(background, shared.Range{From: "r/", To: end, Limit: 2})
	is.NoErr(err)
	is.True(page.More)
	_, err = s.Commit(background, shared.Txn{Then: []shared.Op{shared.Delete("r/a", "r/c")}})
	is.NoErr(err)
	is.Equal(keys(shared.Range{From: "r/", To: end}), []string{"\x00\xff", "c"})
}

func keepsLeases(is *is.I, s shared.Store) {
	lease, err := s.Grant(background, time.Minute)
	is.NoErr(err)
	bound := shared.Op{Key: "l/one", Value: []byte("x"), Lease: lease}
	_, err = s.Commit(background, shared.Txn{Then: []shared.Op{bound, shared.Put("l/two", []byte("y"))}})
	is.NoErr(err)
	is.NoErr(s.Via(2).Keep(background, lease))
	is.NoErr(s.Revoke(background, lease))
	page, err := s.Get(background, shared.Range{From: "l/", To: shared.End("l/")})
	is.NoErr(err)
	is.Equal(len(page.Pairs), 1)
	is.Equal(page.Pairs[0].Key, "l/two")
	is.True(errors.Is(s.Keep(background, lease), shared.ErrNoLease))
	_, err = s.Commit(background, shared.Txn{Then: []shared.Op{bound}})
	is.True(errors.Is(err, shared.ErrNoLease))
}

func keepsChanges(is *is.I, s shared.Store) {
	before := put(is, s, "w/before", "x")
	put(is, s, "w/one", "1")
	put(is, s, "v/other", "x")
	_, err := s.Commit(background, shared.Txn{Then: []shared.Op{shared.Put("w/two", []byte("2")), shared.Delete("w/one", "")}})
	is.NoErr(err)
	ctx, cancel := context.WithCancel(background)
	defer cancel()
	events := s.Watch(ctx, "w/", shared.End("w/"), before.Revision)
	next := func() []shared.Event {
		all, ok := <-events
		is.True(ok)
		return all
	}
	var all []shared.Event
	for len(all) < 3 {
		all = append(all, next()...)
	}
	is.Equal(all[0].Key, "w/one")
	is.Equal(string(all[0].Value), "1")
	is.True(!all[0].Deleted)
	deleted := all[1]
	if !deleted.Deleted { // within a revision the order is anybody's
		deleted = all[2]
	}
	is.Equal(deleted.Key, "w/one")
	put(is, s, "w/three", "3")
	is.Equal(next()[0].Key, "w/three")
	cancel()
	for range events {
	}
}

func keepsCompaction(is *is.I, s shared.Store) {
	old := put(is, s, "k/one", "1")
	now := put(is, s, "k/one", "2")
	is.NoErr(s.Compact(background, now.Revision))
	is.NoErr(s.Compact(background, now.Revision)) // once more does no harm
	for range s.Watch(background, "k/", shared.End("k/"), old.Revision-1) {
		is.Fail() // what was asked for is not there any more
	}
	page, err := s.Get(background, shared.Range{From: "k/one"})
	is.NoErr(err)
	is.Equal(string(page.Pairs[0].Value), "2")
}
