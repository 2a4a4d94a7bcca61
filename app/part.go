package app

import (
	"context"
	"time"

	"marquee/kv"
)

// partKey is where a context keeps the transaction that its commands are parts of.
type partKey struct{}

// Part runs fn as a part of a transaction: one that fails leaves nothing, and the
// transaction can go on. Commands and reads that are called with the context given to fn
// belong to the part: they read what was written before, and what they write is committed
// with the rest. So work in the background does many small things at once by the commands
// that there are, and notes in the same transaction how far it has come. A command that
// reaches out of the store between its transactions must not be called so.
func Part(ctx context.Context, tx Tx, fn func(ctx context.Context, tx Tx) error) error {
	return kv.Nest(tx, func(t kv.Tx) error {
		in := transaction{t, tx.Company(), Of(tx), nil, nil}
		return fn(context.WithValue(ctx, partKey{}, in), in)
	})
}

// whole is the transaction that what is done with a context belongs to, nil for none.
func (a *App) whole(ctx context.Context) Tx {
	if tx, ok := ctx.Value(partKey{}).(transaction); ok && tx.app == a {
		return tx
	}
	return nil
}

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
	return transaction{kv.NewOverlay(r, now, a.Now()), company, a, nil, nil}
}

// Takes tells whether a command would be taken now: it is called on the snapshot, with the
// context given to it, and what it wrote is forgotten. So what a page offers is what works,
// whatever the command asks for. Any refusal counts; an error is one that is none.
func Takes(ctx context.Context, r Reader, command func(ctx context.Context) error) (bool, error) {
	err := Part(ctx, Of(r).rehearsal(r, r.Company()), func(ctx context.Context, _ Tx) error { return command(ctx) })
	if KindOf(err) != 0 {
		return false, nil
	}
	return err == nil, err
}
