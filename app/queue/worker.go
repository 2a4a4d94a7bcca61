package queue

import (
	"context"
	"fmt"
	"sync"
	"time"

	"marquee/app"
)

// worker sends what is due. There is one per App.
type worker struct {
	*app.Bell            // begins a round
	turn      sync.Mutex // of one round at a time

	mu sync.Mutex
	// ctx is what senders get; cancel ends it some time after the server is told to stop.
	ctx    context.Context
	cancel context.CancelFunc
	rounds context.Context // of the last round: it ends when the server is told to stop
	// sending holds the ids that are being sent, in how many each lane is busy with.
	sending map[int64]bool
	lanes   map[laneKey]int
	// wanted are the pumps that are to run, and when.
	wanted  map[laneKey]time.Time
	running sync.WaitGroup
	// shown is the last time that the clock showed: it shows when it was set back.
	shown time.Time
	// after is the company that was served first in the last round.
	after int64
	kinds map[string]*figures
}

// figures are what happened to the entries of a kind since the start.
type figures struct {
	sent, failed, late int64
	busy               int // entries that are being sent
	hung               int // calls that were given up and have not returned
}

// laneKey names the entries of one kind and company that go to one destination.
type laneKey struct {
	company int64
	lane    string
}

var workers = app.NewPerApp(func() *worker {
	return &worker{
		Bell: app.NewBell(), sending: map[int64]bool{}, lanes: map[laneKey]int{}, wanted: map[laneKey]time.Time{}, kinds: map[string]*figures{},
	}
})

func wake(a *app.App) <-chan struct{} { return workers.Of(a).Rung() }

// figure are the figures of a kind; the caller holds mu.
func (w *worker) figure(kind string) *figures {
	f := w.kinds[kind]
	if f == nil {
		f = &figures{}
		w.kinds[kind] = f
	}
	return f
}

// note changes the figures of a kind.
func (w *worker) note(kind string, change func(*figures)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	change(w.figure(kind))
}

func (w *worker) isSending(id int64) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.sending[id]
}

// sendDue is one round: it takes what is due and begins to send it. Each result, and
// the next entry that becomes due, begin another round.
func sendDue(ctx context.Context, work *app.Work) error {
	w, kinds := workers.Of(work.App), kindsOf(work.App)
	w.turn.Lock()
	defer w.turn.Unlock()
	w.open(ctx)
	if err := w.mendTimes(ctx, work, kinds); err != nil {
		return err
	}
	for ctx.Err() == nil {
		lanes, err := lanesOf(ctx, work.App)
		if err != nil {
			return err
		}
		lanes = append(lanes, w.pumps()...)
		w.sleepUntil(nextDue(lanes, work.App.Now()), work.App.Now())
		grants, short := w.plan(lanes, kinds, work.App.Now())
		taken := 0
		for _, g := range grants {
			n, err := w.serve(ctx, work, kinds, g)
			if err != nil {
				return err
			}
			taken += n
		}
		if !short || taken == 0 {
			return nil
		}
	}
	return nil
}

// open makes the context of the senders, which goes on when the round's ends.
func (w *worker) open(ctx context.Context) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.rounds = ctx
	if w.ctx == nil || w.ctx.Err() != nil {
		w.ctx, w.cancel = context.WithCancel(context.WithoutCancel(ctx))
	}
}

// sleepUntil begins a round when the next entry is due. Polling sees to what is later.
func (w *worker) sleepUntil(next, now time.Time) {
	if left := next.Sub(now); !next.IsZero() && left < pollEvery {
		w.RingAfter(left)
	}
}

// serve starts the pumps of one company, takes what else it was granted and begins to send it. A company whose
// entries cannot be taken keeps no other from its turn.
func (w *worker) serve(ctx context.Context, work *app.Work, kinds map[string]wired, g grant) (int, error) {
	started := w.start(work.App, kinds, &g)
	if len(g.lanes) == 0 {
		return started, nil
	}
	var taken []Entry
	var damaged map[int64]error
	err := app.Recovered(func() error {
		return work.Update(ctx, func(tx app.Tx) (err error) {
			taken, damaged, err = take(tx, kinds, g, w.isSending)
			return err
		})
	})
	if err != nil && (ctx.Err() != nil || app.StoreRefused(err)) {
		return started, err
	}
	if err != nil {
		work.Skip(0, fmt.Errorf("entries of company %d: %w", g.company, err))
		return started, nil
	}
	for id, err := range damaged {
		work.Skip(id, err)
	}
	for _, e := range taken {
		w.begin(work.App, kinds[e.Kind], e)
	}
	return started + len(taken), nil
}

// drain waits for what is being sent; when the server stops, for a while.
func drain(ctx context.Context, a *app.App) {
	w := workers.Of(a)
	if ctx.Err() != nil {
		w.mu.Lock()
		cancel := w.cancel
		w.mu.Unlock()
		if cancel == nil {
			return
		}
		stop := time.AfterFunc(stopGrace, cancel)
		defer stop.Stop()
	}
	w.running.Wait()
}
