package nodes

import (
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/backup/member"
	"marquee/kv/cluster"
)

func TestWhatIsToBeLookedAt(t *testing.T) {
	now := time.Date(2026, 7, 4, 12, 0, 0, 0, time.UTC)
	well := func() member.Status {
		return member.Status{
			Leader: &cluster.Leader{Name: "one"},
			Nodes: []member.NodeInfo{
				{Name: "one", Role: cluster.Leading, Seal: "a", Wall: now},
				{Name: "two", Role: cluster.Following, Seal: "a", Wall: now.Add(-time.Second)},
			},
		}
	}
	for _, c := range []struct {
		name   string
		change func(s *member.Status)
		etcd   []member.Etcd
		want   string // of the one problem; empty: none
	}{
		{name: "all is well"},
		{name: "on hold", change: func(s *member.Status) { s.Leader, s.Order.Hold = nil, true }, want: "on hold"},
		{name: "nobody leads", change: func(s *member.Status) { s.Leader = nil }, want: "no node leads"},
		{name: "one node", change: func(s *member.Status) { s.Nodes = s.Nodes[:1] }, want: "no second node"},
		{name: "silent", change: func(s *member.Status) { s.Nodes[1].Wall = now.Add(-time.Minute) }, want: "two was not heard of for 1m0s"},
		{name: "another store", change: func(s *member.Status) { s.Differing = []string{"two"} }, want: "two has another store"},
		{name: "cannot lead", change: func(s *member.Status) { s.Nodes[1].Cannot = "it is old" }, want: "two cannot lead: it is old"},
		{name: "other keys", change: func(s *member.Status) { s.Nodes[1].Seal = "b" }, want: "two has other keys sealed"},
		{name: "etcd", etcd: []member.Etcd{{Address: "a:2379", Error: "gone"}}, want: "etcd at a:2379 does not answer: gone"},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			s := well()
			if c.change != nil {
				c.change(&s)
			}
			found := problems(s, c.etcd)
			if c.want == "" {
				is.Equal(found, []string{})
				return
			}
			is.Equal(len(found), 1)
			is.True(strings.Contains(found[0], c.want))
		})
	}
}
