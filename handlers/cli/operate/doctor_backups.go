package operate

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"time"

	"marquee/app"
	"marquee/backup"
	"marquee/backup/doctor"
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
		return doctor.Backups{
			Other: otherText(met), Folder: p.To, Away: isAway(dir, p.To), Planned: h.Text, Stale: h.Stale || h.Missing, Failing: p.Problem != "" || h.Unseen, Dest: toSay(ctx, dir, p.To, id), SameDisk: onDiskOf(dir, p.To),
		}, nil
	}
	return backupsIn(ctx, dir, "")
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
	b.Dest, b.SameDisk, b.Away = toSay(ctx, dir, b.Folder, id), onDiskOf(dir, b.Folder), isAway(dir, b.Folder)
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
func toSay(ctx context.Context, dir, to, store string) string {
	var words []string
	if own := filepath.Join(dir, backupFolder); to != own && realFolder(to) != realFolder(own) {
		words = append(words, to)
	}
	if besideLocked(ctx, to, store) {
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
