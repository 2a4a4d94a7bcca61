package doctor

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/backup/member"
	"marquee/kv/cluster"
)

// together is a cluster of two nodes about which there is nothing to say, as one of them sees it.
func together() member.Seen {
	beside := map[string]string{member.Payments: "a", member.Mail: "b"}
	etcd := func(address string, leads bool) member.Etcd {
		return member.Etcd{Address: address, Version: "3.4.23", Leads: leads, Answers: time.Millisecond, InUse: 4 << 20, Quota: 2 << 30}
	}
	return member.Seen{
		Name: "festival", Node: "one", Clocks: map[string]time.Duration{"two": 20 * time.Millisecond},
		Status: member.Status{
			Leader: &cluster.Leader{Name: "one", Since: noon, Term: 7},
			Nodes: []member.NodeInfo{
				{Name: "one", Role: cluster.Leading, Beside: beside, Wall: noon, Applied: noon, Build: "1.4"},
				{Name: "two", Role: cluster.Following, Beside: beside, Wall: noon.Add(-time.Second), Applied: noon.Add(-3 * time.Millisecond), Build: "1.4"},
			},
		},
		Etcd: []member.Etcd{etcd("a:2379", true), etcd("b:2379", false), etcd("c:2379", false)},
	}
}

func TestAClusterThatIsWell(t *testing.T) {
	is := is.New(t)
	var names []app.Noun
	for _, l := range OfCluster(together()) {
		is.Equal(l.Level, OK)
		is.Equal(l.Do.Format, "")
		names = append(names, l.Name)
	}
	is.Equal(names, []app.Noun{"leader", "nodes", "node keys", "node clocks", "etcd"})
	is.Equal(OfCluster(together())[1].Found.String(), "one leads; two follows, 3 ms behind")
}

func TestWhatIsWrongWithACluster(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(s *member.Seen)
		level  Level
		want   string // of the one line that is not well
	}{
		{"etcd does not say", func(s *member.Seen) { s.Unread = "timeout" }, Bad, "leader: etcd does not say who leads: timeout"},
		{"on hold", func(s *member.Seen) { s.Leader, s.Order.Hold = nil, true }, Bad, "leader: none: the cluster is on hold"},
		{"about to be on hold", func(s *member.Seen) { s.Order.Hold = true }, Warn, "leader: one, which is about to stop"},
		{"nobody leads", func(s *member.Seen) { s.Leader = nil }, Bad, "leader: none, and nothing is sold"},
		{"another one shall lead", func(s *member.Seen) { s.Order.To = "two" }, Warn, "leader: one, but two is told to lead"},
		{"one node", func(s *member.Seen) { s.Nodes = s.Nodes[:1] }, Warn, "nodes: there is no second node"},
		{"silent", func(s *member.Seen) { s.Nodes[1].Wall = noon.Add(-time.Minute) }, Bad, "nodes: two was not heard of for 1m0s"},
		{"another store", func(s *member.Seen) { s.Differing = []string{"two"} }, Bad, "nodes: two has another store"},
		{"cannot lead", func(s *member.Seen) { s.Nodes[1].Cannot = "it is old" }, Warn, "nodes: two cannot lead: it is old"},
		{"behind", func(s *member.Seen) { s.Nodes[1].Applied = noon.Add(-12 * time.Second) }, Warn, "nodes: two is 12s behind"},
		{"versions", func(s *member.Seen) { s.Nodes[1].Build = "1.5" }, Warn, "nodes: they run several versions: one 1.4; two 1.5"},
		{"a stranger", func(s *member.Seen) { s.Stranger = true }, Bad, "node keys: seal.key of this folder"},
		{"other keys", func(s *member.Seen) { s.Nodes[1].Beside = map[string]string{member.Payments: "a", member.Mail: "c"} }, Warn, "node keys: two has not what one has, which leads: mail server"},
		{"a clock behind", func(s *member.Seen) { s.Clocks["two"] = -3 * time.Second }, Bad, "node clocks: that of two is 3s from that of one"},
		{"etcd without one", func(s *member.Seen) { s.Etcd[2].Error = "gone" }, Warn, "etcd: 2 of 3 members answer: c:2379: gone"},
		{"etcd without two", func(s *member.Seen) { s.Etcd[2].Error, s.Etcd[1].Error = "gone", "gone" }, Bad, "etcd: 1 of 3 members answer: b:2379: gone; c:2379: gone"},
		{"one of two is not enough", func(s *member.Seen) { s.Etcd = s.Etcd[:2]; s.Etcd[1].Error = "gone" }, Bad, "etcd: 1 of 2 members answer"},
		{"etcd is full", func(s *member.Seen) { s.Etcd[0].Alarm = "NOSPACE" }, Bad, "etcd: it says that something is wrong: a:2379: NOSPACE"},
		{"etcd fills", func(s *member.Seen) { s.Etcd[0].InUse = 3 << 29 }, Warn, "etcd: 3 of 3 members answer; 1.5 GB of 2.0 GB are in use"},
		{"nobody leads etcd", func(s *member.Seen) { s.Etcd[0].Leads = false }, Warn, "etcd: 3 of 3 members answer, and none of them leads"},
		{"etcd is slow", func(s *member.Seen) { s.Etcd[1].Answers = time.Second }, Warn, "etcd: 3 of 3 members answer; b:2379 takes 1000.00 ms"},
		{"etcd is one", func(s *member.Seen) { s.Etcd = s.Etcd[:1] }, Warn, "etcd: 1 of 1 members answer; with fewer than three"},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			s := together()
			c.change(&s)
			lines := slices.DeleteFunc(OfCluster(s), func(l Line) bool { return l.Level == OK })
			is.Equal(len(lines), 1)
			is.Equal(lines[0].Level, c.level)
			is.True(lines[0].Do.Format != "")
			found := string(lines[0].Name) + ": " + lines[0].Found.String()
			t.Log(found)
			is.True(strings.HasPrefix(found, c.want))
		})
	}
}

// TestAClockThatIsOffIsNoSilence: a node whose clock is known to be behind is heard of all the same.
func TestAClockThatIsOffIsNoSilence(t *testing.T) {
	is := is.New(t)
	s := together()
	s.Nodes[1].Wall = noon.Add(-time.Minute)
	is.Equal(s.Silent(s.Nodes[1]), time.Minute+20*time.Millisecond)
	s.Clocks["two"] = -time.Minute
	is.Equal(s.Silent(s.Nodes[1]), time.Duration(0))
}

// TestAFollowerSaysWhoDoesTheWork: what a node that does not lead does not do is not missing.
func TestAFollowerSaysWhoDoesTheWork(t *testing.T) {
	is := is.New(t)
	f, s := healthy(), together()
	s.Node = "two"
	f.Cluster, f.Backups, f.Work = &s, Backups{Folder: "backups"}, Work{Served: true}
	is.Equal(named(t, f, "backups").Found.String(), "by schedule on the node that leads")
	is.Equal(named(t, f, "jobs").Found.String(), "they run on the node that leads")
	is.True(strings.HasPrefix(named(t, f, "journal").Found.String(), "none in a cluster"))
	s.Node = "one"
	is.Equal(named(t, f, "backups").Level, Warn)
	f.Cluster, f.Member = nil, "festival/1"
	is.True(strings.Contains(named(t, f, "leader").Found.String(), "marquee doctor --cluster URL"))
}
