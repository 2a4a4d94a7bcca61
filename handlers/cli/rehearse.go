package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"time"

	"marquee/app/company"
	"marquee/app/demo"
	"marquee/backup"
	"marquee/handlers/cli/cmdline"
	"marquee/handlers/cli/operate"
	"marquee/handlers/rehearse"

	"github.com/urfave/cli/v2"
)

func rehearseCommand(program operate.Program) *cli.Command {
	return &cli.Command{
		Name:  "rehearse",
		Usage: "play an on-sale and a gate rush on a throw-away copy",
		Description: `Examples:

   marquee rehearse --gates 48 --buyers 16 --duration 30s
   marquee rehearse --gates 20 --buyers 200 --rate 300 --duration 1m --data /srv/marquee
   marquee rehearse --gates 64 --buyers 0 --orders 225000 --json
   marquee rehearse --company 3 --data /srv/marquee
   marquee rehearse --cluster --nodes 3 --duration 1m

A gate scans tickets, a buyer takes two tickets and pays. They ask over HTTP on
this machine and share it with the server. With --rate they keep their times,
and a request is charged from the moment at which it should have begun; without,
each asks again as soon as it is answered. The store itself is never touched.

With --cluster it is played on several nodes with three members of etcd, each a process
of its own on this machine: the program etcd has to be installed. After half the time the
node that leads is killed, and started again as a follower. Everybody sends what was not
answered again, under its uuid, to the next node. Told are how long nobody was answered,
and whether anything acknowledged is missing on any node (exit 1).

` + cmdline.ExitCodes,
		Flags: []cli.Flag{
			cmdline.Whole("gates", 48, "how many `GATES` scan at once"),
			cmdline.Whole("buyers", 16, "how many `BUYERS` buy at once"),
			&cli.DurationFlag{Name: "duration", Value: 10 * time.Second, Usage: "how `LONG`", EnvVars: cmdline.Env("duration")},
			&cli.Float64Flag{Name: "rate", Usage: "scans and purchases per `SECOND`, all together; 0 is full speed", EnvVars: cmdline.Env("rate")},
			&cli.PathFlag{Name: "data", Usage: "play on a copy of the store in this `FOLDER`", EnvVars: cmdline.Env("data")},
			operate.CompanyFlag(),
			cmdline.Whole("orders", demo.DefaultOrders, "without --data: `ORDERS` in the made-up festival played on"),
			cmdline.JSONFlag(),
			// --cluster of other commands has its address in the environment.
			&cli.BoolFlag{Name: "cluster", Usage: "play on several nodes, and kill the one that leads"},
			cmdline.Whole("nodes", 2, "with --cluster: how many `NODES`"),
			&cli.DurationFlag{Name: "lease", Value: 5 * time.Second, EnvVars: cmdline.Env("lease"), Usage: "with --cluster: after this `TIME` without a word from the node that leads another one does"},
		},
		Action: func(c *cli.Context) error { return runRehearse(c, program) },
	}
}

