package cli

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"marquee/backup"
	"marquee/backup/doctor"
	"marquee/handlers/rest"

	"github.com/urfave/cli/v2"
)

// shipEnd bounds the last shipment of a server that stops.
const shipEnd = 10 * time.Second

func shipFlag() cli.Flag {
	return text("journal-ship", "send the journal on every five seconds, to another machine's folder or s3://bucket/prefix, `DEST`; encrypted as backups are")
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
			return nil, usage("--backup-recipients: %v", err)
		}
	}
	s, err := backup.NewShipper(dir, dest, to, log)
	if err != nil {
		return nil, usage("--journal-ship: %v", err)
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
