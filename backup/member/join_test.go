package member

import (
	"testing"

	"github.com/matryer/is"

	"marquee/kv/cluster"
)

// TestWhoIsAskedForACopy: those that follow before the one that leads, also when that one has not
// said yet that it does; never oneself, one without a store, or one whose store differs.
func TestWhoIsAskedForACopy(t *testing.T) {
	is := is.New(t)
	s := Status{
		Leader: &cluster.Leader{Name: "lead", Address: "lead:1"},
		Nodes: []cluster.NodeInfo{
			{Name: "differs", Address: "differs:1", Role: cluster.Following}, {Name: "joins", Address: "joins:1", Role: cluster.Joining},
			{Name: "lead", Address: "lead:1", Role: cluster.Leading}, {Name: "mute", Role: cluster.Following},
			{Name: "own", Address: "own:1", Role: cluster.Following}, {Name: "two", Address: "two:1", Role: cluster.Following},
		},
		Differing: []string{"differs"},
	}
	is.Equal(sourcesIn(s, "own"), []string{"two:1", "lead:1"})
	s.Nodes = nil
	is.Equal(sourcesIn(s, "own"), []string{"lead:1"}) // it has just begun to lead
	is.Equal(len(sourcesIn(s, "lead")), 0)
	s.Leader = nil
	is.Equal(len(sourcesIn(s, "own")), 0)
}
