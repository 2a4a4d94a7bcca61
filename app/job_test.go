package app

import (
	"context"
	"errors"
	"testing"
	"time"

	"marquee/kv/mem"

	"github.com/matryer/is"
)

func TestJobsRunAgainAlsoAfterTheyFailed(t *testing.T) {
	is := is.New(t)
	runs := make(chan int)
	n := 0
	count := Job{"count", time.Microsecond, func(ctx context.Context, _ *App) error {
		n++
		select {
		case runs <- n:
		case <-ctx.Done():
		}
		return errors.New("not this time")
	}}
	ctx, stop := context.WithCancel(t.Context())
	stopped := make(chan struct{})
	go func() {
		New(mem.New(mem.Options{}), &Definition{Jobs: []Job{count}}, Options{}).RunJobs(ctx)
		close(stopped)
	}()
	for want := 1; want <= 3; want++ {
		is.Equal(<-runs, want)
	}
	stop()
	<-stopped // returns only when the last job has
}
