package nodes

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"marquee/backup/doctor"
	"marquee/backup/member"
	"marquee/handlers/cli/cmdline"

	"github.com/urfave/cli/v2"
)

// statusOut is what is known of a cluster.
type statusOut struct {
	member.Seen
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
one, a node is silent or far behind, has a store that differs, cannot lead or has not the
same keys beside it, etcd has fewer than three members, or one of them does not answer.

` + cmdline.ExitCodes,
		Flags: flags(),
		Action: func(c *cli.Context) error {
			if err := cmdline.Need(c, "cluster"); err != nil {
				return err
			}
			return on(c, nil, answersIn, func(ctx context.Context, cluster *member.Cluster) error {
				s, err := cluster.See(ctx)
				if err != nil {
					return err
				}
				out := statusOut{Seen: s, Problems: problems(s)}
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

// problems are what somebody has to look at, as marquee doctor judges it, with what to do.
func problems(s member.Seen) []string {
	all := []string{}
	for _, l := range doctor.OfCluster(s) {
		if l.Level == doctor.Bad || l.Level == doctor.Warn {
			all = append(all, fmt.Sprintf("%s: %s\n%s", l.Name, l.Found, l.Do))
		}
	}
	return all
}

func (s statusOut) print(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if s.Unread == "" {
		s.printNodes(w, t)
	}
	fmt.Fprintln(t, "ETCD\tVERSION\tANSWERS IN\tIN USE\t")
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
		what, do, _ := strings.Cut(p, "\n")
		fmt.Fprintf(w, "! %s\n  -> %s\n", cmdline.Printable(what, 300), cmdline.Printable(do, 300))
	}
	return nil
}

func (s statusOut) printNodes(w io.Writer, t *tabwriter.Writer) {
	fmt.Fprintf(w, "Cluster %s, store %s\n", s.Name, s.Base.Store)
	if s.Leader != nil {
		fmt.Fprintf(w, "%s leads since %s\n", s.Leader.Name, cmdline.Moment(&s.Leader.Since))
	}
	if s.Order.To != "" {
		fmt.Fprintf(w, "%s is told to lead\n", s.Order.To)
	}
	fmt.Fprintf(w, "The log begins with %s\n\n", cmdline.Moment(&s.LogFrom))
	fmt.Fprintln(t, "NODE\tROLE\tADDRESS\tIN ITS FILE\tBUILD")
	for _, n := range s.Nodes {
		role := string(n.Role)
		if s.Silent(n) > doctor.SilentAfter {
			role = "silent"
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", n.Name, role, n.Address, behind(member.Lag(s.Status, n)), n.Build)
	}
	fmt.Fprintln(t)
}
