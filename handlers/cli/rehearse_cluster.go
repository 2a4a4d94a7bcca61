package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/backup"
	"marquee/backup/member"
	"marquee/handlers/cli/cmdline"
	"marquee/handlers/cli/operate"
	"marquee/handlers/rehearse"

	"github.com/urfave/cli/v2"
)

// fleet is the nodes of a rehearsal, and where they meet.
type fleet struct {
	at      string // the address of the cluster
	lease   time.Duration
	cluster *member.Cluster
	etcd    []*process
	nodes   []*fleetNode
}

type fleetNode struct {
	*process
	name, dir, listen, advertise string
}

func (n *fleetNode) url() string { return "http://" + n.listen }

// togetherReport is how a rehearsal on a cluster went.
type togetherReport struct {
	Nodes      int                  `json:"nodes"`
	Etcd       string               `json:"etcd"` // its version
	Lease      float64              `json:"leaseSeconds"`
	Operations []rehearse.Operation `json:"operations"`
	Killed     string               `json:"killed"`
	Leader     string               `json:"leader"` // afterwards
	Repeated   int                  `json:"repeated"`
	// Pause is the longest time in which nobody was answered, and Leaderless that in leases.
	Pause      float64 `json:"pauseSeconds"`
	Leaderless float64 `json:"pauseLeases"`
	Scans      int     `json:"scans"`
	Orders     int     `json:"orders"`
	Lost       int     `json:"lost"` // acknowledged, and missing on a node
	Same       bool    `json:"same"` // the stores of all nodes
}

func sensibleNodes(c *cli.Context) error {
	switch n := c.Int("nodes"); {
	case !c.Bool("cluster") && (c.IsSet("nodes")):
		return cmdline.Usage("--nodes needs --cluster")
	case !c.Bool("cluster"):
		return nil
	case n < 2 || n > 5:
		return cmdline.Usage("--nodes must be from 2 to 5")
	case c.Duration("lease") < operate.LeastLease || c.Duration("lease") > time.Minute:
		return cmdline.Usage("--lease must be from %s to 1m", operate.LeastLease)
	case c.Duration("duration") < 2*c.Duration("lease"):
		return cmdline.Usage("--duration must be at least two leases: the node that leads is killed after half of it")
	}
	return nil
}

// rehearseTogether plays on a cluster whose leader is killed, and looks what became of everything
// that was acknowledged.
func rehearseTogether(ctx context.Context, c *cli.Context, program operate.Program, dir string, plan rehearse.Plan) (err error) {
	step := cmdline.ProgressTo(c.App.ErrWriter)
	f := &fleet{lease: c.Duration("lease")}
	defer f.end()
	if f.etcd, f.at, err = startEtcd(ctx, dir); err != nil {
		return err
	}
	first := filepath.Join(dir, "one")
	if err := os.Mkdir(first, 0o700); err != nil {
		return err
	}
	if err := throwAway(ctx, c, program, first); err != nil {
		return err
	}
	if err := prepareNodes(ctx, c, program, f, dir, &plan); err != nil {
		return err
	}
	step("the nodes are started, and the rush begins")
	report := togetherReport{Nodes: len(f.nodes), Lease: f.lease.Seconds()}
	if err := f.serveAll(ctx); err != nil {
		return err
	}
	played, err := f.play(ctx, plan, &report)
	if err != nil {
		return err
	}
	step("looking for everything that was acknowledged on every node")
	if err := f.judge(ctx, c, program, played, &report); err != nil {
		return err
	}
	if c.Bool("json") {
		err = cmdline.PrintJSON(c.App.Writer, report)
	} else {
		err = report.print(c.App.Writer)
	}
	if err == nil && (report.Lost > 0 || !report.Same) {
		err = errors.New("a node has not everything that was acknowledged")
	}
	return err
}

