package capture

import (
	"context"
	"slices"

	"marquee/app"
)

// MoveOption puts an option in front of another one of its question; 0 puts it last. Those that were
// taken away stay behind all others.
func MoveOption(ctx context.Context, a *app.App, c *app.Caller, id, before int64) error {
	return a.Update(ctx, c, app.EditQuestions, func(tx app.Tx) error {
		was, err := standing(tx, id/optionBase)
		if err != nil {
			return err
		}
		all := slices.Clone(was.Options)
		gone := slices.IndexFunc(all, func(o Option) bool { return o.DeletedAt != nil })
		if gone < 0 {
			gone = len(all)
		}
		if !slices.ContainsFunc(all[:gone], func(o Option) bool { return o.ID == id }) {
			return app.Missing("option")
		}
		order, ok := moved(all[:gone], func(o *Option) int64 { return o.ID }, id, before)
		if !ok {
			return app.Field("beforeId", "is not an option of the same question")
		}
		q := *was
		q.Options = append(order, all[gone:]...)
		return questionTable.Replace(tx, was, &q)
	})
}

// moved is the order in which one of some stands in front of another one; it is false where that is
// not among them.
func moved[T any](all []T, idOf func(*T) int64, id, before int64) ([]T, bool) {
	if before == id {
		return all, true
	}
	find := func(id int64) int {
		return slices.IndexFunc(all, func(one T) bool { return idOf(&one) == id })
	}
	from := find(id)
	one := all[from]
	all = slices.Delete(slices.Clone(all), from, from+1)
	if before == 0 {
		return append(all, one), true
	}
	at := find(before)
	if at < 0 {
		return nil, false
	}
	return slices.Insert(all, at, one), true
}
