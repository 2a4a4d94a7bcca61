package operate

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"marquee/app"
	"marquee/backup"
	"marquee/backup/member"
	"marquee/handlers/cli/cmdline"
	"marquee/handlers/cli/listen"
	"marquee/handlers/relay"

	"github.com/urfave/cli/v2"
)

// Who logs in to etcd, where the address does not say so.
const (
	clusterUserEnv     = "MARQUEE_CLUSTER_USER"
	clusterPasswordEnv = "MARQUEE_CLUSTER_PASSWORD"
)

// usualLease is how long nobody else leads after a leader was heard of last, and LeastLease the
// least that is worth having: etcd counts in seconds.
const usualLease, LeastLease = 5 * time.Second, 2 * time.Second

// handOver is how long calls that others passed on may take when a node that led ends: they go on
// to the next leader.
const handOver = 2 * time.Second

// ClusterFlags say where the nodes of a cluster meet.
func ClusterFlags() []cli.Flag {
	return []cli.Flag{
		cmdline.Text("cluster", "where the nodes of a cluster meet, `URL`: etcd://HOST:PORT,HOST:PORT,HOST:PORT/NAME, or etcds:// for TLS; "+clusterUserEnv+" and "+clusterPasswordEnv+" log in"),
		&cli.PathFlag{Name: "cluster-ca", EnvVars: cmdline.Env("cluster-ca"), Usage: "with etcds://: a PEM `FILE` of the roots that the certificates of etcd come from"},
		&cli.PathFlag{Name: "cluster-cert", EnvVars: cmdline.Env("cluster-cert"), Usage: "with etcds://: the certificate that is shown to etcd, a PEM `FILE`"},
		&cli.PathFlag{Name: "cluster-key", EnvVars: cmdline.Env("cluster-key"), Usage: "its key, a PEM `FILE`"},
	}
}

func nodeFlags() []cli.Flag {
	return []cli.Flag{
		cmdline.Text("node", "with --cluster: the `NAME` of this node, which no other one has"),
		cmdline.Text("advertise", "with --cluster: the `HOST:PORT` at which the other nodes reach this one, and at which it listens for them"),
		&cli.DurationFlag{Name: "lease", Value: usualLease, EnvVars: cmdline.Env("lease"), Usage: "with --cluster: after this `TIME` without a word from the node that leads another one does"},
		cmdline.Yes("follow-only", "with --cluster: never lead"),
	}
}

// inCluster tells whether a store is served as that of a node.
func inCluster(c *cli.Context) bool { return c.String("cluster") != "" }

// checkNode refuses flags that do not go together.
func checkNode(c *cli.Context) error {
	if !inCluster(c) {
		for _, name := range []string{"node", "advertise", "follow-only", "cluster-ca", "cluster-cert", "cluster-key"} {
			if c.IsSet(name) {
				return cmdline.Usage("--%s needs --cluster", name)
			}
		}
		return nil
	}
	for _, name := range []string{"demo", logName, withoutLog, "journal-ship"} {
		if c.IsSet(name) {
			return cmdline.Usage("--%s and --cluster do not go together: the cluster has a log of its own", name)
		}
	}
	_, err := listen.AddressOf("advertise", c.String("advertise"))
	switch name := c.String("node"); {
	case name == "" || len(name) > 64 || strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r == '/' || r > '~' }):
		return cmdline.Usage("--cluster needs --node with a name of this node: up to 64 letters, digits and signs, without / and spaces")
	case c.String("advertise") == "":
		return cmdline.Usage("--cluster needs --advertise with the address at which the other nodes reach this one, such as 10.0.0.1:8377")
	case c.String("journal") != "" && c.String("journal") != noJournal:
		return cmdline.Usage("--journal and --cluster do not go together: the cluster has a log of its own")
	case c.Duration("lease") < LeastLease:
		return cmdline.Usage("--lease must be at least %s", LeastLease)
	}
	return err
}

// OpenCluster makes the way to the cluster that flags name. Seal is the key that all nodes have, nil
// where it is not needed.
func OpenCluster(c *cli.Context, seal []byte) (*member.Cluster, error) {
	cluster, err := member.Open(member.Place{
		Address: c.String("cluster"), CA: c.Path("cluster-ca"), Cert: c.Path("cluster-cert"), Key: c.Path("cluster-key"),
		User: os.Getenv(clusterUserEnv), Password: os.Getenv(clusterPasswordEnv),
	}, seal)
	if err != nil {
		return nil, cmdline.Usage("--cluster: %v", err)
	}
	return cluster, nil
}

