package backup

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"marquee/app/customer"
	"marquee/indexes"
)

// Rolling is what a rollback is asked for.
type Rolling struct {
	Store string
	// Force goes back although that loses what was written since the upgrade.
	Force bool
	// Dry does everything but the last step.
	Dry bool
}

// RolledBack is what came of it, or what would.
type RolledBack struct {
	Store string `json:"store"`
	// Copy is what became, or would become, the store.
	Copy string `json:"copy"`
	// Kept is the store that was there before.
	Kept string `json:"kept,omitempty"`
	Dry  bool   `json:"dryRun"`
	// Build is of the program that upgraded the store: older ones serve the copy.
	Build string   `json:"build"`
	Steps []string `json:"steps"`
	// Then is the last commit that comes back; Now the last of the store that
	// goes, zero when it cannot be read.
	Then time.Time `json:"then"`
	Now  time.Time `json:"now,omitzero"`
	// Since: something was written after the upgrade, or nobody can tell.
	Since bool `json:"writtenSince"`
	// Lost is how many records of each table the store has more than the copy.
	Lost map[string]int64 `json:"lost,omitempty"`
	// Erased are customers who were erased since, and are in the copy: it is of an older
	// program, so it is not written to here. Those with numbers below zero were not in the
	// store that goes, as far as it knows, and may be in the copy.
	Erased []customer.Erased `json:"erasedSince,omitempty"`
	// Damaged says that the store that goes did not pass its check.
	Damaged string `json:"damaged,omitempty"`
}

var (
	// ErrNoUpgrade: there is no copy to go back to.
	ErrNoUpgrade = errors.New("there is no copy from before an upgrade")
	// ErrLoses: going back loses what was written since, and nobody said to.
	ErrLoses = errors.New("going back loses what was written since the upgrade")
)

// Rollback makes the copy from before the last upgrade the store again, in one
// step and after a full check of the copy. The store that was there is kept.
func (k *Keeper) Rollback(ctx context.Context, r Rolling) (RolledBack, error) {
	all, err := Befores(r.Store)
	if err != nil {
		return RolledBack{}, err
	}
	if len(all) == 0 {
		return RolledBack{}, fmt.Errorf("%s: %w", r.Store, ErrNoUpgrade)
	}
	out, there, err := k.compare(ctx, r, &all[0])
	if err != nil || r.Dry {
		return out, err
	}
	if out.Since && !r.Force {
		return out, ErrLoses
	}
	if out.Kept, err = k.replace(out.Copy, r.Store, there, afterName); err != nil {
		return out, err
	}
	return out, k.disk.Remove(out.Copy + noteSuffix)
}

// compare checks the copy and looks at the store that is there.
func (k *Keeper) compare(ctx context.Context, r Rolling, b *Before) (out RolledBack, there bool, err error) {
	out = RolledBack{Store: r.Store, Copy: b.Copy, Dry: r.Dry, Build: b.Build, Steps: b.Steps, Then: b.Report.LastCommit}
	k.Progress("checking %s", b.Copy)
	report, err := k.check(ctx, b.Copy, Full)
	if err == nil && report.Digest != b.Report.Digest {
		err = bad("the copy has the digest %s, it was made with %s", report.Digest, b.Report.Digest)
	}
	if err != nil {
		return out, false, fmt.Errorf("%s: %w", b.Copy, err)
	}
	if there, err = isThere(r.Store); err != nil || !there {
		return out, there, err
	}
	k.Progress("looking at what was written since")
	now, err := k.check(ctx, r.Store, Normal)
	var damaged *DamagedError
	if errors.As(err, &damaged) {
		now, err = damaged.Report, nil
		if now.Newer == "" {
			out.Damaged, out.Since, out.Erased = damaged.Error(), true, erasedSince(now, report)
			return out, there, nil
		}
	}
	if err != nil {
		return out, there, err
	}
	out.Now, out.Since = now.LastCommit, b.writtenSince(now)
	out.Lost = more(now.Tables, report.Tables)
	delete(out.Lost, planTable)
	out.Erased = erasedSince(now, report)
	return out, there, nil
}

// erasedSince are those who were erased after a copy was made. Whoever became a customer later
// is not in it: their number may be given to somebody else there.
func erasedSince(now, then Report) (all []customer.Erased) {
	for _, e := range now.Erased {
		known := slices.ContainsFunc(then.Erased, func(before customer.Erased) bool {
			return before.Company == e.Company && before.Customer == e.Customer && before.Made.Equal(e.Made)
		})
		if !known && !e.Made.After(then.LastCommit) {
			all = append(all, e)
		}
	}
	return all
}

// writtenSince tells whether somebody wrote to the store since the upgrade. What the box
// office does by itself in the background counts only where a program did the upgrade
// that did not tell it apart. While this program has one to finish, nobody was served
// yet. Where records were migrated,
// or cannot be read because this program is the older one, any commit counts,
// even one that only cleared up.
func (b *Before) writtenSince(now Report) bool {
	done := !b.Upgraded.IsZero()
	switch {
	case !done && len(now.Pending) > 0, b.Untouched:
		return false
	case now.Content != "" && !slices.ContainsFunc(b.Steps, indexes.Migrates):
		return now.Content != b.Report.Content
	case done:
		return now.LastCommit.After(b.Upgraded)
	}
	return !now.LastCommit.Equal(b.Report.LastCommit)
}

// more counts the records that one store has and the other has not.
func more(now, then map[string]int64) map[string]int64 {
	out := map[string]int64{}
	for table, n := range now {
		if d := n - then[table]; d > 0 {
			out[table] = d
		}
	}
	return out
}

func afterName(store, when string) string { return store + ".after-upgrade-" + when }
