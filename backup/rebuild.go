package backup

import (
	"context"

	"marquee/app"
)

// Rebuild makes every index of a stopped store anew from its records, and every
// counter. Records are left as they are, and must be sound.
func Rebuild(ctx context.Context, a *app.App, progress func(index string)) error {
	for _, t := range a.Schema().Tables() {
		for _, x := range t.Indexes {
			progress(string(x.Space))
			if err := a.Schema().Rebuild(ctx, a.Engine(), string(x.Space)); err != nil {
				return err
			}
		}
	}
	progress("counters")
	return a.Schema().RebuildCounters(ctx, a.Engine())
}
