package cli

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"time"

	"marquee/app"
	"marquee/backup"
	"marquee/backup/doctor"
	"marquee/backup/schedule"

	"github.com/urfave/cli/v2"
)

// backupsOf tells how the backups stand: by the plan in the store where there is
// one and it can be read, else by what lies in the folder.
func backupsOf(ctx context.Context, c *cli.Context, readable bool) (doctor.Backups, error) {
	to := c.String("backups")
	if to != "" || !readable {
		return backupsIn(ctx, c.Path("data"), to)
	}
	plans, err := plansOf(ctx, c.Path("data"))
	if err != nil {
		return doctor.Backups{}, err
	}
	for _, p := range plans {
		if p.Schedule == "" {
			continue
		}
		h := schedule.HealthOf(p, time.Now())
		return doctor.Backups{Planned: h.Text, Stale: h.Stale, Failing: p.Problem != ""}, nil
	}
	return backupsIn(ctx, c.Path("data"), "")
}

// backupsIn looks for the newest good backup.
func backupsIn(ctx context.Context, dir, to string) (doctor.Backups, error) {
	var words []string
	if to != "" {
		words = []string{to}
	}
	b := doctor.Backups{Folder: destOf(dir, words)}
	id, unread := storeID(ctx, dir)
	if unread != nil {
		id = "" // no store, or none that can be read
	}
	all, err := backup.List(ctx, b.Folder)
	all = slices.DeleteFunc(all, func(k backup.Kept) bool { return id != "" && k.Store != id })
	for i, k := range all {
		if k.Bad {
			b.LastBad = b.LastBad || i == 0
			continue
		}
		b.Newest = k.Made
		break
	}
	return b, err
}

// plansOf are the plans of a store, running or stopped; none where there is no
// store. The pages of a stopped one are known to be sound.
func plansOf(ctx context.Context, dir string) ([]app.BackupPlan, error) {
	reply, err := backup.Call(ctx, dir, backup.Request{Command: storePlans.path}, func(string) {})
	if err == nil {
		out, err := decode[plansOut](reply.Result)
		return out.Plans, err
	}
	found, statErr := hasStore(dir)
	if !errors.Is(err, backup.ErrNobody) || !found {
		return nil, statErr
	}
	return backup.PlansOf(ctx, filepath.Join(dir, storeFile))
}