// SealOf is the key of a folder, which all nodes of a cluster have; made where it is missing and
// make says so.
func SealOf(dir string, make bool) ([]byte, error) {
	key, err := readSealKey(dir)
	if err == nil && key == nil && make {
		key, err = newSealKey(dir)
	}
	if err == nil && key == nil {
		err = cmdline.Usage("%s is not there: the nodes of a cluster know each other by it\nCopy it from another node, or put it into %s", filepath.Join(dir, sealKeyFile), sealKeyEnv)
	}
	return key, err
}

// CopySeal makes the folder of another node of a cluster, which has the key of this one.
func CopySeal(from, to string) error {
	key, err := readSealKey(from)
	if err != nil {
		return err
	}
	if err := os.Mkdir(to, 0o700); err != nil {
		return err
	}
	return writeSealKey(to, key)
}

// PeersOf knows the nodes that have a key.
func PeersOf(seal []byte) (*relay.Peers, error) { return relay.NewPeers(member.Derive(seal, "peers")) }

// openServed opens the store that is served.
func openServed(c *cli.Context, program Program, log *slog.Logger) (*Store, error) {
	if inCluster(c) {
		return openNode(c, program, log)
	}
	return openStore(c, program, log)
}

// openNode opens the store as that of a node. Others may call it from then on, and are answered when
// it is served.
func openNode(c *cli.Context, program Program, log *slog.Logger) (*Store, error) {
	dir, path := c.Path("data"), filepath.Join(c.Path("data"), StoreFile)
	seal, err := SealOf(dir, false)
	if err != nil {
		return nil, err
	}
	beside := &beside{c: c, key: member.Derive(seal, "fingerprints")}
	if err := beside.look(); err != nil {
		return nil, err
	}
	peers, err := PeersOf(seal)
	if err != nil {
		return nil, err
	}
	cluster, err := OpenCluster(c, seal)
	if err != nil {
		return nil, err
	}
	if err := beforeNode(c, program, path, log); err != nil {
		return nil, errors.Join(err, cluster.Close())
	}
	address, _ := listen.AddressOf("advertise", c.String("advertise"))
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("--advertise: %w", err), cluster.Close())
	}
	store, err := program.Join(c.Context, cluster, member.Options{
		Path: path, Name: c.String("node"), Address: listener.Addr().String(), Lease: c.Duration("lease"), FollowOnly: c.Bool("follow-only"),
		Build: program.Version, Beside: beside.told, Fetch: peers.FetchCopy,
	}, log)
	if err != nil {
		return nil, errors.Join(OfNoCluster(err), listener.Close(), cluster.Close())
	}
	p := &nodePart{node: store.Node, peers: peers, listener: listener, beside: beside, dir: dir}
	p.join(store, cluster, log)
	return store, nil
}

// beforeNode is what is done before a store is opened, where there is one.
func beforeNode(c *cli.Context, program Program, path string, log *slog.Logger) error {
	if err := errors.Join(makeFolder(c.Path("data")), believeClock(c, log)); err != nil {
		return err
	}
	k, err := keeper(c, program)
	if err != nil || c.Bool(withoutCopy) {
		return err
	}
	return copyFirst(c.Context, k, path, c.Int(reserveName), log)
}

// OfCluster says what to do about a store that belongs to a cluster, and is to be written to alone.
func OfCluster(err error) error {
	return &cmdline.Exit{Code: cmdline.ExitUsage, Err: &unfit{
		error:    err,
		remedy:   "What is written to it alone, no other node has. Serve it as a node: marquee serve --cluster URL --node NAME\nTo put another store in its place: marquee cluster reseed. If the cluster is gone for good, it goes on alone: %s",
		commands: []string{"marquee cluster rescue"},
	}}
}

// OfNoCluster says what to do about a cluster in which a node has no part.
func OfNoCluster(err error) error {
	switch {
	case member.IsNone(err):
		return cmdline.Usage("%v\nBegin it with the store of its first node: marquee cluster init", err)
	case member.IsForeign(err):
		return cmdline.Usage("%v\nNothing was touched. A node of a cluster begins in an empty folder, with the seal.key of the others", err)
	case member.IsRefused(err):
		return cmdline.Usage("%v", err)
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("etcd does not answer; look on each of its machines: systemctl status etcd\nHow the others stand: marquee cluster status")
	case member.IsNoNode(err), member.IsOnHold(err), member.IsNotOnHold(err):
		return cmdline.Usage("%v\nSee: marquee cluster status", err)
	}
	return err
}

