package operate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"marquee/backup"
	"marquee/backup/journal"
	"marquee/handlers/cli/cmdline"

	"github.com/urfave/cli/v2"
)

// replay is what of a journal comes on top of a restored backup.
type replay struct {
	dir    string   // empty for nothing
	others []string // that lie there too, in the order in which they reach further
	until  time.Time
	second bool // until is a whole second, as it is printed, and what was done within it counts
	// found tells that nobody named the journal: it lies near the source. Where it
	// does not lead on, the backup alone is restored.
	found bool
	// refused is why a journal that was found did not lead on.
	refused string
}

// replayOf is what the flags say; without a word, of a backup that is named itself
// nothing, and of a folder, or back to a moment, the journal in the data folder or near
// the source.
func replayOf(ctx context.Context, c *cli.Context, source string) (r replay, err error) {
	asOf := c.String("as-of")
	if asOf != "" {
		if r.until, err = ParseMoment(asOf); err != nil {
			return r, cmdline.Usage("--as-of %q is no moment such as 2026-07-04T21:59:00Z", asOf)
		}
		r.second = !strings.Contains(asOf, ".")
	}
	switch r.dir = c.String("journal"); r.dir {
	case noJournal:
		if asOf != "" {
			return r, cmdline.Usage("--journal %s leaves nothing to replay", noJournal)
		}
		r.dir = ""
	case "":
		several, err := backup.HoldsSeveral(source)
		if err != nil || !several && asOf == "" {
			return r, err
		}
		return r, r.find(ctx, c, source)
	}
	return r, nil
}

// find takes the journal in the data folder, or else the first near the source.
func (r *replay) find(ctx context.Context, c *cli.Context, source string) error {
	own := keptJournal(c)
	there, err := backup.HasJournal(ctx, own)
	if err != nil {
		return err
	}
	var all []string
	if there {
		all = append(all, own)
	}
	for _, near := range journalsNear(source) {
		there, err := backup.HasJournal(ctx, near)
		if err != nil {
			fmt.Fprintf(c.App.ErrWriter, "whether a journal lies in %s cannot be seen: %v\n", near, err)
		}
		if there && !sameFolder(near, own) {
			all = append(all, near)
		}
	}
	switch {
	case len(all) > 0:
		r.dir, r.others = all[0], all[1:]
		r.found = r.dir != own && r.until.IsZero()
	case !r.until.IsZero():
		r.dir = own // which says that there is none
	}
	return nil
}

// sameFolder tells whether two words name one folder.
func sameFolder(a, b string) bool { return a == b || !backup.IsS3(a) && realFolder(a) == realFolder(b) }

// furthestFirst sorts the journals that nobody named by how far they reach: what lies in the data
// folder may be left of a copy that somebody tried.
func (r *replay) furthestFirst(ctx context.Context, k *backup.Keeper, what backup.Restoring) {
	if len(r.others) == 0 {
		return
	}
	all := append([]string{r.dir}, r.others...)
	ends := map[string]time.Time{}
	for _, dir := range all {
		generations, err := k.Generations(ctx, dir, what.Store, what.Who)
		if err == nil && len(generations) > 0 {
			ends[dir] = generations[len(generations)-1].End
		}
	}
	slices.SortStableFunc(all, func(a, b string) int { return ends[b].Compare(ends[a]) })
	r.dir, r.others = all[0], all[1:]
}

// restore restores with the journal on top. One of another store is passed over where nobody
// named it and others lie there.
func (r *replay) restore(ctx context.Context, k *backup.Keeper, what backup.Restoring) (backup.Restored, error) {
	r.furthestFirst(ctx, k, what)
	what.Journal, what.AsOf, what.Second = r.dir, r.until, r.second
	done, err := k.Restore(ctx, what)
	var none *backup.NoRouteError
	for errors.As(err, &none) && none.Foreign && len(r.others) > 0 {
		r.dir, r.others = r.others[0], r.others[1:]
		what.Journal = r.dir
		done, err = k.Restore(ctx, what)
	}
	if !r.found || !errors.As(err, &none) {
		return done, err
	}
	r.refused, what.Journal = none.Reason, ""
	return k.Restore(ctx, what)
}

