package main

import (
	"context"
	"log/slog"

	"marquee/app"
	"marquee/backup/member"
	"marquee/handlers/cli/operate"
	"marquee/handlers/rest"
)

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
