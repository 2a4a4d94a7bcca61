package cluster

import (
	"context"
	"errors"
	"fmt"
	"time"

	"marquee/kv/cluster/shared"
)

// lead takes the store over and has it take writes until the node gives up leading: then nil. After
// any other error the process has to end.
func (t *term) lead(ctx context.Context) error {
	n := t.n
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	n.wait.Go(func() { t.keep(ctx) })
	if err := t.takeOver(ctx); err != nil {
		n.revoke(ctx, t.id)
		if isFinal(err) && !errors.Is(err, ErrFenced) {
			return err
		}
		return nil
	}
	t.w = newWriter(n, t.number)
	if err := n.engine.Lead(ctx, t.w); err != nil {
		return err
	}
	n.leads(t.lease)
	if err := n.o.Ready(ctx); err != nil {
		n.o.Log.Error("cluster: the node cannot lead", "node", n.o.Name, "error", err)
		n.mu.Lock()
		n.cannot = err.Error()
		n.mu.Unlock()
		return t.giveUp(ctx)
	}
	n.become(Leading)
	t.arrive(ctx)
	return t.reign(ctx)
}

// keep is the goroutine that keeps the lease of the leader. One that hears nothing any more may be
// heard all the same, and would keep it for ever without being able to write: so it keeps it no
// more, until it hears something.
func (t *term) keep(ctx context.Context) {
	n, f := t.n, &first{}
	for pause(ctx, keepEvery(n.o.Lease)) {
		if t.lease.age(n.o.Now()) > 0 {
			if _, err := get(ctx, f, n.o.Shared, shared.Range{From: leaderKey, KeysOnly: true}); err != nil {
				continue
			}
		}
		sent := n.o.Now()
		_, err := ask(ctx, f, n.o.Shared, func(ctx context.Context, s shared.Store) (any, error) { return nil, s.Keep(ctx, t.id) })
		switch {
		case err == nil:
			t.lease.kept(sent)
		case errors.Is(err, shared.ErrNoLease):
			close(t.lost)
			return
		}
	}
}

// takeOver brings the file to the end of the log, to which nobody else writes any more, and removes
// what the chain does not reach.
func (t *term) takeOver(ctx context.Context) error {
	for {
		_, _, err := t.n.catchUp(ctx)
		if err == nil {
			err = t.removeLoose(ctx)
		}
		if err == nil || isFinal(err) {
			return err
		}
		select {
		case <-t.lost:
			return ErrFenced
		default:
		}
		if !pause(ctx, retryEvery) {
			return ctx.Err()
		}
	}
}

// removeLoose removes what lies behind the end of the chain, as long as nobody has followed it: one
// that is on its way for long must not remove what this leader has written meanwhile.
func (t *term) removeLoose(ctx context.Context) error {
	at := t.n.engine.Last()
	_, err := t.asLeader(ctx, shared.Created(logKey(at), 0),
		shared.Delete(logKey(at), shared.End(logKeys)),
		shared.Delete(partKeys+moment(at), shared.End(partKeys)),
	)
	return err
}

func (n *Node) leads(l *lease) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.lease = l
}

// arrive clears the order that this node shall lead: it does.
func (t *term) arrive(ctx context.Context) {
	n := t.n
	news, err := readState(ctx, n.o.Shared)
	if err != nil || news.order.To != n.o.Name {
		return
	}
	_, err = commitTxn(ctx, &n.first, n.o.Shared, shared.Txn{
		If:   []shared.Cond{shared.Created(leaderKey, t.number), shared.Modified(orderKey, news.order.revision)},
		Then: []shared.Op{shared.Delete(orderKey, "")},
	})
	if err != nil {
		n.o.Log.Warn("cluster: the order to lead was not cleared", "node", n.o.Name, "error", err)
	}
}

// reign waits for the end of a leader, and does what is its alone meanwhile.
func (t *term) reign(ctx context.Context) error {
	n := t.n
	tick := time.NewTicker(sayEvery)
	defer tick.Stop()
	for {
		news, changed := n.news.get()
		if shallGo(n.o.Name, news) {
			return t.giveUp(ctx)
		}
		select {
		case <-changed:
		case <-n.stop:
			return t.giveUp(ctx)
		case <-tick.C:
			t.housekeeping(ctx)
			t.callDigest(ctx)
		case <-t.lost:
			return fmt.Errorf("%w: its lease ran out", ErrFenced)
		case <-n.engine.Poisoned():
			return t.poisoned(ctx)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// shallGo tells whether a person wants this leader to give up leading.
func shallGo(leader string, s news) bool {
	return s.order.Hold || s.order.To != "" && s.order.To != leader && able(s.nodes, s.order.To)
}

// poisoned gives the lease back: nothing can come from this node any more.
func (t *term) poisoned(ctx context.Context) error {
	t.n.revoke(ctx, t.id)
	if err := t.w.failed.Load(); err != nil {
		return *err
	}
	return errors.New("cluster: the file of the leader cannot be written")
}

// giveUp finishes what the node took, and lets another one lead. Writers are refused from the
// moment on at which nothing they could be told is lost.
func (t *term) giveUp(ctx context.Context) error {
	n := t.n
	n.become(Holding)
	drain, cancel := context.WithTimeout(ctx, drainFor)
	n.o.Drain(drain)
	cancel()
	if err := n.engine.Yield(ctx); err != nil {
		n.revoke(ctx, t.id)
		return err
	}
	n.isAsOf(n.o.Now())
	n.leads(nil)
	n.revoke(ctx, t.id)
	return nil
}
