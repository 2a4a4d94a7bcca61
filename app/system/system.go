package system

import (
	"context"
	"time"

	"marquee/app"
)

// Level says how much a check matters. The text is the slug of the API.
type Level string

// The levels.
const (
	OK      Level = "ok"
	Unknown Level = "unknown"
	Warn    Level = "warn"
	Bad     Level = "bad"
)

// Levels are the slugs of all levels.
func Levels() []string { return []string{string(OK), string(Unknown), string(Warn), string(Bad)} }

// Check is one thing that was looked at.
type Check struct {
	Name  app.Noun
	Level Level
	Found app.Message
	// Do is what to do about it; without a format where it is well.
	Do app.Message
}

// State is how a machine stands.
type State struct {
	Version string
	// Since is when the server began.
	Since  time.Time
	Checks []Check
	Backup Backup
	// Shipped is how old the newest part of the journal is that lies elsewhere, nil: it is sent nowhere.
	Shipped *time.Duration
	// Sync is how long a write takes to the disk, one in a hundred longer than SyncLate; 0: not known.
	Sync, SyncLate time.Duration
	// FreeBytes of TotalBytes are free on the disk, both 0: not known.
	FreeBytes, TotalBytes, FileBytes int64
	// Cluster tells of the nodes that keep the store together, nil: it stands alone.
	Cluster *Cluster
}

// Cluster is how the nodes stand, and what they agree by.
type Cluster struct {
	// Node is the one that tells this.
	Name, Node string
	// Leader is the node that leads, and since when; empty: none does. Term grows with each that
	// begins to.
	Leader string
	Since  *time.Time
	Term   int64
	// IsOnHold: nobody shall lead. To: this node shall, empty: any.
	IsOnHold bool
	To       string
	Nodes    []Node
	Members  []Member
}

// Node is one of them.
type Node struct {
	Name, Address, Version string
	// Role is one of Roles.
	Role string
	// Has is the last change that is in its file, and Behind how much later the newest of all is.
	Has    time.Time
	Behind time.Duration
	// IsSilent: the others were heard of later.
	IsSilent bool
}

// Roles are the slugs of what a node may be.
func Roles() []string {
	return []string{"joining", "following", "campaigning", "leading", "holding", "fenced"}
}

// Member is one of those who keep the log.
type Member struct {
	Address, Version string
	Leads            bool
	// Answers is how long it took to answer. InUse of Quota bytes are in use.
	Answers      time.Duration
	InUse, Quota int64
	// Problem is why it did not answer, empty: it did.
	Problem string
}

// Backup is how the backups stand that are made by themselves.
type Backup struct {
	// To is where they go.
	To string
	// IsRunning: one is being made. IsAsked: one will be, as soon as nothing is in its way.
	IsRunning, IsAsked bool
	// Newest is when the newest good one was made, Next when the next is due, nil: none.
	Newest, Next *time.Time
	// SameDisk: they lie on the disk of the store, and are lost with it.
	SameDisk bool
	// Problem is why the last one does not count, empty: it does.
	Problem string
}

// Level is the worst of all checks.
func (s *State) Level() Level {
	worst := OK
	for _, c := range s.Checks {
		if c.Level == Bad || c.Level == Warn && worst == OK {
			worst = c.Level
		}
	}
	return worst
}

// Machine knows the machine on which the store is served.
type Machine interface {
	Look(ctx context.Context) (State, error)
	// BackUp asks for a backup at once, and does not wait for it.
	BackUp()
	// Try begins to restore the newest backup beside the store. Ended is told what came of it.
	Try(ended func(Outcome))
}

var machines = app.NewPerApp(func() *held { return new(held) })

type held struct {
	machine Machine
	trying  trying
}

// Use says who knows the machine. It is called before anybody is served.
func Use(a *app.App, m Machine) { machines.Of(a).machine = m }

// Look tells how the machine stands.
func Look(ctx context.Context, a *app.App, c *app.Caller) (State, error) {
	m, err := machineFor(a, c)
	if err != nil {
		return State{}, err
	}
	return m.Look(ctx)
}

// BackUp asks for a backup at once.
func BackUp(ctx context.Context, a *app.App, c *app.Caller) (State, error) {
	m, err := machineFor(a, c)
	if err != nil {
		return State{}, err
	}
	if err := a.Update(ctx, c, app.Installation, func(tx app.Tx) error {
		app.Note(tx, "companies", tx.Company(), "asked for a backup")
		return nil
	}); err != nil {
		return State{}, err
	}
	m.BackUp()
	return m.Look(ctx)
}

// machineFor is the machine, for a caller who runs the installation.
func machineFor(a *app.App, c *app.Caller) (Machine, error) {
	if err := c.Need(app.Installation); err != nil {
		return nil, err
	}
	m := machines.Of(a).machine
	if m == nil {
		return nil, app.Refuse(app.Invalid, "This server does not look after its machine.")
	}
	return m, nil
}
