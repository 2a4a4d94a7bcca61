package etcd

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"marquee/kv"
	"marquee/kv/cluster"
	"marquee/kv/cluster/shared"

	"github.com/matryer/is"
	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.uber.org/zap"
)

// littleRoom is a quota that these tests fill.
const littleRoom = 16 << 20

func small() func(*members) { return flagged("--quota-backend-bytes", fmt.Sprint(littleRoom)) }

// TestALeaderMakesRoomInEtcd: where etcd is full the leader has it forget what was written over, and
// the members give back what they do not use. Callers wait meanwhile, and none is refused.
func TestALeaderMakesRoomInEtcd(t *testing.T) {
	t.Parallel()
	is := is.New(t)
	m := startMembers(t, three, small())
	s := Open(Options{Members: m.addresses(), Prefix: realPrefix})
	t.Cleanup(func() { s.Close() })
	g := startTogether(t, s, nil, "a", "b")
	for i := range 2 {
		is.NoErr(g.update(sell(fmt.Sprint("before", i))))
		fill(t, m, "")
		is.NoErr(g.update(sell(fmt.Sprint("after", i))))
	}
	is.NoErr(g.leader().Err())
	await(t, "the node does not hear that there is room", func() bool { return !g.leader().Full() })
	for _, one := range s.Health(background) {
		is.Equal(one.Alarm+one.Error, "")
	}
}

// fill writes over one key until etcd has no room.
func fill(t *testing.T, m *members, root string) {
	t.Helper()
	c, err := clientv3.New(clientv3.Config{Endpoints: m.addresses(), Username: root, Password: "the password of " + root, Logger: zap.NewNop()})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	await(t, "etcd is never full", func() bool {
		_, err := c.Put(background, "/other", string(make([]byte, 1<<20)))
		return errors.Is(err, rpctypes.ErrNoSpace)
	})
}

// TestAFullEtcdWithoutALeader: a node that is to lead has to say so, and that has no room.
func TestAFullEtcdWithoutALeader(t *testing.T) {
	t.Parallel()
	is := is.New(t)
	m := startMembers(t, 1, small())
	s := Open(Options{Members: m.addresses(), Prefix: realPrefix})
	t.Cleanup(func() { s.Close() })
	g := &together{t: t, s: s, nodes: map[string]*cluster.Node{}}
	path := found(t, s, t.TempDir(), "a")[0]
	fill(t, m, "")
	is.True(s.Health(background)[0].Alarm != "")
	g.start(nodeOptions(s, "a", path), nil)
	t.Cleanup(func() { g.stop("a") })
	is.NoErr(g.update(sell("one")))
	is.Equal(s.Health(background)[0].Alarm, "")
}

// TestAFullEtcdAndNoRight: who may use the keys of the cluster alone cannot make room. The node says
// so, ends, and leads again when somebody has made some.
func TestAFullEtcdAndNoRight(t *testing.T) {
	t.Parallel()
	is := is.New(t)
	m := startMembers(t, 1, small(), flagged("--bcrypt-cost", "4"))
	locked(t, m, realPrefix)
	s := Open(Options{Members: m.addresses(), Prefix: realPrefix, User: "marquee", Password: "the password of marquee"})
	t.Cleanup(func() { s.Close() })
	log := &lines{}
	short := func(o *cluster.Options) { o.Lease, o.Log = time.Second, log.logger() }
	path := found(t, s, t.TempDir(), "a")[0]
	g := &together{t: t, s: s, nodes: map[string]*cluster.Node{}}
	n := g.start(nodeOptions(s, "a", path), short)
	is.NoErr(g.update(sell("zero")))
	fill(t, m, "root")
	is.True(errors.Is(g.update(sell("one")), kv.ErrPoisoned))
	<-n.Ended()
	is.True(errors.Is(n.Err(), shared.ErrNoSpace)) // and not that a member does not answer
	is.True(strings.Contains(log.text(), "etcdctl defrag"))
	g.stop("a")

	n = g.start(nodeOptions(s, "a", path), short)
	t.Cleanup(func() { g.stop("a") })
	await(t, "the node does not notice", n.Full)
	is.True(errors.Is(n.Engine().Update(background, sell("one")), kv.ErrNotLeader))
	makeRoom(t, m)
	is.NoErr(g.update(sell("two")))
}

// makeRoom does what the node tells somebody to do.
func makeRoom(t *testing.T, m *members) {
	t.Helper()
	is := is.New(t)
	c, err := clientv3.New(clientv3.Config{Endpoints: m.addresses(), Username: "root", Password: "the password of root"})
	is.NoErr(err)
	defer c.Close()
	ctx, cancel := context.WithTimeout(background, patience)
	defer cancel()
	now, err := c.Get(ctx, realPrefix)
	is.NoErr(err)
	if _, err = c.Compact(ctx, now.Header.Revision, clientv3.WithCompactPhysical()); !errors.Is(err, rpctypes.ErrCompacted) {
		is.NoErr(err)
	}
	_, err = c.Defragment(ctx, m.addresses()[0])
	is.NoErr(err)
	_, err = c.AlarmDisarm(ctx, &clientv3.AlarmMember{})
	is.NoErr(err)
}
