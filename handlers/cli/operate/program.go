package operate

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"sync"

	"marquee/app"
	"marquee/backup"
	"marquee/backup/journal"
	"marquee/backup/member"
	"marquee/handlers/rest"
)

// Program is what the commands work with, wired by main.
type Program struct {
	Version string
	// Admins are the administration commands, filled by Run.
	Admins func() []Admin
	// Business is what the store keeps.
	Business *app.Definition
	// Open opens the store at a path, and makes an empty one when there is none.
	// A store that another process holds is an InUse error.
	Open func(ctx context.Context, path string, how backup.Opening, log *slog.Logger) (*Store, error)
	// Join opens the store of a node of a cluster and has it take its part.
	Join func(ctx context.Context, c *member.Cluster, o member.Options, log *slog.Logger) (*Store, error)
	// Serve makes the servers of an open store: for everybody, and for whoever runs the
	// machine.
	Serve func(s *Store, log *slog.Logger) (everybody, inside *http.Server)
	// PaymentKeys reads the keys of the payment gateway from a file, or from the text
	// when no file is named; nil where there is no gateway.
	PaymentKeys func(path, text string) error
	// PassKeys reads the keys with which companies sign passes; nil where there are none.
	PassKeys func(text string) error
}

// Store is an open store.
type Store struct {
	App *app.App
	// Poisoned is closed when the store has to be opened anew.
	Poisoned <-chan struct{}
	// Gauges are the store's own figures, for the metrics.
	Gauges []rest.Gauge
	// Notes are lines for whoever asks whether the server is ready.
	Notes []func() string
	// BaseURL is the URL under which the outside reaches the server, without a slash
	// at its end; empty when nobody said so.
	BaseURL string
	// Proxies are the networks whose word counts for whom they speak for.
	Proxies []netip.Prefix
	// Private tells that the figures are served at an address of their own.
	Private bool
	// WebhooksInside lets outbound calls go to this machine and to private networks.
	WebhooksInside bool
	// Journal is kept while the store is served, unless nobody wants one; else nil.
	Journal *journal.Journal
	Close   func() error
	// Node is the part of the store in its cluster; nil where it stands alone. Before stands
	// before all that is served then.
	Node   *member.Node
	Before func(http.Handler) http.Handler

	part    *nodePart       // of the cluster; nil where it stands alone
	kept    []keptFile      // what is sealed beside it
	sealing sync.Mutex      // while it is written
	shipper *backup.Shipper // nil where the journal is not sent elsewhere
}