func runRehearse(c *cli.Context, program operate.Program) error {
	plan := rehearse.Plan{Gates: c.Int("gates"), Buyers: c.Int("buyers"), Duration: c.Duration("duration"), Rate: c.Float64("rate")}
	if err := errors.Join(cmdline.NoArguments(c), sensible(plan, c.Int("orders")), sensibleNodes(c)); err != nil {
		return err
	}
	ctx, stop := operate.UntilSignal(c.Context)
	defer stop()
	dir, err := os.MkdirTemp("", "marquee-rehearsal-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if c.Bool("cluster") {
		return rehearseTogether(ctx, c, program, dir, plan)
	}
	if err := throwAway(ctx, c, program, dir); err != nil {
		return err
	}
	store, err := program.Open(ctx, filepath.Join(dir, operate.StoreFile), backup.Opening{}, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	report, err := playOn(ctx, program, store, plan, int64(c.Int("company")))
	if err := errors.Join(err, store.Close()); err != nil {
		return err
	}
	if c.Bool("json") {
		return cmdline.PrintJSON(c.App.Writer, report)
	}
	return printReport(c.App.Writer, report)
}

func sensible(p rehearse.Plan, orders int) error {
	switch {
	case p.Gates < 0, p.Buyers < 0, p.Gates+p.Buyers < 1, p.Gates+p.Buyers > 1000:
		return cmdline.Usage("--gates and --buyers must be from 1 to 1000 together")
	case p.Duration < 100*time.Millisecond, p.Duration > time.Hour:
		return cmdline.Usage("--duration must be from 100ms to 1h")
	case p.Rate < 0:
		return cmdline.Usage("--rate must be at least 0")
	case orders < 1:
		return cmdline.Usage("--orders must be at least 1")
	}
	return nil
}

// throwAway puts the store to play on into dir: a copy, or a made-up festival.
func throwAway(ctx context.Context, c *cli.Context, program operate.Program, dir string) error {
	data := c.Path("data")
	if data == "" {
		return operate.MakeDemo(ctx, program, dir, "", demo.Options{Orders: c.Int("orders"), Seed: operate.DefaultSeed, Progress: cmdline.Steps(c.App.ErrWriter)})
	}
	if err := operate.WantStore(data); err != nil {
		return err
	}
	path, remove, err := operate.StableStore(ctx, data)
	if err != nil {
		return err
	}
	defer remove()
	played := filepath.Join(dir, operate.StoreFile)
	if err := backup.ColdCopy(path, played); err != nil {
		return operate.InUse(err)
	}
	return backup.StandAlone(played) // it may be that of a node
}

// playOn serves the store on this machine while the plan is played.
func playOn(ctx context.Context, program operate.Program, store *operate.Store, plan rehearse.Plan, companyID int64) (rehearse.Report, error) {
	if err := letIn(ctx, store, &plan, companyID); err != nil {
		return rehearse.Report{}, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return rehearse.Report{}, err
	}
	server, _ := program.Serve(store, slog.New(slog.DiscardHandler))
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	defer func() { _ = operate.Finish(server, time.Second); <-served }()
	plan.URL = "http://" + listener.Addr().String()
	before := moments(store)
	ops, err := rehearse.Play(ctx, plan)
	return rehearse.NewReport(plan, ops, before, moments(store)), err
}

// letIn makes who plays, and finds what is played with.
func letIn(ctx context.Context, store *operate.Store, plan *rehearse.Plan, companyID int64) error {
	caller, err := operate.Operator(ctx, store.App, companyID)
	if err != nil {
		return err
	}
	if plan.Festival, err = rehearse.Find(ctx, store.App, caller); err != nil {
		return err
	}
	const player = "rehearsal@example.com"
	if _, err = company.CreateUser(ctx, store.App, caller, company.NewUser{Name: "Rehearsal", Email: player, Super: true}); err != nil {
		return err
	}
	_, plan.Token, err = company.CreateToken(ctx, store.App, player, "rehearsal")
	return err
}

// moments reads the store's own figures.
func moments(store *operate.Store) rehearse.Moment {
	m := rehearse.Moment{At: time.Now(), Process: rehearse.ReadProcess()}
	for _, g := range store.Gauges {
		switch g.Name {
		case "marquee_store_commits_total":
			m.Commits = g.Value()
		case "marquee_store_transactions_total":
			m.Closures = g.Value()
		case "marquee_store_commit_seconds_total":
			m.CommitTime = time.Duration(g.Value() * float64(time.Second))
		case "marquee_store_disk_seconds_total":
			m.DiskTime = time.Duration(g.Value() * float64(time.Second))
		}
	}
	return m
}

func printReport(w io.Writer, r rehearse.Report) error {
	printOperations(w, r.Operations)
	fmt.Fprintf(w, "\nCommits     %.1f per second, %.1f transactions and %.2f ms each, %.2f ms of it writing and syncing\n",
		r.CommitsPerSecond, r.ClosuresPerCommit, r.CommitMillis, r.DiskMillis)
	fmt.Fprintf(w, "CPU         %.2f of %d cores, server and players together\n", r.Cores, r.CoresThere)
	const megabyte = 1 << 20
	fmt.Fprintf(w, "Memory      %d MiB resident, %d MiB of it private\n", r.ResidentBytes/megabyte, r.PrivateBytes/megabyte)
	_, err := fmt.Fprintf(w, "Bottleneck  %s\n", r.Bottleneck)
	return err
}

func printOperations(w io.Writer, all []rehearse.Operation) {
	fmt.Fprintf(w, "%-12s %9s %9s %9s %9s %9s %7s\n", "operation", "count", "per s", "p50 ms", "p99 ms", "max ms", "failed")
	for _, o := range all {
		fmt.Fprintf(w, "%-12s %9d %9.1f %9.2f %9.2f %9.2f %7d\n", o.Name, o.Count, o.PerSecond, o.P50, o.P99, o.Max, o.Failed)
	}
	for _, o := range all {
		if o.Failed > 0 {
			fmt.Fprintf(w, "%s failed with: %s\n", o.Name, o.Failure)
		}
	}
}
