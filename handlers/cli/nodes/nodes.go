package nodes

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"marquee/backup/member"
	"marquee/handlers/cli/cmdline"
	"marquee/handlers/cli/operate"

	"github.com/urfave/cli/v2"
)

// answersIn is how long etcd may take to answer a command, and orderedIn how long the nodes may take
// to follow an order.
const answersIn, orderedIn = 10 * time.Second, 30 * time.Second

// Command is marquee cluster.
func Command(program operate.Program) *cli.Command {
	return &cli.Command{
		Name:  "cluster",
		Usage: "several machines keep one store: begin, look, and give orders",
		Subcommands: []*cli.Command{
			initCommand(program), joinCommand(), leaveCommand(), statusCommand(), moveCommand(), holdCommand(), resumeCommand(), reseedCommand(program), rescueCommand(),
		},
	}
}

// flags are those of a command: where the cluster is, and more.
func flags(more ...cli.Flag) []cli.Flag {
	return append(append([]cli.Flag{cmdline.JSONFlag()}, more...), operate.ClusterFlags()...)
}

func nodeFlag(usage string) cli.Flag { return cmdline.Text("node", usage) }

// on runs a command about a cluster, which may take so long.
func on(c *cli.Context, seal []byte, timeout time.Duration, run func(ctx context.Context, cluster *member.Cluster) error) error {
	cluster, err := operate.OpenCluster(c, seal)
	if err != nil {
		return err
	}
	ctx, stop := operate.UntilSignal(c.Context)
	defer stop()
	ctx, cancel := context.WithTimeoutCause(ctx, timeout, fmt.Errorf("etcd or the nodes did not answer within %s; see: marquee cluster status", timeout))
	defer cancel()
	err = run(ctx, cluster)
	if cause := context.Cause(ctx); err != nil && cause != nil {
		err = cause
	}
	return errors.Join(operate.OfNoCluster(err), cluster.Close())
}

func storeIn(c *cli.Context) string { return filepath.Join(c.Path("data"), operate.StoreFile) }

// tell prints what a command did.
func tell(c *cli.Context, out any, format string, args ...any) error {
	if c.Bool("json") {
		return cmdline.PrintJSON(c.App.Writer, out)
	}
	_, err := fmt.Fprintf(c.App.Writer, format, args...)
	return err
}