// prepareNodes makes who plays, begins the cluster with the store of the first node, and gives the
// others its key.
func prepareNodes(ctx context.Context, c *cli.Context, program operate.Program, f *fleet, dir string, plan *rehearse.Plan) error {
	first := filepath.Join(dir, "one")
	path := filepath.Join(first, operate.StoreFile)
	store, err := program.Open(ctx, path, backup.Opening{}, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	if err := errors.Join(letIn(ctx, store, plan, int64(c.Int("company"))), store.Close()); err != nil {
		return err
	}
	seal, err := operate.SealOf(first, true)
	if err != nil {
		return err
	}
	if f.cluster, err = member.Open(member.Place{Address: f.at}, seal); err != nil {
		return err
	}
	if _, err := f.cluster.Init(ctx, program.Business, path); err != nil {
		return err
	}
	at, err := freeAddresses(2 * c.Int("nodes"))
	if err != nil {
		return err
	}
	for i, name := range []string{"one", "two", "three", "four", "five"}[:c.Int("nodes")] {
		n := &fleetNode{name: name, dir: filepath.Join(dir, name), listen: at[2*i], advertise: at[2*i+1]}
		f.nodes = append(f.nodes, n)
		if i > 0 {
			if err := operate.CopySeal(first, n.dir); err != nil {
				return err
			}
		}
	}
	return nil
}

// serve starts a node as a unit of the system would.
func (f *fleet) serve(n *fleetNode) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	n.process, err = start("node "+n.name, program, "serve", "--data", n.dir, "--cluster", f.at, "--node", n.name, "--advertise", n.advertise,
		"--listen", n.listen, "--lease", f.lease.String(), "--backup-schedule", "off", "--log-level", "warn")
	return err
}

// serveAll starts the first node, and the others when it leads.
func (f *fleet) serveAll(ctx context.Context) error {
	for _, n := range f.nodes {
		if err := f.serve(n); err != nil {
			return err
		}
		if err := until(ctx, "node "+n.name+" does not come up", f.processes(), func() bool {
			leader, err := f.leader(ctx)
			return err == nil && leader != "" && answering(n.url()+"/readyz")
		}); err != nil {
			return err
		}
	}
	return nil
}

func (f *fleet) processes() (all []*process) {
	for _, n := range f.nodes {
		if n.process != nil {
			all = append(all, n.process)
		}
	}
	return append(all, f.etcd...)
}

func (f *fleet) leader(ctx context.Context) (string, error) {
	s, err := f.cluster.Look(ctx)
	if err != nil || s.Leader == nil {
		return "", err
	}
	return s.Leader.Name, nil
}

// end ends all processes.
func (f *fleet) end() {
	for _, p := range f.processes() {
		p.end()
	}
	if f.cluster != nil {
		_ = f.cluster.Close()
	}
}

// play has the plan played, and kills the node that leads in the middle of it.
func (f *fleet) play(ctx context.Context, plan rehearse.Plan, report *togetherReport) (played rehearse.Together, err error) {
	var urls []string
	for _, n := range f.nodes {
		urls = append(urls, n.url())
	}
	killed := make(chan error, 1)
	go func() {
		select {
		case <-time.After(plan.Duration / 2):
			killed <- f.killLeader(ctx, report)
		case <-ctx.Done():
			killed <- ctx.Err()
		}
	}()
	played, err = rehearse.PlayTogether(ctx, plan, urls)
	if err := errors.Join(err, <-killed); err != nil {
		return played, err
	}
	err = until(ctx, "no node leads any more", nil, func() bool { report.Leader, err = f.leader(ctx); return err == nil && report.Leader != "" })
	report.Operations, report.Repeated, report.Scans, report.Orders = played.Operations, played.Repeated, len(played.Scans), len(played.Orders)
	report.Pause, report.Leaderless = played.Pause.Seconds(), played.Pause.Seconds()/f.lease.Seconds()
	return played, err
}