// keptJournal is where serve keeps the journal when it is called in the same way, or where
// it kept it last.
func keptJournal(c *cli.Context) string {
	dir := c.Path("data")
	return cmp.Or(os.Getenv("MARQUEE_JOURNAL"), placesOf(dir).Journal, filepath.Join(dir, journalFolder))
}

// tellMissing says that the journal is not there that serve kept elsewhere: its disk may be
// away, and what it adds to a backup would be lost without a word.
func tellMissing(ctx context.Context, c *cli.Context) {
	noted := placesOf(c.Path("data")).Journal
	if noted == "" || noted != keptJournal(c) || c.String("journal") != "" {
		return
	}
	if there, err := backup.HasJournal(ctx, noted); err == nil && !there && !journal.IsFolder(noted) {
		fmt.Fprintf(c.App.ErrWriter, "%s: what it adds to a backup is left out\n", awayText("the journal", noted))
	}
}

// awayText says that something is not where serve kept it.
func awayText(what, place string) string {
	return fmt.Sprintf("%s is not in %s, where serve kept it last; its disk may be away", what, place)
}

// journalsNear is where the journal may lie, as it was written or shipped, of the store
// whose backups are at a source or which is one: beside their folder, in it, and among them.
func journalsNear(source string) []string {
	place := backup.Folder(source)
	near := []string{backup.Beside(place, journalFolder), backup.At(place, journalFolder), place}
	return slices.DeleteFunc(near, func(dir string) bool { return dir == "" })
}

// unusedJournal is a journal of the restored store that goes on where the restored one
// ends, and was not replayed; End is zero where it cannot be read.
type unusedJournal struct {
	Folder string    `json:"folder"`
	End    time.Time `json:"end,omitzero"`
	Reason string    `json:"reason,omitempty"`
	again  string    // the command that replays it
}

// unused looks for such a journal in the data folder and near the source. Who ended
// the replay at a moment knows of the rest.
func (r *replay) unused(ctx context.Context, c *cli.Context, k *backup.Keeper, source string, done backup.Restored, who []backup.Identity) *unusedJournal {
	if r.dir != "" && r.refused == "" {
		return nil
	}
	for _, dir := range append([]string{keptJournal(c)}, journalsNear(source)...) {
		all, err := k.Generations(ctx, dir, done.Store, who)
		if err != nil {
			if there, unseen := backup.HasJournal(ctx, dir); there || unseen != nil {
				return &unusedJournal{Folder: dir, Reason: err.Error()}
			}
			continue
		}
		for _, g := range slices.Backward(all) {
			if (g.Store == "" || g.Store == done.Report.Store) && g.End.After(done.Report.LastCommit) {
				again := cmdline.CommandLine(withFlags(c, []string{"marquee", "restore", source, "--data", c.Path("data"), "--force", "--journal", dir}, "identity", "store"))
				return &unusedJournal{Folder: dir, End: g.End, Reason: r.refused, again: again}
			}
		}
	}
	return nil
}

func (u *unusedJournal) print(w io.Writer) (err error) {
	switch {
	case u == nil:
	case u.End.IsZero():
		_, err = fmt.Fprintf(w, "The journal in %s was not replayed, and cannot be read: %s\n", u.Folder, u.Reason)
	case u.Reason != "":
		_, err = fmt.Fprintf(w, "The journal in %s, up to %s, was not replayed: %s\n", u.Folder, cmdline.Moment(&u.End), u.Reason)
	default:
		_, err = fmt.Fprintf(w, "The journal in %s goes on up to %s and was not replayed; with it: %s\n", u.Folder, cmdline.Moment(&u.End), u.again)
	}
	return err
}
