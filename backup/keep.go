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

// Pruning says which backups may go.
type Pruning struct {
	// Store is the id of the store whose backups they are. Those of other stores,
	// and those of older programs that do not tell, neither count nor go.
	Store string
	Retention
	// ByHand is how old a backup made by hand must be to go; never when zero.
	ByHand time.Duration
	// Spared is the name of one that stays in any case: it has just been made.
	Spared string
	// Dry removes nothing.
	Dry bool
}

// Pruned is what became of the good backups of a store.
type Pruned struct {
	Kept    []Kept `json:"kept"`
	Removed []Kept `json:"removed"`
	// Foreign is how many others lie there: of other stores, or of older programs.
	Foreign int `json:"foreign"`
}

// decide sorts the backups at a destination. The newest good one of the store stays in
// any case. Those whose names are of a time that has not come have retention of their
// own: they take no place from the others, and a clock that is behind now finds room for
// what it makes.
func (p Pruning) decide(all []Kept, now time.Time) (out Pruned) {
	newestFirst(all, now)
	var made, early []time.Time
	for _, b := range all {
		switch {
		case p.counts(b) && b.Early:
			early = append(early, b.Made)
		case p.counts(b):
			made = append(made, b.Made)
		}
	}
	stays := append(p.decideKeep(made), p.decideKeep(early)...)
	newest := true
	for _, b := range all {
		keep := newest
		switch {
		case b.Bad:
			continue
		case b.Store != p.Store || p.Store == "":
			out.Foreign++
			continue
		case b.Scheduled:
			keep, stays = keep || stays[0], stays[1:]
		default:
			keep = keep || p.ByHand == 0 || now.Sub(b.Made) < p.ByHand
		}
		newest = false
		if keep || b.Name == p.Spared {
			out.Kept = append(out.Kept, b)
		} else {
			out.Removed = append(out.Removed, b)
		}
	}
	return out
}

// counts tells whether retention is about a backup.
func (p Pruning) counts(b Kept) bool {
	return !b.Bad && b.Scheduled && b.Store == p.Store && p.Store != ""
}

// Prune removes the good backups of a store at a destination that need not stay.
// Bad ones, and those newer than the newest whole one, neither count nor go. A backup whose
// manifest tells something else than its name stays too.
func (k *Keeper) Prune(ctx context.Context, dest string, p Pruning) (Pruned, error) {
	s, err := openDestination(dest, k.disk)
	if err != nil {
		return Pruned{}, err
	}
	all, err := listed(ctx, s)
	if err != nil {
		return Pruned{}, err
	}
	if all, err = p.withoutTorn(ctx, s, all); err != nil {
		return Pruned{}, err
	}
	out := p.decide(all, k.clock())
	going := out.Removed[:0:0]
	for _, b := range out.Removed {
		if m := peek(ctx, s, b.Name); m != nil && (m.Store != b.Store || m.Scheduled != b.Scheduled) {
			out.Foreign++ // somebody gave it the name
			continue
		}
		going = append(going, b)
	}
	if out.Removed = going; p.Dry {
		return out, nil
	}
	out.Removed, err = removeAll(ctx, s, going)
	return out, errors.Join(err, k.removePartial(ctx, s, p.Store))
}

// withoutTorn leaves out the backups of the store that are newer than the newest whole one:
// they are not what may stay as the last.
func (p Pruning) withoutTorn(ctx context.Context, s destination, all []Kept) ([]Kept, error) {
	own := slices.DeleteFunc(slices.Clone(all), func(b Kept) bool { return b.Bad || b.Store != p.Store || p.Store == "" })
	torn, err := tornBefore(ctx, s, own)
	own = own[:torn]
	return slices.DeleteFunc(all, func(b Kept) bool { return slices.Contains(own, b) }), err
}

// partialAge is when a backup that was begun and has no name yet was left behind by
// a crash.
const partialAge = 2 * time.Hour

// removePartial removes what crashes left of a store's backups.
func (k *Keeper) removePartial(ctx context.Context, s destination, store string) error {
	found, err := s.names(ctx)
	if err != nil {
		return err
	}
	for _, f := range found {
		b, known := parseName(strings.TrimSuffix(f.name, partialSuffix))
		ours := known && store != "" && b.Store == store
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

// PruneBad removes all but the newest bad backups that a schedule made of a store.
func (k *Keeper) PruneBad(ctx context.Context, dest, store string) ([]Kept, error) {
	s, err := openDestination(dest, k.disk)
	if err != nil {
		return nil, err
	}
	bad, err := listed(ctx, s)
	if err != nil {
		return nil, err
	}
	bad = slices.DeleteFunc(bad, func(b Kept) bool { return !b.Bad || !b.Scheduled || b.Store != store })
	return removeAll(ctx, s, bad[min(keptBad, len(bad)):])
}

func removeAll(ctx context.Context, s destination, going []Kept) (removed []Kept, err error) {
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
