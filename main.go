// Command marquee is a box office in one binary and one file.
package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"os"

	"marquee/app"
	"marquee/app/areas"
	"marquee/app/webhook"
	"marquee/backup"
	"marquee/backup/member"
	"marquee/handlers"
	"marquee/handlers/cli"
	"marquee/handlers/cli/cmdline"
	"marquee/handlers/cli/operate"
	"marquee/handlers/passes"
	"marquee/handlers/rest"
	"marquee/handlers/stripe"
	"marquee/indexes"
	"marquee/kv"
	"marquee/kv/bolt"
)

// version is set by the build.
var version = "development"

func main() {
	os.Exit(run(context.Background(), os.Args, os.Stdin, os.Stdout, os.Stderr))
}

// run is one command line, from its words to its exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	business, cards, issuers := areas.Definition(), &stripe.Gateways{}, &passes.Issuers{}
	business.Effects = append(business.Effects, cards.Served())
	program := operate.Program{
		Version: version, Business: business, Open: opener(business), Join: joiner(business), PaymentKeys: cards.Load, PassKeys: issuers.Load,
		Serve: func(s *operate.Store, log *slog.Logger) (everybody, inside *http.Server) {
			return serve(s, cards, issuers, log)
		},
	}
	return cli.Run(ctx, program, args, stdin, stdout, stderr)
}

// opener gives what opens a store of the business.
func opener(business *app.Definition) func(ctx context.Context, path string, how backup.Opening, log *slog.Logger) (*operate.Store, error) {
	return func(ctx context.Context, path string, how backup.Opening, log *slog.Logger) (*operate.Store, error) {
		return open(ctx, business, path, how, log)
	}
}

// open opens the store and wires the business to it.
func open(ctx context.Context, business *app.Definition, path string, how backup.Opening, log *slog.Logger) (*operate.Store, error) {
	engine, err := backup.Open(ctx, business, path, how, log)
	if err != nil {
		return nil, refusal(err)
	}
	return &operate.Store{
		App:      app.New(engine, business, app.Options{Log: log}),
		Poisoned: engine.Poisoned(),
		Gauges:   gauges(engine),
		Close:    engine.Close,
	}, nil
}

// refusal gives a store that cannot be opened its exit code.
func refusal(err error) error {
	switch {
	case errors.Is(err, kv.ErrInUse):
		return cmdline.InUse(err)
	case backup.IsMember(err):
		return operate.OfCluster(err)
	case errors.Is(err, indexes.ErrNewerStore):
		return operate.Newer(err)
	case errors.Is(err, kv.ErrDamaged), errors.Is(err, indexes.ErrDamaged):
		return operate.Damaged(err)
	}
	return err
}

// serve wires the business to the wire: to everybody, and to whoever runs the machine.
func serve(s *operate.Store, cards *stripe.Gateways, issuers *passes.Issuers, log *slog.Logger) (everybody, inside *http.Server) {
	ready := func() error {
		select {
		case <-s.Poisoned:
			return kv.ErrPoisoned
		default:
		}
		if s.Node != nil {
			return s.Node.Ready()
		}
		return nil
	}
	o := handlers.Options{
		BaseURL: s.BaseURL, Log: log, Metrics: rest.NewMetrics(append(handlers.Gauges(s.App), s.Gauges...)...), Ready: ready, Notes: s.Notes,
		Private: s.Private, PaymentNotices: cards.Webhook(s.App, log), Passes: issuers, Webhooks: webhook.Policy{Inside: s.WebhooksInside},
	}
	if s.Node != nil {
		o.Leads = func() bool { leads, _ := s.Node.Leads(); return leads }
	}
	all := rest.Behind(s.Proxies, handlers.New(s.App, o))
	if s.Before != nil {
		all = s.Before(all)
	}
	return rest.Server(all, log), rest.Server(handlers.Inside(s.App, o), log)
}

// gauges are the engine's figures for the metrics.
func gauges(e *bolt.Engine) []rest.Gauge {
	gauge := func(name, help string, counter bool, value func(bolt.Stats) float64) rest.Gauge {
		return rest.Gauge{Name: "marquee_store_" + name, Help: help, Counter: counter, Value: func() float64 { return value(e.Stats()) }}
	}
	return []rest.Gauge{
		gauge("commits_total", "Commits, each synced to disk.", true, func(s bolt.Stats) float64 { return float64(s.Commits) }),
		gauge("transactions_total", "Transactions that ran in commits.", true, func(s bolt.Stats) float64 { return float64(s.Closures) }),
		gauge("refused_total", "Transactions refused because too many waited.", true, func(s bolt.Stats) float64 { return float64(s.Refused) }),
		gauge("commit_seconds_total", "Time spent in commits.", true, func(s bolt.Stats) float64 { return s.CommitTime.Seconds() }),
		gauge("disk_seconds_total", "Time spent writing and syncing pages, a part of the commits.", true, func(s bolt.Stats) float64 { return s.DiskTime.Seconds() }),
		gauge("queue", "Transactions that wait.", false, func(s bolt.Stats) float64 { return float64(s.Queue) }),
		gauge("readers", "Open reads.", false, func(s bolt.Stats) float64 { return float64(s.Readers) }),
		gauge("oldest_reader_seconds", "Age of the oldest open read.", false, func(s bolt.Stats) float64 { return s.OldestReader.Seconds() }),
		gauge("free_pages", "Pages free for use.", false, func(s bolt.Stats) float64 { return float64(s.FreePages) }),
		gauge("behind_commits", "Commits that the log has and the file has not yet; without a log none.", false, func(s bolt.Stats) float64 { return float64(s.Behind) }),
		gauge("behind_bytes", "What they take in the log.", false, func(s bolt.Stats) float64 { return float64(s.BehindBytes) }),
		gauge("behind_seconds", "Age of the oldest of them.", false, func(s bolt.Stats) float64 { return s.BehindFor.Seconds() }),
		gauge("file_bytes", "Size of the store's file.", false, func(s bolt.Stats) float64 { return float64(s.FileBytes) }),
	}
}

// joiner gives what opens the store of a node of a cluster.
func joiner(business *app.Definition) func(ctx context.Context, c *member.Cluster, o member.Options, log *slog.Logger) (*operate.Store, error) {
	return func(ctx context.Context, c *member.Cluster, o member.Options, log *slog.Logger) (*operate.Store, error) {
		node, err := c.Start(ctx, business, o, log)
		if err != nil {
			return nil, refusal(err)
		}
		a := app.New(node.Engine(), business, app.Options{Log: log})
		node.OnOthers(func() { app.OthersWrote(a) })
		return &operate.Store{
			App: a, Node: node, Poisoned: node.Ended(), Gauges: append(gauges(node.Engine().Engine), nodeGauges(node)...), Close: node.Close,
		}, nil
	}
}

// nodeGauges are a node's figures for the metrics.
func nodeGauges(n *member.Node) []rest.Gauge {
	return []rest.Gauge{
		{Name: "marquee_cluster_leads", Help: "1 while this node takes what is written, else 0.", Value: func() float64 {
			if leads, _ := n.Leads(); leads {
				return 1
			}
			return 0
		}},
		{Name: "marquee_cluster_age_seconds", Help: "How old what this node has may be.", Value: func() float64 { return n.Age().Seconds() }},
	}
}
