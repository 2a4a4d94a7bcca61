package app

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"marquee/kv/mem"

	"github.com/matryer/is"
)

// working is an app with companies 1, 2 and 3, and what it logs.
func working(jobs ...Job) (*App, *bytes.Buffer) {
	var log bytes.Buffer
	d := &Definition{Jobs: jobs, Companies: func(context.Context, *App) ([]int64, error) { return []int64{1, 2, 3}, nil }}
	return New(mem.New(mem.Options{}), d, Options{Log: slog.New(slog.NewTextHandler(&log, nil))}), &log
}

// during runs the jobs for a while of fake time, and waits until they stopped.
func during(t *testing.T, a *App, d time.Duration) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), d)
	defer stop()
	a.RunJobs(ctx)
}

func TestAJobPausesLongerAfterEachFailure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		start, seconds := time.Now(), []float64{}
		broken := true
		a, log := working(Job{Name: "count", Every: time.Second, Run: func(context.Context, *Work) error {
			seconds = append(seconds, time.Since(start).Seconds())
			if broken {
				return errors.New("not this time")
			}
			return nil
		}})
		during(t, a, 20*time.Second)
		is.Equal(seconds, []float64{0, 1, 3, 7, 15})
		s := a.JobStatus("count")
		is.Equal([]int64{s.Runs, s.Failures, s.Panics}, []int64{5, 5, 0})
		is.Equal(s.Troubles[0].Failures, 5)
		is.Equal(s.Troubles[0].Problem, "not this time")
		is.True(s.Troubles[0].Since.Equal(start)) // since the first of them
		is.True(s.LastSuccess.IsZero())
		is.Equal(strings.Count(log.String(), "background job failed"), 5)

		broken = false
		is.NoErr(a.RunJob(t.Context(), "count")) // by hand, in the middle of a pause
		s = a.JobStatus("count")
		is.Equal(len(s.Troubles), 0)
		is.True(!s.LastSuccess.IsZero())
	})
}

func TestAPauseHasAnEnd(t *testing.T) {
	is := is.New(t)
	often, seldom := Job{Every: time.Second}, Job{Every: time.Hour}
	is.Equal(often.pauseAfter(1), time.Second)
	is.Equal(often.pauseAfter(4), 8*time.Second)
	is.Equal(often.pauseAfter(1_000_000), lastJobPause)
	is.Equal(seldom.pauseAfter(3), time.Hour)
}

func TestTheClockSetBackEndsAPause(t *testing.T) {
	is := is.New(t)
	now := time.Date(2027, 6, 1, 12, 0, 0, 0, time.UTC)
	runs := 0
	job := Job{Name: "fail", Every: time.Second, Run: func(context.Context, *Work) error { runs++; return errors.New("no") }}
	a := New(mem.New(mem.Options{}), &Definition{Jobs: []Job{job}}, Options{Clock: func() time.Time { return now }})
	_ = a.round(t.Context(), &job, false)
	_ = a.round(t.Context(), &job, false)
	is.Equal(runs, 1) // it pauses
	now = now.Add(-time.Hour)
	_ = a.round(t.Context(), &job, false)
	is.Equal(runs, 2)
}

func TestWhatFailsInOneCompanyLeavesTheOthersAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		runs := map[int64]int{}
		a, log := working(Job{Name: "visit", Every: time.Second, Each: func(_ context.Context, w *Work) error {
			switch runs[w.Company]++; w.Company {
			case 1:
				panic("one is broken")
			case 2:
				return errors.New("two is broken")
			}
			return nil
		}})
		during(t, a, 9500*time.Millisecond)
		is.Equal(runs[3], 10) // every second
		is.Equal(runs[1], 4)  // at 0, 1, 3 and 7
		is.Equal(runs[2], 4)  // the same
		s := a.JobStatus("visit")
		is.Equal([]int64{s.Runs, s.Failures, s.Panics}, []int64{18, 8, 4})
		is.Equal(len(s.Troubles), 2)
		is.Equal(s.Troubles[0].Company, int64(1))
		is.Equal(s.Troubles[0].Problem, "panic: one is broken")
		is.Equal(s.Troubles[1].Problem, "two is broken")
		is.True(strings.Contains(log.String(), "job_test.go")) // the stack of the panic
		is.True(a.RunJob(t.Context(), "visit") != nil)
	})
}

func TestARecordThatFailsIsSkipped(t *testing.T) {
	is := is.New(t)
	var done []int64
	a, log := working(Job{Name: "mend", Every: time.Second, Each: func(ctx context.Context, w *Work) error {
		if w.Company > 1 {
			return nil
		}
		return w.Records(ctx, []int64{7, 8, 9}, func(ids []int64) error {
			for _, id := range ids {
				if id == 8 {
					panic("eight is broken")
				}
			}
			done = append(done, ids...)
			return nil
		})
	}})
	for range 3 {
		err := a.RunJob(t.Context(), "mend")
		is.True(err != nil)
		is.True(strings.Contains(err.Error(), "record 8: panic: eight is broken"))
	}
	is.Equal(done, []int64{7, 9, 7, 9, 7, 9}) // without a pause: the job as such works
	s := a.JobStatus("mend")
	is.Equal([]int64{s.Runs, s.Failures, s.Skipped}, []int64{9, 0, 3})
	is.Equal(s.Troubles[0].Skipped, 1)
	is.Equal(strings.Count(log.String(), "skipped a record"), 1) // and not in every run
}

