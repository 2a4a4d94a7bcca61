package operate

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"marquee/app/system"
	"marquee/backup"
	"marquee/backup/doctor"
	"marquee/backup/member"
	"marquee/handlers/cli/cmdline"
)

// askCluster has a running server tell of its cluster.
const askCluster = "cluster seen"

// seeFor is how long etcd may take to say how it is.
const seeFor = 5 * time.Second

// withCluster answers what is about the cluster of a store, and hands on everything else.
func withCluster(store *Store, next backup.Handler) backup.Handler {
	return func(ctx context.Context, r backup.Request, progress func(string)) backup.Reply {
		if r.Command != askCluster {
			return next(ctx, r, progress)
		}
		seen, err := store.see(ctx)
		return reply(seen, err)
	}
}

// see looks at the cluster of a store that is served; nil where it stands alone.
func (s *Store) see(ctx context.Context) (*member.Seen, error) {
	if s.Node == nil {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, seeFor)
	defer cancel()
	seen, err := s.Node.See(ctx)
	return &seen, err
}

// clusterOfFolder is the name of the cluster that the store of a folder belongs to, served or
// stopped; empty where it stands alone.
func clusterOfFolder(ctx context.Context, dir string) (string, error) {
	seen, err := seenBy(ctx, dir)
	switch {
	case errors.Is(err, backup.ErrNobody):
		return backup.ClusterOf(filepath.Join(dir, StoreFile))
	case err != nil || seen == nil:
		return "", err
	}
	return seen.Name, nil
}

// seenBy is the cluster as the server of a folder sees it; nil where its store stands alone, or the
// server is too old to be asked.
func seenBy(ctx context.Context, dir string) (*member.Seen, error) {
	reply, err := backup.Call(ctx, dir, backup.Request{Command: askCluster}, func(string) {})
	if err != nil || reply.Error != "" {
		return nil, err
	}
	return cmdline.Decode[*member.Seen](reply.Result)
}

// cluster asks the server that runs, else the cluster that flags name.
func (o outsider) cluster(ctx context.Context, f *doctor.Facts) error {
	dir := o.c.Path("data")
	var err error
	if f.Cluster, err = seenBy(ctx, dir); !errors.Is(err, backup.ErrNobody) {
		return err
	}
	if inCluster(o.c) {
		seen, err := seeFrom(ctx, o)
		f.Cluster = &seen
		return err
	}
	f.Member, _ = backup.ClusterOf(filepath.Join(dir, StoreFile)) // a damaged store is told of elsewhere
	return nil
}

// seeFrom looks at the cluster that flags name, with the key of the folder if it has one.
func seeFrom(ctx context.Context, o outsider) (seen member.Seen, err error) {
	seal, err := readSealKey(o.c.Path("data"))
	if err != nil {
		return seen, cmdline.Usage("%v", err)
	}
	cluster, err := OpenCluster(o.c, seal)
	if err != nil {
		return seen, err
	}
	defer cluster.Close()
	ctx, cancel := context.WithTimeout(ctx, seeFor)
	defer cancel()
	seen, err = cluster.See(ctx)
	return seen, OfNoCluster(err)
}

func (m *servedMachine) cluster(ctx context.Context, f *doctor.Facts) (err error) {
	f.Cluster, err = m.st.see(ctx)
	return err
}

// clusterOf is what those who run the installation are told of a cluster.
func clusterOf(s *member.Seen) *system.Cluster {
	if s == nil {
		return nil
	}
	out := &system.Cluster{Name: s.Name, Node: s.Node, IsOnHold: s.Order.Hold, To: s.Order.To}
	if l := s.Leader; l != nil {
		out.Leader, out.Since, out.Term = l.Name, &l.Since, l.Term
	}
	for _, n := range s.Nodes {
		out.Nodes = append(out.Nodes, system.Node{
			Name: n.Name, Role: string(n.Role), Address: n.Address, Version: n.Build, Has: n.Applied, Behind: member.Lag(s.Status, n),
			IsSilent: s.Silent(n) > doctor.SilentAfter,
		})
	}
	for _, e := range s.Etcd {
		out.Members = append(out.Members, system.Member{
			Address: e.Address, Version: e.Version, Leads: e.Leads, Answers: e.Answers, InUse: e.InUse, Quota: e.Quota, Problem: e.Error,
		})
	}
	return out
}