// killLeader kills the node that leads, and starts it again.
func (f *fleet) killLeader(ctx context.Context, report *togetherReport) error {
	leader, err := f.leader(ctx)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(f.nodes, func(n *fleetNode) bool { return n.name == leader })
	if at < 0 {
		return errors.New("no node leads in the middle of the rehearsal")
	}
	report.Killed = leader
	f.nodes[at].kill()
	return f.serve(f.nodes[at])
}

// judge stops all nodes when each has everything, and looks into their files.
func (f *fleet) judge(ctx context.Context, c *cli.Context, program operate.Program, played rehearse.Together, report *togetherReport) error {
	s, err := f.cluster.See(ctx)
	if err != nil {
		return err
	}
	report.Etcd = s.Etcd[0].Version
	if err := f.cluster.Hold(ctx); err != nil {
		return err
	}
	if err := until(ctx, "the nodes do not get the same", f.processes(), func() bool { return f.settled(ctx) }); err != nil {
		return err
	}
	for _, n := range f.nodes {
		n.end()
	}
	child, err := backup.Self("check-file")
	if err != nil {
		return err
	}
	k := backup.NewKeeper(program.Version, program.Business, child, func(string, ...any) {})
	var digests []string
	for _, n := range f.nodes {
		path := filepath.Join(n.dir, operate.StoreFile)
		digest, err := backup.DigestAt(ctx, path)
		if err != nil {
			return err
		}
		digests = append(digests, digest)
		if err := k.Read(path, func(a *app.App) error { return missing(ctx, a, int64(c.Int("company")), played, &report.Lost) }); err != nil {
			return err
		}
	}
	report.Same = len(slices.Compact(digests)) == 1
	return nil
}

// settled tells whether every node has applied the same.
func (f *fleet) settled(ctx context.Context) bool {
	s, err := f.cluster.Look(ctx)
	if err != nil || len(s.Nodes) < len(f.nodes) {
		return false
	}
	for _, n := range s.Nodes {
		if n.Role != member.Following || !n.Applied.Equal(s.Nodes[0].Applied) {
			return false
		}
	}
	return true
}

// perLook is how many records are looked for in one read.
const perLook = 500

// missing counts what was acknowledged and is not in a store.
func missing(ctx context.Context, a *app.App, companyID int64, played rehearse.Together, lost *int) error {
	caller, err := operate.Operator(ctx, a, companyID)
	if err != nil {
		return err
	}
	for some := range slices.Chunk(played.Scans, perLook) {
		if err := a.ViewCompany(ctx, caller.CompanyID, func(r app.Reader) error {
			for _, uuid := range some {
				s, err := entry.ScanNamed(r, uuid)
				if err != nil {
					return err
				}
				if s.ZoneID == 0 {
					*lost++
				}
			}
			return nil
		}); err != nil {
			return err
		}
	}
	for some := range slices.Chunk(played.Orders, perLook) {
		if err := a.ViewCompany(ctx, caller.CompanyID, func(r app.Reader) error {
			found, err := order.Orders.GetMany(r, some)
			for _, o := range found {
				if o.ID == 0 || o.Status == order.Active {
					*lost++
				}
			}
			*lost += len(some) - len(found)
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}

func (r togetherReport) print(w io.Writer) error {
	printOperations(w, r.Operations)
	fmt.Fprintf(w, "\nNodes       %d on this machine, with %d members of etcd %s, lease %gs\n", r.Nodes, etcdMembers, r.Etcd, r.Lease)
	fmt.Fprintf(w, "Killed      %s, which led; %s leads now\n", r.Killed, r.Leader)
	fmt.Fprintf(w, "Pause       nobody was answered for %.2f s, %.2f of the lease\n", r.Pause, r.Leaderless)
	fmt.Fprintf(w, "Repeated    %d requests were sent again, under their uuid\n", r.Repeated)
	same := "the stores of all nodes are the same"
	if !r.Same {
		same = "THE STORES OF THE NODES DIFFER"
	}
	_, err := fmt.Fprintf(w, "Kept        %d scans and %d orders were acknowledged; lost %d; %s\n", r.Scans, r.Orders, r.Lost, same)
	return err
}
