package app

import (
	"context"
	"sync"
	"time"

	"marquee/indexes"
	"marquee/kv"
)

// BackupPlan is how the backups to one destination stand. It lies in the store, so
// that a machine that slept or was started again knows what it missed.
type BackupPlan struct {
	// To is the destination: an absolute folder, or s3://bucket/prefix.
	To string `msgpack:"d"`
	// Schedule is what Next was reckoned from, in cron's words.
	Schedule string `msgpack:"s"`
	// Since is when backups to this destination were first planned.
	Since time.Time `msgpack:"a"`
	// Next is when the next one is due.
	Next time.Time `msgpack:"n"`
	// Tried is when the last one began, by schedule or by hand.
	Tried *time.Time `msgpack:"t"`
	// Good is when the newest verified one was made, and Path where it lies.
	Good *time.Time `msgpack:"g"`
	Path string     `msgpack:"p"`
	// Problem is why the last one does not count; empty when it does.
	Problem string `msgpack:"e"`
	// Failures are those since the last good one.
	Failures int64 `msgpack:"f"`
}

var backupPlans = indexes.DefineKeyed(indexes.KeyedSpec[string, BackupPlan]{
	Name: "backup_plans", Version: 1, Global: true,
	Person:    indexes.Nobody("where backups lie"),
	Unaudited: "a note on backups",
	Key:       kv.String,
	KeyOf:     func(p *BackupPlan) string { return p.To },
})

// knownPlans are the plans as they were last read or written, for figures that
// are asked for often.
type knownPlans struct {
	sync.Mutex
	byTo map[string]BackupPlan
}

var known = NewPerApp(func() *knownPlans { return &knownPlans{byTo: map[string]BackupPlan{}} })

func (k *knownPlans) put(p BackupPlan) {
	k.Lock()
	defer k.Unlock()
	k.byTo[p.To] = p
}

// KnownBackupPlan is a plan as this process last saw it, without reading.
func (a *App) KnownBackupPlan(to string) BackupPlan {
	k := known.Of(a)
	k.Lock()
	defer k.Unlock()
	return k.byTo[to]
}

// BackupPlans lists every plan of the store, in order of destination.
func (a *App) BackupPlans(ctx context.Context) (all []BackupPlan, err error) {
	err = a.ViewCompany(ctx, 0, func(r Reader) error {
		all = nil
		for hit, err := range backupPlans.Scan(r, indexes.All[string]()) {
			if err != nil {
				return err
			}
			all = append(all, hit.Rec)
		}
		return nil
	})
	return all, err
}

// PlanBackups changes the plan for a destination, or begins one.
func (a *App) PlanBackups(ctx context.Context, to string, change func(p *BackupPlan)) (plan BackupPlan, err error) {
	err = a.UpdateCompany(ctx, 0, func(tx Tx) error {
		plan, err = backupPlans.Upsert(tx, to, func(p *BackupPlan) error {
			p.To = to
			change(p)
			return nil
		})
		return err
	})
	if err == nil {
		known.Of(a).put(plan)
	}
	return plan, err
}

// NoteBackup changes the plan for a destination when there is one: backups by hand
// count where backups are planned.
func (a *App) NoteBackup(ctx context.Context, to string, change func(p *BackupPlan)) error {
	var plan BackupPlan
	var found bool
	err := a.UpdateCompany(ctx, 0, func(tx Tx) (err error) {
		if plan, found, err = backupPlans.Find(tx, to); err != nil || !found {
			return err
		}
		change(&plan)
		return backupPlans.Put(tx, &plan)
	})
	if err == nil && found {
		known.Of(a).put(plan)
	}
	return err
}