// wantAlone refuses a folder whose store belongs to a cluster.
func wantAlone(dir string) error {
	path := filepath.Join(dir, StoreFile)
	of, err := backup.ClusterOf(path)
	if err != nil || of == "" {
		return nil // one that cannot be read is what some commands are for
	}
	return OfCluster(fmt.Errorf("%s belongs to the cluster %s", path, of))
}

// nodePart is what this process does for its cluster.
type nodePart struct {
	node     *member.Node
	peers    *relay.Peers
	listener net.Listener
	relay    *relay.Relay
	server   *http.Server
	here     backup.Handler // runs commands on this machine
	beside   *beside
	dir      string
}

// join has what is served stand behind a relay, and a store that is closed hand over first.
func (p *nodePart) join(store *Store, cluster *member.Cluster, log *slog.Logger) {
	closeNode := store.Close
	store.part = p
	store.Before = func(own http.Handler) http.Handler {
		p.relay = relay.New(p.node, own, p.peers, log)
		p.server = p.peers.Server(p.relay, relay.Own{Copy: p.node.SendCopy, Command: p.run}, log)
		return p.relay
	}
	store.Close = func() error {
		err := closeNode() // the others call until another one leads
		if p.server != nil {
			err = errors.Join(err, Finish(p.server, handOver))
		}
		_ = p.listener.Close() // the server closes it too
		return errors.Join(err, cluster.Close())
	}
	store.Notes = append(store.Notes, func() string {
		if leads, _ := p.node.Leads(); leads {
			return "cluster: this node leads"
		}
		leader, _ := p.node.Elsewhere()
		return fmt.Sprintf("cluster: this node follows %s, %d ms behind", leader, p.node.Age().Milliseconds())
	})
}

// serve answers the other nodes, where there is a cluster.
func (p *nodePart) serve(log *slog.Logger) {
	if p == nil {
		return
	}
	go func() {
		if err := p.server.ServeTLS(p.listener, "", ""); !errors.Is(err, http.ErrServerClosed) {
			log.Error("the other nodes are not answered any more", "error", err)
		}
	}()
}

// work has what goes on by itself go on: always where a store stands alone, and in a cluster while
// its node leads. Call the result when no request runs any more.
func (s *Store) work(ctx context.Context, also ...func(context.Context)) func() {
	if s.part == nil {
		return goOn(ctx, s.App, also...)
	}
	w := &leading{begin: func() func() { return background(ctx, append(also, s.App.RunJobs)...) }, last: s.App.EndJobs, quiet: s.part.relay.Quiet}
	s.Node.BeforeYield(w.yield)
	kept := &shelf{store: s, node: s.Node, dir: s.part.dir, files: s.kept, beside: s.part.beside, log: s.App.Log(), seen: map[string][]byte{}}
	ended := background(ctx, func(ctx context.Context) { w.follow(ctx, s.Node.Leads) }, kept.follow)
	return func() {
		ended()
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTimeout)
		defer cancel()
		w.yield(ctx)
	}
}

// WantStopped wants a store that no server has.
func WantStopped(ctx context.Context, dir string) error {
	if err := WantStore(dir); err != nil {
		return err
	}
	return NotServed(ctx, dir)
}

// leading is what goes on by itself on a node, while it leads.
type leading struct {
	// begin has it go on; the result ends it and waits. Quiet waits until no request writes, and
	// last writes down what is left then.
	begin func() (end func())
	quiet func(ctx context.Context)
	last  func(ctx context.Context)

	mu  sync.Mutex
	end func() // nil while nothing goes on
}

// follow begins and ends with the role of the node, until the context ends.
func (l *leading) follow(ctx context.Context, leads func() (bool, <-chan struct{})) {
	for {
		now, changed := leads()
		if now {
			l.start()
		} else {
			l.stop(ctx)
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return
		}
	}
}

func (l *leading) start() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.end == nil {
		l.end = l.begin()
	}
}

// stop ends what goes on, and waits for it as long as the context lets it. It tells whether
// something went on.
func (l *leading) stop(ctx context.Context) bool {
	l.mu.Lock()
	end := l.end
	l.end = nil
	l.mu.Unlock()
	if end == nil {
		return false
	}
	ended := make(chan struct{})
	go func() { end(); close(ended) }()
	select {
	case <-ended:
	case <-ctx.Done():
	}
	return true
}

// yield is for a node that gives up leading, while it still takes what is written.
func (l *leading) yield(ctx context.Context) {
	went := l.stop(ctx)
	l.quiet(ctx)
	if went {
		l.last(app.Background(ctx))
	}
}
