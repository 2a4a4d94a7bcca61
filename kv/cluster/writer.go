package cluster

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"marquee/kv"
	"marquee/kv/cluster/shared"
)

// writer is the log as the leader of one term writes it. It is a bolt.Log.
type writer struct {
	n    *Node
	term int64
	pace pace

	mu      sync.Mutex
	marks   []mark // of commits in the log; see trim.go
	bytes   int64  // of all commits of this term
	count   int    // of commits since the log was trimmed
	trimmed int64  // what bytes was then

	failed atomic.Pointer[error]
	gone   chan struct{} // closed when a commit could not be made
}

func newWriter(n *Node, term int64) *writer {
	return &writer{n: n, term: term, gone: make(chan struct{})}
}

// Room implements bolt.Log.
func (w *writer) Room() int {
	shortest, _ := w.pace.trips()
	return inFlight(shortest)
}

// Append implements bolt.Log.
func (w *writer) Append(sets []kv.WriteSet) <-chan error {
	done := make(chan error, 1)
	w.noteMark(sets)
	go func() {
		err := w.append(context.Background(), sets)
		if err != nil && w.failed.CompareAndSwap(nil, &err) {
			close(w.gone)
		}
		done <- err
	}()
	return done
}

func (w *writer) append(ctx context.Context, sets []kv.WriteSet) error {
	e, err := w.n.log.sealer.seal(sets, w.term, w.n.o.Name)
	if err != nil {
		return err
	}
	prev := sets[0].Prev
	if len(e.payload) > partSize {
		if e, err = w.parts(ctx, prev, e); err != nil {
			return err
		}
	}
	value := e.bytes()
	t := shared.Txn{
		If:   []shared.Cond{shared.Created(leaderKey, w.term), shared.Created(logKey(prev), 0)},
		Then: []shared.Op{shared.Put(logKey(prev), value)},
		Else: []string{leaderKey, logKey(prev), trimKey},
	}
	return w.settle(ctx, t, func(r shared.Result, err error) outcome { return judge(r, err, w.term, prev, value) })
}

// parts writes what has no room in one value, before the commit that names it.
func (w *writer) parts(ctx context.Context, prev time.Time, e entry) (entry, error) {
	rest := e.payload
	e.payload = nil
	for len(rest) > 0 {
		part := rest[:min(partSize, len(rest))]
		rest = rest[len(part):]
		t := shared.Txn{
			If:   []shared.Cond{shared.Created(leaderKey, w.term)},
			Then: []shared.Op{shared.Put(partKey(prev, w.term, e.parts), part)},
		}
		err := w.settle(ctx, t, func(r shared.Result, err error) outcome {
			switch {
			case err != nil:
				return unsettled
			case r.Done:
				return durable
			}
			return refused // and without its parts there is no commit
		})
		if err != nil {
			return e, err
		}
		e.parts++
	}
	return e, nil
}

// answer of one member.
type answer struct {
	outcome
	err  error
	via  int
	took time.Duration
}

// settle has a transaction done until it is known what became of it: whoever does not answer soon
// is not waited for, but another member is asked too. It may be done twice.
func (w *writer) settle(ctx context.Context, t shared.Txn, judge func(shared.Result, error) outcome) error {
	ctx, cancel := context.WithTimeout(ctx, doubtFactor*w.n.o.Lease)
	defer cancel()
	members, via := w.n.o.Shared.Members(), int(w.n.first.member.Load())
	answers := make(chan answer, maxTries)
	asked := 0
	send := func() {
		from := (via + asked) % members
		asked++
		go func() { answers <- w.try(ctx, from, t, judge) }()
	}
	send()
	_, usual := w.pace.trips()
	delay := hedgeAfter(usual)
	again := time.NewTimer(delay)
	defer again.Stop()
	var last error
	for {
		select {
		case a := <-answers:
			switch a.outcome {
			case durable:
				w.answered(a)
				return nil
			case refused:
				return fmt.Errorf("%w: %w", kv.NotLeader{}, ErrFenced)
			case lostSight:
				return fmt.Errorf("%w: %w", kv.ErrUnknownOutcome, ErrFenced)
			}
			last = a.err
		case <-again.C:
			if asked < maxTries {
				send()
			}
			delay = min(2*delay, mostHedge)
			again.Reset(delay)
		case <-ctx.Done():
			return errors.Join(fmt.Errorf("%w: no answer for %s", kv.ErrUnknownOutcome, doubtFactor*w.n.o.Lease), last)
		}
	}
}

// maxTries of one commit. They are spread over the time in which its outcome may be found out.
const maxTries = 100

func (w *writer) try(ctx context.Context, via int, t shared.Txn, judge func(shared.Result, error) outcome) answer {
	ctx, cancel := context.WithTimeout(ctx, tryFor)
	defer cancel()
	sent := w.n.o.Now()
	r, err := w.n.o.Shared.Via(via).Commit(ctx, t)
	return answer{judge(r, err), err, via, w.n.o.Now() - sent}
}

// answered notes who was quick, and how quick.
func (w *writer) answered(a answer) {
	w.pace.took(a.took)
	w.n.first.member.Store(int64(a.via))
}
