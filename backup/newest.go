package backup

import (
	"context"
	"slices"
	"time"

	"marquee/app"
)

// elsewhere is how long the newest backup at a place where no more are made keeps the
// journal that goes on from it.
const elsewhere = 60 * 24 * time.Hour

// NeededFrom is from when on backups need the journal of a store: from the oldest good one
// where they are made now, and from the newest at each other place that the plans note,
// unless that was long ago. ok tells whether there is any where they are made now.
func NeededFrom(ctx context.Context, to, store string, plans []app.BackupPlan, now time.Time) (from time.Time, ok bool, err error) {
	from, ok, err = OldestGood(ctx, to, store)
	if err != nil || !ok {
		return from, ok, err
	}
	for _, p := range plans {
		if p.To == to || p.Good == nil || now.Sub(*p.Good) > elsewhere || !p.Good.Before(from) {
			continue
		}
		newest, there, err := Newest(ctx, p.To, store)
		switch {
		case err != nil: // it may come back
			from = *p.Good
		case there && newest.Made.Before(from):
			from = newest.Made
		}
	}
	return from, true, nil
}

// tooEarly is how far ahead of the clock the name of a backup may be.
const tooEarly = time.Hour

// IsEarly tells whether a moment that was written down has not come yet: a clock was
// ahead then, or is behind now.
func IsEarly(written, now time.Time) bool { return written.Sub(now) > tooEarly }

// tellEarly says which backup would be the newest by its name, and is not taken for it.
func (k *Keeper) tellEarly(source string, all []Kept) {
	i := slices.IndexFunc(all, func(b Kept) bool { return b.Early && !b.Bad })
	if i > 0 {
		k.Progress("%s was made under a clock that was ahead and counts as older than all others; restore it by its name if it is wanted", At(source, all[i].Name))
	}
}

// newestFirst sorts backups. Those whose names are of a time that has not come were
// made under a clock that was ahead: they are not newer than what was made since it was
// set right, so they come last. Where all are of that kind it is the clock of now that is
// wrong, and nothing changes.
func newestFirst(all []Kept, now time.Time) {
	for i := range all {
		all[i].Early = IsEarly(all[i].Made, now)
	}
	slices.SortFunc(all, func(a, b Kept) int {
		switch {
		case a.Early && !b.Early:
			return 1
		case b.Early && !a.Early:
			return -1
		}
		return b.Made.Compare(a.Made)
	})
}
