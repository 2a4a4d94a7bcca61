package operate

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"marquee/app"
	"marquee/app/system"
	"marquee/backup/doctor"
	"marquee/backup/machine"
	"marquee/backup/schedule"
	"marquee/handlers/cli/cmdline"

	"github.com/urfave/cli/v2"
)

// measureEvery is the pause between two measurements of the disk, which write to it.
const measureEvery = 10 * time.Minute

// servedMachine tells those who run the installation how the machine stands on which it is
// served, and does what they ask for: what marquee doctor asks a server from outside.
type servedMachine struct {
	c       *cli.Context
	program Program
	st      *Store
	plan    *schedule.Scheduler
	run     backupRun
	at      doctor.Address
	since   time.Time
	trials  chan func(system.Outcome)

	mu       sync.Mutex
	measured doctor.Facts // what the last measurement found, and when
}

// lookAfter makes ready what makes backups while serving, and tells of the machine.
func lookAfter(c *cli.Context, program Program, store *Store, address string) (*servedMachine, error) {
	plan, run, err := planBackups(c, store)
	if err != nil {
		return nil, err
	}
	h := thisHolder(c, address)
	m := &servedMachine{
		c: c, program: program, st: store, plan: plan, run: run, since: h.Since,
		at:     doctor.Address{Listen: h.Address, BaseURL: h.BaseURL, TLS: h.TLS},
		trials: make(chan func(system.Outcome), 1),
	}
	system.Use(store.App, m)
	return m, nil
}

// Look gathers what doctor gathers, and judges it in the same way.
func (m *servedMachine) Look(ctx context.Context) (system.State, error) {
	facts := doctor.At(m.run.dir, ownFiles...)
	facts.Syncs, facts.SyncsErr = m.syncs(facts.Now)
	if err := fillFacts(ctx, m.c, &facts, m); err != nil {
		return system.State{}, err
	}
	out := system.State{
		Version: m.program.Version, Since: m.since, Backup: m.backup(), FileBytes: facts.FileBytes,
		FreeBytes: facts.Space.Free, TotalBytes: facts.Space.Total, Cluster: clusterOf(facts.Cluster),
	}
	out.Sync, out.SyncLate = facts.SyncTimes()
	if s := facts.Journal.Shipped; s.To != "" {
		out.Shipped = &s.Age
	}
	for _, l := range doctor.Judge(facts) {
		out.Checks = append(out.Checks, system.Check{Name: l.Name, Level: system.Level(l.Level), Found: l.Found, Do: l.Do})
	}
	return out, nil
}

// syncs measures the disk now and then.
func (m *servedMachine) syncs(now time.Time) ([]time.Duration, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if age := now.Sub(m.measured.Now); age < 0 || age >= measureEvery {
		m.measured.Now = now
		m.measured.Measure(m.run.dir)
	}
	return m.measured.Syncs, m.measured.SyncsErr
}

func (m *servedMachine) backup() system.Backup {
	p := m.st.App.KnownBackupPlan(m.run.to)
	b := system.Backup{To: m.run.to, SameDisk: onDiskOf(m.run.dir, m.run.to)}
	if noted, elsewhere := m.st.planElsewhere(); elsewhere {
		p, b.To, b.SameDisk = noted, noted.To, false
	}
	b.Newest, b.Problem = p.Good, p.Problem
	b.IsRunning, b.IsAsked = m.plan.Doing()
	if !p.Next.IsZero() {
		b.Next = &p.Next
	}
	return b
}

// BackUp asks for a backup at once.
func (m *servedMachine) BackUp() { m.plan.Now("asked for in the office") }

// Try begins a trial. There is never more than one.
func (m *servedMachine) Try(ended func(system.Outcome)) { m.trials <- ended }

// Run makes the trials that are asked for until the context ends. One that ends with it is not
// told: whoever looks next sees that it was stopped.
func (m *servedMachine) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case ended := <-m.trials:
			if out := m.try(ctx); ctx.Err() == nil {
				ended(out)
			}
		}
	}
}

func (m *servedMachine) address(context.Context) doctor.Address { return m.at }

func (m *servedMachine) store(ctx context.Context, f *doctor.Facts) error {
	if info, err := os.Stat(filepath.Join(m.run.dir, StoreFile)); err == nil {
		f.FileBytes = info.Size()
	}
	out, err := clockOf(ctx, m.st.App)
	out.into(f)
	return err
}

func (m *servedMachine) backups(ctx context.Context, _ bool) (doctor.Backups, error) {
	p := m.st.App.KnownBackupPlan(m.run.to)
	if p.Schedule == "" {
		return backupsIn(ctx, m.run.dir, m.run.to)
	}
	other := ""
	if met := m.run.other.Load(); met != nil {
		other = *met
	}
	return plannedBackups(m.run.dir, p, m.plan.Health(), other, m.run.recipients != ""), nil
}

func (m *servedMachine) shipped(context.Context) (doctor.Shipped, error) { return m.st.Shipped(), nil }

func (m *servedMachine) work(ctx context.Context) (doctor.Work, error) {
	return workOf(app.Background(ctx), m.st.App)
}

const (
	// runTrialWord is the word that makes this program the process of one trial, for the reasons
	// of runBackupWord.
	runTrialWord = "run-trial"
	// trialFolder is where the trial unpacks, in the data folder; it is gone afterwards.
	trialFolder = "restore-trial"
)

// runTrialCommand restores as marquee restore does, and only when nobody else wants the
// processors.
func runTrialCommand(program Program) *cli.Command {
	return &cli.Command{
		Name: runTrialWord, Usage: "restore a backup for a trial, for serve", Hidden: true,
		Flags: restoreCommand(program).Flags,
		Action: func(c *cli.Context) error {
			machine.Yield()
			return runRestore(c, program)
		},
	}
}

// try restores the newest backup into a folder of its own, but for the last step.
func (m *servedMachine) try(ctx context.Context) (out system.Outcome) {
	if err := m.run.room(m.st.App); err != nil {
		return system.Outcome{Problem: err.Error()}
	}
	restored, err := m.run.restoreInto(ctx, filepath.Join(m.run.dir, trialFolder))
	if err != nil {
		return system.Outcome{Problem: err.Error()}
	}
	return system.Outcome{Backup: restored.Base, Records: restored.Report.Records, LastCommit: restored.Report.LastCommit}
}

// restoreInto runs the process and reads what it restored.
func (r backupRun) restoreInto(ctx context.Context, dir string) (out restoredOut, err error) {
	program, err := os.Executable()
	if err != nil {
		return out, err
	}
	if err := errors.Join(os.RemoveAll(dir), os.Mkdir(dir, 0o700)); err != nil { // what a trial left that was ended
		return out, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	cmd := exec.CommandContext(ctx, program, runTrialWord, "--data", dir, "--store", r.store, "--dry-run", "--json", r.to)
	var told, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &told, &said
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = cleanupTimeout
	if err := cmd.Run(); err != nil {
		return out, errors.New(lastLine(said.String()))
	}
	return cmdline.Decode[restoredOut](told.Bytes())
}
