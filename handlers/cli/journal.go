package cli

import (
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"marquee/backup"
	"marquee/backup/journal"
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
	return text("journal", "keep the journal in this `FOLDER`, best on another disk; journal in the data folder when not told, off for none")
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
	return text("journal", "the `FOLDER` of the journal; where serve kept it last when not told, off for none")
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
		err = InUse(fmt.Errorf("%w\nGive each store a folder of its own with --journal", err))
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
