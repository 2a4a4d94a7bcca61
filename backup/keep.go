package backup

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
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

// Prune removes the good backups at a destination that the retention does not
// keep, and gives those it removed. Bad ones neither count nor go. With dry nothing
// is removed.
func (k *Keeper) Prune(ctx context.Context, dest string, r Retention, dry bool) (kept, removed []Kept, err error) {
	s, err := shelfOf(dest, k.disk)
	if err != nil {
		return nil, nil, err
	}
	good, err := listed(ctx, s)
	if err != nil {
		return nil, nil, err
	}
	good = slices.DeleteFunc(good, func(b Kept) bool { return b.Bad })
	var made []time.Time
	for _, b := range good {
		made = append(made, b.Made)
	}
	var going []Kept
	for i, keep := range r.decideKeep(made) {
		if keep {
			kept = append(kept, good[i])
		} else {
			going = append(going, good[i])
		}
	}
	if dry {
		return kept, going, nil
	}
	removed, err = removeAll(ctx, s, going)
	return kept, removed, errors.Join(err, k.removePartial(ctx, s))
}

// partialAge is when a backup that was begun and has no name yet was left behind by
// a crash.
const partialAge = 2 * time.Hour

// removePartial removes what crashes left.
func (k *Keeper) removePartial(ctx context.Context, s shelf) error {
	found, err := s.names(ctx)
	if err != nil {
		return err
	}
	for _, f := range found {
		b, ours := parseName(strings.TrimSuffix(f.name, partialSuffix))
		if ours && strings.HasSuffix(f.name, partialSuffix) && k.clock().Sub(b.Made) > partialAge {
			if err := s.remove(ctx, f.name); err != nil {
				return err
			}
		}
	}
	return nil
}

// keptBad is how many bad backups of a schedule stay: each try would else leave one.
const keptBad = 3

// PruneBad removes all but the newest bad backups at a destination.
func (k *Keeper) PruneBad(ctx context.Context, dest string) error {
	s, err := shelfOf(dest, k.disk)
	if err != nil {
		return err
	}
	bad, err := listed(ctx, s)
	if err != nil {
		return err
	}
	bad = slices.DeleteFunc(bad, func(b Kept) bool { return !b.Bad })
	_, err = removeAll(ctx, s, bad[min(keptBad, len(bad)):])
	return err
}

func removeAll(ctx context.Context, s shelf, going []Kept) (removed []Kept, err error) {
	for _, b := range going {
		if err := s.remove(ctx, b.Name); err != nil {
			return removed, err
		}
		removed = append(removed, b)
	}
	if len(removed) == 0 {
		return nil, nil
	}
	return removed, s.settle()
}
