package app

import (
	"context"
	"sync"
	"time"

	"marquee/indexes"
)

const (
	// trimEvery is the pause between two looks at the feeds.
	trimEvery = 5 * time.Second
	// trimBatches bounds one look: stale entries cost readers a step each, the
	// sale at the door must not wait for their removal.
	trimBatches = 20
)

// trimming is the place where the last look at the feeds stopped.
type trimming struct {
	sync.Mutex
	*indexes.Trimmer
}

var trimmings = NewPerApp(func() *trimming { return new(trimming) })

// trimFeeds removes stale entries of the change feeds, a few batches at a time.
func trimFeeds(ctx context.Context, w *Work) error {
	t := trimmings.Of(w.App)
	t.Lock()
	defer t.Unlock()
	if t.Trimmer == nil {
		t.Trimmer = w.App.Schema().Trimmer()
	}
	for range trimBatches {
		_, round, err := t.Trim(ctx, w.App.engine)
		if err != nil || round || ctx.Err() != nil {
			return err
		}
	}
	return nil
}