// TestWhatIsDueIsDoneInBatches, however many records cannot be done: each is tried alone then, and
// left out from then on.
func TestWhatIsDueIsDoneInBatches(t *testing.T) {
	is := is.New(t)
	var open []int64
	for id := range int64(25) {
		open = append(open, id)
	}
	var sizes []int
	job := Job{Name: "count", Run: func(ctx context.Context, w *Work) error {
		list := func(_ Reader, limit int) ([]int64, error) { return slices.Clone(open[:min(limit, len(open))]), nil }
		return w.UntilDone(ctx, 10, list, func(_ Tx, ids []int64) error {
			if slices.Contains(ids, 3) || slices.Contains(ids, 12) {
				return errors.New("damaged")
			}
			sizes = append(sizes, len(ids))
			open = slices.DeleteFunc(open, func(id int64) bool { return slices.Contains(ids, id) })
			return nil
		})
	}}
	a, _ := working(job)
	is.True(a.RunJob(t.Context(), "count") != nil) // it tells of the two
	is.Equal(open, []int64{3, 12})
	is.Equal(slices.Max(sizes), 5) // the last of them go together
	is.Equal(a.JobStatus("count").Skipped, int64(2))
}

// TestEachOfWhatIsDueIsDone, though one cannot be.
func TestEachOfWhatIsDueIsDone(t *testing.T) {
	is := is.New(t)
	var did []int64
	a, _ := working(Job{Name: "count", Run: func(ctx context.Context, w *Work) error {
		list := func(Reader) ([]int64, error) { return []int64{7, 8, 9}, nil }
		return w.EachDue(ctx, list, func(id int64) error {
			if id == 8 {
				panic("broken")
			}
			did = append(did, id)
			return nil
		})
	}})
	is.True(a.RunJob(t.Context(), "count") != nil)
	is.Equal(did, []int64{7, 9})
}

func TestWorkStopsWhenTheStoreCannotWork(t *testing.T) {
	is := is.New(t)
	tried := 0
	a, _ := working(Job{Name: "mend", Run: func(ctx context.Context, w *Work) error {
		return w.Records(ctx, []int64{7, 8, 9}, func([]int64) error {
			tried++
			return Refuse(Unavailable, "not now")
		})
	}})
	is.True(a.RunJob(t.Context(), "mend") != nil)
	is.Equal(tried, 2) // together, and the first alone
	is.Equal(a.JobStatus("mend").Skipped, int64(0))
	is.True(a.RunJob(t.Context(), "paint") != nil) // there is no such job
}

func TestAJobIsWoken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		wake, runs, drained := make(chan struct{}), 0, false
		a, _ := working(Job{
			Name: "wait", Every: time.Hour,
			Run:   func(context.Context, *Work) error { runs++; return nil },
			Wake:  func(*App) <-chan struct{} { return wake },
			Drain: func(context.Context, *App) { drained = true },
		})
		ctx, stop := context.WithCancel(t.Context())
		var stopped sync.WaitGroup
		stopped.Go(func() { a.RunJobs(ctx) })
		synctest.Wait()
		is.Equal(runs, 1)
		wake <- struct{}{}
		synctest.Wait()
		is.Equal(runs, 2)
		is.True(!drained)
		stop()
		stopped.Wait()
		is.True(drained)
	})
}

func TestStoppingWaitsForWhatRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		ended := false
		a, _ := working(Job{Name: "slow", Every: time.Hour, Run: func(ctx context.Context, _ *Work) error {
			<-ctx.Done()
			time.Sleep(time.Second) // of fake time
			ended = true
			return ctx.Err()
		}})
		during(t, a, time.Second)
		is.True(ended)
		is.Equal(a.JobStatus("slow").Failures, int64(0)) // stopped, not failed
	})
}

func TestAJobByTheClockRestsWhileTheClockIsOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		var forgot, sent int
		count := func(n *int) func(context.Context, *Work) error {
			return func(context.Context, *Work) error { *n++; return nil }
		}
		a, _ := working(
			Job{Name: "forget", Every: time.Second, ByClock: true, Run: count(&forgot)},
			Job{Name: "send", Every: time.Second, Run: count(&sent)},
		)
		off := true
		a.RestByClockWhile(func() bool { return off })
		during(t, a, 2500*time.Millisecond)
		is.Equal([]int{forgot, sent}, []int{0, 3})
		is.NoErr(a.RunJob(t.Context(), "forget")) // by hand somebody wants it
		off = false
		during(t, a, 2500*time.Millisecond)
		is.Equal([]int{forgot, sent}, []int{4, 6})
	})
}
