package webhook

import (
	"context"
	"errors"
	"sync"
	"time"

	"marquee/app"
)

// worker sends what is due. There is one per App.
type worker struct {
	awake chan struct{} // holds one wake-up at most
	// all and troubled are the slots of pumps.
	all, troubled chan struct{}
	running       sync.WaitGroup
	// folds and sends are the pace of all of them together.
	folds, sends, settles pace

	mu      sync.Mutex
	carrier Carrier
	policy  Policy
	timer   *time.Timer
	wakesAt time.Time
	pumps   map[pumpKey]*pump
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
		awake: make(chan struct{}, 1), all: make(chan struct{}, slots), troubled: make(chan struct{}, troubledSlots),
		folds: pace{each: time.Second / maxFolds}, sends: pace{each: time.Second / maxSends, step: sendStep}, settles: pace{each: time.Second / maxSettles},
		pumps: map[pumpKey]*pump{}, directs: map[pumpKey]*direct{}, marks: map[int64]noticeKey{}, health: map[pumpKey]health{},
	}
}

func wake(a *app.App) <-chan struct{} { return workers.Of(a).awake }

// nudge begins a round.
func (w *worker) nudge() {
	select {
	case w.awake <- struct{}{}:
	default: // there is one to come
	}
}

// soon begins a round after a while, unless one comes before.
func (w *worker) soon(after time.Duration) {
	if after > pollEvery {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	at := time.Now().Add(after)
	if !w.wakesAt.IsZero() && !at.Before(w.wakesAt) {
		return
	}
	if w.timer != nil {
		w.timer.Stop()
	}
	w.wakesAt = at
	w.timer = time.AfterFunc(max(after, time.Millisecond), func() {
		w.mu.Lock()
		w.wakesAt = time.Time{}
		w.mu.Unlock()
		w.nudge()
	})
}

// send is one round in a company: it makes calls of what was noted, and starts the pumps
// of endpoints for which something is due, also where what was noted cannot be read or stored.
func send(ctx context.Context, work *app.Work) error {
	w := workers.Of(work.App)
	more, failed := fold(ctx, work)
	if more {
		defer w.nudge()
	}
	return errors.Join(failed, w.startDue(ctx, work))
}

// startDue starts the pumps of endpoints of a company for which something is due.
func (w *worker) startDue(ctx context.Context, work *app.Work) error {
	w.mu.Lock()
	able := w.carrier != nil
	w.mu.Unlock()
	if !able {
		return nil
	}
	var due map[int64]time.Time
	now := work.App.Now()
	err := work.View(ctx, func(r app.Reader) (err error) {
		due, err = w.dueOf(r, work.Company, now)
		return err
	})
	if err != nil {
		return err
	}
	for _, endpoint := range w.handed(work.Company) {
		at := w.healthOf(pumpKey{work.Company, endpoint}, now).until
		if first, some := due[endpoint]; !some || at.Before(first) {
			due[endpoint] = at
		}
	}
	for endpoint, at := range due {
		w.startOrWait(ctx, work.App, pumpKey{work.Company, endpoint}, at)
	}
	return nil
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

// startOrWait starts the pump of an endpoint when it may be sent something, and comes back then
// when it may not yet.
func (w *worker) startOrWait(ctx context.Context, a *app.App, key pumpKey, due time.Time) {
	if wait := due.Sub(a.Now()); wait > 0 {
		w.soon(wait)
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if p := w.pumps[key]; p != nil {
		p.again = true
		return
	}
	p := &pump{worker: w, app: a, key: key, carrier: w.carrier}
	w.pumps[key] = p
	w.running.Go(func() {
		defer w.ended(p)
		p.run(ctx)
	})
}

// ended makes way, and begins another round when something came meanwhile.
func (w *worker) ended(p *pump) {
	w.mu.Lock()
	delete(w.pumps, p.key)
	again := p.again
	w.mu.Unlock()
	if again {
		w.nudge()
	}
}

// drain waits for the pumps. When the server stops, they end soon, and it ends in any case:
// what a pump had under way that hangs is sent again.
func drain(ctx context.Context, a *app.App) {
	ended := make(chan struct{})
	go func() {
		workers.Of(a).running.Wait()
		close(ended)
	}()
	late := make(chan struct{})
	defer context.AfterFunc(ctx, func() { time.AfterFunc(drainTime, func() { close(late) }) })()
	select {
	case <-ended:
	case <-late:
		a.Log().Error("outbound calls did not end; they are sent again")
	}
}
