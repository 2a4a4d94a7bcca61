package app

import (
	"context"
	"time"

	"marquee/kv"
)

// Part runs fn as a part of a transaction: one that fails leaves nothing, and the
// transaction can go on. Commands and reads of the App that is given to fn belong to the
// part: they read what was written before, and what they write is committed
// with the rest. So work in the background does many small things at once by the commands
// that there are, and notes in the same transaction how far it has come. A command that
// reaches out of the store between its transactions must not be called so, and the App must
// not be kept.
func Part(tx Tx, fn func(a *App, tx Tx) error) error {
	return kv.Nest(tx, func(t kv.Tx) error {
		in := transaction{t, tx.Company(), Of(tx), nil, nil}
		return fn(&App{core: in.app.core, part: in}, in)
	})
}

// DryRun calls commands for a caller on a snapshot: they find, refuse and answer what they would
// now, and what they wrote is forgotten. Nobody outside is asked: attempts end as agreed. The App
// that is given to fn must not be kept, nor used by two at once.
func DryRun(ctx context.Context, a *App, c *Caller, fn func(a *App) error) error {
	return a.View(ctx, c, Authenticated, func(r Reader) error {
		return Part(Of(r).rehearsal(r, r.Company()), func(a *App, _ Tx) error {
			a.dry = true
			return fn(a)
		})
	})
}

// Dry tells whether an App is one of a dry run.
func Dry(a *App) bool { return a.dry }

// Rehearse runs fn as a transaction of a company that is never committed: on a snapshot,
// so that nobody waits for it, and what it wrote is forgotten.
func (a *App) Rehearse(ctx context.Context, company int64, fn func(Tx) error) error {
	return refusal(a.engine.View(ctx, func(r kv.Reader) error {
		return fn(a.rehearsal(r, company))
	}))
}

func (a *App) rehearsal(r kv.Reader, company int64) Tx {
	now := a.Now()
	if safe := r.SafeTime(); !now.After(safe) {
		now = safe.Add(time.Microsecond)
	}
	return transaction{kv.NewOverlay(r, now, a.Now()), company, a.whole, nil, nil}
}

// Takes tells whether a command would be taken now: it is called on the snapshot, with the
// App given to it, and what it wrote is forgotten. So what a page offers is what works,
// whatever the command asks for. Any refusal counts; an error is one that is none.
func Takes(r Reader, command func(a *App) error) (bool, error) {
	err := Part(Of(r).rehearsal(r, r.Company()), func(a *App, _ Tx) error { return command(a) })
	if KindOf(err) != 0 {
		return false, nil
	}
	return err == nil, err
}
