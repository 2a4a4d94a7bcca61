package queue

import (
	"context"
	"errors"

	"marquee/app"
	"marquee/indexes"
)

// Filter says which entries are listed.
type Filter struct {
	// State and Kind narrow the list; the zero State is everything that is not done.
	State State
	Kind  string
	// Limit is 100 when zero, at most MaxList.
	Limit int
}

// List lists entries of every company, and rows of pumps: dead ones first, each state in the
// order of kinds and ids.
func List(ctx context.Context, a *app.App, f Filter) (all []Entry, err error) {
	limit := min(f.Limit, MaxList)
	if limit <= 0 {
		limit = 100
	}
	wanted := []State{Dead, Leased, Waiting}
	if f.State != 0 {
		wanted = []State{f.State}
	}
	for _, s := range wanted {
		for _, list := range []func(context.Context, *app.App, string, State, int) ([]Entry, error){listEntries, listRows} {
			if err != nil || len(all) == limit {
				return all, err
			}
			var some []Entry
			some, err = list(ctx, a, f.Kind, s, limit-len(all))
			all = append(all, some...)
		}
	}
	return all, err
}

// listEntries lists entries in a state.
func listEntries(ctx context.Context, a *app.App, kind string, s State, limit int) (all []Entry, err error) {
	rg := rangeOf(s)
	if kind != "" {
		rg = indexes.Equal(stateKey(s, kind))
	}
	err = a.ViewCompany(ctx, 0, func(r app.Reader) error {
		all = nil
		for h, err := range entryByState.Scan(r, rg.Limit(limit)) {
			if err != nil {
				return err
			}
			all = append(all, h.Rec)
		}
		return nil
	})
	return all, err
}

// rangeOf is every entry in a state.
func rangeOf(s State) indexes.Range[string] {
	return indexes.Between(s.String()+" ", s.String()+"!") // the sign behind the blank
}

// ByID reads an entry.
func ByID(ctx context.Context, a *app.App, id int64) (e Entry, err error) {
	err = a.ViewCompany(ctx, 0, func(r app.Reader) (err error) {
		e, err = entries.Get(r, id)
		return missing(err)
	})
	return e, err
}

func missing(err error) error {
	if errors.Is(err, indexes.ErrNotFound) {
		return app.Missing("queue entry")
	}
	return err
}

// Retry sends an entry again that is dead, or waits for its next attempt: at once, and
// with all its attempts before it.
func Retry(ctx context.Context, a *app.App, id int64) (e Entry, err error) {
	err = a.UpdateCompany(ctx, 0, func(tx app.Tx) (err error) {
		e, err = retry(a, tx, id)
		return err
	})
	return e, err
}

// Again is Retry in a transaction of the caller's; false when there is no such entry, or
// nothing to retry.
func Again(tx app.Tx, id int64) (bool, error) {
	_, err := retry(app.Of(tx), tx, id)
	if kind := app.KindOf(err); kind == app.NotFound || kind == app.Invalid {
		return false, nil
	}
	return err == nil, err
}

func retry(a *app.App, tx app.Tx, id int64) (Entry, error) {
	e, err := entries.Get(tx, id)
	if err != nil {
		return e, missing(err)
	}
	if e.State != Dead && e.State != Waiting {
		return e, app.Field("id", "is %s, and only what is dead or waiting is sent again", e.State)
	}
	tx.AfterCommit(workers.Of(a).Ring)
	return entries.Update(tx, id, func(e *Entry) error {
		due := tx.Wall()
		e.Attempts = 0
		e.become(Waiting, &due, due)
		return nil
	})
}

// RetryDead sends every dead letter and row again, or those of one kind, and tells how many.
func RetryDead(ctx context.Context, a *app.App, kind string) (int, error) {
	n, err := entriesAgain(ctx, a, kind)
	if err != nil {
		return n, err
	}
	rows, err := rowsAgain(ctx, a, kind)
	return n + rows, err
}

func entriesAgain(ctx context.Context, a *app.App, kind string) (n int, err error) {
	for more := true; more; {
		dead, err := listEntries(ctx, a, kind, Dead, batch)
		if err != nil || len(dead) == 0 {
			return n, err
		}
		retried := 0
		err = a.UpdateCompany(ctx, 0, func(tx app.Tx) error {
			retried = 0
			for _, e := range dead {
				if now, err := entries.Get(tx, e.ID); err != nil || now.State != Dead {
					if err != nil && !errors.Is(err, indexes.ErrNotFound) {
						return err
					}
					continue
				}
				if _, err := retry(a, tx, e.ID); err != nil {
					return err
				}
				retried++
			}
			return nil
		})
		if err != nil {
			return n, err
		}
		n += retried
		more = len(dead) == batch
	}
	return n, nil
}

// Drop forgets an entry for good: it is never sent. One that is being sent right now is
// refused.
func Drop(ctx context.Context, a *app.App, id int64) (e Entry, err error) {
	err = a.UpdateCompany(ctx, 0, func(tx app.Tx) (err error) {
		if e, err = entries.Get(tx, id); err != nil {
			return missing(err)
		}
		switch k, ok := kindsOf(a)[e.Kind]; {
		case e.State == Leased:
			return app.Field("id", "is being sent; wait until it is not")
		case ok && k.the().inside:
			return app.Field("id", "is work of the box office, which is ended where it was begun")
		}
		if err := entries.Delete(tx, id); err != nil || !e.State.open() {
			return err
		}
		return lose(tx, &e, "dropped by hand")
	})
	return e, err
}

// Forget drops an entry, whatever its state, in a transaction of the caller's, who knows why:
// nobody is told. What a receiver said of it goes with it. One that is being sent may still
// arrive, and its result is let be.
func Forget(tx app.Tx, id int64) error {
	err := entries.Delete(tx, id)
	if errors.Is(err, indexes.ErrNotFound) {
		return nil
	}
	return err
}
