package system

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/system"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type nothingIn struct{}

// level is how much a check matters.
type level string

// Values are all levels.
func (level) Values() []string { return system.Levels() }

// trialState is where a trial stands.
type trialState string

// Values are all states.
func (trialState) Values() []string { return system.TrialStates() }

type systemJSON struct {
	Version    string            `json:"version"`
	Since      time.Time         `json:"since" doc:"When the server began."`
	Level      level             `json:"level" doc:"The worst of all checks."`
	Checks     []healthCheckJSON `json:"checks"`
	Backup     backupJSON        `json:"backup"`
	Trial      trialJSON         `json:"restoreTrial"`
	ShippedAgo *int64            `json:"shippedSecondsAgo" doc:"How many seconds ago all of the journal lay on another machine; null: it is sent nowhere."`
	SyncMicros *int64            `json:"syncMicros" doc:"How long a write takes until it is on the disk, in millionths of a second; null: not known."`
	SyncLate   *int64            `json:"syncMicrosLate" doc:"One in a hundred takes longer."`
	FreeBytes  *int64            `json:"freeBytes" doc:"Of the disk; null: not known."`
	FileBytes  int64             `json:"fileBytes" doc:"Of the store."`
	Cluster    *clusterJSON      `json:"cluster" doc:"The nodes that keep the store together; null: it stands alone."`
}

// role is what a node is.
type role string

// Values are all roles.
func (role) Values() []string { return system.Roles() }

type clusterJSON struct {
	Name     string            `json:"name"`
	Node     string            `json:"node" doc:"The one that tells this."`
	Leader   *string           `json:"leader" doc:"The node that takes what is written; null: none does."`
	Since    *time.Time        `json:"leadsSince"`
	Term     *int64            `json:"term" doc:"It grows with each node that begins to lead."`
	IsOnHold bool              `json:"isOnHold" doc:"No node shall lead."`
	To       *string           `json:"orderedLeader" doc:"The node that shall lead; null: any."`
	Nodes    []clusterNodeJSON `json:"nodes"`
	Members  []etcdMemberJSON  `json:"etcd" doc:"Those who keep the log."`
}

type clusterNodeJSON struct {
	Name         string    `json:"name"`
	Role         role      `json:"role"`
	Address      string    `json:"address"`
	Version      string    `json:"version"`
	LastCommitAt time.Time `json:"lastCommitAt" doc:"The last change that is in its file."`
	Behind       int64     `json:"behindMillis" doc:"How much later the newest change of all nodes is."`
	IsSilent     bool      `json:"isSilent" doc:"Nothing was heard of it for a while."`
}

type etcdMemberJSON struct {
	Address string  `json:"address"`
	Version *string `json:"version"`
	Leads   bool    `json:"isLeader"`
	Answers int64   `json:"answerMicros"`
	InUse   *int64  `json:"inUseBytes"`
	Quota   *int64  `json:"quotaBytes"`
	Problem *string `json:"problem" doc:"Why it did not answer; null: it did."`
}

type healthCheckJSON struct {
	Name  string  `json:"name" doc:"As marquee doctor names it, and the same in every language."`
	Title string  `json:"title"`
	Level level   `json:"level"`
	Found string  `json:"found"`
	Do    *string `json:"do" doc:"What to do about it; null where there is nothing to do."`
}

type backupJSON struct {
	To        string     `json:"to"`
	IsRunning bool       `json:"isRunning"`
	IsAsked   bool       `json:"isAsked" doc:"One will be made as soon as nothing is in its way."`
	NewestAt  *time.Time `json:"newestAt" doc:"When the newest good one was made."`
	NextAt    *time.Time `json:"nextAt"`
	Problem   *string    `json:"problem" doc:"Why the last one does not count."`
	SameDisk  bool       `json:"isOnSameDisk" doc:"They lie on the disk of the store, and would be lost with it."`
}

type trialJSON struct {
	State        trialState `json:"state"`
	BeganAt      *time.Time `json:"beganAt"`
	EndedAt      *time.Time `json:"endedAt"`
	Backup       *string    `json:"backup"`
	Records      *int64     `json:"records"`
	LastCommitAt *time.Time `json:"lastCommitAt" doc:"Of the newest change that it would bring back."`
	Problem      *string    `json:"problem"`
}

