package rest

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"marquee/app/admission"
)

// Turn says in which class a call waits when there is more to do than the machine can.
type Turn uint8

// The classes. Whatever they hold back, half of the processors stay free of long reads,
// and calls that may not wait do not.
const (
	// TurnByMethod lets a GET wait with the other reads, and other calls not at all: so
	// scans, checks and log-ins go ahead, and the store takes writes one after the other.
	TurnByMethod Turn = iota
	// ForGates is a read that gates make all day. It waits for other gates alone, while it
	// is as short as it should be.
	ForGates
	// InBulk is a write of many records. Few are taken at once, one of each caller.
	InBulk
)

// turns share the machine between callers. How much work a request will be is guessed
// by what the same call was for the same caller before: a read that takes long is from
// then on a long one, of which few run at once.
type turns struct {
	procs                    int
	short, long, gates, bulk *admission.Class
	// polls are looks at answers that were not waited for: one of each caller at a time, so that
	// the next one sees how much of them is unread.
	polls   *admission.Class
	guesses guesses
	running atomic.Int64
}

func newTurns(all *admission.Classes, procs int) *turns {
	few := max(1, procs/2)
	return &turns{
		procs: procs,
		short: all.Of("API: reads", limits(2*procs, 2*procs)), long: all.Of("API: long reads", limits(few, few)),
		gates: all.Of("API: reads of gates", limits(procs, procs)), bulk: all.Of("API: writes of many records", limits(few+1, 1)),
		polls: all.Of("API: answers of before", limits(2*procs, 1)),
	}
}

// turn is a request that was let in.
type turn struct {
	all      *turns
	key      guessKey
	place    *admission.Place
	began    time.Time
	together int64 // how many ran when it was let in, with it
}

// enter waits until a request may begin, nil when it need not ask. Call done when the
// answer is made.
func (t *turns) enter(ctx context.Context, rt *Route, caller admission.Key, patient bool) (*turn, error) {
	key := guessKey{rt, caller}
	expected := t.guesses.of(key)
	class := t.classOf(rt, expected)
	if class == nil {
		return nil, nil
	}
	place, err := class.Enter(ctx, admission.Ask{Key: caller, Work: expected, Patient: patient})
	if err != nil {
		return nil, refusal(err)
	}
	return &turn{t, key, place, time.Now(), t.running.Add(1)}, nil
}

// classOf is that of a call that is expected to be so much work, nil for none.
func (t *turns) classOf(rt *Route, expected time.Duration) *admission.Class {
	switch {
	case rt.Turn == TurnByMethod && rt.Method != http.MethodGet:
		return nil
	case rt.Turn == InBulk:
		return t.bulk
	case expected > longRead:
		return t.long
	case rt.Turn == ForGates:
		return t.gates
	}
	return t.short
}

// done lets the next one in. It may be called again, and of a nil turn.
func (u *turn) done() {
	if u == nil || u.place == nil {
		return
	}
	work := u.all.work(time.Since(u.began), max(u.together, u.all.running.Add(-1)+1))
	u.all.guesses.note(u.key, work)
	u.place.Done(work)
	u.place = nil
}

// work is how much of a processor a request had, when so many shared all of them.
func (t *turns) work(took time.Duration, together int64) time.Duration {
	return took * time.Duration(t.procs) / max(time.Duration(t.procs), time.Duration(together))
}

// guesses are how much work requests were.
type guesses struct {
	mu    sync.Mutex
	known map[guessKey]time.Duration
}

type guessKey struct {
	route  *Route
	caller admission.Key
}

// of guesses the work of a request: what the caller's was, or what anybody's was.
func (g *guesses) of(key guessKey) time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	if d, ok := g.known[key]; ok {
		return d
	}
	if d, ok := g.known[guessKey{route: key.route}]; ok {
		return d
	}
	if key.route.list {
		return longRead + 1 // until one was seen
	}
	return shortRead
}

// note remembers the work of a request. Of one caller the most counts, and fades with
// each request that is less; of all of them the mean.
func (g *guesses) note(key guessKey, work time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.known == nil || len(g.known) > maxGuesses {
		g.known = map[guessKey]time.Duration{}
	}
	was := g.known[key]
	g.known[key] = max(work, was-was/fading)
	all := guessKey{route: key.route}
	mean, known := g.known[all]
	if !known {
		mean = work
	}
	g.known[all] = mean + (work-mean)/fading
}
