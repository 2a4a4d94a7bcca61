package operate

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"marquee/backup"
	"marquee/backup/doctor"
	"marquee/backup/journal"
	"marquee/handlers/cli/cmdline"
	"marquee/handlers/rest"

	"github.com/urfave/cli/v2"
)

const (
	// journalFolder is where the journal goes when nobody says where, in the data
	// folder.
	journalFolder = "journal"
	// noJournal is what --journal says for none.
	noJournal = "off"
)

func journalFlag() cli.Flag {
	return cmdline.Text("journal", "keep the journal in this `FOLDER`, best on another disk; journal in the data folder when not told, off for none")
}

// journalOf is the folder of the journal; empty for none.
func journalOf(c *cli.Context) string {
	switch dir := c.String("journal"); dir {
	case "":
		return filepath.Join(c.Path("data"), journalFolder)
	case noJournal:
		return ""
	default:
		return dir
	}
}

// readJournalFlag is that of commands that look for the journal of a server.
func readJournalFlag() cli.Flag {
	return cmdline.Text("journal", "the `FOLDER` of the journal; where serve kept it last when not told, off for none")
}

// journalToRead is the folder of the journal for such a command; empty for none.
func journalToRead(c *cli.Context) string {
	if c.String("journal") == "" {
		return keptJournal(c)
	}
	return journalOf(c)
}

// keepJournal begins the journal of an open store. Call the result when the store
// is closed.
func keepJournal(c *cli.Context, program Program, store *Store, log *slog.Logger) (closeJournal func(), err error) {
	dir := journalOf(c)
	if store.Node != nil {
		return func() {}, nil // the log of the cluster has what a journal would
	}
	if dir == "" {
		log.Warn("no journal is kept; a store that is lost comes back as of its last backup")
		return func() {}, nil
	}
	ship, err := shipJournal(c, dir, store, log)
	if err != nil {
		return nil, err
	}
	store.Journal, err = backup.StartJournal(store.App, dir, program.Version, c.String("journal-ship") != "", log)
	if errors.Is(err, journal.ErrShared) {
		err = cmdline.InUse(fmt.Errorf("%w\nGive each store a folder of its own with --journal", err))
	}
	if err != nil {
		return nil, err
	}
	lastShipment := ship()
	store.Gauges = append(store.Gauges, journalGauges(store.Journal)...)
	store.Notes = append(store.Notes, func() string { return journalNote(store.Journal.Status()) })
	return func() { store.Journal.Close(); lastShipment() }, nil
}

func journalGauges(j *journal.Journal) []rest.Gauge {
	gauge := func(name, help string, counter bool, value func(journal.Status) float64) rest.Gauge {
		return rest.Gauge{Name: "marquee_journal_" + name, Help: help, Counter: counter, Value: func() float64 { return value(j.Status()) }}
	}
	return []rest.Gauge{
		gauge("lag_seconds", "Age of the oldest write that is neither synced to the journal nor in a backup.", false,
			func(s journal.Status) float64 { return s.Lag.Seconds() }),
		gauge("bytes_total", "Bytes written to the journal.", true, func(s journal.Status) float64 { return float64(s.Bytes) }),
		gauge("failed", "1 while the journal cannot be written.", false, func(s journal.Status) float64 { return oneIf(s.Failed != "") }),
		gauge("verified", "0 when the last comparison of the journal with the store found a difference, else 1.", false,
			func(s journal.Status) float64 { return oneIf(s.Fault == "") }),
		gauge("needs_base", "1 while no backup is there from which the journal goes on.", false,
			func(s journal.Status) float64 { return oneIf(s.NeedsBase) }),
	}
}

func oneIf(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

func journalNote(s journal.Status) string {
	switch {
	case s.Failed != "":
		return fmt.Sprintf("journal: failing for %s: %s", s.Lag.Round(time.Second), s.Failed)
	case s.Fault != "":
		return "journal: DOES NOT LEAD TO THE STORE: " + s.Fault
	case s.NeedsBase:
		return "journal: fine, but it needs a backup as its base"
	}
	return fmt.Sprintf("journal: fine, %d ms behind", s.Lag.Milliseconds())
}

// shipEnd bounds the last shipment of a server that stops.
const shipEnd = 10 * time.Second

func shipFlag() cli.Flag {
	return cmdline.Text("journal-ship", "send the journal on every five seconds, to another machine's folder or s3://bucket/prefix, `DEST`; encrypted as backups are")
}

// shipJournal prepares to ship the journal in a folder, when somebody wants that.
// Call begin once the journal is being written, and last once it is closed.
func shipJournal(c *cli.Context, dir string, store *Store, log *slog.Logger) (begin func() (last func()), err error) {
	dest := c.String("journal-ship")
	if dest == "" {
		return func() func() { return func() {} }, nil
	}
	var to []backup.Recipient
	if file := c.String("backup-recipients"); file != "" {
		if to, err = backup.Recipients(file); err != nil {
			return nil, cmdline.Usage("--backup-recipients: %v", err)
		}
	}
	s, err := backup.NewShipper(dir, dest, to, log)
	if err != nil {
		return nil, cmdline.Usage("--journal-ship: %v", err)
	}
	showShipping(s, dest, store)
	return func() func() { return runShipper(c.Context, s) }, nil
}

// runShipper sends what is written until its result is called, and then the rest.
func runShipper(ctx context.Context, s *backup.Shipper) (last func()) {
	ctx = context.WithoutCancel(ctx)
	running, stop := context.WithCancel(ctx)
	var ended sync.WaitGroup
	ended.Go(func() { s.Run(running) })
	return func() {
		stop()
		ended.Wait()
		ctx, cancel := context.WithTimeout(ctx, shipEnd)
		defer cancel()
		s.Ship(ctx)
	}
}

// Shipped tells how the journal of the store is sent elsewhere.
func (s *Store) Shipped() (out doctor.Shipped) {
	if s.shipper == nil {
		return out
	}
	var failed error
	out.To = s.shipper.Place()
	if out.Age, failed = s.shipper.Lag(); failed != nil {
		out.Problem = failed.Error()
	}
	return out
}

func showShipping(s *backup.Shipper, dest string, store *Store) {
	store.shipper = s
	store.Gauges = append(store.Gauges, rest.Gauge{
		Name: "marquee_journal_ship_age_seconds", Help: "How long ago all of the journal had been shipped.",
		Value: func() float64 { age, _ := s.Lag(); return age.Seconds() },
	})
	store.Notes = append(store.Notes, func() string {
		age, err := s.Lag()
		if err != nil {
			return fmt.Sprintf("journal: NOT SHIPPED to %s for %s: %v", dest, age.Round(time.Second), err)
		}
		return fmt.Sprintf("journal: shipped to %s %s ago", dest, age.Round(time.Second))
	})
}
