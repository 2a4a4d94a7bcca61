package nodes

import (
	"context"
	"fmt"
	"time"

	"marquee/backup"
	"marquee/backup/member"
	"marquee/handlers/cli/cmdline"
	"marquee/handlers/cli/operate"

	"github.com/urfave/cli/v2"
)

func rescueCommand() *cli.Command {
	return &cli.Command{
		Name: "rescue", Usage: "have a store go on alone, where its cluster is gone for good",
		Description: `Examples:

   marquee cluster rescue --data ./festival
   marquee cluster rescue --data ./festival --force

Without --force it says up to when the store goes, and changes nothing (exit 2). What
the cluster has and this store has not is lost. Do it on the node whose store goes
furthest, with etcd and every other node stopped: if any of them goes on there are two
box offices, and nothing brings them together. With --cluster it is refused while etcd
answers and a node leads.

` + cmdline.ExitCodes,
		Flags: flags(cmdline.DataFlag(), cmdline.Yes("force", "do it")),
		Action: func(c *cli.Context) error {
			if err := cmdline.NoArguments(c); err != nil {
				return err
			}
			if err := operate.WantStopped(c.Context, c.Path("data")); err != nil {
				return err
			}
			if err := led(c); err != nil {
				return err
			}
			return rescue(c)
		},
	}
}

// led refuses where a node leads.
func led(c *cli.Context) error {
	if c.String("cluster") == "" {
		return nil
	}
	var leader string
	_ = on(c, nil, answersIn, func(ctx context.Context, cluster *member.Cluster) error {
		s, err := cluster.Look(ctx)
		if err == nil && s.Leader != nil {
			leader = s.Leader.Name
		}
		return err
	}) // one that does not answer is what this is for
	if leader != "" {
		return cmdline.Usage("the cluster is there, and %s leads; nothing was changed", leader)
	}
	return nil
}

func rescue(c *cli.Context) error {
	path := storeIn(c)
	of, err := backup.ClusterOf(path)
	if err != nil {
		return err
	}
	if of == "" {
		return cmdline.Usage("%s belongs to no cluster", path)
	}
	last, err := backup.LastCommitAt(path)
	if err != nil {
		return err
	}
	if !c.Bool("force") {
		return cmdline.Usage("%s is of the cluster %s and goes up to %s. Whoever has a later one may have sold since\nCompare the nodes, stop them all, and then: %s",
			path, of, cmdline.Moment(&last), fmt.Sprintf("marquee cluster rescue --data %s --force", cmdline.Typed(c.Path("data"))))
	}
	if err := backup.StandAlone(path); err != nil {
		return err
	}
	return tell(c, struct {
		Was  string    `json:"was"`
		Last time.Time `json:"last"`
	}{of, last}, "%s stands alone, and goes up to %s\n", path, cmdline.Moment(&last))
}
