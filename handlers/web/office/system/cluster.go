package system

import (
	"strings"
	"time"

	"marquee/app/system"
	"marquee/handlers/web/office/screen"
)

// together is what the page shows of the nodes that keep the store together.
type together struct {
	Nodes   []nodeRow
	Members []memberRow
}

// nodeRow is one of them; State says what it is at the moment, and Tone how well that is.
type nodeRow struct{ Name, Address, State, Tone, Behind, Version string }

// memberRow is one of those who keep the log.
type memberRow struct{ Address, About, Tone, Answers, InUse string }

func togetherOf(v *screen.Visit, c *system.Cluster) *together {
	if c == nil {
		return nil
	}
	t := &together{}
	for _, n := range c.Nodes {
		t.Nodes = append(t.Nodes, nodeOf(v, c, n))
	}
	for _, m := range c.Members {
		row := memberRow{Address: m.Address, About: m.Version, Answers: millis(v, m.Answers), InUse: size(v, m.InUse)}
		switch {
		case m.Problem != "":
			row = memberRow{Address: m.Address, About: v.View.T("office.system_no_answer"), Tone: "bad"}
		case m.Leads:
			row.About = strings.Join([]string{m.Version, v.View.T("office.system_role_leading")}, " · ")
		}
		t.Members = append(t.Members, row)
	}
	return t
}

// roles are the states of a node that are worth a colour.
var roles = map[string]string{"leading": "ok", "following": "", "joining": "warn", "campaigning": "warn", "holding": "warn", "fenced": "warn"}

func nodeOf(v *screen.Visit, c *system.Cluster, n system.Node) nodeRow {
	row := nodeRow{Name: n.Name, Address: n.Address, Tone: roles[n.Role], Version: n.Version, Behind: v.View.T("office.system_behind_none")}
	if n.Behind >= time.Millisecond {
		row.Behind = lagOf(v, n.Behind)
	}
	states := []string{v.View.T("office.system_role_" + n.Role)}
	if n.IsSilent {
		states, row.Tone = []string{v.View.T("office.system_role_silent")}, "bad"
	}
	if n.Name == c.Node {
		states = append(states, v.View.T("office.system_this_one"))
	}
	row.State = strings.Join(states, " · ")
	return row
}

// lagOf is a short length of time.
func lagOf(v *screen.Visit, d time.Duration) string {
	if d < 10*time.Second {
		return millis(v, d)
	}
	return span(v, d)
}

// elsewhere tells whether another node has the store than the one on which this page is made.
func elsewhere(c *system.Cluster) bool {
	if c == nil {
		return false
	}
	for _, n := range c.Nodes {
		if n.Name != c.Node && !n.IsSilent && n.Role != "joining" {
			return true
		}
	}
	return false
}