// Routes are the operations of this area.
func Routes(a *app.App) []rest.Route {
	form := func(ctx context.Context, c *app.Caller, s system.State, err error) (systemJSON, error) {
		if err != nil {
			return systemJSON{}, err
		}
		t, err := system.LastTrial(ctx, a, c)
		return formOf(c.Locale, &s, &t), err
	}
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/system", Summary: "Tell how the machine stands", Tag: "Access", Allow: app.Installation,
			Doc: "What marquee doctor says, as the server knows it: disk, space, clock, memory, permissions, certificates, backups, journal and background work, each with what to do about it.",
		}, func(ctx context.Context, c *app.Caller, _ nothingIn) (systemJSON, error) {
			s, err := system.Look(ctx, a, c)
			return form(ctx, c, s, err)
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/system/backup", Summary: "Ask for a backup at once", Tag: "Access", Allow: app.Installation,
			Doc: "It is made in a process of its own, where the planned ones go; backup of GET /system tells how it stands.",
		}, func(ctx context.Context, c *app.Caller, _ nothingIn) (systemJSON, error) {
			s, err := system.BackUp(ctx, a, c)
			return form(ctx, c, s, err)
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/system/restore-trial", Summary: "Restore the newest backup for a trial", Tag: "Access", Allow: app.Installation,
			Doc: "It is unpacked beside the store, checked in full, and removed again; restoreTrial of GET /system tells how it stands. The store is not touched.",
		}, func(ctx context.Context, c *app.Caller, _ nothingIn) (trialJSON, error) {
			t, err := system.Try(ctx, a, c)
			return trialOf(&t), err
		}),
	}
}

func formOf(locale string, s *system.State, t *system.Trial) systemJSON {
	out := systemJSON{
		Version: s.Version, Since: s.Since, Level: level(s.Level()), Trial: trialOf(t), FileBytes: s.FileBytes,
		SyncMicros: wire.OrNull(s.Sync.Microseconds()), SyncLate: wire.OrNull(s.SyncLate.Microseconds()),
		Backup: backupJSON{s.Backup.To, s.Backup.IsRunning, s.Backup.IsAsked, s.Backup.Newest, s.Backup.Next, wire.OrNull(s.Backup.Problem), s.Backup.SameDisk},
	}
	if s.TotalBytes > 0 {
		out.FreeBytes = &s.FreeBytes
	}
	out.Cluster = clusterOf(s.Cluster)
	if s.Shipped != nil {
		ago := int64(s.Shipped.Seconds())
		out.ShippedAgo = &ago
	}
	for _, k := range s.Checks {
		out.Checks = append(out.Checks, healthCheckJSON{
			string(k.Name), rest.Title(locale, app.Message{Format: string(k.Name)}), level(k.Level), rest.Translate(locale, k.Found), wire.OrNull(rest.Translate(locale, k.Do)),
		})
	}
	return out
}

func clusterOf(c *system.Cluster) *clusterJSON {
	if c == nil {
		return nil
	}
	out := &clusterJSON{
		Name: c.Name, Node: c.Node, Leader: wire.OrNull(c.Leader), Since: c.Since, Term: wire.OrNull(c.Term), IsOnHold: c.IsOnHold, To: wire.OrNull(c.To),
		Nodes: []clusterNodeJSON{}, Members: []etcdMemberJSON{},
	}
	for _, n := range c.Nodes {
		out.Nodes = append(out.Nodes, clusterNodeJSON{n.Name, role(n.Role), n.Address, n.Version, n.Has, n.Behind.Milliseconds(), n.IsSilent})
	}
	for _, m := range c.Members {
		out.Members = append(out.Members, etcdMemberJSON{
			m.Address, wire.OrNull(m.Version), m.Leads, m.Answers.Microseconds(), wire.OrNull(m.InUse), wire.OrNull(m.Quota), wire.OrNull(m.Problem),
		})
	}
	return out
}

func trialOf(t *system.Trial) trialJSON {
	out := trialJSON{State: trialState(t.State), EndedAt: t.Ended, Backup: wire.OrNull(t.Backup), Records: wire.OrNull(t.Records), Problem: wire.OrNull(t.Problem)}
	if !t.Began.IsZero() {
		out.BeganAt = &t.Began
	}
	if !t.LastCommit.IsZero() {
		out.LastCommitAt = &t.LastCommit
	}
	return out
}
