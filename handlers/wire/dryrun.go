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
