package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"marquee/backup"
	"marquee/backup/journal"

	"github.com/urfave/cli/v2"
)

// replay is what of a journal comes on top of a restored backup.
type replay struct {
	dir   string // empty for nothing
	until time.Time
	// found tells that nobody named the journal: it lies beside the source. Where it
	// does not lead on, the backup alone is restored.
	found bool
	// refused is why a journal that was found did not lead on.
	refused string
}

// replayOf is what the flags say; without a word, of a backup that is named itself
// nothing, and of a folder the journal in the data folder or beside the source.
func replayOf(c *cli.Context, source string) (r replay, err error) {
	asOf := c.String("as-of")
	if asOf != "" {
		if r.until, err = parseMoment(asOf); err != nil {
			return r, usage("--as-of %q is no moment such as 2026-07-04T21:59:00Z", asOf)
		}
	}
	if r.dir = c.String("journal"); r.dir != "" || asOf != "" {
		r.dir = cmp.Or(r.dir, keptJournal(c))
		if r.dir == noJournal {
			return r, usage("--journal %s leaves nothing to replay", noJournal)
		}
		return r, nil
	}
	if several, err := backup.HoldsSeveral(source); err != nil || !several {
		return r, err
	}
	own := keptJournal(c)
	if all, err := journal.Generations(own); err != nil || len(all) > 0 {
		r.dir = own
		return r, err
	}
	beside := journalBeside(source)
	all, err := journal.Generations(beside)
	if beside != "" && err == nil && len(all) > 0 {
		r.dir, r.found = beside, true
	}
	return r, nil
}

// restore restores with the journal on top.
func (r *replay) restore(ctx context.Context, k *backup.Keeper, what backup.Restoring) (backup.Restored, error) {
	what.Journal, what.AsOf = r.dir, r.until
	done, err := k.Restore(ctx, what)
	var none *backup.NoRouteError
	if !r.found || !errors.As(err, &none) {
		return done, err
	}
	r.refused, what.Journal = none.Reason, ""
	return k.Restore(ctx, what)
}

// keptJournal is where serve keeps the journal when it is called in the same way.
func keptJournal(c *cli.Context) string {
	return cmp.Or(os.Getenv("MARQUEE_JOURNAL"), filepath.Join(c.Path("data"), journalFolder))
}

// journalBeside is where the journal lies of the store whose backups lie in a folder
// of its data folder, or which is such a backup; empty for a bucket.
func journalBeside(source string) string {
	if backup.IsS3(source) {
		return ""
	}
	source, err := filepath.Abs(source)
	if err != nil {
		return ""
	}
	if info, err := os.Stat(source); err == nil && !info.IsDir() && filepath.Base(filepath.Dir(source)) == backupFolder {
		source = filepath.Dir(source)
	}
	return filepath.Join(filepath.Dir(source), journalFolder)
}

// unusedJournal is a journal of the restored store that goes on where the restored one
// ends, and was not replayed.
type unusedJournal struct {
	Folder string    `json:"folder"`
	End    time.Time `json:"end"`
	Reason string    `json:"reason,omitempty"`
	again  string    // the command that replays it
}

// unused looks for such a journal in the data folder and beside the source. Who ended
// the replay at a moment knows of the rest.
func (r *replay) unused(c *cli.Context, source string, done backup.Restored) *unusedJournal {
	if r.dir != "" && r.refused == "" {
		return nil
	}
	for _, dir := range []string{keptJournal(c), journalBeside(source)} {
		all, err := journal.Generations(dir)
		if err != nil {
			continue
		}
		for _, g := range slices.Backward(all) {
			if (g.Store == "" || g.Store == done.Report.Store) && g.End.After(done.Report.LastCommit) {
				again := fmt.Sprintf("marquee restore %s --data %s --force --journal %s", source, c.Path("data"), dir)
				return &unusedJournal{Folder: dir, End: g.End, Reason: r.refused, again: again}
			}
		}
	}
	return nil
}

func (u *unusedJournal) print(w io.Writer) (err error) {
	switch {
	case u == nil:
	case u.Reason != "":
		_, err = fmt.Fprintf(w, "The journal in %s, up to %s, was not replayed: %s\n", u.Folder, moment(&u.End), u.Reason)
	default:
		_, err = fmt.Fprintf(w, "The journal in %s goes on up to %s and was not replayed; with it: %s\n", u.Folder, moment(&u.End), u.again)
	}
	return err
}
