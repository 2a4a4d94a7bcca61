package operate

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/mail"
	"marquee/app/payment"
	"marquee/app/queue"
	"marquee/app/system"
	"marquee/app/webhook"
	"marquee/backup"
	"marquee/backup/doctor"
	"marquee/backup/journal"
	"marquee/backup/machine"
	"marquee/backup/member"
	"marquee/backup/schedule"
	"marquee/handlers/cli/cmdline"

	"github.com/urfave/cli/v2"
)

// backupsOf tells how the backups stand: by the files at the destination of the plan
// in the store, where there is a plan and it can be read, else by those in the folder.
func backupsOf(ctx context.Context, c *cli.Context, readable bool) (doctor.Backups, error) {
	dir, to := c.Path("data"), c.String("backups")
	if to != "" || !readable {
		return backupsIn(ctx, dir, to)
	}
	plans, err := plansOf(ctx, dir)
	if err != nil {
		return doctor.Backups{}, err
	}
	id, unread := storeID(ctx, dir)
	if unread != nil {
		id = "" // any backup will do
	}
	for _, p := range plans {
		if p.Schedule == "" || isOfAnotherFolder(p.To, dir) {
			continue
		}
		newest, err := backupRun{to: p.To, store: id}.newest(ctx)
		h := schedule.HealthOf(p, schedule.Found{Made: newest, Err: err}, time.Now())
		met, err := backup.MetServer(ctx, p.To, id, serverName(dir), time.Now())
		if err != nil {
			met = nil // that the place cannot be looked at is told already
		}
		return plannedBackups(dir, p, h, otherText(met), besideLocked(ctx, p.To, id)), nil
	}
	return backupsIn(ctx, dir, "")
}

// plannedBackups tells how those of a plan stand.
func plannedBackups(dir string, p app.BackupPlan, h schedule.Health, other string, locked bool) doctor.Backups {
	return doctor.Backups{
		Other: other, Folder: p.To, Away: isAway(dir, p.To), Planned: h.Text, Stale: h.Stale || h.Missing,
		Failing: p.Problem != "" || h.Unseen, Dest: toSay(dir, p.To, locked), SameDisk: onDiskOf(dir, p.To),
	}
}

// isOfAnotherFolder reports whether a destination is the folder of backups in the data
// folder of another store: a plan that came with a restore, which says nothing about
// the backups of the store that was restored.
func isOfAnotherFolder(to, dir string) bool {
	if backup.IsS3(to) || filepath.Base(to) != backupFolder {
		return false
	}
	own, err := filepath.Abs(dir)
	if err != nil || filepath.Dir(to) == own {
		return false
	}
	found, err := hasStore(filepath.Dir(to))
	return err == nil && found
}

// backupsIn looks for the newest good backup.
func backupsIn(ctx context.Context, dir, to string) (doctor.Backups, error) {
	b := doctor.Backups{Folder: cmp.Or(to, placesOf(dir).Backups, destOf(dir, nil))}
	id, unread := storeID(ctx, dir)
	if unread != nil {
		id = "" // no store, or none that can be read
	}
	b.Dest, b.SameDisk, b.Away = toSay(dir, b.Folder, besideLocked(ctx, b.Folder, id)), onDiskOf(dir, b.Folder), isAway(dir, b.Folder)
	all, err := backup.List(ctx, b.Folder)
	if err != nil {
		return b, err
	}
	all = slices.DeleteFunc(all, func(k backup.Kept) bool { return id != "" && k.Store != id })
	newest, ok, err := backup.NewestWhole(ctx, b.Folder, id)
	if ok {
		b.Newest = newest.Made
	}
	b.LastBad = err == nil && len(all) > 0 && all[0].Name != newest.Name
	return b, err
}

// toSay is what marquee backup is told on a data folder for a destination, and for those who
// may read the backups there; empty where it goes there without a word.
func toSay(dir, to string, locked bool) string {
	var words []string
	if own := filepath.Join(dir, backupFolder); to != own && realFolder(to) != realFolder(own) {
		words = append(words, to)
	}
	if locked {
		words = append(words, "--recipients", "FILE")
	}
	return cmdline.CommandLine(words)
}

// onDiskOf tells whether a destination is a folder on the disk of the store.
func onDiskOf(dir, to string) bool {
	apart, known := isApart(dir, to)
	return known && !apart
}

