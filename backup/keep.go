package backup

import (
	"fmt"
	"path/filepath"
	"time"
)

// Retention says how many backups stay: the newest of each of the last so many
// hours, days and weeks that have one. All are UTC; a week starts on Monday.
type Retention struct {
	Hourly, Daily, Weekly int
}

// DefaultRetention suits a festival and a year of shows alike.
var DefaultRetention = Retention{Hourly: 24, Daily: 14, Weekly: 8}

// decideKeep tells for each moment, newest first, whether its backup stays. The
// newest always does.
func (r Retention) decideKeep(made []time.Time) []bool {
	keep := make([]bool, len(made))
	if len(made) > 0 {
		keep[0] = true
	}
	keepNewest(made, keep, r.Hourly, func(t time.Time) string { return t.Format("2006-01-02T15") })
	keepNewest(made, keep, r.Daily, func(t time.Time) string { return t.Format(time.DateOnly) })
	keepNewest(made, keep, r.Weekly, func(t time.Time) string {
		year, week := t.ISOWeek()
		return fmt.Sprintf("%d-%d", year, week)
	})
	return keep
}

// keepNewest keeps the first backup of each of the first n periods.
func keepNewest(made []time.Time, keep []bool, n int, period func(time.Time) string) {
	last := ""
	for i, t := range made {
		p := period(t.UTC())
		if p == last {
			continue
		}
		if n--; n < 0 {
			return
		}
		last = p
		keep[i] = true
	}
}

// Prune removes the good backups of a folder that the retention does not keep,
// and gives those it removed. Bad ones neither count nor go. With dry nothing is
// removed.
func (k *Keeper) Prune(dir string, r Retention, dry bool) (kept, removed []Kept, err error) {
	all, err := List(dir)
	if err != nil {
		return nil, nil, err
	}
	var good []Kept
	var made []time.Time
	for _, b := range all {
		if !b.Bad {
			good, made = append(good, b), append(made, b.Made)
		}
	}
	for i, keep := range r.decideKeep(made) {
		if keep {
			kept = append(kept, good[i])
			continue
		}
		if !dry {
			if err := k.disk.Remove(filepath.Join(dir, good[i].Name)); err != nil {
				return kept, removed, err
			}
		}
		removed = append(removed, good[i])
	}
	if dry || len(removed) == 0 {
		return kept, removed, nil
	}
	return kept, removed, k.disk.SyncFolder(dir)
}
