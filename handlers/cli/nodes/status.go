package nodes

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"

	"marquee/backup/member"
	"marquee/handlers/cli/cmdline"

	"github.com/urfave/cli/v2"
)

// silentAfter is how much longer than the others a node may be silent: each says something every
// second.
const silentAfter = 5 * time.Second

// statusOut is what is known of a cluster.
type statusOut struct {
	member.Status
	Etcd []member.Etcd `json:"etcd"`
	// Problems are what somebody has to look at.
	Problems []string `json:"problems"`
}

func statusCommand() *cli.Command {
	return &cli.Command{
		Name: "status", Usage: "who leads, which nodes are there, how far each is, and how etcd is",
		Description: `Examples:

   marquee cluster status --cluster etcd://10.0.0.1:2379,10.0.0.2:2379,10.0.0.3:2379/festival
   marquee cluster status --json --cluster etcd://10.0.0.1:2379/festival

It exits with 1 where something is to be looked at: no node leads, there is no second
one, a node has a store that differs, cannot lead or has not the same keys sealed, or a
member of etcd does not answer.

` + cmdline.ExitCodes,
		Flags: flags(),
		Action: func(c *cli.Context) error {
			if err := cmdline.Need(c, "cluster"); err != nil {
				return err
			}
			return on(c, nil, answersIn, func(ctx context.Context, cluster *member.Cluster) error {
				s, err := cluster.Look(ctx)
				if err != nil {
					return err
				}
				out := statusOut{Status: s, Etcd: cluster.Health(ctx)}
				out.Problems = problems(s, out.Etcd)
				if c.Bool("json") {
					err = cmdline.PrintJSON(c.App.Writer, out)
				} else {
					err = out.print(c.App.Writer)
				}
				if err == nil && len(out.Problems) > 0 {
					err = errors.New("something is to be looked at")
				}
				return err
			})
		},
	}
}

// problems are what somebody has to look at.
func problems(s member.Status, members []member.Etcd) []string {
	all := []string{}
	add := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	var leader *member.NodeInfo
	for i, n := range s.Nodes {
		if s.Leader != nil && n.Name == s.Leader.Name {
			leader = &s.Nodes[i]
		}
	}
	switch {
	case s.Order.Hold:
		add("the cluster is on hold: nothing is sold until marquee cluster resume")
	case s.Leader == nil:
		add("no node leads: nothing is sold")
	}
	if len(s.Nodes) < 2 {
		add("there is no second node that could take over")
	}
	for _, n := range s.Nodes {
		if unheard := member.Silent(s, n); unheard > silentAfter {
			add("%s was not heard of for %s", n.Name, unheard.Round(time.Second))
			continue
		}
		if slices.Contains(s.Differing, n.Name) {
			add("%s has another store than the node that leads; start it again, and it gets a copy", n.Name)
		}
		if n.Cannot != "" {
			add("%s cannot lead: %s", n.Name, n.Cannot)
		}
		if leader != nil && n.Seal != leader.Seal {
			add("%s has other keys sealed than %s: copy seal.key and the files that end in .sealed, and start it again", n.Name, leader.Name)
		}
	}
	for _, m := range members {
		if m.Error != "" {
			add("etcd at %s does not answer: %s", m.Address, m.Error)
		}
	}
	return all
}

func (s statusOut) print(w io.Writer) error {
	fmt.Fprintf(w, "Cluster %s, store %s\n", s.Base.Cluster, s.Base.Store)
	if s.Leader != nil {
		fmt.Fprintf(w, "%s leads since %s\n", s.Leader.Name, cmdline.Moment(&s.Leader.Since))
	}
	if s.Order.To != "" {
		fmt.Fprintf(w, "%s is told to lead\n", s.Order.To)
	}
	fmt.Fprintf(w, "The log begins with %s\n\n", cmdline.Moment(&s.LogFrom))
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "NODE\tROLE\tADDRESS\tIN ITS FILE\tBUILD")
	for _, n := range s.Nodes {
		role := string(n.Role)
		if member.Silent(s.Status, n) > silentAfter {
			role = "silent"
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", n.Name, role, n.Address, behind(member.Lag(s.Status, n)), n.Build)
	}
	fmt.Fprintln(t, "\nETCD\tVERSION\tANSWERS IN\tIN USE\t")
	for _, m := range s.Etcd {
		role := ""
		if m.Leads {
			role = "leads"
		}
		if m.Error != "" {
			fmt.Fprintf(t, "%s\t-\t-\t-\tdoes not answer\n", m.Address)
			continue
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%.1f MB\t%s\n", m.Address, m.Version, m.Answers.Round(100*time.Microsecond), float64(m.InUse)/1e6, role)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if len(s.Problems) > 0 {
		fmt.Fprintln(w)
	}
	for _, p := range s.Problems {
		fmt.Fprintf(w, "! %s\n", cmdline.Printable(p, 300))
	}
	return nil
}
