package office_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app/system"
)

// nodeMachine is that of a node of a cluster, of which one node and one member of etcd are gone.
type nodeMachine struct{ calmMachine }

func (m nodeMachine) Look(ctx context.Context) (system.State, error) {
	s, err := m.calmMachine.Look(ctx)
	since := time.Date(2026, 7, 4, 12, 0, 0, 0, time.UTC)
	s.Cluster = &system.Cluster{
		Name: "festival", Node: "one", Leader: "one", Since: &since, Term: 7,
		Nodes: []system.Node{
			{Name: "one", Role: "leading", Version: "1.4"}, {Name: "two", Role: "following", Version: "1.5", Behind: 1500 * time.Millisecond},
			{Name: "three", Role: "following", Version: "1.4", IsSilent: true, Behind: time.Hour},
		},
		Members: []system.Member{{Address: "10.0.0.1:2379", Version: "3.5.9", Leads: true, Answers: 3 * time.Millisecond, InUse: 5 << 20}, {Address: "10.0.0.2:2379", Problem: "gone"}},
	}
	s.Checks = append(s.Checks, system.Check{Name: "nodes", Level: system.Warn}, system.Check{Name: "etcd", Level: system.Warn})
	return s, err
}

// TestThePageOfASystemThatHasNodes: it names each, what it is at the moment and how far behind.
func TestThePageOfASystemThatHasNodes(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	_, text := b.send(http.MethodGet, "/office/system", nil)
	is.True(!strings.Contains(text, "of-cluster")) // it stands alone
	system.Use(b.w.App, nodeMachine{})
	status, text := b.send(http.MethodGet, "/office/system", nil)
	is.Equal(status, http.StatusOK)
	for _, want := range []string{"leads · this one", "1,500\u00a0ms", "not heard of", "1.5", "3.5.9 · leads", "does not answer", "the other nodes have the store"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}
