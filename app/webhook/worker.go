package webhook

import (
	"context"
	"errors"
	"sync"
	"time"

	"marquee/app"
)

// worker is what an App keeps in memory of its endpoints. There is one per App.
type worker struct {
	*app.Bell // of the job that looks
	// troubled are the slots of pumps of receivers that did not answer well lately.
	troubled chan struct{}
	// folds, sends and settles are the pace of all of them together.
	folds, sends, settles pace

	mu      sync.Mutex
	carrier Carrier
	policy  Policy
	directs map[pumpKey]*direct
	// marks are the notices of each company up to which all are under way; returns counts how
	// often some were not any more.
	marks   map[int64]noticeKey
	returns int64
	health  map[pumpKey]health
	figures Figures
}

// pumpKey names an endpoint of a company.
type pumpKey struct{ company, endpoint int64 }

// health is how an endpoint answered lately.
type health struct {
	// failures are batches in a row of which nothing arrived.
	failures int64
	// since is when the first of them failed, until when the endpoint is left alone: with what
	// was attempted before, or with all, where what failed last had a call that was not.
	since, until time.Time
	all          bool
}

// Figures are what happened since the start of the process.
type Figures struct {
	Delivered, Failed, GivenUp int64
}

var workers = app.NewPerApp(newWorker)

func newWorker() *worker {
	return &worker{
		Bell: app.NewBell(), troubled: make(chan struct{}, troubledSlots),
		folds: pace{each: time.Second / maxFolds}, sends: pace{each: time.Second / maxSends, step: sendStep}, settles: pace{each: time.Second / maxSettles},
		directs: map[pumpKey]*direct{}, marks: map[int64]noticeKey{}, health: map[pumpKey]health{},
	}
}

func wake(a *app.App) <-chan struct{} { return workers.Of(a).Rung() }

// lookAtAll is one round in a company: it makes calls of what was noted, and has the pumps run of
// endpoints for which something is due, also where what was noted cannot be read or stored.
func lookAtAll(ctx context.Context, work *app.Work) error {
	w := workers.Of(work.App)
	more, failed := fold(ctx, work)
	if more {
		defer w.Ring()
	}
	if !w.able() {
		return failed
	}
	due := map[int64]time.Time{}
	now := work.App.Now()
	err := work.View(ctx, func(r app.Reader) (err error) {
		due, err = w.dueOf(r, work.Company, now)
		return err
	})
	if err == nil {
		for _, endpoint := range w.handed(work.Company) {
			at := w.healthOf(pumpKey{work.Company, endpoint}, now).until
			if first, some := due[endpoint]; !some || at.Before(first) {
				due[endpoint] = at
			}
		}
		for endpoint, at := range due {
			pumps.Due(work.App, work.Company, endpoint, at)
		}
	}
	return errors.Join(failed, err)
}

// able tells that there is something that sends.
func (w *worker) able() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.carrier != nil
}

// dueOf is when each endpoint may be sent something that waits for it.
func (w *worker) dueOf(r app.Reader, company int64, now time.Time) (map[int64]time.Time, error) {
	due := map[int64]time.Time{}
	all, err := standingOnes(r)
	if err != nil {
		return nil, err
	}
	for i := range all {
		if all[i].Disabled {
			continue
		}
		at, some, err := earliest(r, all[i].ID, w.healthOf(pumpKey{company, all[i].ID}, now))
		if err != nil {
			return nil, err
		}
		if some {
			due[all[i].ID] = at
		}
	}
	return due, nil
}
