package etcd

import (
	"context"

	"marquee/kv/cluster/shared"

	"go.etcd.io/etcd/api/v3/mvccpb"
	clientv3 "go.etcd.io/etcd/client/v3"
)

func (s Store) pair(p *mvccpb.KeyValue) shared.Pair {
	return shared.Pair{Key: s.own(string(p.Key)), Value: p.Value, Created: p.CreateRevision, Modified: p.ModRevision}
}

// waiting is how many changes wait for whoever watches: what comes while one is written to a file is
// written with the next at once.
const waiting = 256

// Watch implements shared.Store. It ends where the member has no leader, which another one may
// have.
func (s Store) Watch(ctx context.Context, from, to string, after int64) <-chan []shared.Event {
	out := make(chan []shared.Event, waiting)
	go func() {
		defer close(out)
		ctx, cancel := context.WithCancel(clientv3.WithRequireLeader(ctx))
		defer cancel()
		c, err := s.client(ctx)
		if err != nil {
			return
		}
		for got := range c.Watch(ctx, s.key(from), clientv3.WithRange(s.to(to)), clientv3.WithRev(after+1)) {
			if got.Err() != nil {
				return
			}
			events := make([]shared.Event, 0, len(got.Events))
			for _, e := range got.Events {
				events = append(events, shared.Event{Pair: s.pair(e.Kv), Deleted: e.Type == clientv3.EventTypeDelete})
			}
			select {
			case out <- events:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}
