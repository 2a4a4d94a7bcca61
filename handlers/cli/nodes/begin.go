package nodes

import (
	"context"
	"errors"
	"fmt"
	"time"

	"marquee/backup/member"
	"marquee/handlers/cli/cmdline"
	"marquee/handlers/cli/operate"

	"github.com/urfave/cli/v2"
)

// joinedIn is how long a copy may take: the log is kept for no longer.
const joinedIn = 30 * time.Minute

// baseOut is what a cluster keeps from then on.
type baseOut struct {
	Cluster string    `json:"cluster"`
	Store   string    `json:"store"`
	At      time.Time `json:"at"`
}

func initCommand(program operate.Program) *cli.Command {
	return &cli.Command{
		Name: "init", Usage: "begin a cluster with the store of a data folder",
		Description: `Example:

   marquee cluster init --data ./festival --cluster etcd://10.0.0.1:2379,10.0.0.2:2379,10.0.0.3:2379/festival

Stop the server first (exit 4). The store belongs to the cluster then, and is served
with --cluster alone. A key that all nodes have lies in seal.key in the data folder, and
is made where there is none: copy it to the folder of each other node. A cluster that
was begun already is left alone (exit 2).

` + cmdline.ExitCodes,
		Flags: flags(cmdline.DataFlag()),
		Action: func(c *cli.Context) error {
			return begin(c, true, func(ctx context.Context, cluster *member.Cluster) (member.Base, error) {
				if err := operate.WantStore(c.Path("data")); err != nil {
					return member.Base{}, err
				}
				return cluster.Init(ctx, program.Business, storeIn(c))
			}, "The cluster %s keeps the store %s, as of %s.\nServe it as its first node: marquee serve --data %s --cluster %s --node NAME --advertise HOST:PORT\n")
		},
	}
}

func reseedCommand(program operate.Program) *cli.Command {
	return &cli.Command{
		Name: "reseed", Usage: "put the store of a data folder in the place of the cluster's",
		Description: `Examples:

   marquee cluster hold --cluster etcd://10.0.0.1:2379/festival
   marquee cluster reseed --data ./festival --from s3://bucket/festival --cluster etcd://10.0.0.1:2379/festival
   marquee cluster reseed --data ./festival --cluster etcd://10.0.0.1:2379/festival

The cluster is on hold, so nobody sells meanwhile, and the node of the folder is stopped.
With --from the newest good backup there, or the one that is named, is restored into the
folder first, and a store that is there is kept as marquee.db.before-TIME; without it the
store in the folder counts, such as that of the one node that is sound. What the cluster
had and this store has not is lost to it: each node keeps its file as marquee.db.before-TIME
and gets a copy of this one when it starts again. The folder needs the seal.key of the
nodes. Serve it as a node, then: marquee cluster resume.

` + cmdline.ExitCodes,
		Flags: flags(cmdline.DataFlag(), cmdline.Text("from", "a backup, or a `FOLDER` or s3://BUCKET/PREFIX with some: restore it first"), operate.IdentityFlag()),
		Action: func(c *cli.Context) error {
			return begin(c, false, func(ctx context.Context, cluster *member.Cluster) (member.Base, error) {
				if err := restored(ctx, c, program, cluster); err != nil {
					return member.Base{}, err
				}
				return cluster.Reseed(ctx, program.Business, storeIn(c))
			}, "The cluster %s keeps the store %s from now on, as of %s.\nServe it as a node: marquee serve --data %s --cluster %s --node NAME --advertise HOST:PORT\nThen let the nodes go on: marquee cluster resume\n")
		},
	}
}

// restored makes the backup that --from names the store of the folder, once the cluster is on hold.
func restored(ctx context.Context, c *cli.Context, program operate.Program, cluster *member.Cluster) error {
	from := c.String("from")
	if from == "" {
		return operate.WantStore(c.Path("data"))
	}
	if err := cluster.OnHold(ctx); err != nil {
		return err
	}
	return operate.RestoreFrom(ctx, c, program, from)
}

