package cluster

import (
	"context"
	"errors"
	"fmt"
	"time"

	"marquee/kv"
	"marquee/kv/bolt"
	"marquee/kv/cluster/shared"
)

const (
	// pageCommits are read from the log at once, and setsAtOnce written to the file in one commit.
	pageCommits = 100
	setsAtOnce  = 4000
)

// follow applies the log until the node may try to lead, or shall stop.
func (n *Node) follow(ctx context.Context) error {
	for {
		revision, early, err := n.catchUp(ctx)
		switch {
		case n.stopping() || ctx.Err() != nil:
			return ctx.Err()
		case err == nil:
			var done bool
			if done, err = n.keepUp(ctx, revision, early); done && err == nil {
				return nil
			}
		}
		if isFinal(err) {
			return err
		}
		if err != nil && !pause(ctx, retryEvery) {
			return ctx.Err()
		}
	}
}

// isFinal tells whether an error is one that does not pass.
func isFinal(err error) bool {
	for _, e := range []error{ErrMustJoin, ErrForeign, ErrFenced, kv.ErrPoisoned, kv.ErrClosed, kv.ErrDamaged, bolt.ErrGap} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// catchUp applies the log to its end, as of a revision. Early are the commits that came before
// the one that they follow.
func (n *Node) catchUp(ctx context.Context) (revision int64, early arrived, err error) {
	for {
		sent, at := n.o.Now(), n.engine.Last()
		page, err := get(ctx, &n.first, n.o.Shared, shared.Range{From: logKey(at), To: shared.End(logKeys), Limit: pageCommits})
		if err != nil {
			return 0, nil, err
		}
		all, err := n.log.commits(ctx, page.Pairs)
		if err != nil {
			return 0, nil, err
		}
		chain, loose := chained(at, all)
		if len(chain) > 0 {
			if err := n.apply(ctx, chain); err != nil {
				return 0, nil, err
			}
			continue
		}
		if news, _ := n.news.get(); len(loose) > 0 || news.trim.After(at) {
			if err := n.checkPlace(ctx); err != nil {
				return 0, nil, err
			}
		}
		n.isAsOf(sent)
		early = arrived{}
		for _, c := range loose {
			early.put(c)
		}
		return page.Revision, early, nil
	}
}

// apply adds commits to the file.
func (n *Node) apply(ctx context.Context, chain []commit) error {
	for len(chain) > 0 {
		take, all := 0, 0
		for take < len(chain) && (take == 0 || all+len(chain[take].sets) <= setsAtOnce) {
			all += len(chain[take].sets)
			take++
		}
		if err := n.applyDigested(ctx, chain[:take]); err != nil {
			return err
		}
		chain = chain[take:]
	}
	return nil
}

// keepUp applies commits as they come. done tells that the node may try to lead, or shall stop; else
// the log is to be read again.
func (n *Node) keepUp(ctx context.Context, revision int64, early arrived) (done bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	events := n.o.Shared.Via(int(n.first.member.Load())).Watch(ctx, logKeys, shared.End(logKeys), revision)
	tick := time.NewTicker(sayEvery)
	defer tick.Stop()
	free := n.o.Now() // since when nobody leads, or it is not known
	for {
		news, changed := n.news.get()
		if news.leader != nil {
			free = n.o.Now()
		}
		if news.base != nil && news.base.Generation != n.base.Generation {
			return true, fmt.Errorf("%w: another store was put in the place of its own", ErrMustJoin)
		}
		if !sameAs(n.o.Name, news) {
			return true, ErrDiffers
		}
		if mayLead(n.candidate(news), news, n.o.Now()-free > n.o.Lease) == "" {
			return true, nil
		}
		select {
		case all, ok := <-events:
			if !ok {
				return false, nil
			}
			if err := n.take(ctx, early, gathered(all, events)); err != nil {
				return false, err
			}
		case <-tick.C:
			if late, err := n.isLate(ctx); late || err != nil {
				return false, err
			}
		case <-changed:
		case <-n.stop:
			return true, nil
		case <-ctx.Done():
			return true, ctx.Err()
		}
	}
}

// gathered adds what has come meanwhile, for one commit to the file: a commit takes about as long for
// a hundred as for one.
func gathered(all []shared.Event, events <-chan []shared.Event) []shared.Event {
	for len(all) < pageCommits {
		select {
		case more, ok := <-events:
			if !ok {
				return all // the next look finds that out
			}
			all = append(all, more...)
		default:
			return all
		}
	}
	return all
}

// take notes what changed in the log, and applies what the chain reaches.
func (n *Node) take(ctx context.Context, early arrived, events []shared.Event) error {
	for _, e := range events {
		prev, err := prevOf(e.Key)
		if err != nil {
			return err
		}
		if e.Deleted {
			early.drop(prev)
			continue
		}
		if prev.Before(n.engine.Last()) {
			continue
		}
		c, err := n.log.commit(ctx, e.Pair)
		if err != nil {
			return err
		}
		early.put(c)
	}
	return n.apply(ctx, early.next(n.engine.Last()))
}

// isLate looks at the end of the log. The node has everything there was when it looked, or else
// its watch is late: it is when a second look finds that again.
func (n *Node) isLate(ctx context.Context) (late bool, err error) {
	sent := n.o.Now()
	page, err := get(ctx, &n.first, n.o.Shared, shared.Range{From: logKeys, To: shared.End(logKeys), Limit: 1, KeysOnly: true, Backwards: true})
	if err != nil {
		return false, err
	}
	at := n.engine.Last()
	if len(page.Pairs) > 0 {
		head, err := prevOf(page.Pairs[0].Key)
		if err != nil {
			return false, err
		}
		if !at.After(head) {
			late = n.lateAt.Equal(at)
			n.lateAt = at
			return late, nil
		}
	}
	n.isAsOf(sent)
	return false, nil
}

func (n *Node) isAsOf(sent time.Duration) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.asOf = max(n.asOf, sent)
}
