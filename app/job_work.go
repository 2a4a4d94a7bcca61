package app

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"

	"marquee/indexes"
)

// Work is one run of a job: in one company, or in the installation as a whole.
type Work struct {
	App *App
	// Company is the company whose turn it is; 0 is the installation.
	Company int64

	skipped map[int64]bool
	onSkip  func(record int64, err error)
}

// View reads one snapshot of the company.
func (w *Work) View(ctx context.Context, fn func(Reader) error) error {
	return w.App.ViewCompany(ctx, w.Company, fn)
}

// Update writes in the company.
func (w *Work) Update(ctx context.Context, fn func(Tx) error) error {
	return w.App.UpdateCompany(ctx, w.Company, fn)
}

// Record does what is due for one record. If that fails or panics, the record is
// skipped and the work goes on: an error comes back only when the store cannot work
// or the context has ended, and then it makes no sense to go on.
func (w *Work) Record(ctx context.Context, id int64, do func() error) error {
	err := Recovered(do)
	if err == nil {
		return nil
	}
	if ctx.Err() != nil || StoreRefused(err) {
		return err
	}
	w.Skip(id, err)
	return nil
}

// StoreRefused tells whether an error is of the store as a whole: it is busy, or cannot
// write. It makes no sense to go on with another record then.
func StoreRefused(err error) bool {
	kind := KindOf(err)
	return kind == TooMany || kind == Unavailable
}

// Records does what is due for some records together, and one by one when that
// fails.
func (w *Work) Records(ctx context.Context, ids []int64, do func(ids []int64) error) error {
	if len(ids) == 0 || Recovered(func() error { return do(ids) }) == nil {
		return nil
	}
	for _, id := range ids {
		if err := w.Record(ctx, id, func() error { return do([]int64{id}) }); err != nil {
			return err
		}
	}
	return nil
}

// EachDue does what is due for each of the records that a snapshot lists.
func (w *Work) EachDue(ctx context.Context, list func(r Reader) ([]int64, error), do func(id int64) error) error {
	var due []int64
	err := w.View(ctx, func(r Reader) (err error) { due, err = list(r); return err })
	for _, id := range due {
		if err == nil {
			err = w.Record(ctx, id, func() error { return do(id) })
		}
	}
	return err
}

// UntilDone does what is due for the records that a snapshot lists, so many in one transaction, until
// it lists no more. It looks in a snapshot first: most of the time nothing is due, and then the
// writer is left alone.
func (w *Work) UntilDone(ctx context.Context, most int, list func(r Reader, limit int) ([]int64, error), do func(tx Tx, ids []int64) error) error {
	for ctx.Err() == nil {
		var due []int64
		err := w.View(ctx, func(r Reader) (err error) { due, err = list(r, most+w.Skips()); return err })
		due = slices.DeleteFunc(due, w.Skipped)
		due = due[:min(len(due), most)]
		if err == nil {
			err = w.Records(ctx, due, func(ids []int64) error {
				return w.Update(ctx, func(tx Tx) error { return do(tx, ids) })
			})
		}
		if err != nil || len(due) < most {
			return err
		}
	}
	return ctx.Err()
}

// Steps does something in bounded transactions, as update carries them out, until a step says that
// there is no more.
func Steps(ctx context.Context, update func(context.Context, func(Tx) error) error, step func(tx Tx) (more bool, err error)) error {
	for ctx.Err() == nil {
		more := false
		err := update(ctx, func(tx Tx) (err error) {
			more, err = step(tx)
			return err
		})
		if err != nil || !more {
			return err
		}
	}
	return ctx.Err()
}

// Skip notes that nothing could be done for a record. Each is counted; the first of
// a run is logged, and then one in a hundred.
func (w *Work) Skip(record int64, err error) {
	if w.skipped == nil {
		w.skipped = map[int64]bool{}
	}
	w.skipped[record] = true
	w.onSkip(record, err)
}

// Skipped tells whether a record was skipped in this run; Skips, how many were.
func (w *Work) Skipped(record int64) bool { return w.skipped[record] }

// Skips is how many records were skipped in this run.
func (w *Work) Skips() int { return len(w.skipped) }

// SkipDamaged skips the record with a number for its key that a walk of the table
// could not read, and gives the number, so that the walk can go on behind it.
func (w *Work) SkipDamaged(err error) (key int64, ok bool) {
	damaged, ok := errors.AsType[*indexes.DamagedError](err)
	if !ok {
		return 0, false
	}
	if key, err = strconv.ParseInt(damaged.Key, 10, 64); err != nil {
		return 0, false
	}
	w.Skip(key, damaged)
	return key, true
}

// panicError is a panic that was recovered, with the stack that it came from.
type panicError struct {
	value any
	stack string
}

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v", e.value) }

// StackOf is where a recovered panic came from; empty for other errors.
func StackOf(err error) string {
	if p, ok := errors.AsType[*panicError](err); ok {
		return p.stack
	}
	return ""
}

// Recovered calls do and gives a panic in it as an error, so that background work
// goes on with the next thing.
func Recovered(do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &panicError{p, string(debug.Stack())}
		}
	}()
	return do()
}