// begin runs what makes the store of a folder that of a cluster.
func begin(c *cli.Context, make bool, run func(ctx context.Context, cluster *member.Cluster) (member.Base, error), said string) error {
	if err := cmdline.Need(c, "cluster"); err != nil {
		return err
	}
	dir, timeout := c.Path("data"), answersIn
	if c.String("from") != "" {
		timeout = joinedIn
	}
	if err := operate.NotServed(c.Context, dir); err != nil {
		return err
	}
	seal, err := operate.SealOf(dir, make)
	if err != nil {
		return err
	}
	return on(c, seal, timeout, func(ctx context.Context, cluster *member.Cluster) error {
		b, err := run(ctx, cluster)
		if err != nil {
			return err
		}
		return tell(c, baseOut{b.Cluster, b.Store, b.At}, said, b.Cluster, b.Store, cmdline.Moment(&b.At), cmdline.Typed(dir), cmdline.Typed(c.String("cluster")))
	})
}

func joinCommand() *cli.Command {
	return &cli.Command{
		Name: "join", Usage: "get a copy of the cluster's store into a data folder",
		Description: `Examples:

   marquee cluster join --data ./festival --node two --cluster etcd://10.0.0.1:2379/festival
   marquee cluster join --data ./festival --node two --cluster etcd://10.0.0.1:2379/festival --from 10.0.0.1:8377

serve does the same by itself for a node that has no store, or one that is of no use
any more; this does it beforehand. The copy comes from a node that follows, else from
the one that leads, and is checked. A store that is there is kept as marquee.db.before-TIME.
The folder needs the seal.key of the other nodes.

` + cmdline.ExitCodes,
		Flags: flags(cmdline.DataFlag(), nodeFlag("the `NAME` of this node"), cmdline.Text("from", "the `HOST:PORT` that the node to copy from advertises")),
		Action: func(c *cli.Context) error {
			if err := cmdline.Need(c, "cluster", "node"); err != nil {
				return err
			}
			seal, err := operate.SealOf(c.Path("data"), false)
			if err != nil {
				return err
			}
			peers, err := operate.PeersOf(seal)
			if err != nil {
				return err
			}
			return on(c, seal, joinedIn, func(ctx context.Context, cluster *member.Cluster) error {
				source, err := cluster.Join(ctx, storeIn(c), c.String("node"), c.String("from"), peers.FetchCopy)
				if err != nil {
					return err
				}
				return tell(c, map[string]string{"store": storeIn(c), "from": source}, "%s is a copy of the store of %s\n", storeIn(c), source)
			})
		},
	}
}

func leaveCommand() *cli.Command {
	return &cli.Command{
		Name: "leave", Usage: "forget a node that is stopped for good",
		Description: `Example:

   marquee cluster leave --node two --cluster etcd://10.0.0.1:2379/festival

Half a minute after a node stopped nobody waits for it anyway. A node that serves is
not forgotten (exit 2): stop it first. Delete its data folder, which is the cluster's.

` + cmdline.ExitCodes,
		Flags: flags(nodeFlag("the `NAME` of the node")),
		Action: func(c *cli.Context) error {
			if err := cmdline.Need(c, "cluster", "node"); err != nil {
				return err
			}
			name := c.String("node")
			return on(c, nil, answersIn, func(ctx context.Context, cluster *member.Cluster) error {
				s, err := cluster.Look(ctx)
				if err != nil {
					return err
				}
				if s.Leader != nil && s.Leader.Name == name {
					return cmdline.Usage("%s leads; stop it first, or let another one lead: marquee cluster move", name)
				}
				if err := errors.Join(cluster.Leave(ctx, name), ctx.Err()); err != nil {
					return err
				}
				return tell(c, map[string]string{"left": name}, "%s is forgotten\n", name)
			})
		},
	}
}

// commits says how far behind a node is, for people.
func behind(lag time.Duration) string {
	if lag < time.Millisecond {
		return "up to date"
	}
	return fmt.Sprintf("%s behind", lag.Round(time.Millisecond))
}
