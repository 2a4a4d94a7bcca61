package backup

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"time"

	"marquee/app/customer"
	"marquee/backup/journal"
	"marquee/kv"
)

// erased lists all who were erased from the store, the newest first.
func (in *inspection) erased() (all []customer.Erased, err error) {
	err = in.store.View(in.ctx, func(r kv.Reader) error {
		return customer.EachErased(in.ctx, in.areas.Schema, r, func(e customer.Erased) { all = append(all, e) })
	})
	slices.SortStableFunc(all, func(a, b customer.Erased) int { return b.At.Compare(a.At) })
	return all, err
}

// eraseAgain erases from an unpacked store whoever was erased since it was made, as far as
// anything within reach tells: the store that it takes the place of, newer backups beside
// it, and journals. What was erased leaves no bytes in the file.
func (k *Keeper) eraseAgain(ctx context.Context, r Restoring, way *route, m Manifest, store, temp string) (done customer.Again, err error) {
	if r.Erase == nil {
		return done, nil
	}
	all := k.erasedThere(ctx, r.Store, store)
	if store == "" { // of an older program, which gave it no id
		return k.eraseFrom(ctx, temp, byMoment(all), r.Erase)
	}
	all = append(all, k.erasedInBackups(ctx, way.base, m.Made, store, r.Who)...)
	for _, place := range r.Journals {
		all = append(all, k.erasedInPlace(ctx, place, store, r)...)
	}
	if way.folder != "" {
		all = append(all, k.erasedInJournal(ctx, way.folder, store)...)
	}
	return k.eraseFrom(ctx, temp, all, r.Erase)
}

// Eraser opens a store, which upgrades it, erases those who are in it, notes the others, and
// closes it.
type Eraser func(ctx context.Context, path string, all []customer.Erased) (customer.Again, error)

// eraseFrom erases customers from a stopped store and compacts it.
func (k *Keeper) eraseFrom(ctx context.Context, path string, all []customer.Erased, erase Eraser) (done customer.Again, err error) {
	if all = distinctErased(all); len(all) == 0 {
		return done, nil
	}
	if done, err = erase(kv.Alone(ctx), path, all); err != nil || done.Erased == 0 {
		return done, err
	}
	k.Progress("%d customers who were erased since are erased again", done.Erased)
	_, err = k.Compact(ctx, path)
	return done, err
}

// distinctErased leaves the latest moment of each. A number may have been that of two people,
// where a store was restored in between: they were made at different moments. Of the
// same one an older program told no addresses.
func distinctErased(all []customer.Erased) []customer.Erased {
	slices.SortStableFunc(all, func(a, b customer.Erased) int { return b.At.Compare(a.At) })
	type who struct {
		company, customer, made int64
		addresses               string
	}
	seen := map[who]bool{}
	return slices.DeleteFunc(all, func(e customer.Erased) bool {
		w := who{e.Company, e.Customer, e.Made.UnixMicro(), string(bytes.Join(e.Addresses, nil))}
		twice := seen[w]
		seen[w] = true
		return twice
	})
}

// erasedThere asks the store that is there, in a process of its own: it may be damaged.
func (k *Keeper) erasedThere(ctx context.Context, path, store string) []customer.Erased {
	if there, err := isThere(path); err != nil || !there {
		return nil
	}
	report, err := k.Check(ctx, path, Shallow, func(Finding) {})
	if err != nil {
		k.Progress("who was erased cannot be read from %s: %v", path, err)
	}
	if !sameStore(report.Store, store) {
		return nil
	}
	return report.Erased
}

// byMoment leaves those who are known by the moment at which they were made: nobody of another
// store has the same number and the same moment.
func byMoment(all []customer.Erased) (sure []customer.Erased) {
	for _, e := range all {
		if !e.Made.IsZero() {
			e.Addresses = nil
			sure = append(sure, e)
		}
	}
	return sure
}

// erasedInBackups asks the manifests of the backups of a store that lie beside one and are
// newer: all, where nobody knows when that one was made.
func (k *Keeper) erasedInBackups(ctx context.Context, base string, made time.Time, store string, who []Identity) (all []customer.Erased) {
	dest, _ := apart(base)
	s, err := openDestination(dest, k.disk)
	if err != nil {
		k.Progress("who was erased cannot be read from %s: %v", dest, err)
		return nil
	}
	kept, err := listed(ctx, s)
	if err != nil {
		k.Progress("who was erased cannot be read from %s: %v", dest, err)
	}
	for _, b := range kept {
		if b.Bad || !b.Made.After(made) || b.Store != store {
			continue
		}
		m, err := ManifestOf(ctx, At(dest, b.Name), who)
		if err != nil {
			k.Progress("who was erased cannot be read from %s: %v", b.Name, err)
		}
		all = append(all, m.Report.Erased...)
	}
	return all
}

// erasedInPlace reads the journal at a place, as it was written or shipped.
func (k *Keeper) erasedInPlace(ctx context.Context, place, store string, r Restoring) []customer.Erased {
	dir, remove, err := k.fetchJournal(ctx, Restoring{Journal: place, Store: r.Store + ".erased", Who: r.Who}, every)
	if err != nil {
		k.Progress("who was erased cannot be read from the journal in %s: %v", place, err)
	}
	var all []customer.Erased
	if dir != "" {
		all = k.erasedInJournal(ctx, dir, store)
	}
	if err := remove(); err != nil {
		k.Progress("a copy of the journal stays in %s.erased.journal: %v", r.Store, err)
	}
	return all
}

// erasedInJournal reads the journals of a store in a folder. What cannot be read of them
// tells nobody.
func (k *Keeper) erasedInJournal(ctx context.Context, dir, store string) (all []customer.Erased) {
	generations, err := journal.Generations(dir)
	if err != nil {
		return nil
	}
	for _, g := range generations {
		if g.Store != store {
			continue
		}
		err := g.Walk(g.Start, endOfTime, func(sets []kv.WriteSet) error {
			for _, set := range sets {
				for _, w := range set.Writes {
					if e, ok := customer.ErasedBy(w); ok {
						all = append(all, e)
					}
				}
			}
			return ctx.Err()
		})
		var gap *journal.GapError
		if err != nil && !errors.As(err, &gap) {
			k.Progress("who was erased cannot be read to the end from the journal %s: %v", g.Name, err)
		}
	}
	return all
}
