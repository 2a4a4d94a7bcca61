package backup

import (
	"context"
	"time"

	"marquee/app"
	"marquee/kv/bolt"
)

// Keeper makes, checks and restores backups.
type Keeper struct {
	// Build is the version of this program, and Business what it keeps in a store.
	Build    string
	Business *app.Definition
	// Store is the id of the store whose backups are made, for those of which the
	// check cannot read it; Scheduled marks what is made for a schedule, which a
	// schedule may remove again.
	Store     string
	Scheduled bool
	// Check checks a store; see Child.
	Check func(ctx context.Context, path string, depth Depth, tell func(Finding)) (Report, error)
	// Progress is told what happens, for people.
	Progress func(format string, args ...any)

	clock func() time.Time
	disk  disk
}

// NewKeeper makes a keeper for a build of the program.
func NewKeeper(build string, business *app.Definition, child Child, progress func(format string, args ...any)) *Keeper {
	return &Keeper{Build: build, Business: business, Check: child.Check, Progress: progress, clock: time.Now, disk: realDisk{}}
}

// DamagedError says that a store did not pass its check.
type DamagedError struct {
	Path   string // what was left behind, if anything
	Report Report
	First  *Finding
}

func (e *DamagedError) Error() string {
	text := "the store did not pass its check: "
	switch {
	case e.Report.Foreign:
		text += "it is no store of Marquee"
	case e.Report.Newer != "":
		text += e.Report.Newer
	case e.First != nil:
		text += e.First.String()
	}
	if e.Path != "" {
		text += "\nIt was kept as " + e.Path + " and does not count as a backup"
	}
	return text
}

// Unwrap is why a store whose log is missing did not.
func (e *DamagedError) Unwrap() error {
	if e.Report.LogMissing {
		return bolt.ErrLogMissing
	}
	return nil
}

// check has a store checked; the error is a DamagedError when it is not good.
func (k *Keeper) check(ctx context.Context, path string, depth Depth) (Report, error) {
	var first *Finding
	report, err := k.Check(ctx, path, depth, func(f Finding) {
		if first == nil {
			first = &f
		}
	})
	if err == nil && !report.Good() {
		err = &DamagedError{Report: report, First: first}
	}
	return report, err
}