// plansOf are the plans of a store, running or stopped; none where there is no
// store. The pages of a stopped one are known to be sound.
func plansOf(ctx context.Context, dir string) ([]app.BackupPlan, error) {
	reply, err := backup.Call(ctx, dir, backup.Request{Command: StorePlans.Path}, func(string) {})
	if err == nil {
		out, err := cmdline.Decode[plansOut](reply.Result)
		return out.Plans, err
	}
	found, statErr := hasStore(dir)
	if !errors.Is(err, backup.ErrNobody) || !found {
		return nil, statErr
	}
	return backup.PlansOf(ctx, filepath.Join(dir, StoreFile))
}

// StoreWork asks a running server what it does by itself, and what of that it cannot
// do. It has no form of its own on the command line.
var StoreWork = Admin{
	Own:   true,
	Here:  true,
	Path:  "store work",
	Usage: "how the background work stands",
	Run: func(ctx context.Context, a *app.App, _ []byte) (any, error) {
		return workOf(ctx, a)
	},
}

func workOf(ctx context.Context, a *app.App) (doctor.Work, error) {
	w := doctor.Work{Served: true}
	for _, s := range a.JobStatuses() {
		j := doctor.Job{Name: s.Name}
		for _, t := range s.Troubles {
			j.Skipped += t.Skipped
			if t.Failures > 0 {
				j.Failing++
				j.Since, j.Problem = t.Since, t.Problem
			}
		}
		w.Jobs = append(w.Jobs, j)
	}
	all, err := queue.Statuses(ctx, a)
	for _, s := range all {
		k := doctor.Outbox{Kind: s.Kind, Dead: s.Dead, Waiting: s.Waiting + s.Leased, Unsent: s.Unsent}
		if s.Oldest != nil {
			k.Oldest = *s.Oldest
		}
		w.Outbox = append(w.Outbox, k)
	}
	if err != nil {
		return w, err
	}
	if w.Payments.Simulated, err = company.InDemo(ctx, a); err != nil {
		return w, err
	}
	mails, err := mail.StatusOf(ctx, a)
	if err != nil {
		return w, err
	}
	w.Mails = doctor.Mails{Held: mails.Held, Dead: mails.Dead, Server: mails.Server}
	called, err := webhook.StatusOf(ctx, a)
	if err != nil {
		return w, err
	}
	w.Webhooks = doctor.Webhooks{Open: called.Open, Dead: called.Dead, Troubled: called.Troubled}
	if called.Oldest != nil {
		w.Webhooks.Oldest = *called.Oldest
	}
	paid, err := payment.StatusOf(ctx, a)
	w.Payments.Unresolved, w.Payments.Discrepancies = paid.Unresolved, paid.Discrepancies
	if paid.Oldest != nil {
		w.Payments.Oldest = *paid.Oldest
	}
	return w, err
}

// workFacts are nothing while no server has the store open, or one that is too old
// to be asked.
func workFacts(ctx context.Context, dir string) (doctor.Work, error) {
	reply, err := backup.Call(ctx, dir, backup.Request{Command: StoreWork.Path}, func(string) {})
	if err != nil || reply.Error != "" {
		return doctor.Work{}, nil
	}
	return cmdline.Decode[doctor.Work](reply.Result)
}

// shippedFacts asks a running server how its journal is shipped; nothing while none has the
// store open, or one that is too old to be asked.
func shippedFacts(ctx context.Context, dir string) (doctor.Shipped, error) {
	reply, err := backup.Call(ctx, dir, backup.Request{Command: askShipped}, func(string) {})
	if err != nil || reply.Error != "" {
		return doctor.Shipped{}, nil
	}
	return cmdline.Decode[doctor.Shipped](reply.Result)
}

// journalFacts looks at the newest journal where serve keeps it.
func journalFacts(c *cli.Context) (j doctor.Journal) {
	dir := keptJournal(c)
	if dir == noJournal {
		return j
	}
	all, err := journal.Generations(dir)
	switch {
	case err != nil:
		j.Damage = err.Error()
		return j
	case len(all) == 0 && dir == placesOf(c.Path("data")).Journal && !journal.IsFolder(dir):
		j.Damage = awayText("it", dir)
		return j
	case len(all) == 0:
		return j
	}
	newest := all[len(all)-1]
	j.End, j.Damage, j.Fault = newest.End, newest.Damage, journal.LastFault(dir)
	here, _ := machine.DiskOf(dir)
	store, _ := machine.DiskOf(c.Path("data"))
	j.SameDisk = here.Device == store.Device
	return j
}

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
