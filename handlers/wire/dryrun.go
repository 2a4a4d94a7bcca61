package wire

import (
	"context"

	"marquee/app"
	"marquee/handlers/rest"
)

// DryRunIn is taken by operations whose consequences are shown before they are done.
type DryRunIn struct {
	DryRun rest.Flag `json:"dryRun" doc:"True: the answer is what this call would come to now, and nothing is changed. A gateway is not asked, and taken to agree; ids of what would be made are those of nothing."`
}

// Do runs an operation, or tries it.
func Do[T any](ctx context.Context, a *app.App, c *app.Caller, in DryRunIn, do func(a *app.App) (T, error)) (out T, err error) {
	if !bool(in.DryRun) {
		return do(a)
	}
	err = app.DryRun(ctx, a, c, func(a *app.App) error {
		out, err = do(a)
		return err
	})
	return out, err
}

// ProofAbove is a sum, in minor units of whatever currency, above which a page asks for a proof before
// money is given out.
const ProofAbove = 50_000

// Giving is Do for what gives out money. Of somebody who has not shown for a while that it is they,
// it is found out first how much: who sits down at a browser that was left open gets at little.
func Giving[T any](ctx context.Context, a *app.App, c *app.Caller, in DryRunIn, sum func(T) int64, do func(a *app.App) (T, error)) (out T, err error) {
	if c.Stale && !bool(in.DryRun) {
		would, err := Do(ctx, a, c, DryRunIn{DryRun: true}, do)
		if err == nil && sum(would) > ProofAbove {
			err = app.ErrStale
		}
		if err != nil {
			return out, err
		}
	}
	return Do(ctx, a, c, in, do)
}
