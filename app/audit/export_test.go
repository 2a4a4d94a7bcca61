package audit

import (
	"context"

	"marquee/app"
)

// Tamper changes an entry behind the back of the log, as somebody with the file might.
func Tamper(tx app.Tx, id int64, change func(*Entry)) error {
	_, err := entries.Update(tx, id, func(e *Entry) error { change(e); return nil })
	return err
}

// Remove takes an entry out.
func Remove(tx app.Tx, id int64) error { return entries.Delete(tx, id) }

// CheckChain is the invariant of the chain.
var CheckChain = checkChain

// Diff is what the log tells of a change of a record of a table.
func Diff(table string, old, rec any) []Field {
	d := differ{personal: personal[table], secret: secretIn[table]}
	return d.diff(old, rec)
}

// Names of the tables that this package speaks of.
func Named() (all []string) {
	for _, tables := range []map[string]bool{unrecorded, personal} {
		for name := range tables {
			all = append(all, name)
		}
	}
	for name := range secretIn {
		all = append(all, name)
	}
	return all
}

// WriteRefused is the job.
func WriteRefused(ctx context.Context, a *app.App) error {
	return writeRefused(ctx, &app.Work{App: a})
}

// Forget is the job.
func Forget(ctx context.Context, a *app.App, company int64) error {
	return forget(ctx, &app.Work{App: a, Company: company})
}

// Post writes an entry.
var Post = post
