package nodes

import (
	"context"

	"marquee/backup/member"
	"marquee/handlers/cli/cmdline"

	"github.com/urfave/cli/v2"
)

func moveCommand() *cli.Command {
	return &cli.Command{
		Name: "move", Usage: "have another node lead",
		Description: `Example:

   marquee cluster move --to two --cluster etcd://10.0.0.1:2379/festival

The node that leads finishes what it was asked, keeps what comes meanwhile waiting, and
passes that on to the next one: nobody is refused. It returns when the node leads, and
fails where it does not within half a minute; a node that is not there or cannot lead
is refused (exit 2).

` + cmdline.ExitCodes,
		Flags: flags(cmdline.Text("to", "the `NAME` of the node")),
		Action: func(c *cli.Context) error {
			if err := cmdline.Need(c, "cluster", "to"); err != nil {
				return err
			}
			return on(c, nil, orderedIn, func(ctx context.Context, cluster *member.Cluster) error {
				if err := cluster.Move(ctx, c.String("to")); err != nil {
					return err
				}
				return tell(c, map[string]string{"leader": c.String("to")}, "%s leads\n", c.String("to"))
			})
		},
	}
}

func holdCommand() *cli.Command {
	return &cli.Command{
		Name: "hold", Usage: "have no node lead: nothing is sold until resume",
		Description: `Example:

   marquee cluster hold --cluster etcd://10.0.0.1:2379/festival

For an upgrade or a reseed. The nodes go on answering reads. It returns when no node
leads any more.

` + cmdline.ExitCodes,
		Flags: flags(),
		Action: func(c *cli.Context) error {
			return order(c, "No node leads. Go on: marquee cluster resume\n", (*member.Cluster).Hold)
		},
	}
}

func resumeCommand() *cli.Command {
	return &cli.Command{
		Name: "resume", Usage: "end a hold, or an order to lead",
		Description: `Example:

   marquee cluster resume --cluster etcd://10.0.0.1:2379/festival

` + cmdline.ExitCodes,
		Flags: flags(),
		Action: func(c *cli.Context) error {
			return order(c, "The nodes choose who leads\n", (*member.Cluster).Resume)
		},
	}
}

func order(c *cli.Context, said string, give func(*member.Cluster, context.Context) error) error {
	if err := cmdline.Need(c, "cluster"); err != nil {
		return err
	}
	return on(c, nil, orderedIn, func(ctx context.Context, cluster *member.Cluster) error {
		if err := give(cluster, ctx); err != nil {
			return err
		}
		return tell(c, struct{}{}, "%s", said)
	})
}
